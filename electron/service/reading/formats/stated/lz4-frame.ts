import { BytesReader } from './bytes-reader.ts';

/** Maximum bytes of a block, by the second byte of a frame. */
const blockBytes: Readonly<Record<number, number>> = { 4: 2 ** 16, 5: 2 ** 18, 6: 2 ** 20, 7: 2 ** 22 };
const storedAsIs = 0x80000000;

/** Unpacks a frame of LZ4 (LZ4 Frame Format 1.6.4). Checksums are not compared. @throws {RangeError} if it is damaged */
export function unpackLz4(frame: Uint8Array): Uint8Array {
  const reader = new BytesReader(Buffer.from(frame.buffer, frame.byteOffset, frame.length));
  if (reader.u32() !== 0x184d2204) throw new RangeError('it is no frame of LZ4');
  const flags = reader.u8();
  const room = blockBytes[(reader.u8() >> 4) & 7] ?? 0;
  // The size of the content, the id of a dictionary, and a checksum of both.
  reader.take((flags & 0x08 ? 8 : 0) + (flags & 0x01 ? 4 : 0) + 1);
  let unpacked = new Uint8Array(room);
  let end = 0;
  for (let size = reader.u32(); size !== 0; size = reader.u32()) {
    if (end + room > unpacked.length) {
      const longer = new Uint8Array(2 * unpacked.length);
      longer.set(unpacked);
      unpacked = longer;
    }
    const block = reader.take(size % storedAsIs);
    if (size >= storedAsIs) {
      unpacked.set(block, end);
      end += block.length;
    } else end = unpackBlock(new BytesReader(block), unpacked, end);
    if (flags & 0x10) reader.take(4);
  }
  return unpacked.subarray(0, end);
}

/** Unpacks a block (LZ4 Block Format), which may repeat bytes of earlier ones. @returns the end of its bytes */
function unpackBlock(block: BytesReader, unpacked: Uint8Array, start: number): number {
  let end = start;
  while (block.at < block.bytes.length) {
    const token = block.u8();
    const literals = block.take(lengthOf(block, token >> 4));
    unpacked.set(literals, end);
    end += literals.length;
    // The last sequence has no match.
    if (block.at === block.bytes.length) break;
    const distance = block.u16();
    const stop = end + lengthOf(block, token & 15) + 4;
    if (distance === 0 || distance > end || stop > unpacked.length)
      throw new RangeError('it repeats what is not there');
    for (; end < stop; end += 1) unpacked[end] = unpacked[end - distance] ?? 0;
  }
  return end;
}

/** A length of four bits, which further bytes continue. */
function lengthOf(block: BytesReader, short: number): number {
  if (short < 15) return short;
  let length = short;
  for (let more = 255; more === 255; length += more) more = block.u8();
  return length;
}
