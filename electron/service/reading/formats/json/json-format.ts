import { given } from '#shared/given.ts';
import type { SourceFormat } from '#shared/rpc/source-file.ts';
import { detections } from '../../detections.ts';
import { IngestError } from '../../reading.ts';
import { isUtf8Name } from '../../values/encoding/to-utf8.ts';
import { textPackingOf } from '../archive/unpack.ts';
import { headText, namedFormat, writeHead } from '../file-head.ts';
import type { Format } from '../format.ts';
import type { JsonLayout } from '../layouts.ts';
import { layoutOf } from './json-layout.ts';
import { type OutlineNode, outlineOf } from './json-outline.ts';
import { openJsonText } from './open-json-text.ts';
import { type Preamble, preambleOf } from './preamble.ts';

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
  async read(session, plan, beginning, { folder, work }) {
    const { layout, encoding } = plan.decided;
    if (layout.kind !== 'json') throw new Error(`JSON has no layout of the kind ${layout.kind}.`);
    const compression = await textPackingOf(plan.path);
    const isPart = beginning?.whole === false;
    return openJsonText(
      session,
      plan,
      layout,
      { path: plan.path, compression, encoding: encoding.name, isPart },
      folder,
      work,
    );
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
