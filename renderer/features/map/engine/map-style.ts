import type {
  ExpressionSpecification,
  LayerSpecification,
  Map as LibreMap,
  SourceSpecification,
  StyleSpecification,
} from 'maplibre-gl';
import dataColours from '../../../theme/data-colours.json';
import { deepestTile } from '../features/feature-table.ts';
import type { ValueClass } from '../value-classes.ts';
import style from './map-style.json';

/** A colour of the page's theme. */
export function token(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/**
 * The colour of each class, in order. Ranges are light to strong on either background; values are distinguishable with every
 * kind of colour vision (Okabe and Ito, "Color Universal Design", 2008); `missing` and `others` are grey.
 */
export function classColours(classes: readonly ValueClass[], scheme: 'light' | 'dark'): string[] {
  const [ranges, values] = [dataColours.ranges[scheme], dataColours.values[scheme]];
  const numbers = classes.filter((each) => each.kind === 'range').length;
  let value = 0;
  return classes.map((each, position) => {
    if (each.kind === 'range') {
      const place = numbers === 1 ? 3 : Math.round((position * (ranges.length - 1)) / (numbers - 1));
      return ranges[place] ?? token('--accent');
    }
    if (each.kind !== 'value') return token('--text-faint');
    const colour = values[value] ?? token('--text-faint');
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

const isGroup: ExpressionSpecification = ['>', ['get', 'count'], 1];

/** A cluster grows and darkens with the logarithm of its row count. */
function byCount(few: number, many: number): ExpressionSpecification {
  return ['interpolate', ['linear'], ['ln', ['get', 'count']], 0.7, few, 9, many];
}

/** How many times as wide as a plain point the smallest and the largest of those sized by their values are. */
export const [leastSize, largestSize] = [0.7, 5];

/** Pixels from the centre of a group, or of a point of plain size or sized by its value. */
function radius(plain: number, isSized: boolean): ExpressionSpecification {
  const bySize: ExpressionSpecification = [
    'interpolate',
    ['linear'],
    ['get', 'size'],
    0,
    leastSize * plain,
    100,
    largestSize * plain,
  ];
  return ['case', isGroup, byCount(2.6, 6), isSized ? bySize : plain];
}

function radiusByZoom(isSized: boolean): ExpressionSpecification {
  const by = (plain: number) => radius(plain, isSized);
  return ['interpolate', ['linear'], ['zoom'], 0, by(2.2), 6, by(4.5), 12, by(7)];
}

/** The emphasis on features of one class; on all if none is highlighted. */
function emphasis(base: number | ExpressionSpecification, only: number | null): number | ExpressionSpecification {
  return only === null ? base : ['*', base, ['case', ['==', ['get', 'class'], only], 1, 0.07]];
}

/** Layers whose features are rows, topmost last. */
export const rowLayerNames = ['row-fill', 'row-line', 'row-point'] as const;

/** How rows are drawn. */
export interface RowLook {
  /** By class; none where all rows have one colour. */
  readonly colours: readonly string[];
  /** Index of the highlighted class. */
  readonly only: number | null;
  /** Whether points are sized by their values. */
  readonly isSized: boolean;
}

/** Applies the page's current colours, and the look of the rows. */
export function paint(map: LibreMap, { colours, only, isSized }: RowLook): void {
  const strong = token('--text');
  map.setPaintProperty('sea', 'background-color', token('--map-water'));
  map.setPaintProperty('land', 'fill-color', token('--map-land'));
  map.setPaintProperty('borders', 'line-color', token('--hairline-strong'));
  map.setPaintProperty('names', 'text-color', token('--text-quiet'));
  map.setPaintProperty('names', 'text-halo-color', token('--map-land'));
  for (const layer of ['area', 'chosen-line'] as const) map.setPaintProperty(layer, 'line-color', strong);
  map.setPaintProperty('chosen-point', 'circle-stroke-color', strong);
  const colour = featureColour(colours);
  map.setPaintProperty('row-point', 'circle-stroke-color', token('--surface'));
  map.setPaintProperty('row-fill', 'fill-color', colour);
  map.setPaintProperty('row-line', 'line-color', colour);
  map.setPaintProperty('row-point', 'circle-color', colour);
  map.setPaintProperty('row-fill', 'fill-opacity', emphasis(0.45, only));
  map.setPaintProperty('row-line', 'line-opacity', emphasis(1, only));
  const opacity = isSized ? 0.6 : 0.8;
  map.setPaintProperty('row-point', 'circle-opacity', emphasis(['case', isGroup, byCount(0.55, 0.95), opacity], only));
  map.setPaintProperty('row-point', 'circle-radius', radiusByZoom(isSized));
  // Small points lie above large ones.
  map.setLayoutProperty('row-point', 'circle-sort-key', isSized ? ['-', 0, ['get', 'size']] : undefined);
  map.setPaintProperty('row-point', 'circle-stroke-opacity', emphasis(1, only));
}

/** The whole style, before the page's colours are applied; `tiles` is the URL template of the rows' tiles. */
export function mapStyle(tiles: string): StyleSpecification {
  const { sources, layers } = style as unknown as StyleSpecification;
  const [sea, ...others] = layers;
  return {
    version: 8,
    sources: { ...sources, rows: { ...sources.rows, tiles: [tiles], maxzoom: deepestTile } as SourceSpecification },
    layers: [{ ...sea, paint: { 'background-color': token('--map-water') } } as LayerSpecification, ...others],
  };
}
