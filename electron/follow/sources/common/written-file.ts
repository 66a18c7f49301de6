import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import { stringify } from 'csv-stringify/sync';
import type { FileOptions } from '#shared/rpc/source-file.ts';
import { exactText } from '../../../lib/exact-json.ts';
import { repeated } from './problems.ts';

/** Beyond this many, identities of records are no longer kept in memory; pages are still compared. */
const maxIdentities = 5_000_000;

/** Finds records, and whole pages, that come twice. */
export class PageWatch {
  private readonly pages = new Set<string>();
  private readonly identities = new Set<string>();

  /**
   * @param identities of the records of the page, null for those without
   * @throws {JobError} if one of them, or the same page, came before
   */
  see(address: URL | string, records: readonly unknown[], identities: readonly (string | null)[]): void {
    if (records.length === 0) return;
    let anonymous = false;
    for (const identity of identities) {
      if (identity === null) anonymous = true;
      else if (this.identities.has(identity)) throw repeated(address);
      else if (this.identities.size < maxIdentities) this.identities.add(identity);
    }
    // Records without identity may be equal; a page of several equal to an earlier one is a page that came twice.
    if (!anonymous || records.length < 2) return;
    const page = createHash('sha256').update(exactText(records)).digest('base64');
    if (this.pages.has(page)) throw repeated(address);
    this.pages.add(page);
  }
}

/** A cell as it is written into delimited text; lists and objects as JSON. Null, which is not quoted, is a missing value. */
function cellText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'object' ? exactText(value) : String(value);
}

/** How records become the text of a file. */
interface Form<Row> {
  readonly head: string;
  /** @param isFirst whether nothing has been written but the head */
  rows(rows: readonly Row[], isFirst: boolean): string;
  readonly tail: string;
}

/** A file that is written page by page. */
export class FetchedFile<Row> {
  rows = 0;
  readonly path: string;
  readonly #handle: FileHandle;
  readonly #form: Form<Row>;

  private constructor(file: string, handle: FileHandle, form: Form<Row>) {
    this.path = file;
    this.#handle = handle;
    this.#form = form;
  }

  /** @param fill adds the rows; the file is closed when it ends, also with an error */
  static async create<Row>(
    file: string,
    form: Form<Row>,
    fill: (written: FetchedFile<Row>) => Promise<void>,
  ): Promise<FetchedFile<Row>> {
    const handle = await open(file, 'wx');
    try {
      const written = new FetchedFile(file, handle, form);
      await handle.write(form.head);
      await fill(written);
      await handle.write(form.tail);
      await handle.sync();
      return written;
    } finally {
      await handle.close();
    }
  }

  async add(rows: readonly Row[]): Promise<void> {
    if (rows.length === 0) return;
    await this.#handle.write(this.#form.rows(rows, this.rows === 0));
    this.rows += rows.length;
  }
}

type Fill<Row> = (written: FetchedFile<Row>) => Promise<void>;

/** Records as delimited text: comma, quotes where needed, header first. */
function delimited(rows: readonly (readonly unknown[])[]): string {
  // A record of a single missing value would be an empty line, which readers skip.
  return stringify(
    rows.map((row) => (row.length === 1 ? [cellText(row[0]) ?? ''] : row.map(cellText))),
    { quoted_match: /^$/, escape_formulas: false },
  );
}

/** Writes delimited text in a folder. */
export function writeTable(
  folder: string,
  name: string,
  columns: readonly string[],
  fill: Fill<readonly unknown[]>,
): Promise<FetchedFile<readonly unknown[]>> {
  const form = { head: delimited([columns]), rows: delimited, tail: '' };
  return FetchedFile.create<readonly unknown[]>(path.join(folder, name), form, fill);
}

/** How delimited text that a source has written is read: comma, header. @param texts columns that are text, whatever their values look like */
export function writtenTableOptions(texts: readonly string[]): FileOptions {
  const columns = texts.map((source) => ({ source, type: 'text' as const }));
  return { format: 'csv', delimiter: ',', header: true, ...(columns.length === 0 ? {} : { columns }) };
}

/** Writes JSON, one record a line. */
export function writeLines(folder: string, name: string, fill: Fill<unknown>): Promise<FetchedFile<unknown>> {
  const rows = (records: readonly unknown[]) => records.map((record) => `${exactText(record)}\n`).join('');
  return FetchedFile.create(path.join(folder, name), { head: '', rows, tail: '' }, fill);
}

/** Writes a GeoJSON feature collection. */
export function writeFeatures(folder: string, name: string, fill: Fill<unknown>): Promise<FetchedFile<unknown>> {
  const rows = (features: readonly unknown[], isFirst: boolean) =>
    `${isFirst ? '\n' : ',\n'}${features.map(exactText).join(',\n')}`;
  const form = { head: '{"type":"FeatureCollection","features":[', rows, tail: '\n]}\n' };
  return FetchedFile.create(path.join(folder, name), form, fill);
}
