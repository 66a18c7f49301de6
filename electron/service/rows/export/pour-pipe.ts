import { createHash } from 'node:crypto';
import { closeSync, constants, openSync, readSync } from 'node:fs';
import { followNoLink } from '../../../lib/durable-file.ts';
import { writeFully } from '../../files/write-fully.ts';

/** Capacity of a pipe in bytes. */
const pieceBytes = 2 ** 16;

/** A pipe, and the file to write. */
export interface PourTask {
  readonly from: string;
  readonly to: string;
  /** One number; non-zero means that the file is no longer needed, which is checked after every chunk. */
  readonly stopped: Int32Array;
}

/**
 * Copies a named pipe to a new file, until the pipe has no writer any more. Synchronous: for a worker thread.
 * @param report called when the pipe is open
 * @returns SHA-256 of all of it in hexadecimal
 */
export function pourPipe({ from: pipe, to: target, stopped }: PourTask, report: (bytes: number) => void): string {
  const hash = createHash('sha256');
  const block = Buffer.allocUnsafeSlow(pieceBytes);
  const from = openSync(pipe, 'r');
  try {
    report(0);
    const to = openSync(target, constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | followNoLink, 0o600);
    try {
      for (;;) {
        const read = readSync(from, block, 0, pieceBytes, null);
        if (read === 0 || Atomics.load(stopped, 0) !== 0) return hash.digest('hex');
        const piece = block.subarray(0, read);
        writeFully(to, piece);
        hash.update(piece);
      }
    } finally {
      closeSync(to);
    }
  } finally {
    closeSync(from);
  }
}
