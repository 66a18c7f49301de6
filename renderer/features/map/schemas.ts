import type { ExpressionSpecification } from 'maplibre-gl';

/** The role as which a part of the background is drawn. */
export type Role =
  | 'land'
  | 'green'
  | 'water'
  | 'river'
  | 'building'
  | 'street'
  | 'road'
  | 'motorway'
  | 'rail'
  | 'border'
  | 'street-name'
  | 'country'
  | 'city'
  | 'town'
  | 'village';

/** Features of one layer of the tiles, all of them or those of some kinds. */
export interface Part {
  readonly role: Role;
  readonly layer: string;
  readonly kinds?: readonly (string | number)[];
}

/** How one family of map tiles names its contents. */
export interface Schema {
  /** A layer that only this family has. */
  readonly mark: string;
  /** The kind of a feature, and that of a place or border where it differs. */
  readonly kind: ExpressionSpecification;
  /** The order in which labels are placed, smallest first. */
  readonly order: ExpressionSpecification;
  /** Bottom first. */
  readonly parts: readonly Part[];
}

const green = ['forest', 'wood', 'grass', 'grassland', 'park', 'nature_reserve', 'national_park', 'meadow', 'scrub'];
const roads = ['trunk', 'primary', 'secondary', 'tertiary'];

/** Protomaps basemaps, versions 3 (`pmap:` before attributes) and 4: https://docs.protomaps.com/basemaps/layers */
const protomaps: Schema = {
  mark: 'earth',
  kind: ['coalesce', ['get', 'kind'], ['get', 'pmap:kind'], ''],
  order: ['coalesce', ['get', 'min_zoom'], ['get', 'pmap:min_zoom'], 20],
  parts: [
    { role: 'land', layer: 'earth' },
    { role: 'green', layer: 'landcover', kinds: green },
    { role: 'green', layer: 'landuse', kinds: green },
    { role: 'water', layer: 'water' },
    { role: 'river', layer: 'water', kinds: ['river', 'canal', 'stream'] },
    { role: 'building', layer: 'buildings' },
    { role: 'street', layer: 'roads', kinds: ['minor_road', 'other'] },
    { role: 'road', layer: 'roads', kinds: ['major_road', 'medium_road'] },
    { role: 'motorway', layer: 'roads', kinds: ['highway'] },
    { role: 'rail', layer: 'roads', kinds: ['rail'] },
    { role: 'border', layer: 'boundaries', kinds: ['country', 'region'] },
    { role: 'street-name', layer: 'roads', kinds: ['highway', 'major_road', 'medium_road', 'minor_road'] },
    { role: 'village', layer: 'places', kinds: ['neighbourhood', 'macrohood'] },
    { role: 'city', layer: 'places', kinds: ['locality'] },
    { role: 'country', layer: 'places', kinds: ['country'] },
  ],
};

/** OpenMapTiles: https://openmaptiles.org/schema/ */
const openMapTiles: Schema = {
  mark: 'transportation',
  kind: ['coalesce', ['get', 'class'], ['get', 'admin_level'], ''],
  order: ['coalesce', ['get', 'rank'], 20],
  parts: [
    { role: 'green', layer: 'landcover', kinds: green },
    { role: 'green', layer: 'park' },
    { role: 'water', layer: 'water' },
    { role: 'river', layer: 'waterway' },
    { role: 'building', layer: 'building' },
    { role: 'street', layer: 'transportation', kinds: ['minor', 'service'] },
    { role: 'road', layer: 'transportation', kinds: roads },
    { role: 'motorway', layer: 'transportation', kinds: ['motorway'] },
    { role: 'rail', layer: 'transportation', kinds: ['rail'] },
    { role: 'border', layer: 'boundary', kinds: [2, 4] },
    { role: 'street-name', layer: 'transportation_name' },
    { role: 'village', layer: 'place', kinds: ['village', 'suburb'] },
    { role: 'town', layer: 'place', kinds: ['town'] },
    { role: 'city', layer: 'place', kinds: ['city'] },
    { role: 'country', layer: 'place', kinds: ['country'] },
  ],
};

/** Shortbread: https://shortbread-tiles.org/schema/1.0/ */
const shortbread: Schema = {
  mark: 'water_polygons',
  kind: ['coalesce', ['get', 'kind'], ['get', 'admin_level'], ''],
  order: ['-', 0, ['coalesce', ['get', 'population'], ['get', 'way_area'], 0]],
  parts: [
    { role: 'green', layer: 'land', kinds: green },
    { role: 'water', layer: 'ocean' },
    { role: 'water', layer: 'water_polygons' },
    { role: 'river', layer: 'water_lines' },
    { role: 'building', layer: 'buildings' },
    { role: 'street', layer: 'streets', kinds: ['residential', 'unclassified', 'living_street', 'service'] },
    { role: 'road', layer: 'streets', kinds: roads },
    { role: 'motorway', layer: 'streets', kinds: ['motorway'] },
    { role: 'rail', layer: 'streets', kinds: ['rail', 'light_rail'] },
    { role: 'border', layer: 'boundaries', kinds: [2, 4] },
    { role: 'street-name', layer: 'street_labels' },
    { role: 'village', layer: 'place_labels', kinds: ['village', 'suburb'] },
    { role: 'town', layer: 'place_labels', kinds: ['town'] },
    { role: 'city', layer: 'place_labels', kinds: ['capital', 'state_capital', 'city'] },
    { role: 'country', layer: 'boundary_labels', kinds: [2] },
  ],
};

/** The family that tiles with these layers belong to; any other has its layers drawn as plain lines. */
export function schemaOf(layers: readonly string[]): Schema {
  const known = [protomaps, openMapTiles, shortbread].find(({ mark }) => layers.includes(mark));
  if (known !== undefined) return known;
  const parts = layers.map((layer) => ({ role: 'road' as const, layer }));
  return { mark: '', kind: ['literal', ''], order: ['literal', 0], parts };
}
