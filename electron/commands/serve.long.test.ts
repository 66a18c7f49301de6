import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commandLine, type StartedChild, TestChildren } from './testing/child-processes.ts';
import { commandHere } from './testing/run-command.ts';

let folder = '';
const children = new TestChildren();

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-serve-'));
});

afterEach(async () => {
  await children.endAll();
  await rm(folder, { recursive: true, force: true });
});

/** Starts `almanac serve` and waits until it is ready. */
async function serve(...words: readonly string[]): Promise<StartedChild & { readonly url: string }> {
  const started = children.start(commandLine, ['serve', '--port', '0', '--data', folder, ...words]);
  await expect.poll(() => started.output.out).toContain('\n');
  return { ...started, url: (JSON.parse(started.output.out) as { url: string }).url };
}

function statusOf(address: string, host?: string): Promise<number> {
  return new Promise((resolve, reject) => {
    request(address, { headers: host === undefined ? {} : { Host: host } }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    })
      .on('error', reject)
      .end();
  });
}

describe('almanac serve', () => {
  it('drains after SIGTERM: /health is 404 while requests are still answered; a second signal ends it', async () => {
    const { child, url, ended } = await serve('--drain', '1h');
    expect(await statusOf(`${url}health`)).toBe(200);
    child.kill('SIGTERM');
    await expect.poll(() => statusOf(`${url}health`)).toBe(404);
    expect(await statusOf(`${url}api/v1/meta/`)).toBe(200);
    child.kill('SIGTERM');
    expect((await ended).code).toBeNull();
  });

  it('is reached by its public names and no others, serves metrics and logs requests if asked to', async () => {
    const names = 'statistics.example.org, data.example.org';
    const { child, url, output, ended } = await serve(
      ...['--public-name', names, '--metrics', '--log-requests', '--drain', '1s'],
    );
    expect(await statusOf(`${url}api/v1/meta/`, 'statistics.example.org')).toBe(200);
    expect(await statusOf(`${url}api/v1/meta/`, 'data.example.org:443')).toBe(200);
    expect(await statusOf(`${url}api/v1/meta/`, 'evil.example.org')).toBe(400);
    expect(await statusOf(`${url}metrics`)).toBe(200);
    await expect.poll(() => output.error).toContain('"path":"/metrics"');
    child.kill('SIGTERM');
    expect((await ended).code).toBe(0);
  });

  it('neither serves metrics nor logs requests otherwise', async () => {
    const { child, url, ended } = await serve();
    expect(await statusOf(`${url}metrics`)).toBe(404);
    child.kill('SIGINT');
    expect(await ended).toMatchObject({ code: 0, error: '' });
  });

  it.each([
    ['a name with a port', ['--public-name', 'example.org:80'], /not a host name such as statistics\.example\.org/],
    ['an empty name', ['--public-name', 'a.org,'], /not a host name/],
    ['a limit of nothing', ['--rate-limit', '0'], /--rate-limit.*Expected a whole number from 1 to 1000000/],
    ['a time without a unit', ['--drain', '2'], /a number with a unit/],
    ['another kind of catalogue', ['--catalogue', 'mysql://db/almanac'], /postgres:\/\/user@host:5432\/database/],
    [
      'a password that others can see',
      ['--catalogue', 'postgres://almanac:secret@db/almanac'],
      /Other users of this computer can see a password.*ALMANAC_CATALOGUE_PASSWORD/,
    ],
    [
      'one in a parameter of the address',
      ['--catalogue', 'postgres:///almanac?host=/run/postgresql&password=secret'],
      /Other users of this computer can see a password/,
    ],
  ])('refuses %s', async (_, words, message) => {
    const { code, error } = await commandHere(['serve', '--data', folder, ...words]);
    expect([code, error]).toEqual([2, expect.stringMatching(message)]);
  });

  it('names a catalogue that it cannot reach, without the password', async () => {
    const words = ['serve', '--port', '0', '--data', folder, '--catalogue', 'postgres://almanac@127.0.0.1:1/almanac'];
    const env = { ALMANAC_CATALOGUE_PASSWORD: 'very secret' };
    const { code, error } = await commandHere(words, env);
    expect(code).toBe(1);
    expect(error).toMatch(/postgres:\/\/almanac@127\.0\.0\.1:1\/almanac cannot be used: nothing listens there/);
    expect(error).not.toContain('very secret');
  });
});
