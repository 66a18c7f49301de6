import type { Dataset } from '#shared/api/records/dataset.ts';
import type { DatasetName } from '#shared/dataset-name.ts';
import { type Explanation, explain } from '#shared/failures.ts';
import { everyRow } from '#shared/row-query.ts';
import { isAborted, ServiceError } from '../errors.ts';
import type { ServiceLayout } from '../http/layout.ts';
import { firstAddress } from '../paging/open-rows.ts';
import { readPage } from '../paging/page-answer.ts';
import { columnsOf, isPage } from '../paging/row-reader.ts';
import type { ServiceApi } from '../service-api.ts';
import { readDataset } from './catalogue.ts';

const noNames: ReadonlySet<string> = new Set();

/** Rows per request while a user scrolls. */
export const pageSize = 200;

/** The newest version with rows; null if there is none, or none is reported. */
export function newestVersion(dataset: Dataset): string | null {
  return dataset.versions.find((version) => version.ready && version.slug !== '')?.slug ?? null;
}

/**
 * Rows are objects by column name: of two columns with the same name every format would lose one, and filters would be
 * ambiguous.
 */
function refuseAlike({ columns, url }: Dataset): void {
  const seen = new Set<string>();
  const column = columns.map(({ name }) => name).find((name) => seen.size === seen.add(name).size);
  if (column === undefined) return;
  throw new ServiceError('malformed', explain('columns-of-one-name', { column }), url);
}

/** A dataset's record, with columns derived from its rows if the record names none. */
export async function readWholeRecord(api: ServiceApi, name: DatasetName, signal: AbortSignal): Promise<Dataset> {
  const dataset = await readDataset(api, name, signal);
  refuseAlike(dataset);
  if (dataset.columns.length > 0) return dataset;
  try {
    const address = firstAddress({ data: new URL(dataset.data), query: everyRow, pageSize });
    const answer = await api.client.getJson(address, { signal });
    const { items } = readPage(answer);
    // Members of a page envelope are not columns: reading the rows reports what is there instead.
    return items.some((item) => isPage(item, noNames)) ? dataset : { ...dataset, columns: columnsOf(items) };
  } catch (error) {
    if (isAborted(error)) throw error;
    // Reading the rows reports what is wrong with them.
    return dataset;
  }
}

/** What a user should know before reading it. */
export function noticesOf(dataset: Dataset, layout: ServiceLayout): Explanation[] {
  const data = new URL(dataset.data);
  if (data.origin === layout.base.origin) return [];
  return [explain('rows-elsewhere', { host: data.host })];
}
