import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import { stringify } from 'csv-stringify/sync';
import type { FileOptions } from '#shared/rpc/source-file.ts';
import { exactText } from '../../../../connector/rows/exact-json.ts';
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

/** Creates a file that `fill` writes; it is closed when that ends, also with an error. */
async function createFile<Result>(file: string, fill: (handle: FileHandle) => Promise<Result>): Promise<Result> {
  const handle = await open(file, 'wx');
  try {
    const result = await fill(handle);
    await handle.sync();
    return result;
  } finally {
    await handle.close();
  }
}

/** Delimited text, written page by page: comma, quotes where needed, header first. */
export class WrittenTable {
  rows = 0;
  readonly path: string;
  private readonly handle: FileHandle;

  private constructor(file: string, handle: FileHandle) {
    this.path = file;
    this.handle = handle;
  }

  /** @param fill adds the rows; the file is closed when it ends, also with an error */
  static async create(
    folder: string,
    name: string,
    columns: readonly string[],
    fill: (table: WrittenTable) => Promise<void>,
  ): Promise<WrittenTable> {
    const file = path.join(folder, name);
    return createFile(file, async (handle) => {
      const table = new WrittenTable(file, handle);
      await table.write([columns]);
      await fill(table);
      return table;
    });
  }

  private async write(rows: readonly (readonly unknown[])[]): Promise<void> {
    // A record of a single missing value would be an empty line, which readers skip.
    const text = stringify(
      rows.map((row) => (row.length === 1 ? [cellText(row[0]) ?? ''] : row.map(cellText))),
      { quoted_match: /^$/, escape_formulas: false },
    );
    await this.handle.write(text);
  }

  async add(rows: readonly (readonly unknown[])[]): Promise<void> {
    if (rows.length === 0) return;
    await this.write(rows);
    this.rows += rows.length;
  }
}

/** How delimited text that a source has written is read: comma, header. @param texts columns that are text, whatever their values look like */
export function writtenTableOptions(texts: readonly string[]): FileOptions {
  const columns = texts.map((source) => ({ source, type: 'text' as const }));
  return { format: 'csv', delimiter: ',', header: true, ...(columns.length === 0 ? {} : { columns }) };
}

/** Records as JSON, one a line, written page by page. */
export class WrittenLines {
  rows = 0;
  readonly path: string;
  private readonly handle: FileHandle;

  private constructor(file: string, handle: FileHandle) {
    this.path = file;
    this.handle = handle;
  }

  /** @param fill adds the records; the file is closed when it ends, also with an error */
  static async create(
    folder: string,
    name: string,
    fill: (lines: WrittenLines) => Promise<void>,
  ): Promise<WrittenLines> {
    const file = path.join(folder, name);
    return createFile(file, async (handle) => {
      const written = new WrittenLines(file, handle);
      await fill(written);
      return written;
    });
  }

  async add(records: readonly unknown[]): Promise<void> {
    await this.handle.write(records.map((record) => `${exactText(record)}\n`).join(''));
    this.rows += records.length;
  }
}

/** A GeoJSON feature collection, written page by page. */
export class WrittenFeatures {
  rows = 0;
  readonly path: string;
  private readonly handle: FileHandle;

  private constructor(file: string, handle: FileHandle) {
    this.path = file;
    this.handle = handle;
  }

  /** @param fill adds the features; the file is closed when it ends, also with an error */
  static async create(
    folder: string,
    name: string,
    fill: (features: WrittenFeatures) => Promise<void>,
  ): Promise<WrittenFeatures> {
    const file = path.join(folder, name);
    return createFile(file, async (handle) => {
      const written = new WrittenFeatures(file, handle);
      await handle.write('{"type":"FeatureCollection","features":[');
      await fill(written);
      await handle.write('\n]}\n');
      return written;
    });
  }

  async add(features: readonly unknown[]): Promise<void> {
    if (features.length === 0) return;
    const text = features.map(exactText).join(',\n');
    await this.handle.write(`${this.rows === 0 ? '\n' : ',\n'}${text}`);
    this.rows += features.length;
  }
}
