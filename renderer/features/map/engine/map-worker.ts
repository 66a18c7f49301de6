import { fromVectorTileJs, GeoJSONWrapper } from '@maplibre/vt-pbf';
import type { Cell } from '#shared/cell.ts';
import { FeatureTable } from '../features/feature-table.ts';
import { countView, tileFeatures } from '../features/tile-features.ts';
import { classesOf, classOf } from '../value-classes.ts';
import type { AnsweredByMap, MapQuestions, MapRequest } from './map-thread.ts';

let table = new FeatureTable();
let cells: Cell[] = [];
/** Equal texts are stored once: a million rows have few distinct ones. */
let texts = new Map<string, string>();

function keep(cell: Cell): Cell {
  if (typeof cell !== 'string') return cell;
  const known = texts.get(cell);
  if (known !== undefined) return known;
  if (texts.size < 10_000) texts.set(cell, cell);
  return cell;
}

const answers: MapQuestions = {
  clear() {
    table = new FeatureTable();
  },
  add(batch) {
    table.add(batch);
    return { placed: table.size, bounds: table.bounds };
  },
  values(from, more) {
    if (from === 0) {
      cells = [];
      texts = new Map();
    }
    for (const cell of more) cells.push(keep(cell));
  },
  classify() {
    const placed = Array.from(table.row.subarray(0, table.size), (row) => cells[row] ?? null);
    const classes = classesOf(placed);
    for (const [at, cell] of placed.entries()) table.classes[at] = classOf(cell, classes);
    return classes;
  },
  plain() {
    cells = [];
    table.classes.fill(-1);
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
