/** The languages that a way to read rows is written in. */
export const snippetLanguages = ['curl', 'Python', 'R'] as const;
export type SnippetLanguage = (typeof snippetLanguages)[number];

/** What a snippet reads. */
export interface SnippetSource {
  /** Address of a dataset's rows, without parameters. */
  readonly data: string;
  /** What is asked of them, as parameters of the address: `rowQueryToParameters`. */
  readonly parameters: readonly (readonly [name: string, value: string])[];
  /** Requested rows per page. */
  readonly pageSize?: number;
}

/** A text within single quotes of a POSIX shell. */
function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** A text within double quotes, as both Python and R read it. */
function codeQuoted(text: string): string {
  return JSON.stringify(text);
}

function pairsOf({ parameters, pageSize = 1000 }: SnippetSource): readonly (readonly [string, string])[] {
  return [...parameters, ['limit', String(pageSize)]];
}

/**
 * curl encodes the values; a name travels encoded. An empty `Authorization:` is sent by no curl, so that a public service
 * is not given a token that it would refuse.
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

function pythonSnippet(source: SnippetSource): string {
  return [
    'import json',
    'from urllib.parse import urlencode',
    'from urllib.request import Request, urlopen',
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
    'for row in read_rows():',
    '    print(json.dumps(row))',
  ].join('\n');
}

/**
 * Rows are put together before they become a table: pages that jsonlite simplifies each by itself differ in their types
 * (a column of nulls, geometries of another kind) and cannot be joined. Long integers are kept as text, undamaged.
 *
 * R is given encoded parameters: what its own encoder leaves alone differs from what a service
 * expects.
 */
function rSnippet(source: SnippetSource): string {
  const parameters = pairsOf(source).map(
    ([name, value]) => `  ${codeQuoted(`${encodeURIComponent(name)}=${encodeURIComponent(value)}`)}`,
  );
  return [
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
    'print(rows)',
  ].join('\n');
}

/**
 * A few lines that read rows page by page with nothing but what each language brings along (R needs its package
 * jsonlite), with a place for a token. curl reads one page at a time: it cannot look into an answer for the next one.
 */
export function codeSnippet(language: SnippetLanguage, source: SnippetSource): string {
  switch (language) {
    case 'curl':
      return curlSnippet(source);
    case 'Python':
      return pythonSnippet(source);
    case 'R':
      return rSnippet(source);
  }
}
