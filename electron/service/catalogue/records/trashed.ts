import type { Records } from '../database/catalogue.ts';

/** The ids of the hidden namespaces of deleted records, which no look-up finds. */
export function trashed(records: Records) {
  return records.selectFrom('trash').select('trash.namespace_id');
}
