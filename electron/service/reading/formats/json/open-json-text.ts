import { join } from 'node:path';
import { explain } from '#shared/failures.ts';
import { given } from '#shared/given.ts';
import type { LongWork } from '../../../../lib/long-work.ts';
import type { Session } from '../../../engine/session.ts';
import { runFilePass } from '../../../work/file-pass.ts';
import { type Source, throwIngestError } from '../../reading.ts';
import { readBeginning } from '../../values/encoding/text-pieces.ts';
import { textEncodingOf } from '../../values/encoding/to-utf8.ts';
import type { cutRecords } from '../delimited/cut-records.ts';
import { emptyRelation } from '../empty-relation.ts';
import type { OpenedTable } from '../opened-table.ts';
import { type JsonLayout, layoutOf } from './json-layout.ts';
import { openJsonLines } from './open-json.ts';
import { readText, type TextFile } from './read-text.ts';

/** Number of bytes used to locate the records. */
export const layoutBytes = 1 << 18;

/**
 * Makes the records of a JSON text readable for the engine. A text without records names no columns: it has those
 * specified, for example by a descriptor.
 * @throws {IngestError}
 */
export async function openJsonText(
  session: Session,
  source: Source,
  compression: TextFile['compression'],
  scratch: string,
  work: LongWork,
): Promise<OpenedTable> {
  const opened = await openRecords(session, source, compression, scratch, work);
  const found = new Set(opened.relation.columns.map(({ name }) => name));
  const described = (source.columns ?? []).map((column) => column.source);
  if (described.every((name) => found.has(name))) return opened;
  const records = await session.rows(`SELECT 1 FROM ${opened.relation.from} LIMIT 1`);
  if (records.length > 0) return opened;
  const names = [...described, ...[...found].filter((name) => !described.includes(name))];
  return {
    ...opened,
    relation: { ...emptyRelation(names), conversions: opened.relation.conversions },
    normalise: null,
  };
}

async function openRecords(
  session: Session,
  source: Source,
  compression: TextFile['compression'],
  scratch: string,
  work: LongWork,
): Promise<OpenedTable> {
  const encoding = await textEncodingOf(source, compression);
  const text = { path: source.path, compression, encoding };
  const { bytes, whole } = await beginningOf(text);
  const layout = layoutOf(bytes, whole && source.beginningOnly !== true, {
    // The other formats are handled by the caller.
    format: source.format as 'json' | 'ndjson' | 'geojson',
    ...given({ records: source.records }),
  });
  const cut = () => openCut(session, source, text, layout, scratch, work);
  if (!isPlainLines(layout, bytes, encoding)) return cut();
  // Plain objects, one per line, are read by the engine itself: only what it does not understand is handled here.
  try {
    const read = await openJsonLines(session, source.path, compression, null, source);
    const relation = { ...read, conversions: [...layout.notes, ...read.conversions] };
    return { relation, dialect: null, path: source.path, firstLine: 1, broken: null, leftOut: [], normalise: cut };
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') throw error;
    return cut();
  }
}

/** Whether the engine can read the lines unchanged. */
function isPlainLines(layout: JsonLayout, beginning: Buffer, encoding: string): boolean {
  if (layout.kind !== 'lines' || layout.features || layout.preamble > 0 || encoding !== 'utf-8') return false;
  return beginning.toString('latin1').trimStart().startsWith('{');
}

async function beginningOf(text: TextFile): Promise<{ bytes: Buffer; whole: boolean }> {
  if (text.encoding === 'utf-8') {
    const { bytes, whole } = await readBeginning(text.path, text.compression, layoutBytes);
    return { bytes: bytes.subarray(0, layoutBytes), whole: whole && bytes.length <= layoutBytes };
  }
  const parts: Buffer[] = [];
  let length = 0;
  for await (const piece of readText(text)) {
    parts.push(piece);
    length += piece.length;
    if (length > layoutBytes) return { bytes: Buffer.concat(parts).subarray(0, layoutBytes), whole: false };
  }
  return { bytes: Buffer.concat(parts), whole: true };
}

async function openCut(
  session: Session,
  source: Source,
  text: TextFile,
  layout: JsonLayout,
  scratch: string,
  work: LongWork,
): Promise<OpenedTable> {
  const path = join(scratch, 'records.ndjson');
  const brokenPath = join(scratch, 'broken.csv');
  const { header, crs, beginningOnly = false } = source;
  const cut = await runFilePass<typeof cutRecords>(
    'cut',
    {
      from: text,
      to: path,
      brokenTo: brokenPath,
      layout,
      beginningOnly,
      ...given({ header, coordinateSystem: crs }),
    },
    work.signal,
    (bytes) => work.onProgress?.({ phase: 'reading', rows: 0, bytes, fraction: null }),
  ).catch(throwIngestError);
  const features = layout.features && layout.esri?.geometry !== false;
  const relation = await openJsonLines(session, path, 'none', { features }, source);
  const { encoding } = text;
  const { encodingSecond: second } = source;
  const plain =
    second === undefined ? explain('read-as', { encoding }) : explain('read-as-unsure', { encoding, second });
  const notes = [...(encoding === 'utf-8' ? [] : [plain]), ...cut.notes];
  return {
    relation: { ...relation, conversions: [...notes, ...relation.conversions] },
    dialect: null,
    path,
    firstLine: null,
    broken: cut.broken.count === 0 ? null : { ...cut.broken, path: brokenPath, fields: false },
    leftOut: [],
    normalise: null,
  };
}
