import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { file, openSite, type Site } from '../follow/testing/site.ts';
import { jobExitCodes } from './running/run.ts';
import { commandLine, TestChildren } from './testing/child-processes.ts';
import { commandHere } from './testing/run-command.ts';

const children = new TestChildren();
let site: Site;
let home = '';
beforeAll(async () => {
  site = await openSite();
  home = await mkdtemp(path.join(tmpdir(), 'almanac-follow-command-'));
});
afterAll(async () => {
  await children.endAll();
  await site.close();
  await rm(home, { recursive: true, force: true });
});

const follow = (...words: readonly string[]) => commandHere(['follow', ...words, '--data', path.join(home, 'data')]);
const listed = async () => JSON.parse((await follow('list', '--json')).out) as unknown;

test('follows, checks, pauses and stops, alone and beside a running service', async () => {
  const address = `${site.base}/cases.csv`;
  site.pages.set('/cases.csv', file('id,cases\n1,10\n2,20\n'));
  const refused = await follow(address, '--to', 'web/cases');
  expect([refused.code, refused.error]).toEqual([
    jobExitCodes.failed,
    expect.stringContaining('only requested with your permission'),
  ]);
  const made = await follow(address, '--to', 'web/cases', '--every', '6h', '--allow-private', '--json');
  expect([made.code, JSON.parse(made.out)]).toEqual([
    0,
    { ok: true, dataset: 'web/cases', address, every: '6h', version: expect.stringMatching(/^\d{20}$/), rows: 2 },
  ]);
  const record = {
    dataset: 'web/cases',
    address,
    every: '6h',
    versions: 1,
    lastCheck: expect.any(String),
    state: 'active',
  };
  expect(await listed()).toEqual({ followed: [record] });
  expect((await follow('check', 'web/cases')).out).toBe('web/cases: unchanged\n');

  const service = children.start(commandLine, ['serve', '--port', '0', '--data', path.join(home, 'data')]);
  await expect.poll(() => service.output.out).toContain('"ready":true');
  site.pages.set('/cases.csv', file('id,cases,note\n1,10,\n2,25,x\n3,30,\n'));
  expect((await follow('check', 'web/cases')).out).toMatch(
    /^web\/cases: new version \d{20}\. 1 row added\. 1 value changed in “cases”: \+5 \(id 2\)\. Column “note” is new\.\n$/,
  );
  site.pages.set('/more.csv', file('a\n1\n'));
  expect((await follow(`${site.base}/more.csv`, '--to', 'web/more', '--allow-private')).code).toBe(0);
  const failed = await follow(`${site.base}/none.csv`, '--to', 'web/none', '--allow-private');
  expect([failed.code, failed.error]).toEqual([jobExitCodes.failed, expect.stringContaining('not found')]);
  expect((await follow('pause', 'web/cases')).out).toBe('web/cases: paused\n');
  expect((await follow('list')).out).toMatch(/web\/cases +6h +2 +\S+ \S+ +paused +http/);
  expect((await follow('resume', 'web/cases')).out).toBe('web/cases: active\n');
  expect((await follow('remove', 'web/cases')).code).toBe(0);
  expect((await follow('check', 'web/cases')).code).toBe(jobExitCodes.failed);
  expect(await listed()).toMatchObject({ followed: [{ dataset: 'web/more' }] });
  service.child.kill('SIGTERM');
  expect((await service.ended).code).toBe(0);
  const ls = await commandHere(['ls', '--data', path.join(home, 'data'), '--json']);
  expect(JSON.parse(ls.out).namespaces[0].datasets.map(({ slug }: { slug: string }) => slug)).toEqual([
    'cases',
    'more',
  ]);
});

test('asks which table to follow if there are several, and for required parameters', async () => {
  const { zipSync, strToU8 } = await import('fflate');
  const zip = Buffer.from(zipSync({ 'a.csv': strToU8('x\n1\n'), 'b.csv': strToU8('y\n2\n') }));
  site.pages.set('/all.zip', file(zip, { 'content-type': 'application/zip' }));
  const several = await follow(`${site.base}/all.zip`, '--to', 'web/b', '--allow-private');
  expect([several.code, several.error]).toEqual([
    jobExitCodes.usage,
    expect.stringMatching(/--entry ID[\s\S]*a\.csv[\s\S]*b\.csv/),
  ]);
  expect((await follow(`${site.base}/all.zip`, '--to', 'web/b', '--allow-private', '--entry', 'b.csv')).code).toBe(0);
  for (const words of [[], ['http://x.example/'], ['http://x.example/', '--to', 'web/x', '--every', 'often']]) {
    expect((await follow(...words)).code).toBe(jobExitCodes.usage);
  }
});

test('changes settings, and accepts or rejects held versions', async () => {
  const name = 'web/guarded';
  site.pages.set('/guarded.csv', file('id,cases\n1,10\n2,20\n'));
  const words = ['--to', name, '--allow-private', '--keep', '30d,26w'];
  expect((await follow(`${site.base}/guarded.csv`, ...words)).code).toBe(0);
  const set = await follow('set', name, '--every', '1w', '--keep', '5', '--rows-fell', 'off', '--key', 'id', '--json');
  expect(JSON.parse(set.out)).toMatchObject({
    ok: true,
    every: '1w',
    retention: { kind: 'last', versions: 5 },
    guards: { rowsFell: null, columnGone: true },
    key: ['id'],
    estimate: { versions: 1, removed: 0 },
  });
  expect((await follow('set', name, '--key', 'none')).error).toContain('none');
  expect((await follow('set', name)).code).toBe(jobExitCodes.usage);
  expect((await follow('set', name, '--keep', 'some')).code).toBe(jobExitCodes.usage);
  expect((await follow('accept', name)).error).toContain('waits for a decision');

  site.pages.set('/guarded.csv', file('id\n1\n2\n'));
  expect((await follow('check', name)).out).toContain('held for review');
  expect((await follow('reject', name)).out).toBe(`${name}: rejected.\n`);
  expect((await follow('check', name)).out).toBe(`${name}: unchanged\n`);

  // Beside a running service, which then decides.
  const service = children.start(commandLine, ['serve', '--port', '0', '--data', path.join(home, 'data')]);
  await expect.poll(() => service.output.out).toContain('"ready":true');
  site.pages.set('/guarded.csv', file('id\n1\n2\n3\n'));
  expect((await follow('check', name)).out).toContain('held for review');
  expect((await follow('accept', name)).out).toMatch(/^web\/guarded: published as version \d{20}\.\n$/);
  expect((await follow('set', name, '--column-gone', 'off', '--notify', 'off', '--json')).out).toContain(
    '"notify":false',
  );
  service.child.kill('SIGTERM');
  expect((await service.ended).code).toBe(0);
});
