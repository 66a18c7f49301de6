import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import type { GroupAnswerParts } from '../../backend/statistics/answer-groups.ts';
import { openSamples } from '../../backend/statistics/samples.ts';
import { openScratch, scratchName } from '../../jobs/scratch.ts';
import { placesFor } from '../../lib/app-paths.ts';
import { storeExists } from '../../service/closed-store.ts';
import { startService } from '../../service/service.ts';
import { connectionToLocal } from './addresses/dataset-address.ts';
import { JobSession } from './job-session.ts';
import type { AccessOptions } from './options.ts';
import { withStore } from './with-store.ts';

/** Alternatives to the service itself for calculating groups, opened on first use. */
export interface QueryHelpers {
  readonly parts: GroupAnswerParts;
  /** Removes all temporary data. */
  close(): Promise<void>;
}

export function openQueryHelpers(choice: AccessOptions): QueryHelpers {
  const { data, cache } = placesFor(choice.data);
  const session = new JobSession(choice);
  const undo: (() => Promise<unknown>)[] = [() => session.close()];

  async function openSampleStore() {
    const scratch = path.join(cache, 'jobs');
    await openScratch(scratch);
    const folder = await mkdtemp(path.join(scratch, scratchName('query')));
    undo.push(() => rm(folder, { recursive: true, force: true }));
    const service = await startService({ dataFolder: path.join(folder, 'store'), prepareRows: false });
    undo.push(() => service.close());
    const { openRemoteService } = await import('../../connector/discovery/open-service.ts');
    const { source, close } = await openRemoteService(service.url, await service.issueOperatorToken());
    undo.push(close);
    return { folder, service, source };
  }

  let opened: ReturnType<typeof openSampleStore> | null = null;
  const samples = () => {
    opened ??= openSampleStore();
    return opened;
  };
  return {
    parts: {
      localConnection: connectionToLocal,
      // Looking for copies must not create a store.
      listCopies: async () =>
        (await storeExists(data)) ? withStore(data, (store) => store.catalogue.listCopies()) : [],
      useLocal: (act) => session.deps.withService(connectionToLocal, ({ source }) => act(source)),
      useSample: openSamples({
        operations: async () => (await samples()).service,
        use: async (act) => act((await samples()).source),
        folder: async () => (await samples()).folder,
      }),
    },
    async close() {
      for (const step of undo.splice(0).reverse()) await step();
    },
  };
}
