import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { closePlaces, ProfileNameError, placesFor } from './app-paths.ts';

const none = {};

describe('the folders for data', () => {
  it('are below one named folder', () => {
    const below = (name: string) => path.join('/x/store', name);
    const places = {
      data: '/x/store',
      config: below('config'),
      window: below('window'),
      cache: below('cache'),
      logs: below('logs'),
    };
    expect(placesFor('/x/store', none)).toEqual(places);
    expect(placesFor({ data: '/x/store' }, none)).toEqual(places);
    expect(placesFor(undefined, { ALMANAC_DATA: '/x/store' })).toEqual(places);
    expect(placesFor('/x/store', { ALMANAC_DATA: '/y' })).toEqual(places);
  });

  it("are the platform's own otherwise, separate for data, configuration, cache and logs", () => {
    const { data, config, window, cache, logs } = placesFor(undefined, none);
    expect(new Set([data, config, window, cache, logs]).size).toBe(5);
    for (const folder of [data, config, cache, logs]) expect(folder).toContain('Almanac');
    expect(path.dirname(window)).toBe(config);
  });

  it('are separate for each profile', () => {
    const usual = placesFor(undefined, none);
    const work = placesFor({ profile: 'work' }, none);
    expect(placesFor(undefined, { ALMANAC_PROFILE: 'work' })).toEqual(work);
    expect(work.data).toBe(path.join(usual.data, 'profiles', 'work'));
    expect(Object.values(work).filter((folder) => Object.values(usual).includes(folder))).toEqual([]);
  });

  it.each(['..', '../x', 'a/b', ' ', '.hidden', 'a'.repeat(42), '-x'])('refuse the profile "%s"', (profile) => {
    expect(() => placesFor({ profile }, none)).toThrow(ProfileNameError);
  });

  it('can be moved one by one', () => {
    const moved = placesFor('/x', { ALMANAC_CONFIG: '/c', ALMANAC_CACHE: '/k', ALMANAC_LOGS: '/l' });
    expect(moved).toEqual({ data: '/x', config: '/c', window: '/x/window', cache: '/k', logs: '/l' });
  });
});

it.skipIf(process.platform === 'win32')('are readable only by their owner, and are closed if they were not', () => {
  const home = mkdtempSync(path.join(tmpdir(), 'almanac-places-'));
  try {
    const places = placesFor({ data: home }, {});
    mkdirSync(places.config, { mode: 0o755 });
    chmodSync(places.config, 0o755);
    closePlaces(places);
    for (const folder of [places.config, places.window, places.cache, places.logs]) {
      expect([folder, statSync(folder).mode & 0o777]).toEqual([folder, 0o700]);
    }
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
});
