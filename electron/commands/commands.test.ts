import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import exceljs from 'exceljs';
import { strToU8, zipSync } from 'fflate';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { publishNew } from '../service/operations/publish/publish-file.ts';
import { startService } from '../service/service.ts';
import { jobExitCodes } from './running/run.ts';
import { progressWords, showProgress } from './running/show-progress.ts';
import { type ChildOutcome, commandLine, TestChildren } from './testing/child-processes.ts';
import { commandHere } from './testing/run-command.ts';

const children = new TestChildren();
const folderBefore = process.cwd();
let home: string;
/** The outcome of publishing `geo/towns`, which the tests read. */
let published: ChildOutcome;
beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'almanac-commands-'));
  process.chdir(home);
  await writeFile('towns.csv', 'code,name,people\n007,Arc,10\n010,"Bo, West",20\n,"",\n');
  await mkdir('more');
  await writeFile(path.join('more', 'towns.csv'), 'code\n1\n');
  await writeFile('columns.json', '[{"source":"name","label":"Name of the town"},{"source":"people","type":"float"}]');
  const options = ['--columns', 'columns.json', '--licence', 'CC0-1.0', '--json'];
  published = await almanacProcess('publish', 'towns.csv', '--to', 'geo/towns', ...options);
});
afterEach(async () => {
  // Nothing is left but what was requested.
  expect((await readdir(home)).filter((name) => name.startsWith('.'))).toEqual([]);
});
afterAll(async () => {
  await children.endAll();
  process.chdir(folderBefore);
  await rm(home, { recursive: true, force: true });
});

/** The command line within this process, with a store of its own. */
const almanac = (words: readonly string[], variables: Record<string, string> = {}, data = 'data') =>
  commandHere([...words, '--data', path.join(home, data)], variables);

/** In a process of its own. */
const almanacProcess = (...words: readonly string[]) =>
  children.start(commandLine, [...words, '--data', path.join(home, 'data')], { cwd: home }).ended;

const read = (name: string) => readFile(path.join(home, name), 'utf8');

