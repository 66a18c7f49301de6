import { geoEquirectangular } from 'd3-geo';
import { geoProject } from 'd3-geo-projection';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import type { Outlines } from './outlines.ts';

type Atlas = Topology<{ countries: GeometryCollection }>;

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

self.onmessage = async ({ data: address }: MessageEvent<string>) => {
  const atlas: Atlas = await (await fetch(address)).json();
  const { countries } = atlas.objects;
  const land = feature(atlas, countries);
  const borders = mesh(atlas, countries);
  const outlines: Outlines = { land: geoProject(land, flat()), borders: geoProject(borders, flat()) };
  self.postMessage(outlines);
};
