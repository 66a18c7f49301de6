import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openCatalogue } from '../../opening/catalogue-location.ts';
import { catalogueFile } from './catalogue-file.ts';
import { openLibsql } from './libsql-database.ts';
import { DamagedCatalogueError } from './store-problem.ts';

let folder = '';
let file = '';
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'almanac-damage-'));
  file = path.join(folder, catalogueFile);
  const first = path.join(folder, 'first');
  await (await openCatalogue(first)).close();
  // A single file, as after a checkpoint of the write-ahead log.
  const database = openLibsql(path.join(first, catalogueFile));
  database.rows('vacuum into ?', [file]);
  database.close();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('opening a catalogue', () => {
  it('can be checked repeatedly when it is intact', async () => {
    await (await openCatalogue(folder)).close();
  });

  it('reports a file that is not a database as damaged', async () => {
    writeFileSync(file, 'nothing of the kind '.repeat(1000));
    await expect(openCatalogue(folder)).rejects.toThrow(DamagedCatalogueError);
  });

  it('reports a truncated one', async () => {
    truncateSync(file, 6000);
    await expect(openCatalogue(folder)).rejects.toThrow(DamagedCatalogueError);
  });

  it('reports one with overwritten pages, and leaves it unchanged', async () => {
    const bytes = readFileSync(file);
    bytes.fill(0xff, 3 * 4096, 6 * 4096);
    writeFileSync(file, bytes);
    await expect(openCatalogue(folder)).rejects.toThrow(DamagedCatalogueError);
    // Other than the two bytes that mark the use of a write-ahead log.
    expect(readFileSync(file).subarray(100)).toEqual(bytes.subarray(100));
  });

  it('refuses a newer one as newer, not as damaged', async () => {
    const database = openLibsql(file);
    database.exec('pragma user_version = 9999');
    database.close();
    await expect(openCatalogue(folder)).rejects.toMatchObject({ reason: { code: 'catalogue-newer' } });
  });
});
