import { explain } from '#shared/failures.ts';
import { unusedName } from '#shared/text/unused-name.ts';
import type { LongWork } from '../../../lib/long-work.ts';
import type { Session } from '../../engine/session.ts';
import { storedName } from '../columns/plan-columns.ts';
import { withLabelsRepeated } from '../labels/labels-once.ts';
import { asLong } from '../long/long-relation.ts';
import { withMarks } from '../marks/marked-relation.ts';
import type { Plan } from '../reading.ts';
import { readableFile } from '../seen-file.ts';
import { unpackEntry, unpackedPath } from './archive/unpack.ts';
import { openCombined } from './combine/open-combined.ts';
import type { Beginning } from './format.ts';
import { formats } from './formats.ts';
import { shortList } from './json/json-layout.ts';
import { type OpenedTable, withChange } from './relation.ts';

/**
 * Makes a file readable for the engine, as planned; temporary files go to `scratch`.
 * @param beginning its first records, if only these are read
 * @throws {IngestError}
 */
export async function openTable(
  session: Session,
  plan: Plan,
  beginning: Beginning | null,
  scratch: string,
  work: LongWork,
): Promise<OpenedTable> {
  return withNameNotes(await openAny(session, plan, beginning, scratch, work));
}

/** Notes the names that cannot be stored as they are. */
function withNameNotes(opened: OpenedTable): OpenedTable {
  return withChange(opened, ({ relation }) => {
    const changed = relation.columns.map(({ name }) => name).filter((name) => storedName(name) !== name);
    if (changed.length === 0) return {};
    const note = explain('nul-in-names', { columns: shortList(changed.map(storedName)) });
    return { relation: { ...relation, conversions: [...relation.conversions, note] } };
  });
}

async function openAny(
  session: Session,
  plan: Plan,
  beginning: Beginning | null,
  scratch: string,
  work: LongWork,
): Promise<OpenedTable> {
  const { layout } = plan.decided;
  if (layout.kind === 'combined') {
    const open = (part: Plan, folder: string) => openAny(session, part, null, folder, work);
    return openCombined(session, { ...plan, parts: layout.parts, isPart: beginning !== null }, open, scratch, work);
  }
  const { totals, decided } = plan;
  const opened = await openFile(session, plan, beginning, scratch, work);
  const levelled = totals === undefined ? opened : withLevels(opened, totals);
  const labelled = decided.labels === undefined ? levelled : withLabelsRepeated(levelled, decided.labels);
  const long = decided.rows === undefined ? labelled : asLong(labelled, decided.rows);
  return decided.marks === undefined ? long : withMarks(long, decided.marks);
}

/** A table with a column that distinguishes totals from other records. */
function withLevels(opened: OpenedTable, totals: readonly number[]): OpenedTable {
  return withChange(opened, ({ relation }) => {
    const { place, columns } = relation;
    if (place === undefined) return {};
    const name = unusedName('level', new Set(columns.map((column) => column.name)));
    const reference = `CASE WHEN ${place.line} IN (${totals.join(', ')}) THEN 'total' ELSE 'detail' END`;
    return { relation: { ...relation, columns: [...columns, { form: 'text', name, reference, kind: 'text' }] } };
  });
}

async function openFile(
  session: Session,
  plan: Plan,
  beginning: Beginning | null,
  scratch: string,
  work: LongWork,
): Promise<OpenedTable> {
  const { entry, ...alone } = plan;
  const { encoding } = plan.decided;
  const { read } = formats[plan.format];
  const place = { folder: scratch, work };
  if (beginning?.copy != null) {
    const decided = { ...plan.decided, encoding: { ...encoding, name: 'utf-8' } };
    return read(session, { ...alone, path: beginning.copy, decided }, beginning, place);
  }
  if (entry !== undefined) {
    const path = await unpackEntry(scratch, plan.path, entry, work);
    return openFile(session, { ...alone, path }, beginning, scratch, work);
  }
  await readableFile(plan.path);
  const path = await unpackedPath(plan, scratch, work);
  return read(session, { ...plan, path }, beginning, place);
}
