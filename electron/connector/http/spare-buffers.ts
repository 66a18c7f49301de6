/** Buffers that are used again: large ones that come and go by the hundred keep the collector of garbage busy. */
export interface SpareBuffers {
  /** A buffer of at least this size, of any content. */
  take(bytes: number): Buffer;
  /** Gives back a buffer, or a part of one that was taken: nobody may look at it any more. */
  give(buffer: Buffer): void;
}

/** What is larger than this is let go of: it was an exception. */
const largest = 16 * 1024 * 1024;

function ownMemory(bytes: number): Buffer {
  return Buffer.allocUnsafeSlow(bytes);
}

/** Memory that another thread can look at too. */
export function sharedMemory(bytes: number): Buffer {
  return Buffer.from(new SharedArrayBuffer(bytes));
}

/** @param most buffers that are kept for later. */
export function keepSpareBuffers(most = 4, allocate = ownMemory): SpareBuffers {
  const spare: Buffer[] = [];
  return {
    take(bytes) {
      const at = spare.findIndex((one) => one.length >= bytes);
      const [found] = at < 0 ? [] : spare.splice(at, 1);
      return found ?? allocate(bytes + (bytes >> 2));
    },
    give(buffer) {
      if (buffer.buffer.byteLength > largest) return;
      spare.push(Buffer.from(buffer.buffer));
      if (spare.length > most) spare.shift();
    },
  };
}
