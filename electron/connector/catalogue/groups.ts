import { isOfKind } from '#shared/english/explained-error.ts';
import type { GroupSummary } from '#shared/rpc/records.ts';
import { member } from '../cells/exact-json.ts';
import type { ServiceApi } from '../service-api.ts';
import { readWholeList } from './lists.ts';

/** Answers to callers who may not see groups, and of services that have none. */
const hidden = ['sign-in-needed', 'token-refused', 'forbidden', 'not-found'] as const;

/** The visible groups; empty if the service shows none to the caller. */
export async function listGroups(api: ServiceApi, signal?: AbortSignal): Promise<GroupSummary[]> {
  try {
    const items = await readWholeList(api, new URL('api/v1/groups/', api.layout.base), signal);
    return items.flatMap((item) => {
      const [name, url] = [member(item, 'name'), member(item, 'url')];
      return typeof name === 'string' && typeof url === 'string' ? [{ name, url }] : [];
    });
  } catch (error) {
    if (isOfKind(error, ...hidden)) return [];
    throw error;
  }
}
