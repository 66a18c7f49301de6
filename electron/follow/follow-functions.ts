import { explain } from '#shared/failures.ts';
import type { FollowedSource } from '#shared/follow.ts';
import type { BackendFunctions } from '#shared/rpc/backend.ts';
import type { followCalls, SourceSecret } from '#shared/rpc/calls/follow.ts';
import { previewOf } from '../jobs/publish/planned-file.ts';
import { JobError } from '../jobs/queue/job-failure.ts';
import type { FollowedRecord, Service } from '../service/service.ts';
import { type CheckParts, withFetched } from './check-source.ts';
import type { Follower } from './follower.ts';
import { listEntries, lookAt, sourceAddressOf } from './look.ts';
import { sourceOf } from './sources/all-sources.ts';

export type FollowFunctions = Pick<BackendFunctions<AbortSignal>, keyof typeof followCalls>;

/** Secrets of origins, kept where only the user can read them. */
export interface SecretStore {
  read(origin: string): Promise<SourceSecret | null>;
  keep(origin: string, secret: SourceSecret | null): Promise<void>;
}

/** What the window's calls about followed data need, once the service has started. */
export interface FollowFunctionParts {
  readonly check: CheckParts;
  readonly follower: Follower;
  readonly local: Service;
  readonly secrets: SecretStore;
  /** Announces a change of a source that the catalogue does not announce itself. */
  readonly onChanged: () => void;
}

function notFollowed({ namespace, dataset }: { readonly namespace: string; readonly dataset: string }): JobError {
  const name = `${namespace}/${dataset}`;
  return new JobError('not-found', explain('is-not-followed', { dataset: name }), name);
}

/** The functions behind the window's calls about followed data. */
export function followFunctionsOver(parts: FollowFunctionParts): FollowFunctions {
  return { ...addressFunctions(parts.check), ...followedFunctions(parts), ...secretFunctions(parts.secrets) };
}

/** Looking at an address before it is followed. */
function addressFunctions(check: CheckParts) {
  const { access } = check;
  return {
    async lookAtAddress({ address, allowPrivate }, signal) {
      const url = sourceAddressOf(address);
      return { ...(await lookAt(url, access.webFor(url, allowPrivate, signal))), address: url.href };
    },
    async listSourceEntries({ address, allowPrivate, kind, search, more }, signal) {
      const url = sourceAddressOf(address);
      const web = access.webFor(url, allowPrivate, signal);
      const listing = await listEntries(await sourceOf(kind), url, { search, more }, web);
      return { ...listing, address: url.href };
    },
    async describeSourceEntry({ choice, allowPrivate }, signal) {
      const web = access.webFor(sourceAddressOf(choice.address), allowPrivate, signal);
      return await (await sourceOf(choice.kind)).describe(choice, web);
    },
    async previewSourceEntry({ choice, allowPrivate }, signal) {
      const web = access.webFor(sourceAddressOf(choice.address), allowPrivate, signal);
      return await withFetched({ ...check, web }, { choice }, {}, async (_, file) => previewOf(file), 'show');
    },
  } satisfies Partial<FollowFunctions>;
}

/** Data that is followed. */
function followedFunctions({ check, follower, local, onChanged }: FollowFunctionParts) {
  const { sources } = local;
  const shown = async (record: FollowedRecord): Promise<FollowedSource> => ({
    ...record,
    checking: follower.isChecking(record.namespace, record.dataset),
    budgets: await check.access.turns.useOf(URL.parse(record.choice.address)?.host ?? ''),
  });
  return {
    async listFollowed() {
      return await Promise.all((await sources.list()).map(shown));
    },
    async listSourceChecks({ limit, ...name }) {
      const checks = await sources.checks(name, limit);
      if (checks === null) throw notFollowed(name);
      return checks;
    },
    async listSourceChanges({ of, before, limit }) {
      return { changes: await sources.changes(of, before, limit), unread: await sources.unread(of) };
    },
    async markChangesRead({ of, upTo, only }) {
      await sources.markRead(of, upTo, only === true);
      onChanged();
    },
    async checkSource(name) {
      if (!(await sources.requestCheck(name))) throw notFollowed(name);
      follower.wake();
    },
    async changeSource({ settings, ...name }) {
      const changed = await sources.change(name, settings);
      if (changed === null) throw notFollowed(name);
      onChanged();
      follower.wake();
      return await shown(changed);
    },
    async unfollow(name) {
      if (!(await sources.remove(name))) throw notFollowed(name);
      onChanged();
    },
    async decideHeldVersion({ accept, ...name }) {
      const { namespace, dataset } = name;
      const at = new Date(check.clock.now()).toISOString();
      if (await local.decideHeld({ namespace, dataset }, accept, at)) {
        onChanged();
        return follower.wake();
      }
      throw new JobError('not-found', explain('nothing-held', { dataset: `${namespace}/${dataset}` }));
    },
    async estimateRetention({ retention, ...name }) {
      const estimate = await sources.estimateRetention(name, retention);
      if (estimate === null) throw notFollowed(name);
      return estimate;
    },
  } satisfies Partial<FollowFunctions>;
}

function secretFunctions(secrets: SecretStore) {
  return {
    keepSourceSecret: async ({ address, secret }) => secrets.keep(sourceAddressOf(address).origin, secret),
    async listSourceSecrets({ addresses }) {
      const origins = new Set(addresses.map((address) => sourceAddressOf(address).origin));
      const kept = await Promise.all(
        [...origins].map(async (origin) => ({ origin, kind: (await secrets.read(origin))?.kind ?? null })),
      );
      return kept.flatMap(({ origin, kind }) => (kind === null ? [] : [{ origin, kind }]));
    },
  } satisfies Partial<FollowFunctions>;
}
