import { join } from 'node:path';
import { explain } from '#shared/failures.ts';
import { given } from '#shared/given.ts';
import type { SourceFormat } from '#shared/rpc/source-file.ts';
import type { Session } from '../../../engine/session.ts';
import { runFilePass } from '../../../work/file-pass.ts';
import { detections } from '../../detections.ts';
import { IngestError, type Plan, throwIngestError } from '../../reading.ts';
import { assertEncoding, isUtf8Name } from '../../values/encoding/to-utf8.ts';
import { headText, namedFormat, writeHead } from '../file-head.ts';
import type { Format, Scratch } from '../format.ts';
import type { JsonLayout } from '../layouts.ts';
import { type OpenedTable, openedTable } from '../relation.ts';
import { emptyRelation } from '../written-records.ts';
import type { cutRecords } from './cut-records.ts';
import { layoutOf } from './json-layout.ts';
import { type OutlineNode, outlineOf, type Preamble, preambleOf } from './json-outline.ts';
import { openJsonLines } from './open-json.ts';

type JsonFormat = 'json' | 'ndjson' | 'geojson';

function isJson(format: SourceFormat | null): format is JsonFormat {
  return format === 'json' || format === 'ndjson' || format === 'geojson';
}

/** JSON: one value, one a line, or the features of GeoJSON and its relatives. */
export const jsonFormat: Format = {
  recognise(head, text) {
    const preamble = preambleOf(text);
    const named = namedFormat(head.name);
    return isJson(named) || isSurelyJson(text, preamble) ? kindOf(text, preamble.bytes, named) : null;
  },
  async plan({ format, encoding: stated, records }, head, encoding, { folder }) {
    const name = stated ?? encoding.name;
    const text = headText(head, name);
    detections.publish('layout');
    const layout = layoutOf(text, head.whole, { format: format as JsonFormat, ...given({ records }) });
    const isPlain = isPlainLines(layout, text, name);
    // A table in a form other than a list of records cannot be read partially.
    const beginning =
      layout.kind === 'table' && !head.whole
        ? { copy: null, whole: true }
        : { copy: await writeHead(head, name, null, folder), whole: head.whole };
    return { encoding, layout: { kind: 'json', records: layout, isPlain }, beginning, names: null };
  },
  async read(session, plan, beginning, scratch) {
    return withDescribed(session, plan, await openText(session, plan, beginning?.whole === false, scratch));
  },
};

/** Whether the engine can read the lines unchanged. */
function isPlainLines(layout: JsonLayout, beginning: Buffer, encoding: string): boolean {
  if (layout.kind !== 'lines' || layout.features || layout.preamble > 0 || !isUtf8Name(encoding)) return false;
  return beginning.toString('latin1').trimStart().startsWith('{');
}

/** Whether text in a file with the extension of another text format is certainly JSON. */
function isSurelyJson(bytes: Buffer, preamble: Preamble): boolean {
  const { top, broken } = outlineOf(bytes, preamble.bytes, false);
  if (top === null || (top.kind !== 'object' && top.kind !== 'list')) return false;
  // A function argument is followed by the end of the call.
  const fits = broken === null || (preamble.trailer !== '' && top.complete);
  if (top.kind === 'list') return top.items[0]?.kind === 'object' || (top.items[0]?.kind === 'list' && fits);
  return top.members.size > 0 && fits;
}

function kindOf(bytes: Buffer, preamble: number, named: SourceFormat | null): SourceFormat {
  const request = { format: named === 'geojson' ? ('geojson' as const) : ('json' as const) };
  const layout = layoutOrNull(bytes, request);
  const { top, several } = outlineOf(bytes, preamble, false);
  const isFeatures = layout?.features === true && (named !== 'geojson' || isGeoJson(top));
  if (isFeatures) return 'geojson';
  if (layout?.kind === 'lines') return 'ndjson';
  // The file name determines where the first line is broken.
  const isOneText = (layout?.kind === 'list' || layout?.kind === 'table') && !several;
  const isOtherwise = (isOneText && (top?.kind === 'list' || top?.complete === true)) || !isLine(layout, bytes);
  if (named === 'ndjson' && !isOtherwise) return 'ndjson';
  return named === 'geojson' && !isOtherList(top) ? 'geojson' : 'json';
}

