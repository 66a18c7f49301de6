import { type FileHandle, open } from 'node:fs/promises';
import { say } from '#shared/sentences/say.ts';
import { readUnpacked } from './archive/read-unpacked.ts';
import { JsonCutError, JsonCutter } from './json-cutter.ts';
import { objectMembers } from './object-members.ts';
import { toWellKnownBinary } from './well-known-binary.ts';

export interface CutOptions {
  readonly from: string;
  readonly to: string;
  readonly compression: 'none' | 'gzip';
  /** The records are GeoJSON features rather than plain objects. */
  readonly features: boolean;
  /** They stand one after the other rather than in a list. */
  readonly apart?: boolean;
}

/** Bytes that are gathered before they are written. */
const writeBytes = 1 << 20;

/**
 * Cuts a JSON list or a GeoJSON collection into one record a line. A feature becomes `{"g":…,"i":…,"p":{…}}`: its
 * geometry as well-known binary in hexadecimal, its id and its properties as they are written.
 * @returns the number of records
 * @throws {JsonCutError}
 */
export async function cutRecords(options: CutOptions, onBytes: (bytes: number) => void): Promise<number> {
  const target = await open(options.to, 'w');
  try {
    const lines: Buffer[] = [];
    let gathered = 0;
    let records = 0;
    const cutter = new JsonCutter(options.features && options.apart !== true, (record, line) => {
      const text = options.features ? featureLine(record, line) : flattened(record);
      lines.push(text, newline);
      gathered += text.length + 1;
      records += 1;
    });
    let read = 0;
    for await (const chunk of readUnpacked(options.from, options.compression)) {
      cutter.feed(chunk as Buffer);
      read += (chunk as Buffer).length;
      onBytes(read);
      if (gathered < writeBytes) continue;
      await write(target, lines.splice(0));
      gathered = 0;
    }
    cutter.end();
    await write(target, lines);
    return records;
  } finally {
    await target.close();
  }
}

const newline = Buffer.from('\n');

async function write(target: FileHandle, lines: readonly Buffer[]): Promise<void> {
  if (lines.length > 0) await target.appendFile(Buffer.concat(lines));
}

/** Line ends can only stand between the tokens of a record: a string has them escaped. */
function flattened(record: Buffer): Buffer {
  for (const byte of [0x0a, 0x0d]) {
    for (let at = record.indexOf(byte); at >= 0; at = record.indexOf(byte, at + 1)) record[at] = 0x20;
  }
  return record;
}

function featureLine(record: Buffer, line: number): Buffer {
  const members = objectMembers(record);
  const part = (name: string) => {
    const span = members.get(name);
    return span === undefined ? 'null' : record.subarray(...span);
  };
  const properties = part('properties');
  const geometry = part('geometry').toString().trim();
  return Buffer.concat([
    Buffer.from(`{"g":${geometryText(geometry, line)},"i":`),
    flattened(Buffer.from(part('id'))),
    Buffer.from(',"p":'),
    flattened(Buffer.from(properties)),
    Buffer.from('}'),
  ]);
}

function geometryText(geometry: string, line: number): string {
  if (geometry === 'null') return 'null';
  try {
    return `"${toWellKnownBinary(JSON.parse(geometry)).toString('hex')}"`;
  } catch (error) {
    throw new JsonCutError(
      line,
      say('geometry-unread', { why: error instanceof Error ? error.message : String(error) }),
    );
  }
}
