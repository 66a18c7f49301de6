import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { root } from '../paths.ts';
import { releaseFuses } from './fuses.ts';
import { product } from './product.ts';

interface Target {
  readonly target: string;
  readonly arch: readonly string[];
}
interface Packages {
  readonly publish: unknown;
  readonly asar: boolean;
  readonly electronLanguages: readonly string[];
  readonly files: readonly unknown[];
  readonly electronFuses: Readonly<Record<string, boolean>>;
  readonly protocols: readonly { readonly schemes: readonly string[] }[];
  readonly fileAssociations: readonly { readonly ext: string; readonly rank: string }[];
  readonly extraResources: readonly { readonly from: string; readonly filter?: readonly string[] }[];
  readonly mac: {
    readonly target: readonly Target[];
    readonly hardenedRuntime: boolean;
    readonly entitlements: string;
  };
  readonly win: { readonly target: readonly Target[] };
  readonly nsis: { readonly deleteAppDataOnUninstall: boolean };
}

/** The configuration as the packager reads it. @param releases the repository of the release page, `owner/name` */
async function packages(releases = ''): Promise<Packages> {
  vi.stubEnv('ALMANAC_RELEASES', releases);
  const file = pathToFileURL(path.join(root, 'build', 'packaging', 'electron-builder.mjs'));
  const read = (await import(`${file.href}?${releases}`)) as { readonly default: Packages };
  return read.default;
}
afterEach(() => vi.unstubAllEnvs());

const both = ['x64', 'arm64'];

describe('the packages', () => {
  it('are those of macOS and Windows, for both architectures', async () => {
    const { mac, win } = await packages();
    expect(mac.target).toEqual([
      { target: 'dmg', arch: both },
      { target: 'zip', arch: both },
    ]);
    expect(win.target).toEqual([
      { target: 'nsis', arch: both },
      { target: 'portable', arch: both },
    ]);
    expect(mac.hardenedRuntime).toBe(true);
  });

  it('open data files in addition to their usual programs, and links', async () => {
    const { fileAssociations, protocols } = await packages();
    expect(fileAssociations.map(({ ext }) => ext).sort()).toEqual([
      'csv',
      'geojson',
      'ndjson',
      'ods',
      'parquet',
      'px',
      'tsv',
      'xls',
      'xlsx',
    ]);
    expect(fileAssociations.every(({ rank }) => rank === 'Alternate')).toBe(true);
    expect(protocols.flatMap(({ schemes }) => schemes)).toEqual([product.scheme]);
  });

  it('contain the texts of Chromium in every language of the window', async () => {
    const { electronLanguages } = await packages();
    const locales = readdirSync(path.join(root, 'renderer', 'locales')).filter((name) => name.endsWith('.json'));
    expect(electronLanguages).toEqual(expect.arrayContaining(locales.map((name) => path.basename(name, '.json'))));
  });

  it('check for no updates, unless a publisher names a release page', async () => {
    expect((await packages()).publish).toBeNull();
    expect((await packages('owner/name')).publish).toEqual({
      provider: 'github',
      owner: 'owner',
      repo: 'name',
    });
  });

  it('contain code only in the archive, without sources, and leave the user’s data when removed', async () => {
    const { asar, files, electronFuses, nsis } = await packages();
    expect(asar).toBe(true);
    expect(files).toContain('!**/*.map');
    expect(electronFuses).toMatchObject({
      onlyLoadAppFromAsar: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableCookieEncryption: true,
      grantFileProtocolExtraPrivileges: false,
    });
    expect(nsis.deleteAppDataOnUninstall).toBe(false);
  });

  it('are verified with a hash if the platform supports it, and signed with the entitlements in a file', async () => {
    const isChecked = (platform: NodeJS.Platform) => releaseFuses(platform).enableEmbeddedAsarIntegrityValidation;
    expect([isChecked('darwin'), isChecked('win32'), isChecked('linux')]).toEqual([true, true, false]);
    const { entitlements } = (await packages()).mac;
    expect(readFileSync(path.join(root, entitlements), 'utf8')).toContain('com.apple.security.');
  });
});
