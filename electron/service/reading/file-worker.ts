import { parentPort } from 'node:worker_threads';
import { reasonOf } from '#shared/english/explained-error.ts';
import { lowerOwnPriority } from '../../lib/thread-priority.ts';
import { IngestError } from '../rows/row-store.ts';
import type { FileAnswer, FileResults, FileTask } from './file-task.ts';

/** A thread for passes over files, one after the other. */
const reportEveryBytes = 16 * 2 ** 20;

function reporter(): (bytes: number) => void {
  let reported = 0;
  return (bytes) => {
    if (bytes - reported < reportEveryBytes) return;
    reported = bytes;
    post({ kind: 'progress', bytes });
  };
}

function post(answer: FileAnswer): void {
  parentPort?.postMessage(answer);
}

/** Performs a task. Each is loaded when it is needed: a thread of small work would otherwise mostly load other tasks. */
async function perform(task: FileTask): Promise<FileResults[FileTask['kind']]> {
  switch (task.kind) {
    case 'offsets': {
      const { writeOffsetTable } = await import('../rows/pages/row-file/offset-table.ts');
      return writeOffsetTable(task.from, task.to, task.complete, reporter());
    }
    case 'index': {
      const { writeRowIndex } = await import('../rows/version-files/objects/row-index.ts');
      return writeRowIndex(task.from, task.to, reporter());
    }
    case 'join': {
      const { joinRowFiles } = await import('../rows/pages/row-file/row-strips.ts');
      return joinRowFiles(task.from, task.to, reporter());
    }
    case 'checksum': {
      const { readChecksum } = await import('../files/read-checksum.ts');
      return readChecksum(task.from, task.complete, reporter(), task.gently ?? false);
    }
    case 'pour': {
      const { pourPipe } = await import('../rows/export/pour-pipe.ts');
      return pourPipe(task.from, task.to, task.stopped, () => post({ kind: 'progress', bytes: 0 }));
    }
    case 'cut': {
      const { cutRecords } = await import('./formats/delimited/cut-records.ts');
      return cutRecords(task, reporter());
    }
    case 'order': {
      const { writeOrder } = await import('../rows/views/ranks/write-order.ts');
      return writeOrder(task, (rows) => post({ kind: 'progress', bytes: rows }));
    }
    case 'measure': {
      const { unpackedBytes } = await import('./formats/archive/read-unpacked.ts');
      return unpackedBytes(task.from, task.packing);
    }
  }
}

async function answer(task: FileTask): Promise<void> {
  try {
    post({ kind: 'done', result: await perform(task) });
  } catch (error) {
    post({ kind: 'failed', reason: reasonOf(error), badValues: error instanceof IngestError ? error.badValues : null });
  }
}

lowerOwnPriority();
parentPort?.on('message', (task: FileTask) => void answer(task));
