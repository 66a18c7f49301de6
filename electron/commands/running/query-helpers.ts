import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import type { GroupAnswerParts } from '../../backend/statistics/answer-groups.ts';
import { openSamples } from '../../backend/statistics/samples.ts';
import { openScratch, scratchName } from '../../jobs/scratch.ts';
import type { Places } from '../../lib/app-paths.ts';
import { storeExists } from '../../service/closed-store.ts';
import { joinService, startService } from '../../service/service.ts';
import { connectionToLocal } from './addresses/dataset-address.ts';

/** Alternatives to the service itself for calculating groups, opened on first use. */
export interface QueryHelpers {
  readonly parts: GroupAnswerParts;
  /** Removes all temporary data. */
  close(): Promise<void>;
}

export function openQueryHelpers(places: Places): QueryHelpers {
  const scratch = path.join(places.cache, 'jobs');
  const undo: (() => Promise<unknown>)[] = [];

  function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
    let made: Promise<Value> | null = null;
    return () => {
      made ??= make();
      return made;
    };
  }

  async function reach(url: string, token: string | null) {
    const { openRemoteService } = await import('../../connector/discovery/open-service.ts');
    const service = await openRemoteService(url, token);
    undo.push(() => service.close());
    return service.source;
  }

  const store = once(async () => {
    // Looking for copies must not create a store.
    if (!(await storeExists(places.data))) return null;
    const taken = await joinService(places.data);
    undo.push(() => taken.close());
    return taken;
  });
  const local = once(async () => {
    const taken = await store();
    if (taken === null) throw new Error('There is no store to ask.');
    const { url, token } = await taken.address();
    return reach(url, token);
  });
  const folder = once(async () => {
    await openScratch(scratch);
    const own = await mkdtemp(path.join(scratch, scratchName('query')));
    undo.push(() => rm(own, { recursive: true, force: true }));
    return own;
  });
  const samples = once(async () => {
    const dataFolder = path.join(await folder(), 'store');
    const service = await startService({ dataFolder, prepareRows: false });
    undo.push(() => service.close());
    return {
      service,
      source: once(async () => reach(service.url, await service.issueOperatorToken())),
    };
  });

  return {
    parts: {
      localConnection: connectionToLocal,
      listCopies: async () => (await (await store())?.catalogue.listCopies()) ?? [],
      useLocal: async (act) => act(await local()),
      useSample: openSamples({
        operations: async () => (await samples()).service,
        use: async (act) => act(await (await samples()).source()),
        folder,
      }),
    },
    async close() {
      for (const step of undo.splice(0).reverse()) await step();
    },
  };
}
