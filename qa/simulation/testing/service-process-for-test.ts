import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { FollowRequest } from '#shared/rpc/jobs.ts';
import { openFollowing } from '../../../electron/follow/open-following.ts';
import { runFollow } from '../../../electron/follow/run-follow.ts';
import { openClockFile } from '../../../electron/follow/testing/test-clock.ts';
import { startService } from '../../../electron/service/service.ts';

/** What the user of the computer does, who owns the store. */
export type OwnersRequest =
  /** Time passes, until the clock is so many milliseconds ahead; what is due then is checked. */
  | { readonly kind: 'pass'; readonly ahead: number }
  | { readonly kind: 'follow'; readonly request: FollowRequest }
  | { readonly kind: 'stop following'; readonly namespace: string; readonly dataset: string };

/** A followed dataset, as the service has it. */
export interface ListedSource {
  /** `namespace/dataset`. */
  readonly name: string;
  readonly address: string;
  /** Hours until the next check; null for never. */
  readonly hours: number | null;
}

/** What is followed after the act; with a text if it failed. */
export interface OwnersAnswer {
  readonly failure: string | null;
  readonly sources: readonly ListedSource[];
}

/** The first line that the process prints. */
export interface ServiceReady {
  readonly url: string;
  /** Where {@link OwnersRequest} is sent. */
  readonly control: string;
}

const hourMs = 3_600_000;

/** A service that follows, as `almanac serve` does, with a clock that is moved: `node … FOLDER`. */
async function run(folder: string, aheadFile: string): Promise<void> {
  const ahead = openClockFile(aheadFile, 0, Math.random);
  const clock = { now: () => Date.now(), sleep: ahead.sleep, random: Math.random };
  const service = await startService({ dataFolder: folder });
  const local = service;
  const following = await openFollowing({
    local,
    clock,
    scratch: path.join(folder, '../scratch'),
    report: (where, error) =>
      process.stderr.write(`${where}: ${error instanceof Error ? error.stack : String(error)}\n`),
  });
  const { access, follower } = following;
  const stopListening = service.onCatalogueChanged(() => follower.wake());
  follower.start();

  async function act(task: OwnersRequest): Promise<void> {
    if (task.kind === 'pass') {
      ahead.moveTo(task.ahead);
      await follower.runDue();
    } else if (task.kind === 'stop following') await local.sources.remove(task);
    else {
      const parts = {
        catalogue: local,
        access,
        check: follower.check.bind(follower),
        connection: 'local',
      };
      const { signal } = new AbortController();
      await runFollow(parts, task.request, { id: 'follow', signal, report: () => {}, notice: () => {} });
    }
  }

  async function listed(): Promise<ListedSource[]> {
    const sources = await local.sources.list();
    return sources.map(({ namespace, dataset, choice, nextCheck }) => ({
      name: `${namespace}/${dataset}`,
      address: choice.address,
      hours: nextCheck === null ? null : (Date.parse(nextCheck) - clock.now()) / hourMs,
    }));
  }

  const control = createServer(async (request, response) => {
    const failure = await act(JSON.parse(await text(request)) as OwnersRequest).then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    // The owner resumes a source that was paused for its faults.
    for (const { namespace, dataset, state } of await local.sources.list()) {
      if (state === 'stopped') await local.sources.change({ namespace, dataset }, { paused: false });
    }
    const answer: OwnersAnswer = { failure, sources: await listed() };
    response.end(JSON.stringify(answer));
  });
  control.listen(0, '127.0.0.1', () => {
    const { port } = control.address() as AddressInfo;
    const ready: ServiceReady = { url: service.url, control: `http://127.0.0.1:${port}/` };
    process.stdout.write(`${JSON.stringify(ready)}\n`);
  });
  process.once('SIGTERM', async () => {
    control.close();
    stopListening();
    await following.close();
    await service.close();
  });
}

const [, script, folder = ''] = process.argv;
if (script === import.meta.filename) await run(folder, process.env.ALMANAC_AHEAD ?? '');
