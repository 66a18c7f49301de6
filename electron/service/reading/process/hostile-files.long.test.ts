import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { shareOf } from '../../../lib/testing/tier.ts';
import { form, publishingTo } from '../../conformance/testing/publishing.ts';
import { underTest } from '../../conformance/testing/service-under-test.ts';
import { hostileFiles } from './testing/hostile-files-for-test.ts';

const under = underTest();
const { newDataset, publish } = publishingTo(under);

/** Continuously sends a small request to the service; returns the most processor time that this process took for one. */
async function probe(stop: AbortSignal): Promise<number> {
  let mostMs = 0;
  while (!stop.aborted) {
    const before = process.cpuUsage();
    expect((await under.ask('/api/v1/meta/')).status).toBe(200);
    const { user, system } = process.cpuUsage(before);
    mostMs = Math.max(mostMs, (user + system) / 1000);
    await wait(50);
  }
  return mostMs;
}

/** Not the time on the clock, which depends on what else the machine does. */
const generousMs = 2_000;

describe('a hostile file ends no process other than its reader, stalls no other request, and is refused with a message', () => {
  test.each(shareOf(hostileFiles(), 8).map((file) => [file.name, file] as const))(
    '%s',
    async (name, { bytes, words }) => {
      const dataset = await newDataset();
      const stop = new AbortController();
      const probing = probe(stop.signal);
      const { report } = await publish(dataset, { body: form(bytes, name) }).finally(() => stop.abort());
      expect(report.json).toMatchObject(
        words === null ? { state: 'ready', message: '' } : { state: 'failed', message: expect.stringMatching(words) },
      );
      expect(await probing).toBeLessThan(generousMs);
      const { dataFolder } = under.service;
      await expect.poll(() => readdir(path.join(dataFolder, 'rows', 'unfinished'))).toEqual([]);
      await expect.poll(() => readdir(path.join(dataFolder, 'rows', 'spill'))).toEqual([]);
    },
  );
});
