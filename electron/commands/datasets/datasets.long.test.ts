import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCatalogue } from '../../service/opening/catalogue-location.ts';
import { commandHere } from '../testing/run-command.ts';

let home: string;
beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'almanac-datasets-'));
  const files = [
    'code,name,people\n1,Arc,10\n2,Bo,20\n',
    'code,name,people\n1,Arc,11\n2,Bo,20\n3,Cy,9007199254740993\n',
  ];
  for (const [at, text] of files.entries()) {
    await writeFile(path.join(home, 'towns.csv'), text);
    await done(
      'publish',
      path.join(home, 'towns.csv'),
      '--to',
      'geo/towns',
      ...(at === 0 ? ['--licence', 'CC0-1.0', '--note', 'First count'] : []),
    );
  }
});
afterAll(() => rm(home, { recursive: true, force: true }));

const almanac = (...words: readonly string[]) => commandHere([...words, '--data', path.join(home, 'data')]);

/** The output of a command that succeeds. */
async function done(...words: readonly string[]): Promise<string> {
  const outcome = await almanac(...words);
  expect([outcome.code, outcome.error]).toEqual([0, '']);
  return outcome.out;
}

const versionsOf = async (name: string) =>
  JSON.parse(await done('versions', name, '--json')).versions.map(({ version }: { version: string }) => version);

test('show prints the columns and the first rows, and only the rows in other formats', async () => {
  const [newest] = await versionsOf('geo/towns');
  const shown = await done('show', 'geo/towns', '--sort=-code', '--limit', '2');
  expect(shown).toContain(`Version ${newest}, of 2 versions`);
  expect(shown).toMatch(/ {2}people +integer/);
  expect(shown).toMatch(/code +name +people\n +3 +Cy +9007199254740993\n +2 +Bo +20\n… of 3 rows\n$/);
  const rows = await done('show', 'geo/towns', '--filter', 'code__lt=2', '--fields', 'name,code', '-f', 'csv');
  expect(rows).toBe('name,code\r\nArc,1\r\n');
  const line = await done('show', 'geo/towns', '--filter', 'code=3', '--json');
  expect(line).toContain('"people":9007199254740993}');
  expect(JSON.parse(line)).toMatchObject({ ok: true, dataset: 'geo/towns', version: newest, count: 1 });
});

test('query prints rows if neither a key nor an aggregate is named', async () => {
  expect(await done('query', 'geo/towns', '--filter', 'code__lte=2', '--ordering=-code', '--fields', 'code')).toBe(
    'code\r\n2\r\n1\r\n',
  );
  expect(await done('query', 'geo/towns', '--limit', '1', '--fields', 'code', '--json')).toBe('[{"code":1}]\n');
  const collated = ['--sort', 'name', '--collation', 'de', '--limit', '1', '--fields', 'code', '--json'];
  expect(await done('query', 'geo/towns', ...collated)).toBe('[{"code":1}]\n');
  const unknown = await almanac('query', 'geo/towns', '--group-by', 'name', '--collation', 'xx');
  expect([unknown.code, unknown.error]).toEqual([
    2,
    expect.stringContaining('--collation: Write codes, or one of these'),
  ]);
});

test('versions are listed, shown and compared', async () => {
  const [newest, older] = await versionsOf('geo/towns');
  expect(await done('show', 'geo/towns', '--version', older, '-f', 'csv', '--fields', 'people')).toBe(
    'people\r\n10\r\n20\r\n',
  );
  const listed = await done('versions', 'geo/towns');
  expect(listed).toMatch(new RegExp(`\\n${newest} .*\\n${older} .* First count\\n`));
  expect(listed).not.toContain('AUTHOR');
  const compared = await done('diff', 'geo/towns', '--key', 'code');
  expect(compared).toContain(`From ${older} to ${newest}: 1 row added, 0 removed, 1 changed.`);
  expect(compared).toMatch(/\n- +1 +Arc +10\n\+ +1 +Arc +11\n\+ +3 +Cy/);
  expect(await done('diff', 'geo/towns')).toContain('1 row added, 0 removed, 1 changed.\nRows are matched by code.\n');
  const whole = await done('diff', 'geo/towns', '--key', '');
  expect(whole).toContain('2 rows only in the newer version, 1 only in the older.');
  const record = JSON.parse(await done('diff', 'geo/towns', older, newest, '--key', 'code', '--json'));
  expect(record).toMatchObject({ before: older, after: newest, added: 1, changed: 1 });
  const unknown = await almanac('show', 'geo/towns', '--version', '20000101000000000000');
  expect([unknown.code, unknown.error]).toEqual([1, 'almanac: geo/towns has no version 20000101000000000000.\n']);
});

