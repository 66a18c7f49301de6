import { parentPort, workerData } from 'node:worker_threads';
import { reasonOf } from '#shared/english/explained-error.ts';
import { lowerOwnPriority } from '../../lib/thread-priority.ts';
import { pourPipe } from '../store/export/pour-pipe.ts';
import { readChecksum } from '../store/files/read-checksum.ts';
import { writeOffsetTable } from '../store/pages/row-file/offset-table.ts';
import { joinRowFiles } from '../store/pages/row-file/row-strips.ts';
import { IngestError } from '../store/row-store.ts';
import { writeOrder } from '../store/views/ranks/write-order.ts';
import type { FileAnswer, FileResults, FileTask } from './file-task.ts';
import { readUnpacked } from './readers/archive/read-unpacked.ts';
import { cutRecords } from './readers/delimited/cut-records.ts';

/** A thread for one pass over one file, which ends with it. */
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

async function perform(task: FileTask): Promise<FileResults[FileTask['kind']]> {
  switch (task.kind) {
    case 'offsets':
      return writeOffsetTable(task.from, task.to, task.complete, reporter());
    case 'join':
      return joinRowFiles(task.from, task.to, reporter());
    case 'checksum':
      return readChecksum(task.from, task.complete, reporter(), task.gently ?? false);
    case 'pour':
      return pourPipe(task.from, task.to, task.stopped, () => post({ kind: 'progress', bytes: 0 }));
    case 'cut':
      return cutRecords(task, reporter());
    case 'order':
      return writeOrder(task, (rows) => post({ kind: 'progress', bytes: rows }));
    case 'measure':
      return unpackedBytes(task.from, task.packing);
  }
}

async function unpackedBytes(path: string, packing: 'gzip' | 'zstd'): Promise<number> {
  let bytes = 0;
  for await (const piece of readUnpacked(path, packing)) bytes += (piece as Buffer).length;
  return bytes;
}

async function answer(): Promise<void> {
  try {
    post({ kind: 'done', result: await perform(workerData as FileTask) });
  } catch (error) {
    post({ kind: 'failed', reason: reasonOf(error), badValues: error instanceof IngestError ? error.badValues : null });
  }
}

lowerOwnPriority();
// The bundle is not an ES module, so it cannot use top-level await.
void answer();
