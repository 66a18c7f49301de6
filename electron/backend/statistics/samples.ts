import { mkdtemp, open, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Column } from '#shared/api/column.ts';
import type { DatasetName } from '#shared/dataset-name.ts';
import { explain } from '#shared/failures.ts';
import type { RowQuery } from '#shared/row-query.ts';
import { BackendFailure } from '#shared/rpc/backend-failure.ts';
import { abortedError, ServiceError } from '../../connector/errors.ts';
import type { Source } from '../../connector/source.ts';
import { rowEncoder } from '../../jobs/export/row-encoder.ts';
import { ownCsv } from '../../jobs/export/write-export-file.ts';
import { explainJobError } from '../../jobs/queue/job-failure.ts';
import { SharedWork } from '../../lib/shared-work.ts';
import type { Service } from '../../service/service.ts';

/** Namespace for samples in the service that stores them; only requests with that service's token see it. */
export const sampleNamespace = { slug: 'samples', label: 'Samples', published: false } as const;

const maxSamples = 6;

/** A service that does not name its versions may have changed after this time. */
const maxAgeWithoutVersionMs = 60_000;

/** Rows per request. */
const blockRows = 5_000;

export type UseSource = <Result>(act: (source: Source) => Promise<Result>) => Promise<Result>;

export interface SampleParts {
  /** The operations of the private service that stores samples; it is started when it is first needed. */
  readonly operations: () => Promise<Pick<Service, 'publish' | 'removeDataset' | 'files'>>;
  readonly use: UseSource;
  /** Folder for rows while they are being read. */
  readonly folder: () => Promise<string>;
}

export interface SampledRows {
  readonly source: Source;
  readonly name: DatasetName;
  /** Which rows, in their original order. */
  readonly rows: RowQuery;
  /** Number of rows to read at most. */
  readonly maxRows: number;
  readonly columns: readonly Column[];
  /** Slug of their version; null if the service does not report it. */
  readonly version: string | null;
  /** Number of rows; null if the service does not count them. */
  readonly count: number | null;
}

/** Where a sample is stored, and how much of the rows it is. */
export interface StoredSample {
  readonly source: Source;
  readonly name: DatasetName;
  readonly rows: number;
  /** Total number of rows; null if unknown. */
  readonly of: number | null;
  readonly isWhole: boolean;
}

/**
 * Calls `act` with the first `maxRows` rows, stored where they can be grouped and profiled, for a service that does
 * neither. Requests over the same rows share one reading, which ends when the last of them is cancelled.
 * @throws {ServiceError | BackendFailure}
 */
export type UseSample = <Result>(
  of: SampledRows,
  signal: AbortSignal,
  act: (sample: StoredSample) => Promise<Result>,
) => Promise<Result>;

interface Sample {
  readonly dataset: string;
  /** Identifies the rows it was taken from. */
  readonly key: string;
  readonly rows: number;
  readonly expiresMs: number;
  /** Total number of rows; null if unknown. */
  readonly of: number | null;
  /** Whether it contains all rows. */
  readonly isWhole: boolean;
  /** Number of requests being answered from it. */
  users: number;
}

/** The stored samples, least recently used first. */
class KeptSamples {
  readonly #remove: (dataset: string) => Promise<void>;
  #kept: readonly Sample[] = [];

  constructor(remove: (dataset: string) => Promise<void>) {
    this.#remove = remove;
  }

  find(key: string, maxRows: number): Sample | undefined {
    const now = performance.now();
    const fits = (sample: Sample) => sample.key === key && (sample.isWhole || sample.rows >= maxRows);
    const found = this.#kept.find((sample) => fits(sample) && now < sample.expiresMs);
    if (found !== undefined) this.#kept = [...this.#kept.filter((sample) => sample !== found), found];
    return found;
  }

