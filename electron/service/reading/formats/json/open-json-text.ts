import { join } from 'node:path';
import { explain } from '#shared/failures.ts';
import { given } from '#shared/given.ts';
import type { LongWork } from '../../../../lib/long-work.ts';
import type { Session } from '../../../engine/session.ts';
import { runFilePass } from '../../../work/file-pass.ts';
import { type Plan, type PlannedLayout, throwIngestError } from '../../reading.ts';
import { assertEncoding, isUtf8Name } from '../../values/encoding/to-utf8.ts';
import type { cutRecords } from '../delimited/cut-records.ts';
import { emptyRelation } from '../empty-relation.ts';
import type { JsonLayout } from '../layouts.ts';
import type { OpenedTable } from '../relation.ts';
import { openJsonLines } from './open-json.ts';
import type { TextFile } from './read-text.ts';

/** A JSON text, and whether it is the beginning of a longer one: an incomplete record at its end is omitted. */
export interface JsonText extends TextFile {
  readonly isPart: boolean;
}

/**
 * Makes the records of a JSON text readable for the engine. A text without records names no columns: it has those
 * specified, for example by a descriptor.
 * @throws {IngestError}
 */
export async function openJsonText(
  session: Session,
  plan: Plan,
  layout: Extract<PlannedLayout, { kind: 'json' }>,
  text: JsonText,
  scratch: string,
  work: LongWork,
): Promise<OpenedTable> {
  const opened = await openAsPlanned(session, plan, layout, text, scratch, work);
  const found = new Set(opened.relation.columns.map(({ name }) => name));
  const described = (plan.columns ?? []).map((column) => column.source);
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

async function openAsPlanned(
  session: Session,
  plan: Plan,
  { records, isPlain }: Extract<PlannedLayout, { kind: 'json' }>,
  text: JsonText,
  scratch: string,
  work: LongWork,
): Promise<OpenedTable> {
  const cut = () => openCut(session, plan, text, records, scratch, work);
  if (!isPlain) return cut();
  // Plain objects, one per line, are read by the engine itself: only what it does not understand is handled here.
  try {
    const { path, compression } = text;
    const read = await openJsonLines(session, path, compression, null, plan);
    const relation = { ...read, conversions: [...records.notes, ...read.conversions] };
    return { relation, dialect: null, path, firstLine: 1, broken: null, leftOut: [], normalise: cut };
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') throw error;
    return cut();
  }
}

async function openCut(
  session: Session,
  plan: Plan,
  text: JsonText,
  layout: JsonLayout,
  scratch: string,
  work: LongWork,
): Promise<OpenedTable> {
  const path = join(scratch, 'records.ndjson');
  const brokenPath = join(scratch, 'broken.csv');
  const { header, crs, decided } = plan;
  const encoding = isUtf8Name(text.encoding) ? 'utf-8' : text.encoding;
  assertEncoding(encoding);
  const cut = await runFilePass<typeof cutRecords>(
    'cut',
    {
      from: { path: text.path, compression: text.compression, encoding },
      to: path,
      brokenTo: brokenPath,
      layout,
      beginningOnly: text.isPart,
      ...given({ header, coordinateSystem: crs }),
    },
    work.signal,
    (bytes) => work.onProgress?.({ phase: 'reading', rows: 0, bytes, fraction: null }),
  ).catch(throwIngestError);
  const features = layout.features && layout.esri?.geometry !== false;
  const relation = await openJsonLines(session, path, 'none', { features }, plan);
  const { second } = decided.encoding;
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
