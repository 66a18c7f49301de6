/**
 * The language tags (BCP 47) among a system's names of languages. `c` and `de-DE@euro` are none: `Intl` throws for them,
 * and the window would stay empty.
 */
export function languageTags(names: readonly string[]): readonly string[] {
  return names.filter((name) => {
    try {
      return Intl.getCanonicalLocales(name).length === 1;
    } catch {
      return false;
    }
  });
}
