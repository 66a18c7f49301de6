import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { almanacProgram } from './program.ts';
import { commandsIn, shortName } from './running/help/finish-program.ts';
import { exitCodes } from './running/run.ts';
import { commandHere } from './testing/run-command.ts';

let home: string;
const below = (name: string) => path.join(home, name);
beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'almanac-arguments-'));
  await writeFile(below('towns.csv'), 'code\n1\n');
  await writeFile(below('wrong.json'), '[{"source":1}]');
  for (const _ of [1, 2])
    await commandHere(['publish', below('towns.csv'), '--to', 'geo/towns', '--data', below('data')]);
});
afterAll(() => rm(home, { recursive: true, force: true }));

/** Names what a service or a file may have, or a place: only work shows whether it is right. */
const anything = null;

/** A wrong value of each option, by its name, with its command where commands differ. `@` begins a file's name. */
const wrongValues: Readonly<Record<string, string | typeof anything>> = {
  '--aggregate': 'n',
  '--allow-private': 'maybe',
  '--cache-size': '2 apples',
  '--catalogue': 'mysql://host/name',
  '--catalogue-password-file': anything,
  '--collation': 'xx',
  '--column-gone': 'maybe',
  '--column-retyped': 'maybe',
  '--column-starts': 'first',
  '--columns': '@wrong.json',
  '--comment': anything,
  '--contact': anything,
  '--crs': anything,
  '--data': anything,
  '--dates': 'year-first',
  '--decimal': ';',
  '--delimiter': '',
  '--description': anything,
  '--drain': 'soon',
  '--email': anything,
  '--encoding': 'klingon',
  '--entry': anything,
  '--every': 'often',
  '--excel': '|',
  '--fields': 'missing',
  '--file-column': 'name',
  '--filter': 'missing=1',
  '--format': 'doc',
  '--group': anything,
  '--group-by': 'missing',
  '--having': 'n',
  '--header-row': '0',
  '--header-rows': 'two',
  '--headings': 'capitals',
  '--host': anything,
  '--into': anything,
  '--keep': 'some',
  '--key': '',
  'diff --key': 'missing',
  '--label': anything,
  '--leave-out': '9-2',
  '--licence': anything,
  '--license': anything,
  '--limit': '-1',
  '--max-rows': '0',
  '--missing': anything,
  '--mode': 'merge',
  '--note': anything,
  '--notify': 'maybe',
  '--objects': 'ftp://bucket',
  '--ordering': 'missing',
  '--port': '70000',
  '--public': 'maybe',
  '--public-name': 'a b',
  '--quote': 'ab',
  '--rate-limit': '0',
  '--records': anything,
  '--redirect-downloads': 'objects',
  '--rejects': anything,
  '--rows-fell': '101',
  '--rows-from': anything,
  '--scrub': 'daily',
  '--search': anything,
  '--service': 'ftp://statistics.example',
  '--sheet': anything,
  '--skip': '-1',
  '--sort': 'missing',
  '--source': anything,
  '--sql': anything,
  '--thousands': '11',
  '--timeout': '0',
  'export --to': '@towns.doc',
  'follow --to': 'geo/ü',
  'migrate --to': 'mysql://host/name',
  'publish --to': 'geo/ü',
  '--token-env': anything,
  '--trust-proxy': 'everyone',
  '--version': anything,
};

/** What the commands need besides the option. */
const needed: Readonly<Record<string, readonly string[]>> = {
  publish: ['@towns.csv', '--to', 'geo/other'],
  export: ['geo/towns', '--to', '@out.csv'],
  follow: ['http://127.0.0.1:9/towns.csv', '--to', 'geo/followed'],
  'follow set': ['geo/towns'],
  rename: ['geo/towns', 'other'],
  edit: ['geo/towns', '--label', 'Towns'],
  'trash list': [],
  'trash empty': [],
  ls: ['geo'],
  serve: ['--port', '0'],
  migrate: [],
};

const inPlace = (word: string) => (word.startsWith('@') ? below(word.slice(1)) : word);

const cases = commandsIn(almanacProgram()).flatMap((command) => {
  const name = shortName(command);
  return command.options.flatMap(({ long, required, optional }) => {
    if (long === undefined || (!required && !optional)) return [];
    const wrong = wrongValues[`${name} ${long}`] ?? wrongValues[long];
    const words = [...name.split(' '), ...(needed[name] ?? ['geo/towns'])];
    return wrong === anything ? [] : [{ option: `${name} ${long}`, words, value: wrong, long }];
  });
});

test.each(cases)(
  'a wrong value of $option is an invalid argument',
  async ({ words, long, value = 'not in the table' }) => {
    const given = [...words, `${long}=${inPlace(value)}`, '--data', below('data')].map(inPlace);
    const { code, error } = await commandHere(given);
    expect([code, error]).toEqual([exitCodes.usage, expect.stringMatching(/\S/)]);
  },
);

test.each([
  ['ls', 'ftp://statistics.example/'],
  ['show', 'towns'],
  ['rename', 'geo/towns', 'a b'],
  ['publish', '@towns.csv', '--to', 'http://127.0.0.1:9/api/v1/namespaces/geo/datasets/ü/'],
  ['publish', '@towns.csv', '--to', 'geo/other', '--columns', '@towns.csv'],
  ['follow', 'ftp://statistics.example/', '--to', 'geo/followed'],
  ['completion', 'cmd'],
  ['trash', 'restore'],
  ['nonsense'],
])('%s %s %s is an invalid use', async (...words) => {
  const { code, error } = await commandHere([...words.map(inPlace), '--data', below('data')]);
  expect([code, error]).toEqual([exitCodes.usage, expect.stringMatching(/\S/)]);
});
