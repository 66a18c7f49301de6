import { VersionDiff } from '#shared/api/diff.ts';
import { joinList, type RowQuery, splitList } from '#shared/row-query.ts';
import { findStoredVersion } from '../../../catalogue/records/versions.ts';
import type { ServiceDeps } from '../../../deps.ts';
import type { StoredVersion } from '../../../files/stored-version.ts';
import { diffOfDataset } from '../../../operations/diff.ts';
import type { DiffRow } from '../../../rows/diffs/diff-plan.ts';
import { lastValue, neighbours, readSlice } from '../../bodies/query-pairs.ts';
import { pagingParameters, type QueryParameter } from '../../openapi/query-parameter.ts';
import { invalid, notFound } from '../../plugins/api-error.ts';
import { type Exchange, workOf } from '../../plugins/exchange.ts';
import { type Answer, type Resource, readOnly } from '../../resources/resource.ts';
import resources from '../../resources/resources.json' with { type: 'json' };
import { resolvedQuery } from '../../responses/rows-response.ts';
import { type FoundVersion, findReadableVersion } from './versions.ts';

/** The two versions of a comparison and the columns by which rows are matched. */
interface Comparison {
  readonly before: StoredVersion;
  readonly after: StoredVersion;
  readonly against: string;
  /** Null for the key of the dataset. */
  readonly key: readonly string[] | null;
  /** The rows to compare: those selected in either version. */
  readonly rows: RowQuery;
}

async function readComparison(deps: ServiceDeps, exchange: Exchange, found: FoundVersion): Promise<Comparison> {
  const { records } = deps.catalogue;
  const against = lastValue(exchange.query, 'against');
  if (against === null || against === '') throw invalid({ against: ['This field is required.'] });
  const before = await findStoredVersion(records, found.dataset.id, against);
  if (before === null) throw invalid({ against: [`There is no ready version "${against}" of this dataset.`] });
  const after = await findStoredVersion(records, found.dataset.id, found.version.slug);
  if (after === null) throw notFound();
  const named = exchange.query.filter(([name]) => name === 'key');
  const key = named.flatMap(([, value]) => (value === '' ? [] : splitList(value)));
  for (const column of key) {
    const missing = [before, after].some((version) => !version.columns.some(({ name }) => name === column));
    if (missing) throw invalid({ key: [`There is no column "${column}" in both versions.`] });
  }
  const known = ['against', 'key', 'limit', 'offset', '_format'];
  const further = exchange.query.filter(([name]) => !known.includes(name));
  const stray = further.find(([name]) => ['fields', 'ordering', '_collation', 'version'].includes(name));
  if (stray !== undefined) throw invalid({ [stray[0]]: ['This is not a known parameter.'] });
  const both = after.columns.flatMap(({ name }) => (before.columns.some((one) => one.name === name) ? [name] : []));
  const rows = await resolvedQuery(deps, { ...exchange, query: further }, found.dataset.id, new Set(both));
  return { before, after, against, key: named.length === 0 ? null : [...new Set(key)], rows };
}

/** The rows are inserted as JSON from the row store, so that no number is parsed and serialised again. */
function rowJson(row: DiffRow): string {
  const { kind, before, after, changed } = row;
  return `{"kind":"${kind}","before":${before ?? 'null'},"after":${after ?? 'null'},"changed":${JSON.stringify(changed)}}`;
}

async function diffAnswer(deps: ServiceDeps, exchange: Exchange, found: FoundVersion): Promise<Answer> {
  const { before, after, against, key: named, rows: selected } = await readComparison(deps, exchange, found);
  const slice = readSlice(exchange.query);
  const work = workOf(exchange);
  const key = named ?? (await diffOfDataset(deps, found.dataset.id, before, after, work)).key;
  const summary = await deps.rows.open(before).diff(after, key, work, selected);
  const rows = await deps.rows.open(before).diffPage(after, key, slice, work, selected);
  const count = summary.added + summary.removed + summary.changed;
  const { namespace, dataset, version } = found;
  const address = (slug: string) => exchange.links.version(namespace.slug, dataset.slug, slug);
  const keyed = named === null ? [...exchange.query, ['key', joinList(key)] as const] : exchange.query;
  const beside = neighbours(exchange.address, keyed, slice, count);
  const head = {
    version: address(version.slug),
    against: address(against),
    key: summary.key,
    added: summary.added,
    removed: summary.removed,
    changed: summary.changed,
    columns_added: summary.columnsAdded,
    columns_removed: summary.columnsRemoved,
    columns_retyped: summary.columnsRetyped,
    count,
    ...beside,
  };
  const json = `${JSON.stringify(head).slice(0, -1)},"results":[${rows.map(rowJson).join(',')}]}`;
  return {
    kind: 'json',
    json: Buffer.from(json, 'utf8'),
    page: async () => ({ paging: { count, ...slice, ...beside } }),
  };
}

const diffParameters: readonly QueryParameter[] = [
  {
    name: 'against',
    description: 'Slug of the version to compare with.',
    schema: { type: 'string', pattern: '^[0-9]{20}$' },
    required: true,
  },
  {
    name: 'key',
    description:
      'Columns by which rows are matched, separated by commas; empty to compare whole rows. By default the columns that identify the rows of the dataset, which are found and kept.',
    schema: { type: 'string' },
  },
  {
    name: 'filters',
    description:
      'Any `<name>=value` or `<name>__<lookup>=value`, and `search`: only differing rows that match in either version.',
    schema: { type: 'object', additionalProperties: { type: 'string' } },
    style: 'form',
    explode: true,
  },
];

/** `…/version/<version_slug>/diff/?against=<version_slug>&key=col` (an extension). */
export function versionDiff(deps: ServiceDeps): Resource<FoundVersion> {
  return readOnly(
    resources.versionDiff,
    async (exchange) => {
      const found = await findReadableVersion(deps, exchange);
      if (!found.version.ready) throw notFound();
      return found;
    },
    {
      parameters: [...diffParameters, ...pagingParameters],
      answers: { 200: VersionDiff },
      handle: (exchange, found) => diffAnswer(deps, exchange, found),
    },
  );
}
