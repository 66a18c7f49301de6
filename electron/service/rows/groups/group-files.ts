import { createHash } from 'node:crypto';
import { mkdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { LRUCache } from 'lru-cache';
import type { AggregateFunction, AggregateQuery } from '#shared/aggregate-query.ts';
import { quoteLiteral } from '#shared/text/quoting.ts';
import type { LongWork } from '../../../lib/long-work.ts';
import { SharedWork } from '../../../lib/shared-work.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Session } from '../../engine/session.ts';
import { builtOnce } from '../../files/built-once.ts';
import type { DiskCache } from '../../files/disk-cache.ts';
import type { ParquetFile } from '../../files/parquet-file.ts';
import type { SharedFiles } from '../../files/shared-files.ts';
import { madeWhole } from '../../files/unfinished-name.ts';
import { comparisonRules } from '../comparison/comparison.ts';
import type { OpenVersion } from '../open-version.ts';
import { derivedColumns } from './derive-sql.ts';
import { type CodedGroups, type GroupColumn, groupStatement } from './group-sql.ts';
import { anyNumbers, type NumberFacts, readNumberFacts } from './number-sql.ts';
import { writeGroups } from './write-groups.ts';

/** The groups of a query as a stored file: a column per key and then per aggregate, a row per group, in order. */
export interface GroupFile {
  readonly path: string;
  readonly count: number;
  readonly columns: readonly GroupColumn[];
}

/** The files of a version, whichever it is. */
type UnnamedVersion = Omit<OpenVersion, 'version'>;

/** Groups of queries: calculated once, stored as files in the cache of their version. */
export class GroupFiles {
  readonly #engine: Engine;
  readonly #cache: DiskCache;
  readonly #shared: SharedFiles | null;
  readonly #building = new SharedWork<GroupFile>();
  readonly #known = new Map<string, GroupFile>();
  /** Facts about the numbers of columns, by the path of their file and their position. */
  readonly #numbers = new LRUCache<string, NumberFacts>({ max: 10_000 });
  /** Cached rows of results, by the path of their file; large ones are not cached. */
  readonly raw = new LRUCache<string, Buffer>({
    maxSize: 32 * 2 ** 20,
    maxEntrySize: 4 * 2 ** 20,
    sizeCalculation: ({ length }) => length,
  });

  /** @param shared groups of other machines; null if there are none */
  constructor(engine: Engine, cache: DiskCache, shared: SharedFiles | null = null) {
    this.#engine = engine;
    this.#cache = cache;
    this.#shared = shared;
  }

  /** The groups of a query, calculated if not stored. Throws what {@link writeGroups} does. */
  async get(open: UnnamedVersion, query: CodedGroups, work: LongWork): Promise<GroupFile> {
    const path = groupPath(open, query);
    const known = this.#known.get(path);
    if (known !== undefined) {
      this.#cache.touch(path);
      return known;
    }
    return await this.#building.join(path, work.signal, async (signal) => {
      const statement = groupStatement(query, open.columns);
      const derived = derivedColumns(statement, query.derived ?? []);
      const columns = [...statement.keys, ...statement.aggregates, ...derived].map(({ name, type }) => ({
        name,
        type,
      }));
      const counted = {
        files: [path],
        open: () => this.#reopen(path, work),
        build: () => this.#cache.withRoom(() => this.#build(open, path, query, { ...work, signal })),
      };
      const made = { path, count: await builtOnce(this.#shared, counted, signal), columns };
      this.#known.set(path, made);
      await this.#cache.add(path);
      return made;
    });
  }

  /** Groups of an earlier run. @returns their number, null if none were stored */
  async #reopen(path: string, { caller }: LongWork): Promise<number | null> {
    if ((await stat(path).catch(() => null)) === null) return null;
    const count = this.#engine.short({ caller }, (session) =>
      session.row(`SELECT count(*) FROM read_parquet(${quoteLiteral(path)})`),
    );
    return await count.then(
      ([rows]) => Number(rows),
      async () => {
        await this.#discard(path);
        return null;
      },
    );
  }

  /** Removes groups whose file cannot be read; the next request calculates them again. */
  async #discard(path: string): Promise<void> {
    this.invalidate(path);
    await rm(path, { force: true });
  }

  async #build(open: UnnamedVersion, path: string, query: CodedGroups, work: LongWork): Promise<number> {
    await mkdir(dirname(path), { recursive: true });
    return await madeWhole(path, (unfinished) =>
      open.use(work, () =>
        this.#engine.long(work, async (session) =>
          writeGroups(session, open, unfinished, query, await this.#facts(session, open, query)),
        ),
      ),
    );
  }

  async #facts(session: Session, file: ParquetFile, query: AggregateQuery): Promise<(position: number) => NumberFacts> {
    const calculated = new Set(
      query.aggregates.flatMap((one) => ('column' in one && isCalculation(one.function) ? [one.column] : [])),
    );
    const numbers = new Map<number, NumberFacts>();
    for (const [position, { name, type }] of file.columns.entries()) {
      if (type === 'float' && calculated.has(name)) numbers.set(position, await this.numbers(session, file, position));
    }
    return (position) => numbers.get(position) ?? anyNumbers;
  }

  /** Facts about the numbers of a float column, read once. */
  async numbers(session: Session, file: ParquetFile, position: number): Promise<NumberFacts> {
    const key = `${position} ${file.path}`;
    const found = this.#numbers.get(key) ?? (await readNumberFacts(session, file, position));
    this.#numbers.set(key, found);
    return found;
  }

  /** Clears the cached rows of a file, or of all files in a folder. */
  invalidate(folder: string): void {
    for (const path of this.#known.keys()) {
      if (!path.startsWith(folder)) continue;
      this.#known.delete(path);
      this.raw.delete(path);
    }
  }

  /** Cancels calculations in a folder that is about to be removed. */
  async end(folder: string, reason: Error): Promise<void> {
    await this.#building.end((path) => dirname(path) === folder, reason);
    this.invalidate(folder);
  }

  async close(): Promise<void> {
    await this.#building.close();
  }
}

function isCalculation(name: AggregateFunction): boolean {
  return ['Sum', 'Average', 'Median', 'Quantile', 'StdDev', 'Variance'].includes(name);
}

function groupPath({ folder }: UnnamedVersion, query: CodedGroups): string {
  const identity = JSON.stringify({ comparisonRules, ...query, rows: { ...query.rows, version: null } });
  return join(folder, `${createHash('sha256').update(identity).digest('hex').slice(0, 40)}.groups`);
}
