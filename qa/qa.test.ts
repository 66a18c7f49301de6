import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { migrations } from '../electron/service/catalogue/database/migrate.ts';

const qa = (...words: string[]) =>
  spawnSync(process.execPath, [path.join(import.meta.dirname, 'qa.ts'), ...words], { encoding: 'utf8' });

it('lists what the table in its README has', () => {
  const { status, stdout } = qa();
  const listed = [...stdout.matchAll(/^ {2}([a-z][a-z-]+) .*\w/gm)].map(([, name]) => name);
  const table = readFileSync(path.join(import.meta.dirname, 'README.md'), 'utf8').matchAll(/^\| `([a-z-]+)` \|/gm);
  expect([status, listed.length > 15]).toEqual([0, true]);
  expect(listed).toEqual([...table].map(([, name]) => name));
});

it('refuses an unknown name with the nearest one, and shows the options of a program and of tests', () => {
  const unknown = qa('simulat');
  expect([unknown.status, unknown.stderr]).toEqual([2, expect.stringContaining('Did you mean simulate?')]);
  for (const name of ['soak', 'simulate']) {
    const { status, stdout } = qa(name, '--help');
    expect([name, status, stdout]).toEqual([name, 0, expect.stringMatching(/qa -- \w+ \[options\][\s\S]*--seed/)]);
  }
  expect(qa('simulate', '--sed', '1').status).toBe(2);
});

it('has a store of each schema of the catalogue before this one', () => {
  const isKept = (schema: number) =>
    existsSync(path.join(import.meta.dirname, `upgrades/stores/schema-${schema}.tar.gz`));
  const schemas = migrations.map((_, at) => at + 1).slice(0, -1);
  expect(schemas.filter((schema) => !isKept(schema))).toEqual([]);
});
