import { exactText } from '../../../connector/cells/exact-json.ts';
import { withParameters } from '../common/address-path.ts';
import { malformed, sourceSays } from '../common/problems.ts';
import { asRecord, asText, countOf, firstText, isJsonRecord, recordsOf } from '../common/values.ts';
import type { Web } from '../web.ts';

export type CkanRecord = Readonly<Record<string, unknown>>;

/**
 * Calls an action of the CKAN API ("API guide": `{"success": true, "result": …}`, otherwise `success` is false and
 * `error` says why, with status 404 for what is not there, 403 for what is private, 409 for wrong parameters).
 * @returns null if there is no such thing
 * @throws {JobError} if the answer is not CKAN's, or reports another error
 */
export async function callAction(
  web: Web,
  base: URL,
  action: string,
  parameters: Readonly<Record<string, string | number | null>>,
  signal: AbortSignal,
): Promise<unknown> {
  const address = withParameters(new URL(`api/3/action/${action}`, base), parameters);
  const answer = await web.get(address, { accept: 'application/json', signal, maxBytes: 256 * 2 ** 20 });
  if (answer.status === 404 || answer.status === 410) return null;
  const json = action === 'datastore_search' ? answer.exactJson() : answer.json();
  if (!isJsonRecord(json) || typeof json.success !== 'boolean') throw malformed('CKAN', address);
  if (json.success) return json.result ?? null;
  const error = asRecord(json.error);
  const said = firstText(error, 'message', '__type', 'info') ?? exactText(error);
  if (/not found/i.test(said)) return null;
  throw sourceSays(address, said);
}

/** A dataset; null if there is none of that name. DKAN, which speaks the same API, answers with a list of one. */
export async function showPackage(web: Web, base: URL, id: string, signal: AbortSignal): Promise<CkanRecord | null> {
  const result = await callAction(web, base, 'package_show', { id }, signal);
  const found = Array.isArray(result) ? result[0] : result;
  return isJsonRecord(found) && Array.isArray(found.resources) ? found : null;
}

/** A resource by its own id, together with its dataset. */
export async function packageOfResource(
  web: Web,
  base: URL,
  id: string,
  signal: AbortSignal,
): Promise<CkanRecord | null> {
  const resource = await callAction(web, base, 'resource_show', { id }, signal);
  const owner = isJsonRecord(resource) ? asText(resource.package_id) : null;
  return owner === null ? null : showPackage(web, base, owner, signal);
}

export interface DatastorePage {
  readonly fields: readonly {
    readonly id: string;
    readonly type: string;
    readonly label: string | null;
    readonly notes: string | null;
  }[];
  readonly records: readonly unknown[];
  readonly total: number | null;
}

/**
 * Records of the DataStore ("DataStore extension", `datastore_search`): `records_format=lists` gives values by position
 * of field; versions before 2.8 ignore it. `total` counts all; a server may send fewer than `limit`.
 */
export async function datastorePage(
  web: Web,
  base: URL,
  resource: string,
  page: { readonly offset: number; readonly limit: number },
  signal: AbortSignal,
): Promise<DatastorePage | null> {
  const parameters = { resource_id: resource, ...page, sort: '_id', records_format: 'lists', include_total: 'true' };
  const result = await callAction(web, base, 'datastore_search', parameters, signal);
  if (result === null) return null;
  if (!isJsonRecord(result) || !Array.isArray(result.records)) throw malformed('CKAN', base);
  const fields = recordsOf(result.fields).flatMap((field) => {
    const id = asText(field.id);
    const info = asRecord(field.info);
    return id === null
      ? []
      : [{ id, type: asText(field.type) ?? 'text', label: asText(info.label), notes: asText(info.notes) }];
  });
  return { fields, records: result.records, total: countOf(result.total) };
}

/** The values of a record in the order of fields. */
export function valuesOf(record: unknown, fields: DatastorePage['fields']): readonly unknown[] | null {
  if (Array.isArray(record)) return record.length === fields.length ? record : null;
  return isJsonRecord(record) ? fields.map(({ id }) => record[id]) : null;
}
