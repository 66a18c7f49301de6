import { fork } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { openFollowing } from '../electron/follow/open-following.ts';
import { runFollow } from '../electron/follow/run-follow.ts';
import { previewFile } from '../electron/jobs/publish/planned-file.ts';
import { openService } from '../electron/service/service.ts';
import { usualGuards } from '../shared/follow.ts';
import { interleaved, median, medianRatio, report, seconds, show } from './measure.ts';
import { cacheFolder, tableFile, tableRows } from './table.ts';

/**
 * Following a large CSV for the first time, against downloading the same file and publishing it; and the processor time
 * of checks that find nothing new. The web server is a process of its own.
 */
const csv = await tableFile('csv');
const folder = join(cacheFolder, 'follow');
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const server = fork(join(import.meta.dirname, 'service/file-server.ts'), [csv]);
const ports = await new Promise<number[]>((resolve) =>
  server.once('message', (message) => resolve(message as number[])),
);
const local = await openService({ dataFolder: join(folder, 'data'), prepareRows: false }, 'command');
const scratch = join(folder, 'scratch');
const following = await openFollowing({
  local,
  scratch,
  report: (where, error) => console.error(where, error),
});
const { signal } = new AbortController();
const addressOf = (port: number | undefined, path: string) => `http://127.0.0.1:${port}/${path}`;
const created = { label: 'Bench', published: true, allowedGroups: [] };
let made = 0;

const times = await interleaved(
  3,
  {
    apart: async () => {
      const target = join(folder, 'downloaded.csv');
      const answer = await new Promise<IncomingMessage>((resolve) => get(addressOf(ports[0], 'table.csv'), resolve));
      await pipeline(answer, createWriteStream(target));
      const { plan: file } = await previewFile(local.files, { path: target, options: {} }, scratch, 'take-in');
      await local.publish(
        {
          namespace: { slug: 'bench', create: created },
          dataset: { slug: 'apart', create: { label: 'Apart', description: '' } },
          mode: 'replace',
          file,
          columns: [],
          sourceName: 'table.csv',
        },
        {},
      );
      await rm(target);
    },
    followed: async () => {
      made += 1;
      const choice = { kind: 'file' as const, address: addressOf(ports[0], 'table.csv'), entry: '', parameters: {} };
      await runFollow(
        {
          catalogue: local,
          access: following.access,
          check: (entry, work) => following.follower.check(entry, work),
          connection: 'local',
        },
        {
          kind: 'follow',
          choice,
          namespace: { slug: 'bench', create: created },
          dataset: { slug: `followed-${made}`, create: { label: 'Followed', description: '' } },
          every: '1d',
          allowPrivate: true,
          retention: { kind: 'all' },
          guards: usualGuards,
        },
        { id: 'bench', signal, report: () => {}, notice: () => {} },
      );
    },
  },
  async () => {
    for (const dataset of ['apart', `followed-${made}`]) await local.removeDataset({ namespace: 'bench', dataset });
  },
);
report({
  name: 'Following a CSV for the first time / downloading and publishing it',
  measured: medianRatio(times.followed, times.apart),
  unit: '×',
  bound: 1.1,
  detail: `${seconds(median(times.followed))} and ${seconds(median(times.apart))}, ${tableRows} rows`,
});

const checks = 1000;
const state = { etag: '"unchanged"', modified: null, bytes: 4 };
const now = new Date().toISOString();
for (let number = 0; number < checks; number += 1) {
  const address = addressOf(ports[number % ports.length], `small-${number}.csv`);
  await local.sources.create(
    { namespace: { slug: 'many', create: created }, dataset: { slug: `d${number}` } },
    {
      choice: { kind: 'file', address, entry: '', parameters: {} },
      every: '1d',
      allowPrivate: true,
      retention: { kind: 'all' },
      guards: usualGuards,
      state,
      lastCheck: now,
      nextCheck: now,
    },
    {},
  );
}
const before = process.cpuUsage();
const started = performance.now();
await following.follower.runDue();
const { user, system } = process.cpuUsage(before);
const left = await local.sources.due(new Date().toISOString());
report({
  name: 'Processor time of 1,000 checks that find nothing new',
  measured: (user + system) / 1e6,
  unit: 's',
  bound: 2,
  detail: `${show(user / 1e6)} s in the program, ${show(system / 1e6)} s in the system, ${seconds(performance.now() - started)} in all, ${ports.length} hosts${left.length > 0 ? `, ${left.length} NOT CHECKED` : ''}`,
});
await following.close();
await local.close();
server.kill();
await rm(folder, { recursive: true, force: true });
