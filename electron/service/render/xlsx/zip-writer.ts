import { type FileHandle, open } from 'node:fs/promises';
import { crc32, createDeflateRaw } from 'node:zlib';

/** A part of an archive that is being written. */
export interface ZipPart {
  /** Resolves when `bytes` may be used for something else; what was given before is packed and written meanwhile. */
  write(bytes: Uint8Array): Promise<void>;
  close(): Promise<void>;
}

/** An archive that is written part after part, none of them longer than {@link longestPart}. */
export interface ZipWriter {
  begin(name: string): Promise<ZipPart>;
  /** Writes the list of the parts and lets go of the file. */
  finish(): Promise<void>;
  /** Lets go of the file as it is. */
  abandon(): Promise<void>;
}

/** Bytes of a part that fit into the fields of a plain header. */
export const longestPart = 0xffff_ff00;

/** Level of packing: the text of sheets repeats itself so much that more effort gains little. */
const level = 3;

interface Entry {
  readonly name: Buffer;
  readonly offset: number;
  readonly crc: number;
  readonly packed: number;
  readonly bytes: number;
}

/** The fields that a local header and the list of parts share (APPNOTE.TXT 4.3.7): method 8, names in UTF-8. */
function commonFields({ name, crc, packed, bytes }: Entry, extra: number): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(extra > 0 ? 45 : 20, 0);
  fields.writeUInt16LE(0x0800, 2);
  fields.writeUInt16LE(8, 4);
  // 1 January 1980: the same rows give the same file.
  fields.writeUInt16LE(0x21, 8);
  fields.writeUInt32LE(crc, 10);
  fields.writeUInt32LE(packed, 14);
  fields.writeUInt32LE(bytes, 18);
  fields.writeUInt16LE(name.length, 22);
  fields.writeUInt16LE(extra, 24);
  return fields;
}

function localHeader(entry: Entry): Buffer {
  return Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), commonFields(entry, 0), entry.name]);
}

const mostIn32 = 0xffff_ffff;

/** One line of the list of parts (APPNOTE.TXT 4.3.12); a part far behind tells its place in an extra field. */
function listLine(entry: Entry): Buffer {
  const far = entry.offset >= mostIn32;
  const extra = Buffer.alloc(far ? 12 : 0);
  if (far) {
    extra.writeUInt16LE(0x0001, 0);
    extra.writeUInt16LE(8, 2);
    extra.writeBigUInt64LE(BigInt(entry.offset), 4);
  }
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(far ? mostIn32 : entry.offset, 10);
  const head = Buffer.from('PK\x01\x02\x2d\x00', 'latin1');
  return Buffer.concat([head, commonFields(entry, extra.length), rest, entry.name, extra]);
}

/** What stands behind the list (APPNOTE.TXT 4.3.14 to 4.3.16). */
function ending(parts: number, offset: number, bytes: number): Buffer {
  const far = offset + bytes >= mostIn32;
  const large = Buffer.alloc(far ? 76 : 0);
  if (far) {
    large.write('PK\x06\x06', 0, 'latin1');
    large.writeBigUInt64LE(44n, 4);
    large.writeUInt16LE(45, 12);
    large.writeUInt16LE(45, 14);
    large.writeBigUInt64LE(BigInt(parts), 24);
    large.writeBigUInt64LE(BigInt(parts), 32);
    large.writeBigUInt64LE(BigInt(bytes), 40);
    large.writeBigUInt64LE(BigInt(offset), 48);
    large.write('PK\x06\x07', 56, 'latin1');
    large.writeBigUInt64LE(BigInt(offset + bytes), 64);
    large.writeUInt32LE(1, 72);
  }
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(parts, 8);
  end.writeUInt16LE(parts, 10);
  end.writeUInt32LE(far ? mostIn32 : bytes, 12);
  end.writeUInt32LE(far ? mostIn32 : offset, 16);
  return Buffer.concat([large, end]);
}

/** Writes all of a buffer at a place. */
async function writeAt(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  let written = 0;
  while (written < bytes.length) {
    written += (await file.write(bytes, written, bytes.length - written, position + written)).bytesWritten;
  }
}

/** Begins an archive. @param target a new file; EEXIST where there is one */
export async function openZip(target: string): Promise<ZipWriter> {
  const file = await open(target, 'wx');
  const entries: Entry[] = [];
  let position = 0;
  let giveUp: () => Promise<unknown> = async () => {};

  async function begin(name: string): Promise<ZipPart> {
    const offset = position;
    const empty: Entry = { name: Buffer.from(name, 'utf8'), offset, crc: 0, packed: 0, bytes: 0 };
    position += localHeader(empty).length;
    const start = position;
    const deflate = createDeflateRaw({ level, chunkSize: 256 * 1024 });
    let crc = 0;
    let bytes = 0;
    const packing = (async () => {
      for await (const piece of deflate) {
        await writeAt(file, piece as Buffer, position);
        position += (piece as Buffer).length;
      }
    })();
    // Told by whatever waits for it.
    packing.catch(() => undefined);
    giveUp = () => {
      deflate.destroy();
      return packing.catch(() => undefined);
    };
    const taken = (piece: Uint8Array) =>
      new Promise<void>((resolve, reject) => deflate.write(piece, (error) => (error ? reject(error) : resolve())));
    return {
      async write(piece) {
        crc = crc32(piece, crc);
        bytes += piece.length;
        // A full disk ends the packing, after which nobody takes anything any more.
        await Promise.race([taken(piece), packing.then(() => new Promise<never>(() => {}))]);
      },
      async close() {
        deflate.end();
        await packing;
        const entry = { ...empty, crc, packed: position - start, bytes };
        await writeAt(file, localHeader(entry), offset);
        entries.push(entry);
      },
    };
  }

  return {
    begin,
    async finish() {
      const list = Buffer.concat(entries.map(listLine));
      await writeAt(file, list, position);
      await writeAt(file, ending(entries.length, position, list.length), position + list.length);
      await file.close();
    },
    async abandon() {
      await giveUp();
      await file.close();
    },
  };
}
