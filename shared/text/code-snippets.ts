export const snippetLanguages = ['curl', 'Python', 'pandas', 'polars', 'R', 'dplyr'] as const;
export type SnippetLanguage = (typeof snippetLanguages)[number];

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

/**
 * curl encodes the values; names are already encoded. curl does not send an empty `Authorization:`, so that a public
 * service does not get a token that it would refuse.
 */
function curlSnippet(source: SnippetSource): string {
  const { data, parameters, pageSize = 1000 } = source;
  return [
    "TOKEN=''    # your API token, where the data are not public",
    `LIMIT=${pageSize}`,
    `OFFSET=0    # the next page begins at ${pageSize}`,
    '',
    `curl --silent --show-error --fail --get ${shellQuoted(data)} \\`,
    `  --header "Authorization:\${TOKEN:+ Token $TOKEN}" \\`,
    ...parameters.map(
      ([name, value]) => `  --data-urlencode ${shellQuoted(`${encodeURIComponent(name)}=${value}`)} \\`,
    ),
    '  --data-urlencode "limit=$LIMIT" \\',
    '  --data-urlencode "offset=$OFFSET"',
  ].join('\n');
}

function pythonSnippet(source: SnippetSource, head: readonly string[], end: readonly string[]): string {
  return [
    'import json',
    'from urllib.parse import urlencode',
    'from urllib.request import Request, urlopen',
    ...head,
    '',
    'TOKEN = ""  # your API token, where the data are not public',
    `DATA = ${codeQuoted(source.data)}`,
    'PARAMETERS = [',
    ...pairsOf(source).map(([name, value]) => `    (${codeQuoted(name)}, ${codeQuoted(value)}),`),
    ']',
    '',
    'def read_rows():',
    '    headers = {"Accept": "application/json"}',
    '    if TOKEN:',
    '        headers["Authorization"] = "Token " + TOKEN',
    '    address = DATA + "?" + urlencode(PARAMETERS)',
    '    while address:',
    '        with urlopen(Request(address, headers=headers)) as answer:',
    '            page = json.load(answer)',
    '        yield from page["results"]',
    '        address = page["next"]',
    '',
    ...end,
  ].join('\n');
}

/**
 * Rows are collected before they become a table: pages that jsonlite simplifies one by one differ in their types (a
 * column of nulls, geometries of another kind) and cannot be combined. Long integers are read as text, undamaged.
 *
 * The parameters are already encoded, because R's own encoder does not encode some characters that services expect
 * encoded.
 */
function rSnippet(source: SnippetSource, head: readonly string[], end: readonly string[]): string {
  const parameters = pairsOf(source).map(
    ([name, value]) => `  ${codeQuoted(`${encodeURIComponent(name)}=${encodeURIComponent(value)}`)}`,
  );
  return [
    ...head,
    'library(jsonlite)',
    '',
    'token <- ""  # your API token, where the data are not public',
    `data <- ${codeQuoted(source.data)}`,
    'parameters <- c(',
    parameters.join(',\n'),
    ')',
    '',
    'headers <- if (nzchar(token)) c(Authorization = paste("Token", token)) else NULL',
    'address <- paste0(data, "?", paste(parameters, collapse = "&"))',
    'items <- list()',
    'while (!is.null(address)) {',
    '  answer <- url(address, open = "rb", headers = headers)',
    '  page <- fromJSON(answer, simplifyVector = FALSE, bigint_as_char = TRUE)',
    '  close(answer)',
    '  items <- c(items, page$results)',
    '  address <- page[["next"]]',
    '}',
    '',
    '# Missing values become NA, and geometry GeoJSON text.',
    'cell <- function(value) {',
    '  if (is.null(value)) return(NA)',
    '  if (!is.list(value)) return(value)',
    '  as.character(toJSON(value, auto_unbox = TRUE, digits = NA, null = "null"))',
    '}',
    'columns <- unique(unlist(lapply(items, names)))',
    'values <- lapply(columns, function(name) sapply(items, function(item) cell(item[[name]])))',
    'rows <- as.data.frame(setNames(values, columns), check.names = FALSE)',
    ...end,
  ].join('\n');
}

/**
 * A few lines that read rows page by page using only what comes with the language or is named (R needs its package
 * jsonlite), with a placeholder for a token. curl reads one page: it cannot find the next one in the response.
 */
export function codeSnippet(language: SnippetLanguage, source: SnippetSource): string {
  switch (language) {
    case 'curl':
      return curlSnippet(source);
    case 'Python':
      return pythonSnippet(source, [], ['for row in read_rows():', '    print(json.dumps(row))']);
    case 'pandas':
      return pythonSnippet(source, ['', 'import pandas as pd'], ['rows = pd.DataFrame(read_rows())', 'print(rows)']);
    case 'polars':
      return pythonSnippet(
        source,
        ['', 'import polars as pl'],
        ['rows = pl.DataFrame(list(read_rows()), infer_schema_length=None)', 'print(rows)'],
      );
    case 'R':
      return rSnippet(source, [], ['print(rows)']);
    case 'dplyr':
      return rSnippet(source, ['library(dplyr)'], ['rows <- as_tibble(rows)', 'print(rows)']);
  }
}
