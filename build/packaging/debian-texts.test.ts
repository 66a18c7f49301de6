import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../paths.ts';
import { toRun } from '../system-packages.ts';
import { controlText, desktopEntry, installedIn, manualPage, mimeTypes } from './debian-texts.ts';
import { product } from './product.ts';

/** The languages of the window. */
const windowLanguages = readdirSync(path.join(root, 'renderer', 'locales')).flatMap((name) =>
  name.endsWith('.json') ? path.basename(name, '.json') : [],
);

/** The keys of a desktop entry; a duplicate key would make the entry invalid. */
function keysOf(entry: string): Map<string, string> {
  const [heading, ...lines] = entry.trimEnd().split('\n');
  expect(heading).toBe('[Desktop Entry]');
  const keys = new Map<string, string>();
  for (const line of lines) {
    const [, key = '', value = ''] = /^([A-Za-z]+(?:\[[a-z]+\])?)=(.+)$/.exec(line) ?? [];
    expect(keys.has(key), line).toBe(false);
    keys.set(key, value);
  }
  return keys;
}

describe('the desktop entry', () => {
  const keys = keysOf(desktopEntry());

  it('opens each kind of data file, and the links', () => {
    expect(keys.get('MimeType')?.split(';').filter(Boolean).sort()).toEqual([
      'application/geo+json',
      'application/vnd.apache.parquet',
      'application/vnd.ms-excel',
      'application/vnd.oasis.opendocument.spreadsheet',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'application/x-ndjson',
      'text/csv',
      'text/pc-axis',
      'text/tab-separated-values',
      'x-scheme-handler/almanac',
    ]);
  });

  it.each(windowLanguages.filter((language) => language !== 'en'))('is translated into %s', (language) => {
    expect([keys.has(`GenericName[${language}]`), keys.has(`Comment[${language}]`)]).toEqual([true, true]);
  });

  it('starts the window so that no file and no link can be a switch', () => {
    expect(keys.get('Exec')).toBe(`${installedIn}/${product.program} -- %U`);
    expect(keys.get('Terminal')).toBe('false');
    expect(keys.get('Icon')).toBe(product.package);
  });
});

describe('the file types', () => {
  it('are registered with the system, each by its extension', () => {
    const types = [...mimeTypes().matchAll(/<mime-type type="([^"]+)">.*?<glob pattern="([^"]+)"\/>/g)];
    expect(types.map(([, type, pattern]) => `${pattern} ${type}`).sort()).toEqual([
      '*.csv text/csv',
      '*.geojson application/geo+json',
      '*.ndjson application/x-ndjson',
      '*.ods application/vnd.oasis.opendocument.spreadsheet',
      '*.parquet application/vnd.apache.parquet',
      '*.px text/pc-axis',
      '*.tsv text/tab-separated-values',
      '*.xls application/vnd.ms-excel',
      '*.xlsx application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ]);
  });
});

describe('the texts of the Debian package', () => {
  it('form a control file that the system can read', () => {
    const [fields = '', description = ''] = controlText('1.2.3', 'arm64', 5).split('Description: ');
    const lines = fields.trimEnd().split('\n');
    expect(lines.filter((line) => !/^[A-Z][A-Za-z-]+: \S/.test(line))).toEqual([]);
    expect(lines).toContain('Version: 1.2.3');
    expect(lines).toContain('Architecture: arm64');
    const [summary = '', ...folded] = description.trimEnd().split('\n');
    expect(summary.length).toBeLessThanOrEqual(80);
    expect(folded.every((line) => /^ \S/.test(line) && line.length <= 80)).toBe(true);
  });

  it('refer to a page of the package about its file locations', () => {
    const [, named = ''] = /resources\/(docs\/\S+\.md)/.exec(manualPage('1.2.3')) ?? [];
    expect(existsSync(path.join(root, named))).toBe(true);
  });
});

it('the package depends on the libraries that the window and notifications need', () => {
  const depends = /^Depends: (.+)$/m.exec(controlText('1.0.0', 'amd64', 1))?.[1]?.split(', ') ?? [];
  for (const names of toRun) expect(depends).toContain(names.join(' | '));
  expect(depends).toContain('libnotify4');
});
