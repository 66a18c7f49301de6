import type { ExpressionSpecification, LayerSpecification, StyleSpecification } from 'maplibre-gl';
import type { ValueClass } from '../../lib/value-classes.ts';

/** Colours that the map takes from the page's theme. */
function token(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** Sources of the map: what comes with the application, and the rows. */
export const sources = { land: 'land', borders: 'borders', rows: 'rows' } as const;

const nothing = { type: 'FeatureCollection' as const, features: [] };

/** Classes from few to many, light to strong on either ground; `missing` and `others` are grey. */
const ramps = {
  light: ['#99d5cb', '#5fb8ab', '#2a9488', '#0f766e', '#0a4b47'],
  dark: ['#134e4a', '#0f766e', '#14a394', '#2dd4bf', '#a7f3e6'],
} as const;
const palette = {
  light: ['#0f766e', '#b45309', '#4f46e5', '#be185d', '#4d7c0f', '#7e22ce', '#0369a1'],
  dark: ['#2dd4bf', '#fbbf24', '#a5b4fc', '#f9a8d4', '#bef264', '#d8b4fe', '#7dd3fc'],
} as const;

/** The colour of each class, in their order. */
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

/** Colour of a feature by the class that its property `class` names. */
export function featureColour(colours: readonly string[]): string | ExpressionSpecification {
  const plain = token('--accent');
  if (colours.length === 0) return plain;
  const pairs = colours.flatMap((colour, position) => [position, colour]);
  // The pairs are a list of varying length, which the type of a match cannot follow.
  return ['match', ['get', 'class'], ...pairs, plain] as unknown as ExpressionSpecification;
}

function rowLayers(): LayerSpecification[] {
  const colour = token('--accent');
  return [
    {
      id: 'row-fill',
      type: 'fill',
      source: sources.rows,
      filter: ['==', ['geometry-type'], 'Polygon'],
      paint: { 'fill-color': colour, 'fill-opacity': 0.45 },
    },
    {
      id: 'row-line',
      type: 'line',
      source: sources.rows,
      filter: ['!=', ['geometry-type'], 'Point'],
      paint: { 'line-color': colour, 'line-width': 1.5 },
    },
    {
      id: 'row-point',
      type: 'circle',
      source: sources.rows,
      filter: ['==', ['geometry-type'], 'Point'],
      paint: {
        'circle-color': colour,
        'circle-radius': ['interpolate', ['linear'], ['zoom'], 0, 2.2, 6, 4.5, 12, 7],
        'circle-opacity': 0.8,
        'circle-stroke-color': token('--surface'),
        'circle-stroke-width': ['interpolate', ['linear'], ['zoom'], 0, 0, 5, 1],
      },
    },
  ];
}

/** Layers whose features are rows, the topmost last, with the property that colours each. */
export const rowPaint = [
  ['row-fill', 'fill-color'],
  ['row-line', 'line-color'],
  ['row-point', 'circle-color'],
] as const;

/** The whole style in the colours of the page, with nothing in its sources yet. */
export function mapStyle(): StyleSpecification {
  return {
    version: 8,
    sources: {
      [sources.land]: { type: 'geojson', data: nothing },
      [sources.borders]: { type: 'geojson', data: nothing },
      [sources.rows]: { type: 'geojson', data: nothing },
    },
    layers: [
      { id: 'sea', type: 'background', paint: { 'background-color': token('--surface-sunken') } },
      {
        id: 'land',
        type: 'fill',
        source: sources.land,
        paint: { 'fill-color': token('--map-land'), 'fill-antialias': false },
      },
      {
        id: 'borders',
        type: 'line',
        source: sources.borders,
        paint: { 'line-color': token('--hairline-strong'), 'line-width': 0.8 },
      },
      ...rowLayers(),
    ],
  };
}
