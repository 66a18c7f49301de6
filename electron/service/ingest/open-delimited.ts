import type { DuckDBValue } from '@duckdb/node-api';
import { say } from '#shared/sentences/say.ts';
import { quoteLiteral } from '../rows/duckdb/quoting.ts';
import type { Session } from '../rows/duckdb/session.ts';
import { IngestError, type Source } from '../rows/row-store.ts';
import { readBeginning } from './line-numbers.ts';
import type { Relation } from './relation.ts';

/** How a delimited file is written: what the person said, completed by what the engine found. */
export interface Dialect {
  readonly delimiter: string;
  readonly quote: string;
  readonly escape: string;
  readonly header: boolean;
  readonly names: readonly string[];
  readonly skip: number;
  readonly compression: 'none' | 'gzip' | 'zstd';
}

/** A record may be this long. The engine's buffers would be sixteen times as large, so they get a size of their own. */
const longestRecord = 8 * 2 ** 20;
const bufferBytes = 32 * 2 ** 20;

/** Reads CSV, TSV and their relatives as text, one relation column a file column. */
export async function openDelimited(
  session: Session,
  source: Source,
  path: string,
  compression: Dialect['compression'],
): Promise<{ relation: Relation; dialect: Dialect }> {
  const dialect = await sniff(session, source, path, compression);
  const columns = dialect.names.map((name, position) => ({
    form: 'text' as const,
    name,
    reference: presentValue(`c${position}`, source.missing ?? []),
    kind: 'guess' as const,
  }));
  const relation: Relation = {
    from: `${readerOf(dialect, [])}`,
    values: [path],
    columns,
    form: 'delimited',
    numbers: { decimalComma: source.decimalComma ?? false, thousands: source.thousands ?? '' },
    conversions: dialect.skip === 0 ? [] : [say('lines-above-left-out', { count: dialect.skip })],
  };
  return { relation, dialect };
}

/** A text that is not one of those that mean a missing value, in quotes or without. */
function presentValue(reference: string, missing: readonly string[]): string {
  const marks = missing.filter((mark) => mark !== '').map(quoteLiteral);
  return marks.length === 0
    ? reference
    : `(CASE WHEN ${reference} IN (${marks.join(', ')}) THEN NULL ELSE ${reference} END)`;
}

/** The reader of a dialect; the file's path is its first bound value. */
export function readerOf(dialect: Dialect, extra: readonly string[]): string {
  const columns = dialect.names.map((_, position) => `c${position}: 'VARCHAR'`).join(', ');
  const options = [
    'auto_detect = false',
    `header = ${dialect.header}`,
    `skip = ${dialect.skip}`,
    `delim = ${quoteLiteral(dialect.delimiter)}`,
    `quote = ${quoteLiteral(dialect.quote)}`,
    `escape = ${quoteLiteral(dialect.escape)}`,
    "nullstr = ['']",
    // A pair of quotes is an empty text, nothing at all a missing value.
    'allow_quoted_nulls = false',
    `compression = ${quoteLiteral(dialect.compression)}`,
    `max_line_size = ${longestRecord}`,
    `buffer_size = ${bufferBytes}`,
    `columns = {${columns}}`,
    ...extra,
  ];
  return `read_csv($1, ${options.join(', ')})`;
}

async function sniff(
  session: Session,
  source: Source,
  path: string,
  compression: Dialect['compression'],
): Promise<Dialect> {
  const options = [
    `compression = ${quoteLiteral(compression)}`,
    `max_line_size = ${longestRecord}`,
    `buffer_size = ${bufferBytes}`,
    ...(source.delimiter === undefined ? [] : [`delim = ${quoteLiteral(source.delimiter)}`]),
    ...(source.quote === undefined ? [] : [`quote = ${quoteLiteral(source.quote)}`]),
    ...(source.header === undefined ? [] : [`header = ${source.header}`]),
  ];
  const first = await askSniffer(session, path, options);
  const found = await sniffAgain(session, path, compression, options, first, source.delimiter === undefined);
  const bare: Dialect = {
    delimiter: source.delimiter ?? found.delimiter,
    quote: source.quote ?? found.quote ?? '"',
    escape: found.escape ?? source.quote ?? '"',
    header: false,
    skip: found.skip,
    names: Array.from({ length: found.width }, (_, position) => `column${position + 1}`),
    compression,
  };
  return withHeader(session, bare, source, path, found.header);
}

