import { geoEquirectangular } from 'd3-geo';
import { geoProject } from 'd3-geo-projection';
import type { FeatureCollection, MultiLineString } from 'geojson';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';

/** The countries of the world in plain degrees. */
export interface Outlines {
  readonly land: FeatureCollection;
  readonly borders: MultiLineString;
}

export type Atlas = Topology<{ countries: GeometryCollection }>;

/**
 * Natural Earth's rings are spherical; drawn flat they leave bands where they cross the antimeridian. Projecting them
 * to plain degrees cuts them there.
 */
function flat() {
  return geoEquirectangular()
    .scale(180 / Math.PI)
    .translate([0, 0])
    .precision(0)
    .reflectY(true);
}

/** The outlines of countries, which take a moment. */
export function flatOutlines(atlas: Atlas): Outlines {
  const { countries } = atlas.objects;
  const land = feature(atlas, countries);
  const borders = mesh(atlas, countries);
  return { land: geoProject(land, flat()), borders: geoProject(borders, flat()) };
}
