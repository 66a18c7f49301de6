/** As of ES2024, which the oldest runtime that the service runs in does not have. */
interface Transferable {
  transfer?(length: number): ArrayBuffer;
}

/**
 * Gives the memory of bytes back at once, where the runtime can: nobody may look at them any more. Left to the collector
 * of garbage, large buffers that come and go gather by the dozen, and for them it goes through all that is in memory
 * again and again. Bytes that share their memory with others are left to it all the same.
 */
export function letGo(bytes: Uint8Array): void {
  const { buffer, byteLength } = bytes;
  if (byteLength === 0 || !(buffer instanceof ArrayBuffer) || byteLength !== buffer.byteLength) return;
  (buffer as Transferable).transfer?.(0);
}
