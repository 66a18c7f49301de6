import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { openKeychain } from '../../backend/keychain.ts';
import { openConnectionStore } from '../../connector/connections/connection-store.ts';
import { accountOf } from '../../connector/connections/token-vault.ts';
import type { Limits } from '../../connector/http/limits.ts';
import type { FollowParts } from '../../follow/run-follow.ts';
import { openWorkFolders } from '../../jobs/export/work-folders.ts';
import type { JobDeps, JobService } from '../../jobs/job-deps.ts';
import { checksFolder } from '../../jobs/open-jobs.ts';
import { openScratch, scratchName } from '../../jobs/scratch.ts';
import { openVersionChecks } from '../../jobs/version-checks.ts';
import { placesFor } from '../../lib/app-paths.ts';
import { type JoinedService, joinService, type Service } from '../../service/service.ts';
import { openSourceFiles, type SourceFiles } from '../../service/user-files.ts';
import { connectionToLocal } from './addresses/dataset-address.ts';
import type { AccessOptions } from './options.ts';
import { CommandFailure, UsageFailure } from './run.ts';
import { waitsOf } from './waits.ts';
import { isLost, maxAttempts } from './with-store.ts';

/** What one command works with; `local` means the local service, anything else is an address. */
export interface JobSession {
  readonly deps: JobDeps;
  /**
   * Runs `act`, and again from the start if the process that owned the store ended meanwhile: the store is then taken
   * over, or found at its next owner. So `act` must be repeatable.
   * @param act its signal is also aborted when the owner of the store ends
   */
  repeat<Result>(signal: AbortSignal, act: (signal: AbortSignal) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

async function keychainToken(config: string, address: string): Promise<string> {
  const { connections } = await openConnectionStore(config);
  const { origin } = new URL(address);
  const stored = connections.find((one) => one.address !== null && new URL(one.address).origin === origin);
  if (stored === undefined) {
    throw new CommandFailure(`Almanac has no connection to ${origin}, so there is no token in the keychain.`);
  }
  const kept = await openKeychain().read(accountOf(stored.id, origin));
  if (kept === null) throw new CommandFailure(`The keychain holds no token for “${stored.name}” (${origin}).`);
  return kept.token;
}

/** The token that the user's options select; null if they select none. */
async function tokenFor(choice: AccessOptions, config: string, address: string): Promise<string | null> {
  if (choice.tokenEnv !== undefined) {
    const token = process.env[choice.tokenEnv];
    if (token === undefined || token === '') throw new UsageFailure(`The variable ${choice.tokenEnv} is empty.`);
    return token;
  }
  return choice.tokenFromKeychain === true ? keychainToken(config, address) : null;
}

/** Opens everything on first use, and closes all of it at the end. */
export function openJobSession(choice: AccessOptions): JobSession {
  const places = placesFor(choice.data);
  const undo: (() => Promise<unknown>)[] = [];
  const opened = new Map<string, Promise<JobService>>();
  const unfinished = openWorkFolders(path.join(places.data, 'jobs', 'unfinished'));
  const scratch = path.join(places.cache, 'jobs');
  const waits = waitsOf(choice);
  let staging: Promise<SourceFiles> | null = null;
  let store: Promise<JoinedService> | null = null;
  let onLost = (_: unknown) => {};

  /** The local service: in this process, or in the one that owns the store. */
  function taken(): Promise<JoinedService> {
    store ??= joinService(places.data).then((service) => {
      service.lost.addEventListener('abort', () => onLost(service.lost.reason));
      return service;
    });
    return store;
  }

  /** Whether the store was lost with its owner; it is then opened again on next use. */
  async function dropLost(): Promise<boolean> {
    const service = await store?.catch(() => null);
    if (service === null || service === undefined || !(await isLost(service))) return false;
    store = null;
    opened.delete(connectionToLocal);
    await service.close();
    return true;
  }

  async function reach(
    address: string,
    token: string | null,
    local: Service | null,
    limits: Partial<Limits> = {},
  ): Promise<JobService> {
    // Code for reading other services is a fifth of the program, and local work needs none of it.
    const { openRemoteService } = await import('../../connector/discovery/open-service.ts');
    const service = await openRemoteService(address, token, limits);
    undo.push(() => service.close());
    return { address: service.address, source: service.source, local };
  }

  async function openLocal(): Promise<JobService> {
    const { address, local } = await taken();
    const { url, token } = await address();
    return await reach(url, token, local);
  }

  async function openAt(address: string): Promise<JobService> {
    return reach(address, await tokenFor(choice, places.config, address), null, waits.limits);
  }

  async function stagingFiles(): Promise<SourceFiles> {
    const folder = await mkdtemp(path.join(scratch, scratchName('rows')));
    const files = await openSourceFiles(folder);
    undo.push(async () => {
      await files.close();
      await rm(folder, { recursive: true, force: true });
    });
    return files;
  }

  return {
    deps: {
      localConnection: connectionToLocal,
      async withService(connection, act) {
        const service = opened.get(connection) ?? (connection === connectionToLocal ? openLocal() : openAt(connection));
        opened.set(connection, service);
        return act(await service);
      },
      ownService: async () => (await taken()).local,
      endsWithJob: true,
      readersHere: async (namespace) => (await taken()).catalogue.readersOf(namespace),
      async follow() {
        const { local, catalogue } = await taken();
        const { WebAccess } = await import('../../follow/web/open-web.ts');
        const { secretsOfProcess } = await import('../../backend/handlers/source-secrets.ts');
        const { systemClock } = await import('../../lib/clock.ts');
        const access = new WebAccess({ hosts: catalogue.hosts, findSecret: await secretsOfProcess(process.env) });
        undo.push(() => access.close());
        const { checkSource } = await import('../../follow/check-source.ts');
        const parts = local === null ? null : { local, access, clock: systemClock, scratch };
        const check: FollowParts['check'] = parts && ((entry, work) => checkSource(parts, entry, work));
        return { catalogue, access, check, connection: connectionToLocal };
      },
      async files() {
        const own = store === null ? null : (await store).local;
        if (own !== null) return own.files;
        staging ??= stagingFiles();
        return staging;
      },
      retryLimits: waits.retryLimits,
      unfinished,
      checks: openVersionChecks(path.join(places.data, checksFolder)),
      scratch,
    },
    async repeat(signal, act) {
      for (let attempt = 1; ; attempt += 1) {
        const lost = new AbortController();
        onLost = (reason) => lost.abort(reason);
        try {
          return await act(AbortSignal.any([signal, lost.signal]));
        } catch (error) {
          if (signal.aborted || attempt >= maxAttempts || !(await dropLost())) throw error;
        }
      }
    },
    async close() {
      for (const step of undo.splice(0).reverse()) await step();
      await (await store?.catch(() => null))?.close();
    },
  };
}

/** Runs `act` with a session, after removing what killed runs have left. */
export async function withJobSession<Result>(
  choice: AccessOptions,
  act: (session: JobSession) => Promise<Result>,
): Promise<Result> {
  const session = openJobSession(choice);
  try {
    await openScratch(session.deps.scratch);
    await session.deps.unfinished.sweep();
    return await act(session);
  } finally {
    await session.close();
  }
}
