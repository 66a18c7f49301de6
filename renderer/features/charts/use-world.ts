import type { Feature, FeatureCollection, Geometry, Position } from 'geojson';
import { useEffect, useState } from 'react';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import statesAddress from 'us-atlas/states-albers-10m.json?url';
import { outlines } from '../../lib/geometry/outlines.ts';
import type { ShapeSet } from '../../lib/geometry/shape-codes.ts';
import { echarts } from './drawing/echarts.ts';
import { registeredShapes, type ShapeBounds } from './model/code-map.ts';
import { worldMap } from './model/map-option.ts';

/** The maps that come with the program: the land below places, and the outlines of countries and states. */
type MapName = typeof worldMap | ShapeSet;

const registered = new Map<MapName, Promise<void>>();

/** Values are worth seeing without the outlines as well. */
const noLand: FeatureCollection = { type: 'FeatureCollection', features: [] };

async function register(name: MapName): Promise<void> {
  const found = await (name === 'us-states' ? usStates() : outlines().then(({ land }) => land)).catch(() => noLand);
  echarts.registerMap(name, { geoJSON: found as never, specialAreas: {} });
  if (name === worldMap) return;
  // Islands have the number of their country; the largest comes last, and stays.
  const shapes = found.features
    .map((one) => [String(one.id), { name: nameOf(one), bounds: mainBounds(one) }] as const)
    .sort(([, one], [, other]) => sizeOf(one.bounds) - sizeOf(other.bounds));
  registeredShapes.set(name, new Map(shapes));
}

async function usStates(): Promise<FeatureCollection> {
  const atlas: Topology<{ states: GeometryCollection }> = await (await fetch(statesAddress)).json();
  return feature(atlas, atlas.objects.states);
}

function nameOf({ properties }: Feature): string {
  return String(properties?.name ?? '');
}

/** Where the largest part of an outline lies: islands at the other end of the world do not belong into the picture. */
function mainBounds({ geometry }: { readonly geometry: Geometry }): ShapeBounds {
  const parts =
    geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.type === 'MultiPolygon' ? geometry.coordinates : [];
  const boxes = parts.flatMap(([ring]) => (ring === undefined ? [] : [boxOf(ring)]));
  return boxes.reduce((one, other) => (sizeOf(other) > sizeOf(one) ? other : one), boxes[0] ?? [0, 0, 0, 0]);
}

function sizeOf([west, south, east, north]: ShapeBounds): number {
  return (east - west) * (north - south);
}

function boxOf(ring: readonly Position[]): ShapeBounds {
  let [west, south, east, north] = [
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ];
  for (const [x = 0, y = 0] of ring) {
    [west, south, east, north] = [Math.min(west, x), Math.min(south, y), Math.max(east, x), Math.max(north, y)];
  }
  return [west, south, east, north];
}

/** Whether a map can be drawn; outlines are read when the first map with them is. @param name null for no map */
export function useWorld(name: MapName | null): boolean {
  const [ready, setReady] = useState<MapName | null>(null);
  useEffect(() => {
    let current = true;
    if (name !== null) {
      const reading = registered.get(name) ?? register(name);
      registered.set(name, reading);
      void reading.then(() => current && setReady(name));
    }
    return () => {
      current = false;
    };
  }, [name]);
  return name === null || ready === name;
}
