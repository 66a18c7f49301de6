import type { AggregateQuery } from '#shared/aggregate-query.ts';
import type { Dataset } from '#shared/api/records/dataset.ts';
import type { DatasetName } from '#shared/dataset-name.ts';
import { isOfKind } from '#shared/english/explained-error.ts';
import { everyRow } from '#shared/row-query.ts';
import type { GroupAnswer } from '#shared/rpc/calls/statistics.ts';
import { originIn } from '#shared/version-metadata.ts';
import { newestVersion } from '../../connector/catalogue/dataset-record.ts';
import { textField } from '../../connector/catalogue/fields.ts';
import { readGroups } from '../../connector/rows/read-groups.ts';
import type { Source } from '../../connector/source.ts';
import { member } from '../../lib/exact-json.ts';
import type { LocalCatalogue } from '../../service/service.ts';
import type { UseSample, UseSource } from './samples.ts';

/** A request for groups of a dataset's rows. */
interface GroupQuestion {
  readonly source: Source;
  readonly name: DatasetName;
  readonly query: AggregateQuery;
  /** Groups `offset` to `offset + limit` (exclusive). */
  readonly offset: number;
  readonly limit: number;
  /** Maximum number of rows to read if nothing else can answer. */
  readonly maxRows: number;
}

export interface GroupAnswerParts {
  readonly localConnection: string;
  /** The local copies of other services' versions; called only when needed. */
  readonly listCopies: LocalCatalogue['listCopies'];
  readonly useLocal: UseSource;
  readonly useSample: UseSample;
}

/**
 * Groups rows of any service: by its own extension, in a local copy of exactly that version, by the functions of a
 * LIBRE service, or in the first rows, which are read here. The answer says which rows it was calculated from.
 * @throws {ServiceError | BackendFailure}
 */
export async function answerGroups(
  parts: GroupAnswerParts,
  question: GroupQuestion,
  signal: AbortSignal,
): Promise<GroupAnswer> {
  const { source, name, query, offset, limit, maxRows } = question;
  if ((await source.extras()).has('statistics')) {
    return { ...(await readGroups(source, name, { query, offset, limit }, signal)), basis: { kind: 'all' } };
  }
  const { dataset } = await source.readDataset(name, signal);
  const copy = await answerFromCopy(parts, question, dataset, signal);
  if (copy !== null) return copy;
  const rows = { ...query.rows, ordering: [], fields: null };
  const { count, version } = await source.rows(name).read(rows, 0, 1, signal);
  const groups =
    count === null ? null : await source.readUnannouncedGroups(name, query, dataset.columns, count, signal);
  if (groups !== null) {
    return { count: groups.length, groups: groups.slice(offset, offset + limit), basis: { kind: 'all' } };
  }
  const sampled = { source, name, rows, maxRows, columns: dataset.columns, version, count };
  return parts.useSample(sampled, signal, async (sample) => {
    const answer = await readGroups(
      sample.source,
      sample.name,
      { query: { ...query, rows: everyRow }, offset, limit },
      signal,
    );
    const { isWhole, rows: read, of } = sample;
    return { ...answer, basis: isWhole ? { kind: 'all' } : { kind: 'part', rows: read, of } };
  });
}

/** Groups the rows of a copy of exactly that version; null if none can be read. */
async function answerFromCopy(
  { localConnection, listCopies, useLocal }: GroupAnswerParts,
  { query, offset, limit }: GroupQuestion,
  dataset: Dataset,
  signal: AbortSignal,
): Promise<GroupAnswer | null> {
  const version = query.rows.version ?? newestVersion(dataset);
  if (version === null) return null;
  // A store that cannot be opened has no copies; the rows themselves can still be read.
  const copies = await listCopies().catch(() => []);
  const here = copies.filter(({ origin }) => origin.address === dataset.url);
  for (const copy of here) {
    const answer = await useLocal(async (local) => {
      const slug = copy.origin.version === version ? copy.version : await olderCopy(local, copy, version, signal);
      if (slug === null) return null;
      const pinned = { ...query, rows: { ...query.rows, version: slug } };
      return readGroups(local, copy, { query: pinned, offset, limit }, signal);
    }).catch((error: unknown) => {
      // The copy was removed meanwhile.
      if (isOfKind(error, 'not-found')) return null;
      throw error;
    });
    if (answer === null) continue;
    const reference = { connection: localConnection, namespace: copy.namespace, dataset: copy.dataset };
    return { ...answer, basis: { kind: 'copy', reference } };
  }
  return null;
}

/** The version of a local dataset that is a copy of an older version at the other service. */
async function olderCopy(
  local: Source,
  { namespace, dataset }: DatasetName,
  version: string,
  signal: AbortSignal,
): Promise<string | null> {
  const record = await local.readRecord(new URL(local.layout.dataset(namespace, dataset)), signal);
  const versions = member(record, 'versions');
  const copy = (Array.isArray(versions) ? versions : []).find(
    (one) => member(one, 'ready') === true && originIn(textField(one, 'metadata'))?.version === version,
  );
  return copy === undefined ? null : textField(copy, 'slug');
}
