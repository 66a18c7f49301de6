import { parentPort, workerData } from 'node:worker_threads';
import { writeOffsetTable } from '../rows/offset-table.ts';
import { pourPipe } from '../rows/pour-pipe.ts';
import { readChecksum } from '../rows/read-checksum.ts';
import { IngestError } from '../rows/row-store.ts';
import { giveWayHere } from '../rows/thread-priority.ts';
import { readUnpacked } from './archive/read-unpacked.ts';
import { cutRecords } from './cut-records.ts';
import type { FileAnswer, FileResults, FileTask } from './file-task.ts';

/** A thread for one pass over one file; it ends with it. */
const reportEveryBytes = 16 * 2 ** 20;

function reporter(): (bytes: number) => void {
  let reported = 0;
  return (bytes) => {
    if (bytes - reported < reportEveryBytes) return;
    reported = bytes;
    say({ kind: 'progress', bytes });
  };
}

function say(answer: FileAnswer): void {
  parentPort?.postMessage(answer);
}

async function perform(task: FileTask): Promise<FileResults[FileTask['kind']]> {
  switch (task.kind) {
    case 'offsets':
      return writeOffsetTable(task.from, task.to, task.complete, reporter());
    case 'checksum':
      return readChecksum(task.from, task.complete, reporter(), task.gently ?? false);
    case 'pour':
      return pourPipe(task.from, task.to, task.stopped, () => say({ kind: 'progress', bytes: 0 }));
    case 'cut':
      return cutRecords(task, reporter());
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
    say({ kind: 'done', result: await perform(workerData as FileTask) });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    say({ kind: 'failed', message, badValues: error instanceof IngestError ? error.badValues : null });
  }
}

giveWayHere();
// Bundled it is no ES module, which alone could wait here.
void answer();
