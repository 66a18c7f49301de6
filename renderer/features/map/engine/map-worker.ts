import { fromVectorTileJs, GeoJSONWrapper } from '@maplibre/vt-pbf';
import type { Cell } from '#shared/cell.ts';
import { FeatureTable } from '../features/feature-table.ts';
import { countView, tileFeatures } from '../features/tile-features.ts';
import { classesOf, classOf, sizeIn, sizeScaleOf } from '../value-classes.ts';
import type { AnsweredByMap, MapQuestions, MapRequest } from './map-thread.ts';

let table = new FeatureTable();
const cells: Record<'colour' | 'size', Cell[]> = { colour: [], size: [] };
/** Equal texts are stored once: a million rows have few distinct ones. */
let texts = new Map<string, string>();

function keep(cell: Cell): Cell {
  if (typeof cell !== 'string') return cell;
  const known = texts.get(cell);
  if (known !== undefined) return known;
  if (texts.size < 10_000) texts.set(cell, cell);
  return cell;
}

/** The values of the features that have been added. */
function placed(what: 'colour' | 'size'): Cell[] {
  return Array.from(table.row.subarray(0, table.size), (row) => cells[what][row] ?? null);
}

const answers: MapQuestions = {
  clear() {
    table = new FeatureTable();
  },
  add(batch) {
    table.add(batch);
    return { placed: table.size, bounds: table.bounds, bulk: table.bulk };
  },
  values(what, from, more) {
    if (from === 0) {
      cells[what] = [];
      if (what === 'colour') texts = new Map();
    }
    for (const cell of more) cells[what].push(keep(cell));
  },
  classify() {
    const values = placed('colour');
    const classes = classesOf(values);
    for (const [at, cell] of values.entries()) table.classes[at] = classOf(cell, classes);
    return classes;
  },
  size() {
    const values = placed('size');
    const scale = sizeScaleOf(values);
    table.sizes = scale === null ? new Float32Array(0) : Float32Array.from(values, (cell) => sizeIn(scale, cell));
    return scale;
  },
  plain(what) {
    cells[what] = [];
    if (what === 'colour') table.classes.fill(-1);
    else table.sizes = new Float32Array(0);
  },
  tile(tile) {
    const rows = new GeoJSONWrapper(tileFeatures(table, tile), { version: 2, extent: 4096 });
    rows.name = 'rows';
    return new Uint8Array(fromVectorTileJs({ layers: { rows } }));
  },
  countView: (bounds, level) => countView(table, bounds, level),
  pick(from, to, most) {
    const first = table.firstFrom(from);
    const end = Math.min(table.firstFrom(to + 1), first + most);
    return Array.from({ length: end - first }, (_, step) => ({
      type: 'Feature',
      geometry: table.geometryOf(first + step) as unknown as GeoJSON.Geometry,
      properties: {},
    }));
  },
};

self.onmessage = ({ data: { id, question, parameters } }: MessageEvent<MapRequest>) => {
  let answered: AnsweredByMap;
  try {
    const answer: (...parameters: readonly never[]) => unknown = answers[question];
    answered = { id, answer: answer(...(parameters as readonly never[])), problem: null };
  } catch (error) {
    answered = { id, answer: null, problem: error instanceof Error ? error.message : String(error) };
  }
  const transfer = answered.answer instanceof Uint8Array ? [answered.answer.buffer] : [];
  self.postMessage(answered, { transfer });
};
