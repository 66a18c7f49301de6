/** The languages that a way to read a dataset is written in. */
export const snippetLanguages = ['curl', 'Python', 'R'] as const;
export type SnippetLanguage = (typeof snippetLanguages)[number];

/** A text within single quotes of a POSIX shell. */
function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** A text within double quotes, as both Python and R read it. */
function codeQuoted(text: string): string {
  return JSON.stringify(text);
}

/**
 * A few lines that read a page of rows at `address`, with nothing but what each language brings along
 * (R needs its package jsonlite).
 */
export function snippet(language: SnippetLanguage, address: string): string {
  switch (language) {
    case 'curl':
      return `curl -s ${shellQuoted(address)}`;
    case 'Python':
      return [
        'import json, urllib.request',
        '',
        `with urllib.request.urlopen(${codeQuoted(address)}) as answer:`,
        '    page = json.load(answer)',
        'print(page["count"], "rows")',
        'for row in page["results"]:',
        '    print(row)',
      ].join('\n');
    case 'R':
      return [
        'library(jsonlite)',
        '',
        `page <- fromJSON(${codeQuoted(address)})`,
        'cat(page$count, "rows\\n")',
        'print(page$results)',
      ].join('\n');
  }
}
