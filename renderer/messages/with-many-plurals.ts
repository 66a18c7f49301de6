type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>;

/**
 * French and Spanish have a plural of their own for whole millions, which numbers in digits do not show: there it is the
 * plural of all others.
 */
export function withManyPlurals<Language extends Texts>(texts: Language): Language {
  const groups = Object.entries(texts).map(([group, members]) => {
    const many = Object.entries(members).flatMap(([name, text]) =>
      name.endsWith('_other') ? [[name.replace(/_other$/, '_many'), text]] : [],
    );
    return [group, { ...members, ...Object.fromEntries(many) }];
  });
  return Object.fromEntries(groups) as Language;
}
