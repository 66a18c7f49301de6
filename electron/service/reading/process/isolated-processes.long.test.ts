import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { access, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { rejectsFileName } from '../../files/stored-files.ts';
import { openRowStore, type RowStoreOptions } from '../../opening/open-row-store.ts';
import type { RowStore } from '../../rows/row-store.ts';
import { IngestError } from '../reading.ts';
import { sharedSpares } from './isolated-processes.ts';
import { isReader, readersOf, signalReader } from './testing/readers-for-test.ts';

let folder: string;
let rows: RowStore;
let file: string;
beforeEach(async () => {
  // The processes that these tests count are all of this one.
  await sharedSpares.end();
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-isolated-'));
  file = path.join(folder, 'table.csv');
});
afterEach(async () => {
  await rows?.close();
  await rm(folder, { recursive: true, force: true });
});

async function open(isolated: RowStoreOptions['isolated'] = {}): Promise<void> {
  rows = await openRowStore(path.join(folder, 'store'), { isolated, prepareAlways: false });
}

const largeRows = 300_000;
/** A table that takes longer to read than starting a process. */
async function writeLarge(): Promise<void> {
  const line = 'some words of a text,12345.678,POINT (1 2),another text of some length\n';
  await writeFile(file, `a,b,c,d\n${line.repeat(largeRows)}`);
}

const ingest = (signal?: AbortSignal) =>
  rows.ingest('v1', { path: file, format: 'csv' }, {}, signal === undefined ? {} : { signal });

async function expectNothingLeft(): Promise<void> {
  for (const name of ['unfinished', 'spill', 'versions']) {
    expect([name, await readdir(path.join(folder, 'store', name))]).toEqual([name, []]);
  }
}

describe('the process that reads files', () => {
  test('is killed with a message if it uses too much memory', async () => {
    await open({ residentLimitBytes: 2 ** 20 });
    await writeFile(file, 'a\n1\n');
    await expect(ingest()).rejects.toThrow(/Reading "table.csv" took more than 1 MiB of memory and was stopped/);
    await expect(ingest()).rejects.toBeInstanceOf(IngestError);
    await expectNothingLeft();
  });

  test('is killed with a message if it makes no progress', async () => {
    await open({ idleLimitMs: 1 });
    await writeFile(file, 'a\n1\n');
    await expect(ingest()).rejects.toThrow(/Reading "table.csv" made no progress for 1 minutes? and was stopped/);
    await expectNothingLeft();
  });

  test.runIf(process.platform === 'linux')('may crash, which is reported, and the next one works', async () => {
    await open();
    await writeLarge();
    const reading = ingest();
    reading.catch(() => undefined);
    await expect.poll(() => readersOf(process.pid)).toHaveLength(1);
    for (const pid of await readersOf(process.pid)) signalReader(pid, 'SIGSEGV');
    await expect(reading).rejects.toThrow(/The reader of "table.csv" crashed \(SIGSEGV\)/);
    await expectNothingLeft();
    await writeFile(file, 'a\n1\n');
    expect((await ingest()).rows).toBe(1);
  });

  test.runIf(process.platform === 'linux')(
    'may crash while it writes rejected records, and leaves none behind',
    async () => {
      await open();
      await writeFile(file, `a\n1\n${`${'x'.repeat(300)}\n`.repeat(300_000)}`);
      const beside = path.join(folder, 'beside');
      await mkdir(beside);
      const columns = [{ source: 'a', type: 'integer' }] as const;
      const rejects = path.join(beside, 'rejects.csv');
      const reading = rows.ingest('v1', { path: file, format: 'csv', columns }, { rejects }, {});
      reading.catch(() => undefined);
      await expect.poll(() => readersOf(process.pid)).toHaveLength(1);
      const readers = await readersOf(process.pid);
      const written = path.join(folder, 'store', 'unfinished', 'v1', rejectsFileName);
      await expect.poll(() => existsSync(written), { interval: 5 }).toBe(true);
      for (const pid of readers) signalReader(pid, 'SIGSEGV');
      await expect(reading).rejects.toThrow(/crashed/);
      expect(await readdir(beside)).toEqual([]);
      await expectNothingLeft();
    },
  );

  test('is killed by an abort, and leaves nothing behind', async () => {
    await open();
    await writeLarge();
    const stop = new AbortController();
    const reason = new Error('Enough.');
    const reading = rows.ingest(
      'v1',
      { path: file, format: 'csv' },
      {},
      {
        signal: stop.signal,
        onProgress: () => stop.abort(reason),
      },
    );
    await expect(reading).rejects.toBe(reason);
    await expectNothingLeft();
  });

  test('returns bad values, notes and progress unchanged', async () => {
    await open();
    await writeFile(file, `a,b\n${'1,2020-01-01\n'.repeat(30_000)}x,2020-01-01\n`);
    const columns = [{ source: 'a', type: 'integer' }] as const;
    const failure = await rows.ingest('v1', { path: file, format: 'csv', columns }, {}, {}).catch((error) => error);
    expect(failure).toBeInstanceOf(IngestError);
    expect(failure).toMatchObject({ count: 1, badValues: [{ row: 30_001, line: 30_002, column: 'a', value: 'x' }] });
    const rejects = path.join(folder, 'rejects.csv');
    const stored = await rows.ingest('v2', { path: file, format: 'csv', columns }, { rejects }, {});
    expect(stored).toMatchObject({ key: 'v2', rows: 30_000, rejected: 1 });
    await access(rejects);
  });

  test.runIf(process.platform === 'linux')('exits when its parent process ends', async () => {
    await writeLarge();
    const helper = path.join(import.meta.dirname, 'testing/ingest-for-test.ts');
    const parent: ChildProcess = fork(helper, [path.join(folder, 'store'), file], { execArgv: [] });
    const pid = parent.pid ?? 0;
    await expect.poll(() => readersOf(pid)).toHaveLength(1);
    const readers = await readersOf(pid);
    parent.kill('SIGKILL');
    await expect.poll(async () => (await Promise.all(readers.map(isReader))).includes(true)).toBe(false);
  });

  // Any two processes exceed the budget of these tests, and so does a single one.
  test('share a budget: of two imports, the younger restarts when the older has finished', async () => {
    await open({ budgetBytes: 1 });
    await writeLarge();
    const small = path.join(folder, 'small.csv');
    await writeFile(small, 'a\n1\n');
    const order: string[] = [];
    const older = ingest().then(({ rows: count }) => order.push(`older ${count}`));
    await expect.poll(() => readersOf(process.pid)).toHaveLength(1);
    const younger = rows
      .ingest('v2', { path: small, format: 'csv' }, {}, { caller: 'another' })
      .then(({ rows: count }) => order.push(`younger ${count}`));
    await Promise.all([older, younger]);
    expect(order).toEqual([`older ${largeRows}`, 'younger 1']);
    for (const name of ['unfinished', 'spill']) expect(await readdir(path.join(folder, 'store', name))).toEqual([]);
  });

  test('a preview, for which a user waits, takes precedence over an import, which restarts', async () => {
    await open({ budgetBytes: 1 });
    await writeLarge();
    const reading = ingest();
    await expect.poll(() => readersOf(process.pid)).toHaveLength(1);
    const [first = 0] = await readersOf(process.pid);
    const small = path.join(folder, 'small.csv');
    await writeFile(small, 'a\n1\n');
    const preview = await rows.preview({ path: small }, 'show', folder, undefined);
    expect(preview.survey.columns).toHaveLength(1);
    expect(await isReader(first)).toBe(false);
    expect((await reading).rows).toBe(largeRows);
  });

  test.runIf(process.platform === 'linux')('an import that waits for memory can be aborted', async () => {
    await open({ budgetBytes: 1 });
    await writeLarge();
    const older = ingest();
    await expect.poll(() => readersOf(process.pid)).toHaveLength(1);
    const [held = 0] = await readersOf(process.pid);
    process.kill(held, 'SIGSTOP');
    const stop = new AbortController();
    const source = { path: file, format: 'csv' } as const;
    const younger = rows.ingest('v2', source, {}, { caller: 'another', signal: stop.signal });
    const reason = new Error('Enough.');
    younger.catch(() => undefined);
    await expect.poll(() => readersOf(process.pid), { interval: 5 }).toHaveLength(2);
    await expect.poll(() => readersOf(process.pid)).toEqual([held]);
    stop.abort(reason);
    await expect(younger).rejects.toBe(reason);
    process.kill(held, 'SIGCONT');
    expect((await older).rows).toBe(largeRows);
  });
});
