import type { FeatureCollection, Point } from 'geojson';
import atlasAddress from 'world-atlas/countries-50m.json?url';
import type { Outlines } from './flat-outlines.ts';
import { largestPart, sizeOf } from './geometry-bounds.ts';
import { countryName } from './shape-codes.ts';

let known: Promise<Outlines> | null = null;

/** The outlines, prepared once in a worker from data bundled with the application. */
export function outlines(): Promise<Outlines> {
  known ??= new Promise<Outlines>((resolve, reject) => {
    const worker = new Worker(new URL('./outline-worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<Outlines>) => {
      worker.terminate();
      resolve(data);
    };
    worker.onerror = (event) => {
      worker.terminate();
      known = null;
      reject(new Error(event.message));
    };
    worker.postMessage(new URL(atlasAddress, location.href).href);
  });
  return known;
}

/** The names of countries in a language, in the middle of the largest part of each, with the size of that. */
export function namedPlaces(land: FeatureCollection, locale: string): FeatureCollection<Point> {
  const features = land.features.flatMap(({ id, geometry }) => {
    const name = countryName(String(id), locale);
    if (name === null) return [];
    const bounds = largestPart(geometry);
    const [west, south, east, north] = bounds;
    const coordinates = [(west + east) / 2, (south + north) / 2];
    return [
      {
        type: 'Feature' as const,
        geometry: { type: 'Point' as const, coordinates },
        properties: { name, size: sizeOf(bounds) },
      },
    ];
  });
  return { type: 'FeatureCollection', features };
}
