import snippets from './code-snippets.json' with { type: 'json' };

export type SnippetLanguage = keyof typeof snippets.languages;
export const snippetLanguages = Object.keys(snippets.languages) as SnippetLanguage[];

export interface SnippetSource {
  /** Address of a dataset's rows, without parameters. */
  readonly data: string;
  /** The row query as URL parameters: `rowQueryToParameters`. */
  readonly parameters: readonly (readonly [name: string, value: string])[];
  readonly pageSize?: number;
}

/** A text in single quotes for a POSIX shell. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** A text in double quotes that both Python and R understand. */
function codeQuoted(text: string): string {
  return JSON.stringify(text);
}

function pairsOf({ parameters, pageSize = 1000 }: SnippetSource): readonly (readonly [string, string])[] {
  return [...parameters, ['limit', String(pageSize)]];
}

/** The lines of the parameters in the code of a language; see `code-snippets.json` for what is around them. */
const parameterLines = {
  /**
   * curl encodes the values; names are already encoded. curl does not send an empty `Authorization:`, so that a public
   * service does not get a token that it would refuse.
   */
  curl: ({ parameters }: SnippetSource) =>
    parameters.map(([name, value]) => `  --data-urlencode ${shellQuoted(`${encodeURIComponent(name)}=${value}`)} \\`),
  python: (source: SnippetSource) =>
    pairsOf(source).map(([name, value]) => `    (${codeQuoted(name)}, ${codeQuoted(value)}),`),
  /**
   * Rows are collected before they become a table: pages that jsonlite simplifies one by one differ in their types (a
   * column of nulls, geometries of another kind) and cannot be combined. Long integers are read as text, undamaged.
   *
   * The parameters are already encoded, because R's own encoder does not encode some characters that services expect
   * encoded.
   */
  r: (source: SnippetSource) =>
    pairsOf(source)
      .map(([name, value]) => `  ${codeQuoted(`${encodeURIComponent(name)}=${encodeURIComponent(value)}`)}`)
      .join(',\n')
      .split('\n'),
};

/**
 * A few lines that read rows page by page using only what comes with the language or is named (R needs its package
 * jsonlite), with a placeholder for a token. curl reads one page: it cannot find the next one in the response.
 */
export function codeSnippet(language: SnippetLanguage, source: SnippetSource): string {
  const { head, end, ...variant } = snippets.languages[language];
  const code = variant.code as keyof typeof parameterLines;
  const blocks: Readonly<Record<string, readonly string[]>> = {
    '{head}': head,
    '{parameters}': parameterLines[code](source),
    '{end}': end,
  };
  const data = code === 'curl' ? shellQuoted(source.data) : codeQuoted(source.data);
  const limit = String(source.pageSize ?? 1000);
  return snippets[code]
    .flatMap((line) => blocks[line] ?? [line.replace('{limit}', limit).replace('{data}', () => data)])
    .join('\n');
}