test('a dataset is edited, renamed and deleted, with its name and after a confirmation', async () => {
  await writeFile(path.join(home, 'towns.csv'), 'code\n1\n');
  for (const _ of [1, 2]) await done('publish', path.join(home, 'towns.csv'), '--to', 'edited/one');
  await done('edit', 'edited/one', '--label', 'The one', '--description', 'Of two', '--license', 'CC-BY-4.0');
  expect(await done('rename', 'edited/one', 'other')).toBe('edited/one is now edited/other.\n');
  const record = JSON.parse(await done('show', 'edited/other', '--json'));
  expect(record).toMatchObject({ label: 'The one', description: 'Of two', licence: 'CC-BY-4.0' });
  await done('edit', 'edited/other', '--hidden', 'on');
  expect(await done('ls', 'edited')).toMatch(/ other +The one \(hidden\) /);
  expect(JSON.parse(await done('show', 'edited/other', '--json')).hidden).toBe(true);
  await done('edit', 'edited/other', '--hidden', 'off');
  expect(await done('ls', 'edited')).not.toContain('(hidden)');
  const [, older] = await versionsOf('edited/other');
  const asked = await almanac('delete', 'edited/other', '--version', older, '--json');
  expect([asked.code, JSON.parse(asked.out).failure.code]).toEqual([2, 'usage']);
  await done('delete', 'edited/other', '--version', older, '--yes');
  expect(await versionsOf('edited/other')).toHaveLength(1);
  await done('delete', 'edited/other', '--yes');
  const gone = await almanac('delete', 'edited/other', '--yes');
  expect([gone.code, gone.error]).toEqual([1, expect.stringContaining('has no dataset edited/other')]);
  await done('delete', 'edited', '--yes');
  expect(JSON.parse(await done('ls', '--json')).namespaces).toMatchObject([{ slug: 'geo' }]);
});

test('a namespace becomes public only with --yes, and the command that undoes it is printed', async () => {
  await done('publish', path.join(home, 'towns.csv'), '--to', 'closed/one', '--private');
  const asked = await almanac('edit', 'closed', '--public', 'on');
  expect([asked.code, asked.out]).toEqual([2, '']);
  expect(asked.error).toMatch(
    /^almanac: Everyone who can reach the local service can then read 1 dataset with \d rows?\. Make closed public\? Add --yes/,
  );
  expect(await done('edit', 'closed', '--public', 'on', '--yes')).toBe(
    `Changed closed.\nTo undo: almanac edit closed --public off --data '${path.join(home, 'data')}'\n`,
  );
  expect(await done('edit', 'closed', '--public', 'on')).toBe('Changed closed.\n');
  await done('edit', 'closed', '--public', 'off');
  expect((await almanac('edit', 'closed', '--public', 'on')).code).toBe(2);
  await done('delete', 'closed', '--yes');
});

test.each([
  [['edit', 'geo/towns'], 'Nothing to change'],
  [['edit', 'geo/towns', '--public', 'on'], 'belongs to a namespace'],
  [['edit', 'geo', '--hidden', 'on'], 'belong to a dataset'],
  [['rename', 'geo/towns', 'other/towns'], 'stays in its namespace'],
  [['rename', 'geo/towns', 'a b'], 'letters, digits'],
  [['delete', 'geo', '--version', '1'], 'Only a dataset has versions'],
])('%j is refused', async (words, message) => {
  const outcome = await almanac(...words);
  expect([outcome.code, outcome.error]).toEqual([2, expect.stringContaining(message)]);
});

