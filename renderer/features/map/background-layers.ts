import type { ExpressionSpecification, LayerSpecification, SourceSpecification } from 'maplibre-gl';
import type { BackgroundFile } from './background-file.ts';
import known from './background-schemas.json';

/** The map's colours, read from the page. */
export interface BackgroundColours {
  readonly land: string;
  readonly water: string;
  readonly green: string;
  readonly line: string;
  readonly road: string;
  readonly text: string;
}

/** How a part of the background is drawn: as a label, a line or an area. */
interface Look {
  readonly colour: keyof BackgroundColours;
  /** The zoom from which it is legible rather than noise. */
  readonly from?: number;
  /** Width of a line. */
  readonly width?: readonly [zoom: number, width: number, deepZoom: number, deepWidth: number];
  /** Size of a label. */
  readonly text?: number;
}

/** Features of one layer of the tiles, all of them or those of some kinds. */
interface Part {
  readonly role: string;
  readonly layer: string;
  readonly kinds?: readonly (string | number)[];
}

/** How one family of map tiles names its contents. */
interface Schema {
  /** A layer that only this family has. */
  readonly mark: string;
  /** The kind of a feature, and that of a place or border where it differs. */
  readonly kind: ExpressionSpecification;
  /** The order in which labels are placed, smallest first. */
  readonly order: ExpressionSpecification;
  /** Bottom first. */
  readonly parts: readonly Part[];
}

const looks = known.roles as unknown as Readonly<Record<string, Look>>;
const schemas = known.schemas as unknown as readonly Schema[];

/** The family that tiles with these layers belong to; any other has its layers drawn as plain lines. */
function schemaOf(layers: readonly string[]): Schema {
  const parts = layers.map((layer) => ({ role: 'road', layer }));
  const other: Schema = { mark: '', kind: ['literal', ''], order: ['literal', 0], parts };
  return schemas.find(({ mark }) => layers.includes(mark)) ?? other;
}

/** Name of the source of the background's tiles, and the beginning of its layers' names. */
export const backgroundSource = 'background';

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

function layerOf({ role, layer, kinds }: Part, id: string, style: Style): LayerSpecification {
  const { colour, from = 0, width, text }: Look = looks[role] ?? { colour: 'land' };
  const ofKind: ExpressionSpecification | true =
    kinds === undefined ? true : ['in', style.schema.kind, ['literal', [...kinds]]];
  const common = { id, source: backgroundSource, 'source-layer': layer, minzoom: from } as const;
  if (text !== undefined) return { ...common, filter: ofKind, ...label(role, text, style) };
  const color = style.colours[colour];
  if (width === undefined) {
    const areas: ExpressionSpecification = ['all', ofKind, ['==', ['geometry-type'], 'Polygon']];
    return { ...common, type: 'fill', filter: areas, paint: { 'fill-color': color } };
  }
  const byZoom: ExpressionSpecification = ['interpolate', ['exponential', 1.4], ['zoom'], ...width];
  const lines: ExpressionSpecification = ['all', ofKind, ['!=', ['geometry-type'], 'Point']];
  return { ...common, type: 'line', filter: lines, paint: { 'line-color': color, 'line-width': byZoom } };
}

function label(role: string, size: number, { schema, colours, language }: Style) {
  const named = [`name:${language}`, `name_${language}`, 'name'].map((name): ExpressionSpecification => ['get', name]);
  return {
    type: 'symbol' as const,
    layout: {
      ...(role === 'street-name' && { 'symbol-placement': 'line' as const }),
      'text-field': ['coalesce', ...named, ''] as ExpressionSpecification,
      'text-font': ['sans-serif'],
      'text-size': size,
      'text-max-width': 8,
      'symbol-sort-key': schema.order,
    },
    paint: { 'text-color': colours.text, 'text-halo-color': colours.land, 'text-halo-width': 1.4 },
  };
}
