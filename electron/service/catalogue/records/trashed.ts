import type { Records } from '../database/open-catalogue.ts';

/** The ids of the hidden namespaces with what was deleted: no look-up finds these. */
export function trashed(records: Records) {
  return records.selectFrom('trash').select('trash.namespace_id');
}