describe('the command line', () => {
  test('publishes several files, a folder, and the sheets of a workbook, each as a dataset', async () => {
    const folder = path.join(home, 'months');
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, 'January 2024.csv'), 'n\n1\n');
    await writeFile(path.join(folder, 'February 2024.csv'), 'n\n1\n2\n');
    await writeFile(path.join(folder, 'notes.md'), 'no data');
    const book = new exceljs.Workbook();
    for (const [name, rows] of [
      ['North', 2],
      ['Empty', 0],
      ['Süd', 3],
    ] as const) {
      const sheet = book.addWorksheet(name);
      if (rows > 0) sheet.addRows([['n'], ...Array.from({ length: rows }, (_, n) => [n])]);
    }
    await book.xlsx.writeFile(path.join(home, 'regions.xlsx'));
    await writeFile(path.join(home, 'broken.xlsx'), '%PDF-1.7');
    const words = ['publish', 'broken.xlsx', 'months', 'regions.xlsx', '--all-sheets', '--to', 'many', '--json'];
    const published = await almanac(words);
    expect(published.code, published.error).toBe(jobExitCodes.failed);
    const [refused, ...results] = published.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(refused).toMatchObject({ ok: false, failure: { code: 'bad-input' } });
    expect(refused.failure.message).toContain('PDF');
    expect([refused, ...results].map(({ file, sheet }) => [path.basename(file), sheet])).toEqual([
      ['broken.xlsx', undefined],
      ['February 2024.csv', undefined],
      ['January 2024.csv', undefined],
      ['regions.xlsx', 'North'],
      ['regions.xlsx', 'Süd'],
    ]);
    expect(results.map(({ address, rows }) => [address, rows])).toEqual([
      ['many/february-2024', 2],
      ['many/january-2024', 1],
      ['many/regions-north', 2],
      ['many/regions-sud', 3],
    ]);
    expect(published.error).toContain('The sheet "Empty" of regions.xlsx is empty and was left out.');
    const archive = await readFile(path.join(home, 'regions.xlsx'));
    const entries = { 'a/one.csv': strToU8('n\n1\n2\n'), 'two.json': strToU8('[{"n":3}]'), 'a/book.xlsx': archive };
    await writeFile(path.join(home, 'several.zip'), zipSync({ ...entries, 'readme.md': strToU8('# Read me') }));
    const unnamed = await almanac(['publish', 'several.zip', '--to', 'zipped/one']);
    expect(unnamed.code).toBe(jobExitCodes.failed);
    expect(unnamed.error).toContain('a/one.csv');
    const one = await almanac(['publish', 'several.zip', '--entry', 'two.json', '--to', 'zipped/one', '--json']);
    expect(JSON.parse(one.out)).toMatchObject({ ok: true, address: 'zipped/one', rows: 1 });
    const none = await almanac(['publish', 'several.zip', '--entry', 'three.json', '--to', 'zipped/three']);
    expect(none.error).toContain('The archive contains no file three.json.');
    const each = await almanac(['publish', 'several.zip', '--all-entries', '--all-sheets', '--to', 'zipped', '--json']);
    expect(each.code, each.error).toBe(0);
    const named = each.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(named.map(({ entry, sheet }) => [entry, sheet])).toContainEqual(['a/book.xlsx', 'Süd']);
    expect(named.map(({ address, rows }) => [address, rows])).toEqual([
      ['zipped/book-north', 2],
      ['zipped/book-sud', 3],
      ['zipped/one', 2],
      ['zipped/two', 1],
    ]);
    const together = ['months', '--combine', '--file-column', 'month', '--to', 'many/months', '--json'];
    const combined = await almanac(['publish', ...together]);
    expect(combined.code, combined.error).toBe(0);
    expect(JSON.parse(combined.out)).toMatchObject({ ok: true, address: 'many/months', rows: 3 });
  });

  test('leaves out the sheet in which an export says where its rows are from, and no other of that name', async () => {
    const book = new exceljs.Workbook();
    for (const name of ['Data', 'Source'])
      book.addWorksheet(name).addRows([
        ['Address', 'n'],
        ['x', 1],
      ]);
    await book.xlsx.writeFile(path.join(home, 'foreign.xlsx'));
    const some = ['--filter', 'people__gt=0'];
    await almanac(['export', 'geo/towns', ...some, '--to', 'own.xlsx']);
    const words = ['own.xlsx', 'foreign.xlsx', '--all-sheets', '--to', 'sheets', '--json'];
    const { code, out, error } = await almanac(['publish', ...words]);
    const addresses = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).address);
    expect(code, error).toBe(0);
    expect(addresses.toSorted()).toEqual(['sheets/foreign-data', 'sheets/foreign-source', 'sheets/own-data']);
    expect(out.match(/the sheet \\"Source\\"[^"]*/g)).toEqual([expect.stringMatching(/was left out$/)]);
    const rows = (name: string) => almanac(['export', name, ...some, '--to', '-']);
    expect(await rows('sheets/own-data')).toEqual(await rows('geo/towns'));
  });

  test('publishes, exports and verifies', async () => {
    expect(published.code, published.error).toBe(0);
    expect(JSON.parse(published.out)).toMatchObject({
      ok: true,
      rows: 3,
      rejected: 0,
      version: expect.stringMatching(/^\d{20}$/),
    });
    // Not a terminal: plain lines instead of a progress bar.
    expect(published.error).not.toContain('\r');
    const words = [
      'export',
      'geo/towns',
      '--to',
      'out.json',
      '--filter',
      'people__gte=5',
      '--ordering=-code',
      '--fields',
      'code,people',
    ];
    const exported = await almanac(words);
    expect(exported.code, exported.error).toBe(0);
    expect(JSON.parse(await read('out.json'))).toEqual([
      { code: '010', people: 20 },
      { code: '007', people: 10 },
    ]);
    const { resources } = JSON.parse(await read('datapackage.json'));
    // Other tests export into the same folder.
    expect(resources.find((resource: { path: string }) => resource.path === 'out.json')).toMatchObject({
      rows: 2,
      licenses: [{ name: 'CC0-1.0' }],
      query: { filters: [{ column: 'people', lookup: 'gte', value: '5' }], fields: ['code', 'people'] },
    });
    expect(await almanac(['verify', 'out.json'])).toMatchObject({ code: 0, out: 'out.json: verified\n' });
    expect((await almanac(['verify', 'geo/towns'])).code).toBe(0);
    await writeFile(path.join(home, 'out.json'), '[]');
    const differs = await almanacProcess('verify', 'out.json', '--json');
    expect(differs.code).toBe(4);
    expect(JSON.parse(differs.out)).toMatchObject({ ok: false, verdict: 'differs' });
    expect((await almanac(['verify', 'towns.csv'])).code).toBe(5);
  });

  test('appends, and reads an older version', async () => {
    const first = JSON.parse((await almanac(['publish', 'towns.csv', '--to', 'geo/grows', '--json'])).out);
    const second = JSON.parse(
      (await almanac(['publish', 'towns.csv', '--to', 'geo/grows', '--mode', 'append', '--json'])).out,
    );
    expect([first.rows, second.rows]).toEqual([3, 6]);
    const older = await almanac([
      'export',
      'geo/grows',
      '--to',
      'older.csv',
      '--version',
      first.version,
      '--no-descriptor',
      '--json',
    ]);
    expect(JSON.parse(older.out)).toMatchObject({ rows: 3, version: first.version, descriptor: null });
    expect(await read('older.csv')).toBe('code,name,people\r\n007,Arc,10\r\n010,"Bo, West",20\r\n,"",\r\n');
  });

  test('skips a row of units on request', async () => {
    await writeFile(path.join(home, 'units.csv'), 'town,area\n,km²\nUlm,118.7\nBonn,141.1\n');
    expect((await almanac(['publish', 'units.csv', '--preview'])).out).toContain('--units-row skips it');
    expect((await almanac(['publish', 'units.csv', '--units-row', '--preview'])).out).toContain('area: float: 2 of 2');
    const said = await almanac(['publish', 'units.csv', '--units-row', '--to', 'geo/units', '--json']);
    expect(JSON.parse(said.out), said.error).toMatchObject({ ok: true, rows: 2 });
    await writeFile(path.join(home, 'no-units.csv'), '%PDF-1.7');
    const both = await almanac(['publish', 'no-units.csv', 'units.csv', '--units-row', '--to', 'geo', '--json']);
    const lines = both.out.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { ok: false, file: path.join(home, 'no-units.csv') },
      { ok: true, file: path.join(home, 'units.csv'), rows: 2 },
    ]);
  });

  test('says that columns became rows, and labels a dataset by the title above its table', async () => {
    const rows = 'Land;2020;2021\nA;100;200\nB;300;400\nSumme;400;600\n';
    await writeFile(path.join(home, 'people.csv'), `Tabelle 3: Bevölkerung\n${rows}`);
    const shown = (await almanac(['publish', 'people.csv', '--preview'])).out;
    expect(shown).toContain('2 columns are periods (2020 to 2021) and become rows; --no-rows-from keeps them');
    expect(shown).toContain('line 5 (Summe) is the sum of other records; --totals leave-out skips it, --totals level');
    const said = await almanac(['publish', 'people.csv', '--to', 'geo/people']);
    expect(said.error).toMatch(/2 columns became rows: .*; --no-rows-from keeps the columns/);
    expect((await almanac(['show', 'geo/people'])).out).toContain('Bevölkerung');
    await almanac(['publish', 'people.csv', '--to', 'geo/own', '--label', 'Own', '--no-rows-from']);
    const own = (await almanac(['show', 'geo/own'])).out;
    expect(own).toContain('Own');
    expect(own).not.toContain('Bevölkerung');
  });

  test('skips or marks totals, and keeps what the file says about its table', async () => {
    const rows = 'Land;rate\nA;100,5 p\nB;300,5\nSumme;401,0\n;\nQuelle: Amt für Statistik;\nLizenz: dl-de/by-2-0;\n';
    await writeFile(path.join(home, 'rates.csv'), `Tabelle 3: Quoten;\n;\n${rows}`);
    const shown = (await almanac(['publish', 'rates.csv', '--preview'])).out;
    expect(shown).toContain('marks of status in rate (p provisional) are kept; --marks drop leaves them out');
    const rowsWith = async (...words: readonly string[]) => {
      const said = await almanac(['publish', 'rates.csv', '--to', 'geo/rates', '--yes', ...words]);
      expect(said.code, said.error).toBe(0);
      return (await almanac(['sql', 'SELECT * FROM "geo/rates"', '--format', 'csv'])).out.trim().split(/\r?\n/);
    };
    expect(await rowsWith('--totals', 'leave-out', '--marks', 'drop')).toEqual(['Land,rate', 'A,100.5', 'B,300.5']);
    expect((await rowsWith('--totals', 'level'))[0]).toBe('Land,rate,rate_status,level');
    expect((await almanac(['show', 'geo/rates'])).out).toContain('Quoten');
    await almanac(['export', 'geo/rates', '--to', 'rates.parquet']);
    const described = await read('datapackage.json');
    for (const words of ['Amt für Statistik', 'dl-de/by-2-0']) expect(described).toContain(words);
  });

  test('keeps what is said below a long table', async () => {
    const rows = Array.from({ length: 25_000 }, (_, at) => `R${at};${at},5;${at},6`);
    const notes = [';;', '* Fortschreibung;;', 'Quelle: Amt für Statistik;;'];
    await writeFile(path.join(home, 'long.csv'), ['Land;Fläche*;Höhe', ...rows, ...notes, ''].join('\n'));
    const said = await almanac(['publish', 'long.csv', '--to', 'geo/long']);
    expect(said.code, said.error).toBe(0);
    expect((await almanac(['show', 'geo/long'])).out).toMatch(/\* Fortschreibung.*Fläche +float +Fortschreibung/s);
    await almanac(['export', 'geo/long', '--to', 'long.parquet']);
    expect(await read('datapackage.json')).toContain('Amt für Statistik');
  });

  test('publishes each of several tables, or one of them', async () => {
    const rows = 'Town list;\n;\ntown;people\nUlm;1\nBonn;2\n;\nRiver list;\n;\nriver;length\nRhine;3\nMain;4\n';
    await writeFile(path.join(home, 'lists.csv'), rows);
    const shown = (await almanac(['publish', 'lists.csv', '--preview'])).out;
    expect(shown).toContain('table at row 9, 2 x 2 "River list"; --range 7- reads it');
    const one = await almanac(['publish', 'lists.csv', '--range', '7-11', '--to', 'geo/rivers', '--json']);
    expect(JSON.parse(one.out)).toMatchObject({ ok: true, rows: 2 });
    const all = await almanac(['publish', 'lists.csv', '--all-tables', '--to', 'lists', '--json']);
    const results = all.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(results.map(({ ok, rows: count }) => [ok, count])).toEqual([
      [true, 2],
      [true, 2],
    ]);
    expect((await almanac(['publish', 'lists.csv', '--range', '11-7', '--preview'])).error).toContain('17-31');
  });

  test('keeps several rows of descriptions with the columns', async () => {
    const rows = ['33,4', '45,5', '29,3', '52,4', '60,1'].map((row) => `${row}\n`).join('');
    await writeFile(
      path.join(home, 'survey.csv'),
      `age,mood\nHow old are you?,"How content\nare you?"\n"{""ImportId"":""QID1""}","{""ImportId"":""QID2""}"\n${rows}`,
    );
    expect((await almanac(['publish', 'survey.csv', '--preview'])).out).toContain('lines 2, 4 look like');
    const said = await almanac(['publish', 'survey.csv', '--units-row', '--to', 'geo/survey', '--json']);
    expect(JSON.parse(said.out), said.error).toMatchObject({ ok: true, rows: 5 });
    await almanac(['export', 'geo/survey', '--to', 'survey.parquet']);
    expect(JSON.parse(await read('datapackage.json')).resources).toContainEqual(
      expect.objectContaining({
        path: 'survey.parquet',
        schema: expect.objectContaining({
          fields: [
            expect.objectContaining({ name: 'age', columnType: 'integer', description: 'How old are you?' }),
            expect.objectContaining({ name: 'mood', columnType: 'integer', description: 'How content are you?' }),
          ],
        }),
      }),
    );
  });

  test('proposes to leave out a total', async () => {
    await writeFile(path.join(home, 'total.csv'), 'year,people\n2019,5\n2020,7\nTotal,12\n');
    const proposed = await almanac(['publish', 'total.csv', '--preview']);
    expect(proposed.out).toContain('line 4 looks like a total ("Total" in year), not a record; --leave-out 4 skips it');
    const left = await almanac(['publish', 'total.csv', '--leave-out', '4', '--to', 'geo/total', '--json']);
    expect(JSON.parse(left.out), left.error).toMatchObject({ ok: true, rows: 2 });
  });

  test('reports bad values, and what to do about them', async () => {
    await writeFile(path.join(home, 'bad.csv'), 'n,w\n1,a\nx,b\n');
    await writeFile(path.join(home, 'n.json'), '[{"source":"n","type":"integer"}]');
    const words = ['publish', 'bad.csv', '--to', 'geo/bad', '--columns', 'n.json'];
    const said = await almanac(words);
    expect(said.code).toBe(3);
    expect(said.error).toMatch(/line 3, n: "x"/);
    expect(JSON.parse((await almanac([...words, '--json'])).out)).toMatchObject({
      ok: false,
      failure: { code: 'bad-input' },
      badCount: 1,
      badValues: [{ line: 3, column: 'n', value: 'x' }],
    });
    const rejecting = await almanac([...words, '--rejects', 'rejects.csv', '--json']);
    expect(JSON.parse(rejecting.out)).toMatchObject({ ok: true, rows: 1, rejected: 1 });
  });

  test.each([
    [['publish', 'towns.csv'], 2, /--to/],
    [
      ['publish', 'towns.csv', path.join('more', 'towns.csv'), '--to', 'a/b'],
      2,
      /do not become one dataset: name a namespace/,
    ],
    [['publish', 'towns.csv', path.join('more', 'towns.csv'), '--to', 'a'], 2, /would both become the dataset towns/],
    [['publish', 'towns.csv', '--to', 'a/ü'], 2, /letters, digits, - and _/],
    [['publish', 'towns.csv', '--to', 'a/b', '--columns', 'towns.csv'], 2, /as JSON/],
    [['export', 'geo/towns', '--to', 'x.unknown'], 2, /--format/],
    [['export', 'geo/towns', '--to', 'x.csv', '--filter', 'nothing__gte=1'], 2, /nothing__gte/],
    [['export', 'geo/towns', '--to', path.join('no', 'x.csv')], 1, /no folder/],
    [['pin', 'geo/towns'], 1, /already on this computer/],
  ])('%j ends with %i', async (words, code, reason) => {
    const said = await almanac(words);
    expect([said.code, said.error.match(/ {4}at /)]).toEqual([code, null]);
    expect(said.error).toMatch(reason);
  });

  test('explains what is wrong with a store, and continues if nothing is lost', async () => {
    await mkdir(path.join(home, 'broken'));
    await writeFile(path.join(home, 'broken', 'service.lock'), 'nothing of the kind '.repeat(500));
    expect(await almanac(['ls'], {}, 'broken')).toMatchObject({ code: 0, error: '' });
    await writeFile(path.join(home, 'broken', 'catalogue.sqlite'), 'nothing of the kind '.repeat(500));
    const commands = [['ls'], ['publish', 'towns.csv', '--to', 'a/b'], ['user', 'list'], ['serve', '--port', '0']];
    for (const words of commands) {
      const said = await almanac(words, {}, 'broken');
      expect([said.code, said.error.match(/ {4}at /)]).toEqual([1, null]);
      expect(said.error).toMatch(/catalogue\.sqlite is damaged .*from a backup/);
    }
  });

  test('works with another service, with a token from a variable', async () => {
    const there = await startService({ dataFolder: path.join(home, 'there') });
    try {
      const token = await there.issueOperatorToken();
      const words = ['publish', 'towns.csv', '--to', 'geo/towns', '--service', there.url];
      expect((await almanac(words, {}, 'here')).error).toMatch(/sign in/);
      expect((await almanac([...words, '--token-env', 'NONE'], {}, 'here')).error).toMatch(/NONE is empty/);
      const sent = await almanac([...words, '--token-env', 'SECRET', '--json'], { SECRET: token }, 'here');
      expect(JSON.parse(sent.out), sent.error).toMatchObject({ ok: true, rows: 3 });
      expect(sent.out + sent.error).not.toContain(token);
      const address = `${there.url}api/v1/namespaces/geo/datasets/towns/`;
      const exported = await almanac(['export', `${address}data/?people__gt=10`, '--to', 'there.csv'], {}, 'here');
      expect(exported.code, exported.error).toBe(0);
      expect(await read('there.csv')).toBe('code,name,people\r\n010,"Bo, West",20\r\n');
      expect((await almanac(['verify', address], {}, 'here')).code).toBe(0);
      const pinned = await almanac(['pin', address, '--json'], {}, 'here');
      expect(JSON.parse(pinned.out), pinned.error).toMatchObject({
        ok: true,
        dataset: 'geo/towns',
        rows: 3,
        present: false,
      });
      expect(JSON.parse((await almanac(['pin', address, '--json'], {}, 'here')).out)).toMatchObject({ present: true });
    } finally {
      await there.close();
    }
  });

  test('reaches a store that another process serves', async () => {
    const there = await startService({ dataFolder: path.join(home, 'data') });
    try {
      const exported = await almanac(['export', 'geo/towns', '--to', 'shared.csv', '--fields', 'code']);
      expect(exported.code, exported.error).toBe(0);
      expect(await read('shared.csv')).toBe('code\r\n007\r\n010\r\n\r\n');
      const published = await almanac(['publish', 'towns.csv', '--to', 'geo/shared', '--json']);
      expect(JSON.parse(published.out), published.error).toMatchObject({ ok: true, rows: 3 });
      expect((await almanac(['ls'])).out).toMatch(/shared/);
      const origin = await startService({ dataFolder: path.join(home, 'origin') });
      try {
        const place = {
          namespace: { slug: 'geo', label: 'Geo', published: true },
          dataset: { slug: 'towns', label: 'Towns' },
        };
        await publishNew(origin.deps, place, { path: path.join(home, 'towns.csv'), format: 'csv' });
        const address = `${origin.url}api/v1/namespaces/geo/datasets/towns/`;
        const pinned = await almanac(['pin', address, '--json']);
        expect(JSON.parse(pinned.out), pinned.error).toMatchObject({
          ok: true,
          rows: 3,
          present: false,
          public: false,
        });
        const [namespace = '', dataset = ''] = JSON.parse(pinned.out).dataset.split('/');
        const copy = `${there.url}api/v1/namespaces/${namespace}/datasets/${dataset}/`;
        expect((await fetch(copy)).status).toBe(401);
        const forAll = await almanac(['pin', address, '--public', '--json']);
        expect(JSON.parse(forAll.out), forAll.error).toMatchObject({ ok: true, present: false, public: true });
        const [open = ''] = JSON.parse(forAll.out).dataset.split('/');
        expect(open).not.toBe(namespace);
        expect((await fetch(copy.replace(`/${namespace}/`, `/${open}/`))).status).toBe(200);
        const again = await almanac(['pin', address, '--json']);
        expect(JSON.parse(again.out), again.error).toMatchObject({ ok: true, rows: 3, present: true });
      } finally {
        await origin.close();
      }
      // The command's temporary token is revoked when it ends.
      const tokens = await there.deps.catalogue.records.selectFrom('tokens').select('label').execute();
      expect(tokens.filter(({ label }) => label.startsWith('command'))).toEqual([]);
    } finally {
      await there.close();
    }
  });
});

