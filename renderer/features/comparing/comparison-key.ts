import type { ColumnProfile } from '#shared/rpc/calls/insight.ts';
import type { Job } from '#shared/rpc/jobs.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';
import type { VersionColumn } from '../../lib/versions/version-metadata.ts';

/** Whether a column identifies rows: `sure` if every value was counted, `perhaps` if that was estimated. */
export type KeyFitness = 'sure' | 'perhaps' | 'no' | 'unknown';

/** Relative error of estimated distinct counts. */
const estimateError = 0.15;

/** How well a column identifies the rows of one version, by its profile. */
function fitness(profile: ColumnProfile | undefined): KeyFitness {
  if (profile === undefined) return 'unknown';
  const { rows, of, missing, distinct } = profile;
  if (missing > 0 || distinct === null) return 'no';
  if (rows !== of) return distinct.count < rows && distinct.exact ? 'no' : 'perhaps';
  if (distinct.exact) return distinct.count === rows ? 'sure' : 'no';
  return distinct.count >= rows * (1 - estimateError) ? 'perhaps' : 'no';
}

const order: readonly KeyFitness[] = ['no', 'unknown', 'perhaps', 'sure'];

/** How well a column identifies the rows of both versions: the worse of the two. */
export function keyFitness(before: ColumnProfile | undefined, after: ColumnProfile | undefined): KeyFitness {
  const [one, other] = [fitness(before), fitness(after)];
  return order.indexOf(one) < order.indexOf(other) ? one : other;
}

/** Columns that can be keys: those of both versions, except geometries. */
export function keyCandidates(before: readonly VersionColumn[], after: readonly VersionColumn[]): string[] {
  const old = new Set(before.filter(({ type }) => type !== 'geometry').map(({ name }) => name));
  return after.filter(({ name, type }) => type !== 'geometry' && old.has(name)).map(({ name }) => name);
}

/** The last comparison of these versions by this key, possibly still running; null if there was none. */
export function comparisonJob(
  jobs: readonly Job[],
  requested: {
    readonly reference: DatasetReference;
    readonly before: string;
    readonly after: string;
    readonly key: readonly string[];
  },
): Job | null {
  const same = jobs.filter(({ request }) => {
    if (request.kind !== 'diff' || request.before !== requested.before || request.after !== requested.after)
      return false;
    const { reference } = request;
    return (
      reference.connection === requested.reference.connection &&
      reference.namespace === requested.reference.namespace &&
      reference.dataset === requested.reference.dataset &&
      request.key.length === requested.key.length &&
      request.key.every((name, position) => name === requested.key[position])
    );
  });
  return same.reduce<Job | null>((last, job) => (last === null || job.created > last.created ? job : last), null);
}