  /** Adds a sample, and evicts the least recently used ones. */
  add(sample: Sample): void {
    const isReplaced = (one: Sample) => one.key === sample.key && one.users === 0;
    const idle = this.#kept.filter(({ users }) => users === 0);
    const surplus = new Set(idle.slice(0, Math.max(0, this.#kept.length + 1 - maxSamples)));
    const removed = this.#kept.filter((one) => surplus.has(one) || isReplaced(one));
    this.#kept = [...this.#kept.filter((one) => !removed.includes(one)), sample];
    // What cannot be removed now is removed at the next start.
    for (const { dataset } of removed) void this.#remove(dataset).catch(() => undefined);
  }
}

export function openSamples({ operations, use, folder }: SampleParts): UseSample {
  const loads = new SharedWork<Sample>(abortedError);
  const kept = new KeptSamples(async (dataset) => {
    await (await operations()).removeDataset({ namespace: sampleNamespace.slug, dataset });
  });
  let taken = 0;

  async function take(of: SampledRows, key: string, signal: AbortSignal): Promise<Sample> {
    const { publish } = await operations();
    const own = await mkdtemp(path.join(await folder(), 'sample-'));
    try {
      const file = path.join(own, 'rows.csv');
      const { rows, isWhole, count } = await gatherRows(of, file, signal);
      taken += 1;
      const dataset = `s${taken}`;
      await publish(
        {
          namespace: { slug: sampleNamespace.slug, create: { ...sampleNamespace, allowedGroups: [] } },
          dataset: { slug: dataset, create: { label: dataset, description: '' } },
          mode: 'replace',
          file: ownCsv(file, of.columns),
          columns: [],
          sourceName: '',
        },
        { signal },
      );
      const expiresMs = of.version === null ? performance.now() + maxAgeWithoutVersionMs : Number.POSITIVE_INFINITY;
      const sample = { dataset, key, rows, isWhole, expiresMs, of: isWhole ? rows : count, users: 0 };
      kept.add(sample);
      return sample;
    } catch (error) {
      if (error instanceof ServiceError || signal.aborted) throw error;
      throw new BackendFailure(explainJobError(error).failure);
    } finally {
      await rm(own, { recursive: true, force: true });
    }
  }

  return async (of, signal, act) => {
    const { source, name, maxRows, rows: query, version, count } = of;
    const { filters, join, search } = query;
    const service = source.layout.base.href;
    const key = JSON.stringify([service, name.namespace, name.dataset, version, count, filters, join, search]);
    const sample =
      kept.find(key, maxRows) ?? (await loads.join(`${maxRows} ${key}`, signal, (loading) => take(of, key, loading)));
    sample.users += 1;
    try {
      const { dataset, rows, of: total, isWhole } = sample;
      const stored = { namespace: sampleNamespace.slug, dataset };
      return await use((samples) => act({ source: samples, name: stored, rows, of: total, isWhole }));
    } finally {
      sample.users -= 1;
    }
  };
}

/**
 * Writes the first rows to a file in our own format. @throws {ServiceError} also if a newer version appears meanwhile
 */
async function gatherRows(
  { source, name, rows: query, columns, version, maxRows, ...known }: SampledRows,
  file: string,
  signal: AbortSignal,
): Promise<{ readonly rows: number; readonly isWhole: boolean; readonly count: number | null }> {
  const encoder = rowEncoder({ format: 'csv', columns });
  const handle = await open(file, 'wx', 0o600);
  let { count } = known;
  let rows = 0;
  let isWhole = false;
  try {
    await handle.write(encoder.start);
    while (rows < maxRows && !isWhole) {
      const blockLimit = Math.min(blockRows, maxRows - rows);
      const block = await source.rows(name).read(query, rows, blockLimit, signal);
      if (block.version !== version) {
        const where = `${name.namespace}/${name.dataset}`;
        throw new ServiceError('dataset-changed', explain('newer-while-read'), where, { retry: true });
      }
      await handle.write(block.rows.map(encoder.row).join(''));
      rows += block.rows.length;
      count = block.count ?? count;
      isWhole = block.last || block.rows.length === 0;
    }
  } finally {
    await handle.close();
  }
  return { rows, isWhole: isWhole || rows === count, count };
}
