import type { ExpressionSpecification, LayerSpecification, Map as LibreMap, StyleSpecification } from 'maplibre-gl';
import { deepestTile } from '../features/feature-table.ts';
import type { ValueClass } from '../value-classes.ts';

/** A colour of the page's theme. */
export function token(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** Sources of the map: bundled outlines, the rows, the selected ones, and the filter area. */
export const sources = { land: 'land', borders: 'borders', rows: 'rows', chosen: 'chosen', area: 'area' } as const;

const nothing = { type: 'FeatureCollection' as const, features: [] };

/** Classes from few to many, light to strong on either background; `missing` and `others` are grey. */
const ramps = {
  light: ['#99d5cb', '#5fb8ab', '#2a9488', '#0f766e', '#0a4b47'],
  dark: ['#134e4a', '#0f766e', '#14a394', '#2dd4bf', '#a7f3e6'],
} as const;
/** After Okabe and Ito, "Color Universal Design" (2008): distinguishable with every kind of colour vision. */
const palette = {
  light: ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#b38600', '#56b4e9', '#333333'],
  dark: ['#56b4e9', '#e69f00', '#2bc79b', '#e39ac3', '#f0e442', '#d55e00', '#f5f5f5'],
} as const;

/** The colour of each class, in order. */
export function classColours(classes: readonly ValueClass[], scheme: 'light' | 'dark'): string[] {
  const numbers = classes.filter((each) => each.kind === 'range').length;
  let value = 0;
  return classes.map((each, position) => {
    if (each.kind === 'range') {
      const place = numbers === 1 ? 3 : Math.round((position * (ramps[scheme].length - 1)) / (numbers - 1));
      return ramps[scheme][place] ?? token('--accent');
    }
    if (each.kind !== 'value') return token('--text-faint');
    const colour = palette[scheme][value] ?? token('--text-faint');
    value += 1;
    return colour;
  });
}

/** Colour of a feature by its property `class`. */
function featureColour(colours: readonly string[]): string | ExpressionSpecification {
  const plain = token('--accent');
  if (colours.length === 0) return plain;
  const pairs = colours.flatMap((colour, position) => [position, colour]);
  // The pairs are a list of variable length, which the type of a match cannot express.
  return ['match', ['get', 'class'], ...pairs, plain] as unknown as ExpressionSpecification;
}

const isPoint: ExpressionSpecification = ['==', ['geometry-type'], 'Point'];
const isNoPoint: ExpressionSpecification = ['!=', ['geometry-type'], 'Point'];
const isGroup: ExpressionSpecification = ['>', ['get', 'count'], 1];

/** A cluster grows and darkens with the logarithm of its row count. */
function byCount(few: number, many: number): ExpressionSpecification {
  return ['interpolate', ['linear'], ['ln', ['get', 'count']], 0.7, few, 9, many];
}

const radius = (alone: number): ExpressionSpecification => ['case', isGroup, byCount(2.6, 6), alone];

/** The emphasis on features of one class; on all if none is highlighted. */
function emphasis(base: number | ExpressionSpecification, only: number | null): number | ExpressionSpecification {
  return only === null ? base : ['*', base, ['case', ['==', ['get', 'class'], only], 1, 0.07]];
}

const rowSource = { source: sources.rows, 'source-layer': 'rows' } as const;

function rowLayers(): LayerSpecification[] {
  return [
    { id: 'row-fill', type: 'fill', ...rowSource, filter: ['==', ['geometry-type'], 'Polygon'] },
    { id: 'row-line', type: 'line', ...rowSource, filter: isNoPoint, paint: { 'line-width': 1.5 } },
    {
      id: 'row-point',
      type: 'circle',
      ...rowSource,
      filter: isPoint,
      paint: {
        'circle-radius': ['interpolate', ['linear'], ['zoom'], 0, radius(2.2), 6, radius(4.5), 12, radius(7)],
        'circle-stroke-width': ['interpolate', ['linear'], ['zoom'], 0, 0, 5, ['case', isGroup, 0, 1]],
      },
    },
  ];
}

/** Layers whose features are rows, topmost last. */
export const rowLayerNames = ['row-fill', 'row-line', 'row-point'] as const;

/** Applies the page's current colours, and those of the rows by class; `only` is the highlighted class. */
export function paint(map: LibreMap, colours: readonly string[], only: number | null): void {
  const strong = token('--text');
  map.setPaintProperty('sea', 'background-color', token('--map-water'));
  map.setPaintProperty('land', 'fill-color', token('--map-land'));
  map.setPaintProperty('borders', 'line-color', token('--hairline-strong'));
  for (const layer of ['area', 'chosen-line'] as const) map.setPaintProperty(layer, 'line-color', strong);
  map.setPaintProperty('chosen-point', 'circle-stroke-color', strong);
  const colour = featureColour(colours);
  map.setPaintProperty('row-point', 'circle-stroke-color', token('--surface'));
  map.setPaintProperty('row-fill', 'fill-color', colour);
  map.setPaintProperty('row-line', 'line-color', colour);
  map.setPaintProperty('row-point', 'circle-color', colour);
  map.setPaintProperty('row-fill', 'fill-opacity', emphasis(0.45, only));
  map.setPaintProperty('row-line', 'line-opacity', emphasis(1, only));
  map.setPaintProperty('row-point', 'circle-opacity', emphasis(['case', isGroup, byCount(0.55, 0.95), 0.8], only));
  map.setPaintProperty('row-point', 'circle-stroke-opacity', emphasis(1, only));
}

function overlays(): LayerSpecification[] {
  const outlined = { 'circle-radius': 8, 'circle-opacity': 0, 'circle-stroke-width': 2.5 };
  return [
    { id: 'area', type: 'line', source: sources.area, paint: { 'line-width': 1.2, 'line-dasharray': [4, 3] } },
    { id: 'chosen-line', type: 'line', source: sources.chosen, filter: isNoPoint, paint: { 'line-width': 3 } },
    { id: 'chosen-point', type: 'circle', source: sources.chosen, filter: isPoint, paint: outlined },
  ];
}

/** The whole style, before the page's colours are applied; `tiles` is the URL template of the rows' tiles. */
export function mapStyle(tiles: string): StyleSpecification {
  return {
    version: 8,
    sources: {
      [sources.land]: { type: 'geojson', data: nothing },
      [sources.borders]: { type: 'geojson', data: nothing },
      [sources.rows]: { type: 'vector', tiles: [tiles], minzoom: 0, maxzoom: deepestTile },
      [sources.chosen]: { type: 'geojson', data: nothing },
      [sources.area]: { type: 'geojson', data: nothing },
    },
    layers: [
      { id: 'sea', type: 'background', paint: { 'background-color': token('--map-water') } },
      { id: 'land', type: 'fill', source: sources.land, paint: { 'fill-antialias': false } },
      { id: 'borders', type: 'line', source: sources.borders, paint: { 'line-width': 0.8 } },
      ...rowLayers(),
      ...overlays(),
    ],
  };
}
