import { parentPort } from 'node:worker_threads';
import { reasonOf } from '#shared/english/explained-error.ts';
import { lowerOwnPriority } from '../lib/thread-priority.ts';
import { IngestError } from './reading/reading.ts';
import type { FilePass, PassAnswer, PassRequest } from './work/file-pass.ts';

// A thread for passes over files, one after the other, and for pictures.

/** Minimum interval between reports of progress. */
const reportEveryMs = 50;

/** Each pass is loaded when it is needed, so that a short one does not wait for the others. */
const passes: Readonly<Record<string, () => Promise<FilePass<never, unknown>>>> = {
  offsets: async () => (await import('./rows/pages/row-file/row-file.ts')).writeOffsetTable,
  index: async () => (await import('./cluster/objects/row-index.ts')).writeRowIndex,
  join: async () => (await import('./rows/pages/row-file/row-strips.ts')).joinRowFiles,
  checksum: async () => (await import('./files/checksum.ts')).readChecksum,
  cut: async () => (await import('./reading/formats/json/cut-records.ts')).cutRecords,
  picture: async () => (await import('./api/app/picture-pass.ts')).drawInThread,
  order: async () => (await import('./rows/views/ranks/write-order.ts')).writeOrder,
};

function post(answer: PassAnswer): void {
  parentPort?.postMessage(answer);
}

/** Reports the first amount at once, and later ones a few times a second. */
function reporter(): (amount: number) => void {
  let next = 0;
  return (amount) => {
    const now = performance.now();
    if (now < next) return;
    next = now + reportEveryMs;
    post({ kind: 'progress', amount });
  };
}

async function answer({ kind, task }: PassRequest): Promise<void> {
  try {
    const pass = await passes[kind]?.();
    if (pass === undefined) throw new Error(`There is no pass ${kind}.`);
    post({ kind: 'done', result: await pass(task as never, reporter()) });
  } catch (error) {
    const details = error instanceof IngestError ? { badValues: error.badValues, count: error.count } : null;
    post({ kind: 'failed', reason: reasonOf(error), details });
  }
}

lowerOwnPriority();
parentPort?.on('message', (request: PassRequest) => void answer(request));
