import type { FeatureCollection, MultiLineString } from 'geojson';
import atlasAddress from 'world-atlas/countries-50m.json?url';

/** The countries of the world in plain degrees. */
export interface Outlines {
  readonly land: FeatureCollection;
  readonly borders: MultiLineString;
}

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
