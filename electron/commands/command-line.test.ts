import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandLine } from './testing/child-processes.ts';
import { commandHere } from './testing/run-command.ts';

let folder: string;
const started: ChildProcessWithoutNullStreams[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-cli-'));
});

afterAll(async () => {
  for (const child of started) if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

function almanac(...words: string[]): ChildProcessWithoutNullStreams {
  const child = spawn(process.execPath, [commandLine, ...words], { env: { ...process.env, ALMANAC_DATA: '' } });
  started.push(child);
  return child;
}

interface Outcome {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

async function finished(child: ChildProcessWithoutNullStreams, input = ''): Promise<Outcome> {
  child.stdin.end(input);
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code, out, err };
}

/** The first line of a child's output. */
function firstLine(child: ChildProcessWithoutNullStreams): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (part) => {
      said += part;
      const [line, rest] = said.split('\n', 2);
      if (rest !== undefined) resolve(line ?? '');
    });
    child.once('close', () => reject(new Error('It ended before it had printed a line')));
  });
}

test.each(['SIGINT', 'SIGTERM'] as const)(
  'serve reports its address in one line, answers, and ends cleanly on %s',
  async (signal) => {
    const data = path.join(folder, signal);
    const child = almanac('serve', '--port', '0', '--data', data);
    const ready = JSON.parse(await firstLine(child));
    expect(ready).toEqual({ ready: true, url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/$/), data });
    const answer = await fetch(new URL('api/', ready.url));
    expect(await answer.json()).toEqual({ versions: [{ url: `${ready.url}api/v1/`, name: 'Version 1', number: 1 }] });
    child.kill(signal);
    const [code] = await once(child, 'close');
    expect(code).toBe(0);
  },
);

test('ls lists the contents of a running service, by its address or by its data folder', async () => {
  const data = path.join(folder, 'listed');
  const file = path.join(folder, 'towns.csv');
  await writeFile(file, 'code,name\n0101,Bergen\n0102,Voss\n');
  const published = await commandHere(['publish', file, '--to', 'places/towns', '--data', data]);
  expect(published.code, published.error).toBe(0);

  const serving = almanac('serve', '--port', '0', '--data', data);
  const { url } = JSON.parse(await firstLine(serving));
  const expected = [
    expect.objectContaining({
      slug: 'places',
      datasets: [
        expect.objectContaining({ slug: 'towns', rows: 2, columns: 2, version: expect.stringMatching(/^\d{20}$/) }),
      ],
    }),
  ];
  for (const where of [[url], ['--data', data]]) {
    const listed = await commandHere(['ls', ...where, '--json']);
    expect(listed.code).toBe(0);
    expect(JSON.parse(listed.out)).toEqual({ address: url, namespaces: expected });
  }
  const table = await finished(almanac('ls', url));
  expect(table.out).toMatch(/towns +towns +2 +2 +\d{20}/);
  serving.kill('SIGTERM');
  await once(serving, 'close');
});

test('accounts are created and listed, and get tokens; a password is never an argument', async () => {
  const data = path.join(folder, 'accounts');
  const made = await finished(
    almanac('user', 'add', 'anna', '--group', 'readers', '--data', data),
    'a long password\n',
  );
  expect(made).toEqual({ code: 0, out: 'Created the account "anna".\n', err: '' });
  const listed = await commandHere(['user', 'list', '--data', data]);
  expect(listed.out).toBe('anna  (readers)\n');
  const token = await commandHere(['user', 'token', 'anna', '--data', data]);
  expect(token.out).toMatch(/^[0-9a-f]{40}\n$/);
  const again = await finished(almanac('user', 'add', 'anna', '--data', data), 'a long password\n');
  expect(again.code).toBe(1);
  expect(again.err).toMatch(/^almanac: .*anna/);
});

test('invalid arguments exit with 2 and name the problem; an unreachable service exits with 1', async () => {
  const port = await finished(almanac('serve', '--port', '70000'));
  expect(port.code).toBe(2);
  expect(port.err).toContain('Expected a whole number from 0 to 65535.');
  const size = await commandHere(['serve', '--cache-size', '2 apples']);
  expect([size.code, size.error]).toEqual([2, expect.stringContaining('Expected a number of bytes')]);
  const unreachable = await commandHere(['ls', 'http://127.0.0.1:9/', '--data', path.join(folder, 'none')]);
  expect(unreachable.code).toBe(1);
  expect(unreachable.error).toMatch(/^almanac: \S/);
  expect(unreachable.out).toBe('');
  expect(unreachable.error.trim().split('\n')).toHaveLength(1);
});
