import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockDataFolder } from '../../service/catalogue/database/data-folder-lock.ts';
import { openCatalogue } from '../../service/opening/catalogue-location.ts';
import { publishNew } from '../../service/operations/publish/publish-file.ts';
import { startService } from '../../service/service.ts';
import { runCommandHere } from '../testing/run-command.ts';

/** Progress lines; a quick run may have none. */
const progress = /^(checking, .*\n)*$/;

let home = '';
let data = '';
let stored = '';

beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'almanac-repair-command-'));
  data = path.join(home, 'data');
  await writeFile(path.join(home, 'towns.csv'), 'code,name\n007,Arc\n010,Bo\n');
  const service = await startService({ dataFolder: data, prepareRows: false });
  const place = { namespace: { slug: 'geo', label: 'Geo' }, dataset: { slug: 'towns', label: 'Towns' } };
  const { key } = await publishNew(service.deps, place, { path: path.join(home, 'towns.csv'), format: 'csv' });
  stored = path.join(data, 'rows', 'versions', key);
  await service.close();
});
afterEach(() => rm(home, { recursive: true, force: true }));

const repair = (...words: string[]) => runCommandHere('repair', ...words);

test('almanac repair reports its findings on standard output and by its exit code, and its progress on standard error', async () => {
  const whole = await repair('--data', data);
  expect(whole).toEqual({
    status: 0,
    err: expect.stringMatching(progress),
    out: 'The catalogue is intact. Added from the files: 0 namespaces, 0 datasets, 0 versions, 0 accounts, 0 groups.\n1 version verified.\n',
  });
  for (const suffix of ['', '-wal', '-shm']) await rm(path.join(data, `catalogue.sqlite${suffix}`), { force: true });
  const rebuilt = await repair('--data', data);
  expect([rebuilt.status, rebuilt.err]).toEqual([0, expect.stringMatching(progress)]);
  expect(rebuilt.out.split('\n').slice(0, 2)).toEqual([
    expect.stringMatching(
      /^The catalogue was rebuilt from the files: 1 namespace, 1 dataset, 1 version, \d accounts?, /,
    ),
    '1 version verified.',
  ]);
  expect(rebuilt.out).toContain('Not restored: passwords, tokens, sessions');
  const file = await open(path.join(stored, 'data.parquet'), 'r+');
  await file.write(Buffer.from('x'), 0, 1, 40);
  await file.close();
  const differs = await repair('--data', data);
  expect([differs.status, differs.err]).toEqual([4, expect.stringMatching(progress)]);
  expect(differs.out).toMatch(/0 versions verified\.\nChecksum mismatches:\n {2}geo\/towns/);
  const json = await repair('--data', data, '--json');
  expect([json.status, json.err]).toEqual([4, expect.stringMatching(progress)]);
  expect(JSON.parse(json.out)).toMatchObject({
    ok: false,
    verified: 0,
    differing: [expect.stringContaining('geo/towns')],
  });
});

test('almanac repair names records whose images are missing, and ends with 4', async () => {
  const catalogue = await openCatalogue(data);
  const image = 'images/0123456789abcdef01234567.png';
  await catalogue.records
    .updateTable('namespaces')
    .set({ image, showcase_image: image, thumbnail_image: image })
    .execute();
  await catalogue.close();
  const json = await repair('--data', data, '--json');
  expect([json.status, JSON.parse(json.out)]).toMatchObject([4, { ok: false, missingImages: ['geo'] }]);
});

test('almanac repair fails with a message if there is no store, or another process uses it', async () => {
  const nowhere = path.join(home, 'nowhere');
  expect(await repair('--data', nowhere)).toEqual({
    status: 1,
    out: '',
    err: `almanac: There is no folder ${nowhere}.\n`,
  });
  const { release } = await lockDataFolder(data);
  try {
    const busy = await repair('--data', data);
    expect([busy.status, busy.out]).toEqual([1, '']);
    expect(busy.err).toMatch(/^almanac: .*data/);
    expect(busy.err).not.toMatch(/\n\s+at /);
  } finally {
    release();
  }
});