type Sniffed = Awaited<ReturnType<typeof askSniffer>>;

/**
 * Where records are not all alike, the sniffer passes over those that do not fit, or takes whole lines for values.
 * Lines above a header are a title; but without a header nothing is passed over, and a first line with delimiters in
 * it has them for a reason: the records that do not fit are to be told, not hidden.
 */
async function sniffAgain(
  session: Session,
  path: string,
  compression: Dialect['compression'],
  options: readonly string[],
  first: Sniffed,
  anyDelimiter: boolean,
): Promise<Sniffed> {
  if (first.width === 1 && first.skip === 0 && anyDelimiter) {
    const delimiter = delimiterIn(await readBeginning(path, compression, 1 << 16, undefined));
    if (delimiter === null) return first;
    return askSniffer(session, path, [...options, ...skipNothing, `delim = ${quoteLiteral(delimiter)}`]);
  }
  return first.skip > 0 && !first.header ? askSniffer(session, path, [...options, ...skipNothing]) : first;
}

/** The usual delimiter that the first line has most of, outside quotes; null where it has none. */
function delimiterIn(beginning: Buffer): string | null {
  const line = beginning.toString('utf8').split(/\r?\n/, 1)[0] ?? '';
  const bare = line.replace(/"(?:[^"]|"")*"/g, '');
  const counts = [',', ';', '\t', '|'].map((delimiter) => bare.split(delimiter).length - 1);
  const most = Math.max(...counts);
  return most === 0 ? null : ([',', ';', '\t', '|'][counts.indexOf(most)] ?? null);
}

const skipNothing = ['skip = 0', "comment = ''", 'store_rejects = true'];

async function askSniffer(session: Session, path: string, options: readonly string[]) {
  const sql = `SELECT Delimiter, Quote, Escape, HasHeader, SkipRows, len(Columns) FROM sniff_csv($1, ${options.join(', ')})`;
  const [found] = await session.rows(sql, [path]).catch((error: Error) => {
    if (error.name === 'AbortError') throw error;
    throw new IngestError(say('no-delimited-text'));
  });
  if (found === undefined) throw new IngestError(say('no-records'));
  const [delimiter, quote, escaping, header, skip, width] = found;
  return {
    delimiter: character(delimiter) ?? ',',
    quote: character(quote),
    escape: character(escaping),
    header: header === true,
    skip: Number(skip),
    width: Number(width),
  };
}

/** The engine makes the names of a header unique in its own way, so the header is read as the record that it is. */
async function withHeader(
  session: Session,
  bare: Dialect,
  source: Source,
  path: string,
  found: boolean,
): Promise<Dialect> {
  const [first] = await session.rows(
    `SELECT * FROM ${readerOf(bare, ['ignore_errors = true', 'null_padding = true', 'parallel = false'])} LIMIT 1`,
    [path],
  );
  if (first === undefined) throw new IngestError(say('no-records'));
  const names = first.map((cell) => String(cell ?? ''));
  const header = source.header ?? (found || looksLikeNames(names));
  return header ? { ...bare, header, names } : bare;
}

/** Where every column is text the engine cannot tell a header; a first record of distinct words is taken for one. */
function looksLikeNames(cells: readonly string[]): boolean {
  return cells.every((cell) => cell !== '' && Number.isNaN(Number(cell))) && new Set(cells).size === cells.length;
}

/** The sniffer answers `(empty)` or NUL where it has seen none. */
function character(value: DuckDBValue | undefined): string | null {
  const text = String(value ?? '');
  return text === '' || text === '(empty)' || text === '\0' ? null : text;
}

/** The engine's messages go on with advice for people who write SQL. */
export function firstLine(message: string): string {
  return message.split('\n', 1)[0] ?? message;
}
