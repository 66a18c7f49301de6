import { chmodSync, lstatSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import envPaths from 'env-paths';

/** The folders that Almanac stores its data in. */
export interface Places {
  /** The local service's store: catalogue and rows. */
  readonly data: string;
  /** Settings and connections; never a token. */
  readonly config: string;
  /** Chromium's data for the window. */
  readonly window: string;
  /** Data that may be deleted at any time. */
  readonly cache: string;
  readonly logs: string;
}

/** Command-line options that change the folders. */
export interface PlaceOptions {
  /** Path of one folder for everything. */
  readonly data?: string | undefined;
  /** A profile besides the default one, with its own store, connections and window. */
  readonly profile?: string | undefined;
}

export class ProfileNameError extends Error {
  override readonly name = 'ProfileNameError';
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The platform's own folders; all of them below one folder if the user named one (`--data`, `ALMANAC_DATA`); below
 * `profiles/<name>` of each if they named a profile (`--profile`, `ALMANAC_PROFILE`). `ALMANAC_CONFIG`, `ALMANAC_CACHE`
 * and `ALMANAC_LOGS` move a single one. The service's store is the data folder itself, so that `almanac serve --data`
 * and the window share it.
 * @throws {ProfileNameError}
 */
export function placesFor(
  requested: PlaceOptions | string | undefined,
  environment: Environment = process.env,
): Places {
  const options = typeof requested === 'string' ? { data: requested } : (requested ?? {});
  const profile = checkedProfile(options.profile || environment.ALMANAC_PROFILE || '');
  const named = options.data || environment.ALMANAC_DATA;
  const base = named ? belowOne(path.resolve(named)) : ofPlatform();
  const own = profile === '' ? base : inProfile(base, profile);
  return {
    ...own,
    config: overridden(environment.ALMANAC_CONFIG) ?? own.config,
    cache: overridden(environment.ALMANAC_CACHE) ?? own.cache,
    logs: overridden(environment.ALMANAC_LOGS) ?? own.logs,
  };
}

function belowOne(data: string): Places {
  const below = (name: string) => path.join(data, name);
  return { data, config: below('config'), window: below('window'), cache: below('cache'), logs: below('logs') };
}

function ofPlatform(): Places {
  const own = envPaths('Almanac', { suffix: '' });
  return {
    data: own.data,
    config: own.config,
    window: path.join(own.config, 'window'),
    cache: own.cache,
    logs: own.log,
  };
}

function inProfile(base: Places, profile: string): Places {
  const below = (folder: string) => path.join(folder, 'profiles', profile);
  const config = below(base.config);
  return {
    data: below(base.data),
    config,
    window: path.join(config, 'window'),
    cache: below(base.cache),
    logs: below(base.logs),
  };
}

function overridden(folder: string | undefined): string | undefined {
  return folder ? path.resolve(folder) : undefined;
}

function checkedProfile(name: string): string {
  if (name === '' || /^[A-Za-z0-9][A-Za-z0-9_-]{0,40}$/.test(name)) return name;
  throw new ProfileNameError(
    `A profile name has at most 41 letters, digits, "-" and "_", and starts with a letter or digit: not "${name}".`,
  );
}

/**
 * Creates the window's own folders if they are missing, and withdraws other users' access to what an older version left
 * readable. The service that opens the data folder restricts that one.
 */
export function closePlaces({ config, window, cache, logs }: Places): void {
  for (const folder of [config, window, cache, logs]) {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const { mode, uid } = lstatSync(folder);
      const isShared = (mode & 0o1000) !== 0;
      if (uid === process.getuid?.() && (mode & 0o077) !== 0 && !isShared) chmodSync(folder, 0o700);
    } catch {
      // A folder that cannot be written to is reported by the code that writes there.
    }
  }
}