function layoutOrNull(bytes: Buffer, request: { readonly format: 'json' | 'geojson' }): JsonLayout | null {
  try {
    return layoutOf(bytes, false, request);
  } catch (error) {
    // Its errors are reported when it is read.
    if (error instanceof IngestError) return null;
    throw error;
  }
}

function isGeoJson(top: OutlineNode | null): boolean {
  if (top === null || isOtherList(top)) return false;
  return top.kind === 'list' || top.members.has('type') || top.members.has('features');
}

/** A list of objects without any geometry: not GeoJSON, whatever the file is called. */
function isOtherList(top: OutlineNode | null): boolean {
  if (top?.kind !== 'list' || top.items.length === 0) return false;
  return top.items.every(({ kind, members }) => kind === 'object' && !isFeatureLike(members));
}

function isFeatureLike(members: OutlineNode['members']): boolean {
  return ['geometry', 'properties', 'coordinates', 'geometries'].some((name) => members.has(name));
}

/** Whether the first line may be one value: it is not one of several, and does not continue in the next line. */
function isLine(layout: JsonLayout | null, bytes: Buffer): boolean {
  if (layout?.kind !== 'values') return true;
  const [first = ''] = bytes.toString('utf8').trimStart().split('\n', 1);
  const line = Buffer.from(first);
  const { broken, several } = outlineOf(line, preambleOf(line).bytes, true);
  return !several && broken?.fault !== 'text-incomplete';
}

/** A text without records names no columns: it has those specified, for example by a descriptor. */
async function withDescribed(session: Session, plan: Plan, opened: OpenedTable): Promise<OpenedTable> {
  const found = new Set(opened.relation.columns.map(({ name }) => name));
  const described = (plan.columns ?? []).map((column) => column.source);
  if (described.every((name) => found.has(name))) return opened;
  const records = await session.rows(`SELECT 1 FROM ${opened.relation.from} LIMIT 1`);
  if (records.length > 0) return opened;
  const names = [...described, ...[...found].filter((name) => !described.includes(name))];
  const relation = { ...emptyRelation(names), conversions: opened.relation.conversions };
  return { ...opened, relation, normalise: null };
}

/** @param isPart whether the text is the beginning of a longer one: an incomplete record at its end is omitted */
async function openText(session: Session, plan: Plan, isPart: boolean, scratch: Scratch): Promise<OpenedTable> {
  const { layout } = plan.decided;
  if (layout.kind !== 'json') throw new Error(`JSON has no layout of the kind ${layout.kind}.`);
  const { records, isPlain } = layout;
  const cut = () => openCut(session, plan, records, isPart, scratch);
  if (!isPlain) return cut();
  // Plain objects, one per line, are read by the engine itself: only what it does not understand is handled here.
  try {
    const read = await openJsonLines(session, plan.path, null, plan);
    const relation = { ...read, conversions: [...records.notes, ...read.conversions] };
    return openedTable(relation, plan.path, { firstLine: 1, normalise: cut });
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') throw error;
    return cut();
  }
}

async function openCut(
  session: Session,
  plan: Plan,
  layout: JsonLayout,
  isPart: boolean,
  { folder, work }: Scratch,
): Promise<OpenedTable> {
  const path = join(folder, 'records.ndjson');
  const brokenPath = join(folder, 'broken.csv');
  const { header, crs } = plan;
  const { name, second } = plan.decided.encoding;
  const encoding = isUtf8Name(name) ? 'utf-8' : name;
  assertEncoding(encoding);
  const cut = await runFilePass<typeof cutRecords>(
    'cut',
    {
      from: { path: plan.path, encoding },
      to: path,
      brokenTo: brokenPath,
      layout,
      beginningOnly: isPart,
      ...given({ header, coordinateSystem: crs }),
    },
    work.signal,
    (bytes) => work.onProgress?.({ phase: 'reading', rows: 0, bytes, fraction: null }),
  ).catch(throwIngestError);
  const features = layout.features && layout.esri?.geometry !== false;
  const relation = await openJsonLines(session, path, { features }, plan);
  const plain =
    second === undefined ? explain('read-as', { encoding }) : explain('read-as-unsure', { encoding, second });
  const notes = [...(encoding === 'utf-8' ? [] : [plain]), ...cut.notes];
  return openedTable({ ...relation, conversions: [...notes, ...relation.conversions] }, path, {
    codes: cut.codes,
    broken: cut.broken.count === 0 ? null : { ...cut.broken, path: brokenPath, fields: false },
  });
}
