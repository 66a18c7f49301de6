import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LongWork } from '../../../../lib/long-work.ts';
import { eachMember, objectMembers } from '../../formats/json/object-members.ts';
import { jsonRelation } from '../../formats/json/open-json.ts';
import { readText } from '../../formats/json/read-text.ts';
import { recordMembers } from '../../formats/json/record-writer.ts';
import type { JsonField, JsonLines, Relation } from '../../formats/relation.ts';

/** Number of bytes that are buffered for all strips before they are written. */
const writeBytes = 4 * 2 ** 20;
const newline = 0x0a;

/** Some columns of objects with many members. */
interface JsonStrip {
  readonly path: string;
  readonly relation: Relation;
}

/**
 * Rewrites objects of one line each in strips of some members: the engine searches the whole object for every member,
 * and its planning time grows with the square of the columns. Every strip has all records.
 * @param strips the columns of each strip by position; one may be in several
 * @param folder of the strips
 */
export async function openJsonStrips(
  path: string,
  lines: JsonLines,
  strips: readonly (readonly number[])[],
  folder: string,
  work: LongWork,
): Promise<readonly JsonStrip[]> {
  const fields = strips.map((positions) => positions.flatMap((position) => lines.fields[position] ?? []));
  const writers = fields.map((_, at) => new StripWriter(join(folder, `strip-${at}.ndjson`)));
  await writeStrips(path, lines, fields, writers, work);
  return writers.map(({ path }, at) => {
    return { path, relation: jsonRelation(path, { ...lines, compression: 'none', fields: fields[at] ?? [] }) };
  });
}

/** Buffers the lines of a strip. */
class StripWriter {
  readonly path: string;
  #gathered: Buffer[] = [];
  #members: Buffer[] = [];

  constructor(path: string) {
    this.path = path;
  }

  /** Adds a member with its name as written. */
  take(member: Buffer): void {
    this.#members.push(this.#members.length === 0 ? member : Buffer.concat([comma, member]));
  }

  endLine(before: Buffer, after: string): void {
    this.#gathered.push(before, ...this.#members.splice(0), Buffer.from(after));
  }

  async flush(): Promise<void> {
    await appendFile(this.path, Buffer.concat(this.#gathered.splice(0)));
  }
}

const comma = Buffer.from(',');

async function writeStrips(
  path: string,
  { compression, cut }: JsonLines,
  fields: readonly (readonly JsonField[])[],
  writers: readonly StripWriter[],
  work: LongWork,
): Promise<void> {
  const ofMember = new Map<string, Set<StripWriter>>();
  const ofLine = writers.map(() => [] as string[]);
  for (const [at, writer] of writers.entries()) {
    for (const { member } of fields[at] ?? []) {
      if (member.of === 'line') ofLine[at]?.push(member.name);
      else ofMember.set(member.name, (ofMember.get(member.name) ?? new Set()).add(writer));
    }
  }
  const share = (record: Buffer) => {
    const taken = new Set<string>();
    for (const { name, key, value } of eachMember(record)) {
      // Of a repeated name the first counts, as for the engine.
      if (taken.has(name)) continue;
      taken.add(name);
      const written = record.subarray(key[0], value[1]);
      for (const writer of ofMember.get(name) ?? []) writer.take(written);
    }
  };
  const shareLine = (line: Buffer) => {
    if (cut === null) {
      share(line);
      for (const writer of writers) writer.endLine(Buffer.from('{'), '}\n');
      return;
    }
    const members = objectMembers(line);
    const textOf = (name: string) => {
      const [start, end] = members.get(name) ?? [0, 0];
      return line.subarray(start, end);
    };
    const record = textOf(recordMembers.properties);
    if (record[0] === 0x7b) share(record);
    const place = `"${recordMembers.line}":${textOf(recordMembers.line)},"${recordMembers.record}":${textOf(recordMembers.record)},`;
    for (const [at, writer] of writers.entries()) {
      const own = (ofLine[at] ?? []).map((name) => `"${name}":${textOf(name)},`).join('');
      writer.endLine(Buffer.from(`{${place}${own}"${recordMembers.properties}":{`), '}}\n');
    }
  };
  let read = 0;
  let gathered = 0;
  const flush = async () => {
    for (const writer of writers) await writer.flush();
    gathered = 0;
  };
  for await (const line of linesOf(readText({ path, compression, encoding: 'utf-8' }))) {
    work.signal?.throwIfAborted();
    shareLine(line);
    read += line.length;
    gathered += line.length;
    if (gathered < writeBytes) continue;
    await flush();
    work.onProgress?.({ phase: 'reading', rows: 0, bytes: read, fraction: null });
  }
  await flush();
}

/** Non-empty lines, without their ends. */
async function* linesOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let open: Buffer[] = [];
  for await (const piece of pieces) {
    let start = 0;
    for (let end = piece.indexOf(newline); end >= 0; end = piece.indexOf(newline, start)) {
      const line = Buffer.concat([...open, piece.subarray(start, end)]);
      open = [];
      start = end + 1;
      if (line.includes(0x7b)) yield line;
    }
    // Its bytes may be overwritten by the next piece.
    open.push(Buffer.from(piece.subarray(start)));
  }
  const last = Buffer.concat(open);
  if (last.includes(0x7b)) yield last;
}
