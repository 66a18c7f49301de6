import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { openKeychain } from '../../backend/keychain.ts';
import { openConnectionStore } from '../../connector/connections/connection-store.ts';
import { accountOf } from '../../connector/connections/token-vault.ts';
import type { Limits } from '../../connector/http/limits.ts';
import type { FollowParts } from '../../follow/run-follow.ts';
import { defaultLimits } from '../../jobs/export/page-stream.ts';
import { openWorkFolders } from '../../jobs/export/work-folders.ts';
import type { JobDeps, JobService } from '../../jobs/job-deps.ts';
import { checksFolder } from '../../jobs/open-jobs.ts';
import { openScratch, scratchName } from '../../jobs/scratch.ts';
import { openVersionChecks } from '../../jobs/version-checks.ts';
import { type Places, placesFor } from '../../lib/app-paths.ts';
import { openQuietClock } from '../../lib/http/quiet-clock.ts';
import type { RetryLimits } from '../../lib/http/retry.ts';
import { type JoinedService, joinService, type Service } from '../../service/service.ts';
import { openSourceFiles, type SourceFiles } from '../../service/user-files.ts';
import { connectionToLocal } from './addresses/dataset-address.ts';
import { type AccessOptions, defaultTimeoutSeconds } from './options.ts';
import { CommandFailure, UsageFailure } from './run.ts';
import { isLost, maxAttempts } from './with-store.ts';

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

/**
 * What one command works with; `local` means the local service, anything else is an address. Opens everything on first
 * use, and closes all of it at the end.
 */
export class JobSession {
  readonly deps: JobDeps;
  readonly #choice: AccessOptions;
  readonly #places: Places;
  readonly #scratch: string;
  readonly #undo: (() => Promise<unknown>)[] = [];
  readonly #opened = new Map<string, Promise<JobService>>();
  #staging: Promise<SourceFiles> | null = null;
  #store: Promise<JoinedService> | null = null;
  #onLost = (_: unknown) => {};

  constructor(choice: AccessOptions) {
    this.#choice = choice;
    this.#places = placesFor(choice.data);
    const { data, cache } = this.#places;
    this.#scratch = path.join(cache, 'jobs');
    this.deps = {
      localConnection: connectionToLocal,
      withService: async (connection, act) => act(await this.#serviceOf(connection)),
      ownService: async () => (await this.#taken()).local,
      endsWithJob: true,
      readersHere: async (namespace) => (await this.#taken()).catalogue.readersOf(namespace),
      follow: () => this.#followParts(),
      files: () => this.#files(),
      retryLimits: waitsOf(choice).retryLimits,
      unfinished: openWorkFolders(path.join(data, 'jobs', 'unfinished')),
      checks: openVersionChecks(path.join(data, checksFolder)),
      scratch: this.#scratch,
    };
  }

  /**
   * Runs `act`, and again from the start if the process that owned the store ended meanwhile: the store is then taken
   * over, or found at its next owner. So `act` must be repeatable.
   * @param act its signal is also aborted when the owner of the store ends
   */
  async repeat<Result>(signal: AbortSignal, act: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      const lost = new AbortController();
      this.#onLost = (reason) => lost.abort(reason);
      try {
        return await act(AbortSignal.any([signal, lost.signal]));
      } catch (error) {
        if (signal.aborted || attempt >= maxAttempts || !(await this.#dropLost())) throw error;
      }
    }
  }

  async close(): Promise<void> {
    for (const step of this.#undo.splice(0).reverse()) await step();
    await (await this.#store?.catch(() => null))?.close();
  }

  /** The local service: in this process, or in the one that owns the store. */
  #taken(): Promise<JoinedService> {
    this.#store ??= joinService(this.#places.data).then((service) => {
      service.lost.addEventListener('abort', () => this.#onLost(service.lost.reason));
      return service;
    });
    return this.#store;
  }

  /** Whether the store was lost with its owner; it is then opened again on next use. */
  async #dropLost(): Promise<boolean> {
    const service = await this.#store?.catch(() => null);
    if (service === null || service === undefined || !(await isLost(service))) return false;
    this.#store = null;
    this.#opened.delete(connectionToLocal);
    await service.close();
    return true;
  }

  #serviceOf(connection: string): Promise<JobService> {
    const service =
      this.#opened.get(connection) ?? (connection === connectionToLocal ? this.#openLocal() : this.#openAt(connection));
    this.#opened.set(connection, service);
    return service;
  }

  async #openLocal(): Promise<JobService> {
    const { address, local } = await this.#taken();
    const { url, token } = await address();
    return await this.#reach(url, token, local);
  }

  async #openAt(address: string): Promise<JobService> {
    const token = await tokenFor(this.#choice, this.#places.config, address);
    return await this.#reach(address, token, null, waitsOf(this.#choice).limits);
  }

  async #reach(address: string, token: string | null, local: Service | null, limits: Partial<Limits> = {}) {
    // Code for reading other services is a fifth of the program, and local work needs none of it.
    const { openRemoteService } = await import('../../connector/discovery/open-service.ts');
    const service = await openRemoteService(address, token, limits);
    this.#undo.push(() => service.close());
    return { address: service.address, source: service.source, local };
  }

