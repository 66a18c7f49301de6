import type { Records } from '../../../catalogue/database/catalogue.ts';
import { groupEntries } from '../../../catalogue/records/groups.ts';
import { invalid } from '../../plugins/api-error.ts';

/** Ids of groups by their addresses, whose host is ignored, as in DRF. @throws {ApiError} 400 */
export async function groupsOfAddresses(records: Records, addresses: readonly string[]): Promise<number[]> {
  const known = new Set((await groupEntries(records)).map((group) => group.id));
  const messages = new Set<string>();
  const ids = addresses.flatMap((address) => {
    const match = /^(?:https?:\/\/[^/]+)?\/api\/v1\/groups\/(\d{1,15})\/(?:[?#].*)?$/.exec(address);
    const id = match === null ? null : Number(match[1]);
    if (id === null) messages.add('Invalid hyperlink - No URL match.');
    else if (known.has(id)) return [id];
    else messages.add('Invalid hyperlink - Object does not exist.');
    return [];
  });
  if (messages.size > 0) throw invalid({ allowed_groups: [...messages] });
  return ids;
}
