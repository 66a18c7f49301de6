import path from 'node:path';
import envPaths from 'env-paths';

/** The folders that Almanac keeps things in. */
export interface Places {
  /** The local service's store: catalogue and rows. */
  readonly data: string;
  /** Settings and connections; never a token. */
  readonly config: string;
  /** What Chromium keeps for the window. */
  readonly window: string;
  /** What may be deleted at any time. */
  readonly cache: string;
}

/**
 * The platform's own places, or all of them below one folder where a person named one (`--data`, `ALMANAC_DATA`).
 * The service's store is then that folder itself, so that `almanac serve --data` and the window share it.
 */
export function placesFor(folder: string | undefined): Places {
  const named = folder ?? process.env.ALMANAC_DATA;
  if (named) {
    const data = path.resolve(named);
    const below = (name: string) => path.join(data, name);
    return { data, config: below('config'), window: below('window'), cache: below('cache') };
  }
  const own = envPaths('Almanac', { suffix: '' });
  return { data: own.data, config: own.config, window: path.join(own.config, 'window'), cache: own.cache };
}