  async #files(): Promise<SourceFiles> {
    const own = this.#store === null ? null : (await this.#store).local;
    if (own !== null) return own.files;
    this.#staging ??= this.#stagingFiles();
    return this.#staging;
  }

  async #stagingFiles(): Promise<SourceFiles> {
    const folder = await mkdtemp(path.join(this.#scratch, scratchName('rows')));
    const files = await openSourceFiles(folder);
    this.#undo.push(async () => {
      await files.close();
      await rm(folder, { recursive: true, force: true });
    });
    return files;
  }

  async #followParts(): Promise<FollowParts> {
    const { local, catalogue } = await this.#taken();
    const { WebAccess } = await import('../../follow/web/open-web.ts');
    const { secretsOfProcess } = await import('../../backend/handlers/source-secrets.ts');
    const { systemClock } = await import('../../lib/clock.ts');
    const access = new WebAccess({ hosts: catalogue.hosts, findSecret: await secretsOfProcess(process.env) });
    this.#undo.push(() => access.close());
    const { checkSource } = await import('../../follow/check-source.ts');
    const parts = local === null ? null : { local, access, clock: systemClock, scratch: this.#scratch };
    const check: FollowParts['check'] = parts && ((entry, work) => checkSource(parts, entry, work));
    return { catalogue, access, check, connection: connectionToLocal };
  }
}

/** Runs `act` with a session, after removing what killed runs have left. */
export async function withJobSession<Result>(
  choice: AccessOptions,
  act: (session: JobSession) => Promise<Result>,
): Promise<Result> {
  const session = new JobSession(choice);
  try {
    await openScratch(session.deps.scratch);
    await session.deps.unfinished.sweep();
    return await act(session);
  } finally {
    await session.close();
  }
}

/**
 * How long after the last progress another attempt may start: including one attempt without an answer, the command ends
 * within about a minute, whatever a service does.
 */
const retryWindowMs = 22_000;
const dayMs = 24 * 60 * 60 * 1000;

/** How a command waits for other services. */
interface Waits {
  readonly limits: Partial<Limits>;
  readonly retryLimits: RetryLimits;
}

/**
 * How a command waits, with one clock for all of its requests: a service that hangs everywhere takes no longer than one
 * that hangs once.
 */
export function waitsOf({ patient, timeout = defaultTimeoutSeconds }: AccessOptions): Waits {
  if (patient === true) {
    return { limits: { maxRetryAfterMs: dayMs }, retryLimits: { ...defaultLimits, maxRetryAfterMs: dayMs } };
  }
  const timeoutMs = timeout * 1000;
  const quiet = openQuietClock(timeoutMs);
  const retryLimits = {
    attempts: 3,
    firstDelayMs: 1_000,
    maxDelayMs: 4_000,
    maxRetryAfterMs: 10_000,
    maxFailingMs: retryWindowMs,
    quiet,
  };
  // Only the clock decides when a service has been silent for too long: a shorter limit would be hit repeatedly.
  const beyondClockMs = timeoutMs + 1_000;
  return { limits: { quiet, headersMs: beyondClockMs, stallMs: beyondClockMs }, retryLimits };
}
