import type { ExpressionSpecification, LayerSpecification, SourceSpecification } from 'maplibre-gl';
import type { BackgroundFile } from './background-file.ts';
import { type Part, type Role, type Schema, schemaOf } from './schemas.ts';

/** The map's colours by role, read from the page. */
export interface BackgroundColours {
  readonly land: string;
  readonly water: string;
  readonly green: string;
  readonly line: string;
  readonly road: string;
  readonly text: string;
}

/** Name of the source of the background's tiles, and the beginning of its layers' names. */
export const backgroundSource = 'background';

type Widths = readonly [zoom: number, width: number, deepZoom: number, deepWidth: number];

const widths: Partial<Record<Role, Widths>> = {
  river: [6, 0.8, 16, 8],
  street: [12, 0.6, 18, 12],
  road: [7, 0.7, 18, 18],
  motorway: [5, 0.9, 18, 24],
  rail: [9, 0.4, 18, 2],
  border: [0, 0.6, 12, 1.6],
};

/** The zoom from which a role is legible rather than noise. */
const fromZoom: Partial<Record<Role, number>> = {
  building: 14,
  street: 12,
  road: 7,
  motorway: 5,
  rail: 9,
  'street-name': 13,
  village: 11,
  town: 8,
  city: 3,
};

const textSizes: Partial<Record<Role, number>> = { country: 13, city: 13, town: 12, village: 11, 'street-name': 10 };

/** The source of the background's tiles; `template` is the address of one, with the map library's placeholders. */
export function backgroundTiles(file: BackgroundFile, template: string): SourceSpecification {
  const { minZoom, maxZoom, bounds } = file;
  const common = { tiles: [template], minzoom: minZoom, maxzoom: maxZoom, bounds };
  return file.kind === 'vector' ? { type: 'vector', ...common } : { type: 'raster', tileSize: 256, ...common };
}

/**
 * The layers of the background, bottom first.
 * @param language the language of names, which the local one replaces where there is none
 */
export function backgroundLayers(
  file: BackgroundFile,
  colours: BackgroundColours,
  language: string,
): LayerSpecification[] {
  if (file.kind === 'raster') return [{ id: backgroundSource, type: 'raster', source: backgroundSource }];
  const schema = schemaOf(file.layers);
  return schema.parts
    .filter(({ layer }) => file.layers.includes(layer))
    .map((part, position) => layerOf(part, `${backgroundSource}-${position}`, { schema, colours, language }));
}

interface Style {
  readonly schema: Schema;
  readonly colours: BackgroundColours;
  readonly language: string;
}

function layerOf(part: Part, id: string, style: Style): LayerSpecification {
  const { role, layer, kinds } = part;
  const { schema, colours } = style;
  const ofKind: ExpressionSpecification | true =
    kinds === undefined ? true : ['in', schema.kind, ['literal', [...kinds]]];
  const common = { id, source: backgroundSource, 'source-layer': layer, minzoom: fromZoom[role] ?? 0 } as const;
  if (textSizes[role] !== undefined) return { ...common, filter: ofKind, ...label(role, style) };
  const width = widths[role];
  if (width !== undefined) {
    const paint = { 'line-color': lineColour(role, colours), 'line-width': byZoom(width) };
    return { ...common, type: 'line', filter: ['all', ofKind, ['!=', ['geometry-type'], 'Point']], paint };
  }
  const areas: ExpressionSpecification = ['all', ofKind, ['==', ['geometry-type'], 'Polygon']];
  return { ...common, type: 'fill', filter: areas, paint: { 'fill-color': fillColour(role, colours) } };
}

function byZoom([zoom, width, deepZoom, deepWidth]: Widths): ExpressionSpecification {
  return ['interpolate', ['exponential', 1.4], ['zoom'], zoom, width, deepZoom, deepWidth];
}

function lineColour(role: Role, { water, line, road }: BackgroundColours): string {
  if (role === 'river') return water;
  return role === 'border' || role === 'rail' ? line : road;
}

function fillColour(role: Role, { land, water, green, line }: BackgroundColours): string {
  if (role === 'water') return water;
  if (role === 'green') return green;
  return role === 'building' ? line : land;
}

function label(role: Role, { schema, colours, language }: Style) {
  const name: ExpressionSpecification = [
    'coalesce',
    ['get', `name:${language}`],
    ['get', `name_${language}`],
    ['get', 'name'],
    '',
  ];
  const alongLine = role === 'street-name' ? { 'symbol-placement': 'line' as const } : {};
  return {
    type: 'symbol' as const,
    layout: {
      ...alongLine,
      'text-field': name,
      'text-font': ['sans-serif'],
      'text-size': textSizes[role] ?? 12,
      'text-max-width': 8,
      'symbol-sort-key': schema.order,
    },
    paint: { 'text-color': colours.text, 'text-halo-color': colours.land, 'text-halo-width': 1.4 },
  };
}