test('rows are replaced with a loss only with --yes', async () => {
  const file = path.join(home, 'lossy.csv');
  const publish = (...words: readonly string[]) => almanac('publish', file, '--to', 'lossy/towns', ...words);
  await writeFile(file, 'code,name\n1,Arc\n2,Bo\n');
  expect((await publish()).code).toBe(0);
  await writeFile(file, 'code\n1\n');
  const shown = await publish('--preview');
  expect([shown.code, shown.out]).toEqual([0, expect.stringContaining('1 row instead of 2.')]);
  const refused = await publish();
  expect([refused.code, refused.out]).toEqual([2, '']);
  expect(refused.error).toMatch(/1 row instead of 2\..*“name” was removed\. Nothing was published\.\nUse --yes/);
  const told = await publish('--json');
  expect(told.code).toBe(2);
  expect(JSON.parse(told.out)).toMatchObject({ ok: false, failure: { code: 'loses-data' } });
  expect(await versionsOf('lossy/towns')).toHaveLength(1);
  expect((await publish('--yes')).code).toBe(0);
  expect(await versionsOf('lossy/towns')).toHaveLength(2);
});

test('what was deleted is listed in the trash, restored, and deleted for good', async () => {
  for (const _ of [1, 2]) await done('publish', path.join(home, 'towns.csv'), '--to', 'bin/one');
  const [newest = '', older = ''] = await versionsOf('bin/one');
  await done('delete', 'bin/one', '--version', newest, '--yes');
  expect(await versionsOf('bin/one')).toEqual([older]);
  expect(await done('trash', 'list')).toMatch(
    new RegExp(`ID +NAME[^\\n]*\\n +\\d+ +bin/one +${newest} +1 [^]*\\n\\d+ deletions?, [\\d,]+ bytes\\n$`),
  );
  expect(await done('trash', 'restore', 'bin/one', '--version', newest)).toBe(
    `Restored version ${newest} of bin/one.\n`,
  );
  expect(await versionsOf('bin/one')).toEqual([newest, older]);
  await done('delete', 'bin/one', '--yes');
  await done('publish', path.join(home, 'towns.csv'), '--to', 'bin/one');
  expect(await done('trash', 'restore', 'bin/one')).toBe('Restored bin/one_2.\n');
  expect(await versionsOf('bin/one_2')).toEqual([newest, older]);
  await done('delete', 'bin', '--yes');
  const { trash } = JSON.parse(await done('trash', 'list', '--json'));
  expect(trash[0]).toMatchObject({ namespace: 'bin', dataset: '', version: '', versions: 3 });
  expect((await almanac('trash', 'empty')).code).toBe(2);
  await done('trash', 'empty', '--yes');
  const missing = await almanac('trash', 'restore', 'bin');
  expect([missing.code, missing.error]).toEqual([1, expect.stringContaining('bin is not in the trash')]);
});

test('versions name the account that published them over HTTP', async () => {
  await done('publish', path.join(home, 'towns.csv'), '--to', 'shared/authored', '--note', 'Corrected');
  const { records, close } = await openCatalogue(path.join(home, 'data'));
  try {
    const published = records.selectFrom('datasets').select('id').where('slug', '=', 'authored');
    await records.updateTable('versions').set({ author: 'anna' }).where('dataset_id', 'in', published).execute();
  } finally {
    await close();
  }
  expect(await done('versions', 'shared/authored')).toMatch(/ AUTHOR +NOTE\n.* anna +Corrected\n$/);
  const [{ author }] = JSON.parse(await done('versions', 'shared/authored', '--json')).versions;
  expect(author).toBe('anna');
});
