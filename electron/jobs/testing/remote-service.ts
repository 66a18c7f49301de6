import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type FaultyPages, openFaultyPages } from './faulty-proxy.ts';
import { openTestJobs, publishing, type TestJobs } from './test-jobs.ts';

/** Rows of the dataset that is published at the other service: four pages of an export. */
export const numbersCount = 20_000;

/** The dataset as a CSV file; `word` differs by version. */
export function numbersCsv(word: string): string {
  const lines = Array.from({ length: numbersCount }, (_, row) => `${row},${String(row).padStart(6, '0')},${word}`);
  return `id,code,word\r\n${lines.join('\r\n')}\r\n`;
}

/** Publishes the dataset as `tests/numbers`, or a further version of it. */
export async function publishNumbers(there: TestJobs, word: string): Promise<void> {
  const file = path.join(there.folder, 'numbers.csv');
  await writeFile(file, numbersCsv(word));
  await there.succeed(publishing(file, 'numbers'));
}

/** Another Almanac that reaches a service through a faulty proxy. */
export interface ProxiedAlmanac {
  readonly proxy: FaultyPages;
  here: TestJobs;
  /** Id of the connection. */
  readonly connection: string;
  close(): Promise<void>;
}

export async function openProxiedAlmanac(there: TestJobs): Promise<ProxiedAlmanac> {
  const proxy = await openFaultyPages(there.service.url);
  const here = await openTestJobs();
  const { id: connection } = await here.connections.add(proxy.url, 'There', '', new AbortController().signal);
  proxy.offsets.length = 0;
  const far: ProxiedAlmanac = {
    proxy,
    here,
    connection,
    async close() {
      await far.here.close();
      await proxy.close();
    },
  };
  return far;
}

/** The service that has the dataset, and an Almanac connected to it. */
export interface NumbersOverProxy {
  readonly there: TestJobs;
  readonly far: ProxiedAlmanac;
}

/**
 * Gives all tests of a file one service with the dataset, and each of them its own Almanac connected to it.
 * @param take called with both before each test
 */
export function withNumbersOverProxy(take: (places: NumbersOverProxy) => void): void {
  let there: TestJobs;
  let far: ProxiedAlmanac;
  beforeAll(async () => {
    there = await openTestJobs();
    await publishNumbers(there, 'one');
  });
  afterAll(() => there.close());
  beforeEach(async () => {
    far = await openProxiedAlmanac(there);
    take({ there, far });
  });
  afterEach(() => far.close());
}
