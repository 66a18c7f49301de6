import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';
import type { RowQuery } from '#shared/row-query.ts';
import { type IngestPlace, ingest } from '../ingest/ingest.ts';
import { surveySource } from '../ingest/survey-source.ts';
import { openEngine } from './duckdb/engine.ts';
import { checksumOf, publish } from './durable-file.ts';
import { assertWhole, dataFile } from './open-version.ts';
import { assemblePage, rowShape } from './page-assembly.ts';
import { readParquetRange, readParquetRows } from './parquet-rows.ts';
import {
  DamagedVersionError,
  InvalidFilterError,
  type LongWork,
  type RowStore,
  type StoredColumn,
  type StoredVersion,
} from './row-store.ts';
import { type Selection, selectionOf } from './selection.ts';
import { openFolders, versionFolder } from './store-folders.ts';
import { buildViewIndex } from './view-index.ts';

/** What a row store may use of the machine; what is left out follows from the machine. */
export interface RowStoreOptions {
  /** Memory of the engine; default: a quarter of the machine's, at least 256 MiB and at most 768 MiB. */
  readonly memoryBytes?: number;
  /** Threads of the engine; default: as many as the machine runs at once. */
  readonly threads?: number;
  /** Disk for what can be made again; default: 20 GiB. */
  readonly cacheBytes?: number;
  /** Told what a person should find in a log. */
  readonly log?: (message: string, error?: unknown) => void;
}

const mebibyte = 2 ** 20;

function defaultMemory(): number {
  return Math.min(768 * mebibyte, Math.max(256 * mebibyte, totalmem() / 4));
}

/** Opens the row store in a folder that it has to itself. What a crash left half done is removed. */
export async function openRowStore(folder: string, options: RowStoreOptions = {}): Promise<RowStore> {
  const folders = await openFolders(folder);
  const engine = await openEngine({
    memoryBytes: options.memoryBytes ?? defaultMemory(),
    threads: options.threads ?? availableParallelism(),
    spillFolder: folders.spill,
  });
  const place = (key: string): IngestPlace => ({
    engine,
    folder: versionFolder(folders.unfinished, key),
    dataFile: (version) => dataFile(folders, version),
  });

  async function rowNumbers(version: StoredVersion, selection: Selection, work: LongWork): Promise<Int32Array> {
    return buildViewIndex(engine, { path: dataFile(folders, version), columns: version.columns }, selection, work);
  }

  async function assertPatterns(query: RowQuery): Promise<void> {
    for (const { column, lookup, value } of query.filters) {
      if (lookup !== 'regex' && lookup !== 'iregex') continue;
      await engine
        .short(undefined, (session) => session.row("SELECT regexp_matches('', $1)", [value]))
        .catch(() => {
          throw new InvalidFilterError(`${column}__${lookup}`, 'This is no regular expression.');
        });
    }
  }

  return {
    async ingest(key, source, ingestOptions, work) {
      const own = place(key);
      try {
        const version = await ingest(own, key, source, ingestOptions, work);
        await publish(own.folder, versionFolder(folders.versions, key));
        return version;
      } catch (error) {
        await rm(own.folder, { recursive: true, force: true });
        throw error;
      }
    },
    async survey(source, surveyOptions, work) {
      const scratch = await mkdtemp(join(folders.unfinished, 'survey-'));
      try {
        const lane = surveyOptions.whole ? engine.long : engine.short;
        return await lane(work.signal, (session) => surveySource(session, source, surveyOptions, scratch, work));
      } finally {
        await rm(scratch, { recursive: true, force: true });
      }
    },
    async page(version, query, offset, limit, signal) {
      await assertWhole(folders, version);
      const selection = selectionOf(query, version.columns);
      await assertPatterns(query);
      const shape = shapeOf(version.columns, query.fields);
      const file = { path: dataFile(folders, version), columns: version.columns };
      if (selection.identity === null) {
        const end = Math.min(version.rows, offset + limit);
        if (offset >= end) return { count: version.rows, rows: 0, json: Buffer.alloc(0) };
        const raw = await readParquetRange(engine, file, offset, end, signal);
        return { count: version.rows, rows: end - offset, json: assemblePage(raw, end - offset, shape) };
      }
      const numbers = await rowNumbers(version, selection, signal ? { signal } : {});
      const asked = numbers.subarray(offset, offset + limit);
      const raw = await readParquetRows(engine, file, asked, signal);
      return { count: numbers.length, rows: asked.length, json: assemblePage(raw, asked.length, shape) };
    },
    profile: () => Promise.reject(new Error('Not there yet.')),
    diff: () => Promise.reject(new Error('Not there yet.')),
    diffPage: () => Promise.reject(new Error('Not there yet.')),
    exportTo: () => Promise.reject(new Error('Not there yet.')),
    async storedFile(version, range) {
      await assertWhole(folders, version);
      const bounds = range ? { start: range.start, end: range.end - 1 } : {};
      return createReadStream(dataFile(folders, version), bounds);
    },
    async verify(version, work) {
      try {
        await assertWhole(folders, version);
      } catch (error) {
        if (!(error instanceof DamagedVersionError)) throw error;
        return error.message.includes('missing') ? 'missing' : 'differs';
      }
      const checksum = await checksumOf(dataFile(folders, version), work.signal, (bytes) =>
        work.onProgress?.({ phase: 'checking', rows: 0, bytes, fraction: bytes / version.bytes }),
      );
      return checksum === version.checksum ? 'verified' : 'differs';
    },
    async remove(key) {
      await rm(versionFolder(folders.versions, key), { recursive: true, force: true });
      await rm(versionFolder(folders.cache, key), { recursive: true, force: true });
    },
    async keepOnly(keys) {
      for (const parent of [folders.versions, folders.cache]) {
        for (const name of await readdir(parent)) {
          if (!keys.has(name)) await rm(join(parent, name), { recursive: true, force: true });
        }
      }
    },
    async close() {
      engine.close();
    },
  };
}

function shapeOf(columns: readonly StoredColumn[], fields: RowQuery['fields']) {
  const names = fields ?? columns.map(({ name }) => name);
  const positions = names.map((name) => {
    const position = columns.findIndex((column) => column.name === name);
    if (position < 0) throw new InvalidFilterError('fields', `There is no column "${name}".`);
    return position;
  });
  return rowShape(
    names,
    positions,
    columns.map(({ type }) => type === 'geometry'),
  );
}
