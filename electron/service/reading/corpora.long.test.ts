import { existsSync, readdirSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import iconv from 'iconv-lite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StoredVersion } from '../files/stored-version.ts';
import { openTestStore, type TestStore } from '../rows/testing/test-store.ts';
import { IngestError, type TablePreview } from './reading.ts';

/** Files by other programs, which are not part of the project. */
const corpora = resolve(import.meta.dirname, '../../../../shared/corpora');
const there = existsSync(corpora);
if (!there) process.stderr.write(`The tests of files by other programs are skipped: there is no ${corpora}.\n`);

interface Published {
  readonly preview: TablePreview;
  readonly version: StoredVersion;
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => statSync(join(folder, name)).isFile() && !/\.md$|^\./.test(name))
    .sort();
}

describe.skipIf(!there)('files by other programs', () => {
  let store: TestStore;
  let number = 0;
  beforeAll(async () => {
    store = await openTestStore();
  });
  afterAll(() => store.close());

  async function publish(path: string): Promise<Published> {
    const preview = await store.rows.preview({ path }, 'show', store.folder);
    number += 1;
    return { preview, version: await store.rows.ingest(`corpus-${number}`, preview.plan, {}, {}) };
  }

  const simple = there ? join(corpora, 'csv-test-data') : '';
  // Blank lines at the end are no records, also of a single column; a file that uses objects is equivalent.
  const others = ['all-empty.json', 'empty-one-column.json', 'header-no-rows.json', 'header-simple.json'];
  const exact = there ? readdirSync(join(simple, 'json')).filter((name) => !others.includes(name)) : [];
  it.each(exact)('of csv-test-data are read cell by cell: %s', async (name) => {
    const [header = [], ...rows]: string[][] = JSON.parse(await readFile(join(simple, 'json', name), 'utf8'));
    const { version } = await publish(join(simple, 'csv', name.replace('.json', '.csv')));
    expect(version.columns.map((column) => column.name)).toEqual(header);
    const stored = await store.page(version);
    expect(stored).toHaveLength(rows.length);
    for (const [at, row] of rows.entries()) {
      const cells = Object.values(stored[at] as object).map((value) => (value === null ? '' : String(value)));
      expect(cells).toEqual(row);
    }
  });

  it('of csv-test-data that are broken are refused, with the line', async () => {
    for (const name of ['header-less-fields', 'header-more-fields', 'missing-quote', 'quotes-with-unescaped-quote']) {
      await expect(publish(join(simple, 'csv', `bad-${name}.csv`)), name).rejects.toThrow(/line 2/);
    }
  });

  const suite = there ? join(corpora, 'json-test-suite', 'test_parsing') : '';
  const texts = there ? filesIn(suite) : [];
  it.each(texts)('of json-test-suite are accepted only if they are JSON: %s', async (name) => {
    const outcome = await publish(join(suite, name)).catch((error: unknown) => error);
    if (outcome instanceof Error) {
      expect(outcome).toBeInstanceOf(IngestError);
      expect(outcome.message).not.toMatch(/Error:|yyjson|\.ndjson"|almanac-rows/);
    } else expect(name).not.toMatch(/^n_/);
  });

  const many = there ? join(corpora, 'duckdb-csv') : '';
  const some = there ? filesIn(many) : [];
  it.each(some)('of duckdb-csv are read like another reader does, or refused with a message: %s', async (name) => {
    const outcome = await publish(join(many, name)).catch((error: unknown) => error);
    if (outcome instanceof Error) {
      expect(outcome).toBeInstanceOf(IngestError);
      expect(outcome.message).not.toMatch(/Error:|state machine|extract statements|read_csv/);
      return;
    }
    const { version, preview } = outcome as Published;
    expect(version.columns.length).toBeGreaterThan(0);
    if (name in reviewed || preview.plan.format !== 'csv') return;
    expect(await asPublished(store, version)).toEqual(await asRead(join(many, name), version, preview));
  });
});

/** Files that the other reader reads differently, or not at all, and why ours is right. */
const reviewed: Readonly<Record<string, string>> = {
  '14512_og.csv': 'blanks stand behind a closing quote, which are no part of the value',
  'afl/no_parameter/8.csv': 'a header alone, with a quote that is not closed',
  'afl/no_parameter/17.csv': 'a header alone, with a quote that is not closed',
  'afl/no_parameter/19.csv': 'a header alone, with a quote that is not closed',
  'segfault.csv': 'a header alone, with a quote that is not closed',
  'afl/ignore_errors/22.csv': 'lines end in two ways, which is judged by what is outside quotes',
  'bad_escape.csv': 'backslashes escape delimiters outside quotes',
  'real/imdb_movie_info_escaped.csv': 'backslashes escape quotes in quoted values alone',
  'unquoted_escape/human_eval.csv': 'backslashes escape delimiters and line ends outside quotes',
  'unquoted_escape/plain.csv': 'backslashes escape delimiters outside quotes',
  'zstd/ncvoter.csv.zst': 'the other reader does not unpack it',
};

/** Ctrl-Z, which DOS appended to the last line. */
const endMark = new RegExp(`${String.fromCharCode(26)}\\s*$`);

/** Cells as texts; for those whose format another reader cannot know, whether there is a value. */
type Row = readonly (string | number | boolean | null)[];

function comparable({ type, moment }: StoredVersion['columns'][number], value: string | number | null): Row[number] {
  // One reader distinguishes an empty text from a missing value, the other does not.
  if (type === 'geometry' || value === null || String(value).trim() === '') return null;
  if (moment !== undefined && moment !== null) return true;
  return type === 'char' || type === 'text' ? value : Number(value);
}

async function asPublished(store: TestStore, version: StoredVersion): Promise<Row[]> {
  const rows = (await store.page(version, {}, 0, 1_000_000)) as Record<string, string | number | null>[];
  return rows.map((row) => version.columns.map((column) => comparable(column, row[column.name] ?? null)));
}

/** The records of a file as csv-parse reads them, with the layout of the preview. */
async function asRead(
  path: string,
  { columns, rows, conversions }: StoredVersion,
  preview: TablePreview,
): Promise<Row[]> {
  const { delimiter = ',', quote = '"', header = false, skip = 0, comment = '' } = preview.options;
  // A file that was detected as UTF-8 may turn out not to be when all of it is read.
  const decoded = conversions.find(({ code }) => code.startsWith('read-as'));
  const encoding = decoded !== undefined && 'encoding' in decoded.values ? String(decoded.values.encoding) : 'utf-8';
  const bytes = await readFile(path);
  const text = iconv.decode(bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes, encoding);
  const byFeed = (text.match(/\n/g) ?? []).length >= (text.match(/\r(?!\n)/g) ?? []).length;
  const ends = byFeed ? /(?<=\n)/ : /(?<=\r)/;
  const lines = text.replace(endMark, '').split(ends);
  const records = [quote, '\\'].flatMap((escaping): string[][][] => {
    try {
      const all: string[][] = parse(lines.slice(skip).join(''), {
        delimiter,
        quote: quote === '' ? null : quote,
        escape: quote === '' ? null : escaping,
        comment: comment === '' ? null : comment,
        comment_no_infix: true,
        record_delimiter: byFeed ? ['\r\n', '\n'] : ['\r'],
        relax_column_count: true,
        relax_quotes: true,
        skip_empty_lines: columns.length > 1,
      });
      return [header ? all.slice(1) : all];
    } catch {
      return [];
    }
  });
  const below = preview.leftOut.filter(({ why }) => why === 'below').length;
  const found = records.find((all) => all.length - below === rows) ?? records[0] ?? [];
  return found.slice(0, found.length - below).map((record) =>
    columns.map((column, at): Row[number] => {
      const { evidence } = preview.survey.columns[at] ?? {};
      const cell = record[at] ?? '';
      const isMissing = evidence?.missing.some((mark) => mark.text === cell) === true;
      if (isMissing || column.type === 'char' || column.type === 'text') {
        return comparable(column, isMissing ? null : cell);
      }
      const { thousands = '', decimalComma = false } = evidence?.numbers ?? {};
      const plain = thousands === '' ? cell : cell.replaceAll(thousands, '');
      return comparable(column, decimalComma ? plain.replace(',', '.') : plain);
    }),
  );
}
