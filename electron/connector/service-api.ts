import { resultOr } from './errors.ts';
import type { ServiceLayout } from './http/layout.ts';
import type { ServiceClient } from './http/transport/client.ts';

/** Extensions that some services offer. */
export type Extra =
  | 'outline'
  | 'profile'
  | 'profile-progress'
  | 'diff'
  | 'dataset-with-file'
  | 'statistics'
  | 'provenance'
  | 'recipe'
  | 'sql'
  | 'trash'
  | 'progress'
  | 'collation'
  | 'codes'
  | 'window';

/** One service: how it is asked, where its resources are, and which extensions it offers. */
export interface ServiceApi {
  readonly client: ServiceClient;
  readonly layout: ServiceLayout;
  /** @throws {ServiceError} if the service cannot be asked for them now */
  readonly extras: () => Promise<ReadonlySet<Extra>>;
}

/** Whether a service has an optional extension; false if its API description cannot be read now. */
export async function offers({ extras }: Pick<ServiceApi, 'extras'>, extra: Extra): Promise<boolean> {
  const known = await resultOr(extras(), null);
  return known?.has(extra) === true;
}