test('every exit code is in the documentation, and no other', async () => {
  const text = await readFile(path.join(import.meta.dirname, '../../docs/cli.md'), 'utf8');
  const documented = [...text.matchAll(/^\| (\d+) \|/gm)].map(([, code]) => Number(code));
  expect(documented).toEqual(Object.values(jobExitCodes).sort((a, b) => a - b));
});

describe('progress', () => {
  const step = { phase: 'reading', rows: 1000, bytes: 2_500_000, fraction: 0.5 } as const;
  test('on a terminal is a bar that is redrawn, elsewhere an occasional line', () => {
    let clock = 0;
    const drawn: string[] = [];
    const bar = showProgress({ isTTY: true, columns: 60, write: (text) => drawn.push(text) }, () => clock);
    const written: string[] = [];
    const lines = showProgress({ write: (text) => written.push(text) }, () => clock);
    for (; clock <= 3000; clock += 50) {
      bar.report(step);
      lines.report(step);
    }
    bar.end();
    lines.end();
    expect(drawn[0]).toBe('\r\u001b[K[############------------] reading, 50 %, 1,000 rows, 2.5 M');
    expect(drawn.length).toBeGreaterThan(25);
    expect(drawn.at(-1)).toBe('\r\u001b[K');
    expect(written).toEqual(['reading, 50 %, 1,000 rows, 2.5 MB\n', 'reading, 50 %, 1,000 rows, 2.5 MB\n']);
  });
  test('in words', () => {
    const known = { ...step, rowsPerSecond: 1234.5, bytesPerSecond: 1, remainingSeconds: 75 };
    expect(progressWords(known)).toBe('reading, 50 %, 1,000 rows, 2.5 MB, 1,235 rows/s, 1 min 15 s left');
    const waiting = { ...known, phase: 'waiting-for-version', rows: 0, bytes: 0, rowsPerSecond: null } as const;
    expect(progressWords(waiting)).toBe('waiting for another version, 50 %, 1 B/s, 1 min 15 s left');
  });
});
