import type { Records } from '../database/catalogue.ts';
import { findNamespace } from '../records/namespaces.ts';
import { findOperator } from '../records/users.ts';
import { isPublic } from './access.ts';

/**
 * Who may read a namespace, besides the administrators: `owner` is only the desktop's own account, `some` another owner
 * or groups, `absent` that the namespace does not exist.
 */
export type ReadersOfNamespace = 'absent' | 'owner' | 'some' | 'everyone';

export async function readersOfNamespace(records: Records, slug: string): Promise<ReadersOfNamespace> {
  const namespace = await findNamespace(records, slug);
  if (namespace === null) return 'absent';
  if (isPublic(namespace)) return 'everyone';
  if (namespace.published) return 'some';
  const { ownerId } = namespace;
  return ownerId === null || ownerId === (await findOperator(records))?.id ? 'owner' : 'some';
}
