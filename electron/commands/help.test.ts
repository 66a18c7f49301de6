import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { almanacProgram } from './program.ts';
import { commandDefinitions } from './running/help/define-command.ts';
import { commandsIn, shortName } from './running/help/finish-program.ts';
import { commandHere } from './testing/run-command.ts';

let home: string;
beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'almanac-help-'));
});
afterAll(() => rm(home, { recursive: true, force: true }));

const names = ['', ...commandsIn(almanacProgram()).map(shortName)];
const below = (name: string) => path.join(home, name);

test('every command has examples', () => {
  const withExamples = Object.entries(commandDefinitions).filter(([, { examples }]) => examples.length > 0);
  expect(withExamples.map(([name]) => name).toSorted()).toEqual(names.toSorted());
});

test.each(names)('the help of "%s" has examples first, then exit codes', async (name) => {
  const { code, out } = await commandHere([...name.split(' ').filter((word) => word !== ''), '--help']);
  expect(code).toBe(0);
  expect(out).toMatch(/^Examples:\n {2}\S.*\n[\s\S]*\nUsage: almanac[\s\S]*\nExit codes:\n[\s\S]*\nDocumentation: /);
});

test('the help of the program has its commands in groups, and the variables', async () => {
  const { out } = await commandHere(['--help']);
  for (const part of ['Data:', 'Store:', 'Window and service:', 'Environment:', 'ALMANAC_DATA'])
    expect(out).toContain(part);
  expect((await commandHere(['--version'])).out).toMatch(/^\d+\.\d+\.\d+\S*\n$/);
});

test.each([
  [['export', 'geo/towns'], 'almanac export --help'],
  [['export', 'towns', '--to', 'x.csv'], 'almanac export --help'],
  [['export', 'geo/towns', '--to', 'x.unknown'], 'almanac export --help'],
  [['follow', 'set', 'geo/towns'], 'almanac follow set --help'],
  [['query', 'towns'], 'almanac query --help'],
  [['ls', 'ftp://example.org/'], null],
])('%j is an invalid use, and JSON says so too', async (words, help) => {
  const given = [...words, '--data', below('data')];
  const outcome = await commandHere(given);
  expect([outcome.code, outcome.error]).toEqual([2, help === null ? expect.anything() : expect.stringContaining(help)]);
  const json = await commandHere([...given, '--json']);
  expect([json.code, json.error]).toEqual([2, '']);
  expect(json.out.trimEnd()).not.toContain('\n');
  expect(JSON.parse(json.out)).toMatchObject({ ok: false, failure: { message: expect.any(String) } });
});

test('the American spelling is understood, and a group does not take the name that follows it', async () => {
  await writeFile(below('towns.csv'), 'code\n1\n');
  const data = ['--data', below('data')];
  const published = await commandHere([
    'publish',
    below('towns.csv'),
    '--to',
    'geo/us',
    '--license',
    'CC0-1.0',
    ...data,
  ]);
  expect(published.code, published.error).toBe(0);
  const program = almanacProgram();
  const add = program.commands.find((one) => one.name() === 'user')?.commands.find((one) => one.name() === 'add');
  const { operands } = add?.parseOptions(['--group', 'readers', '--group', 'editors', 'anna']) ?? { operands: [] };
  expect([operands, add?.opts().group]).toEqual([['anna'], ['readers', 'editors']]);
});

/** Whether a program is installed here. */
function isInstalled(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

describe('completion', () => {
  test.runIf(isInstalled('bash')).each([
    [['ex'], ['export']],
    [['follow', 'ch'], ['check']],
    [['export', 'geo/towns', '--format', 'p'], ['parquet']],
    [['publish', 'towns.csv', '--rej'], ['--rejects']],
  ])('in bash of %j', async (words, expected) => {
    const { out } = await commandHere(['completion', 'bash']);
    const line = ['almanac', ...words].map((word) => `'${word}'`).join(' ');
    const use = `COMP_WORDS=(${line}); COMP_CWORD=${words.length}; _almanac; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const shown = execFileSync('bash', ['-c', `${out}\n${use}`], { encoding: 'utf8' });
    expect(shown.trim().split('\n')).toEqual(expected);
  });

  test.each(['zsh', 'fish'])('in %s is a valid script', async (shell) => {
    const { out } = await commandHere(['completion', shell]);
    expect(out).toContain('export');
    await writeFile(below(`completion.${shell}`), out);
    if (isInstalled(shell)) execFileSync(shell, ['-n', below(`completion.${shell}`)]);
  });
});
