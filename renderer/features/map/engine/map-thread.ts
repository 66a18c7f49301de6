import { addProtocol, removeProtocol } from 'maplibre-gl';
import type { Cell } from '#shared/cell.ts';
import type { Bounds } from '../../../lib/geometry/geometry-bounds.ts';
import type { FeatureBatch } from '../features/pack-features.ts';
import type { Tile, ViewCount } from '../features/tile-features.ts';
import type { SizeScale, ValueClass } from '../value-classes.ts';

/** The worker that holds the features of one map, as seen from the window. */
export interface MapThread {
  /** URL template of its tiles, with the map library's placeholders. */
  readonly tiles: string;
  ask<Question extends MapQuestion>(
    question: Question,
    ...parameters: Parameters<MapQuestions[Question]>
  ): Promise<Awaited<ReturnType<MapQuestions[Question]>>>;
  /** Terminates the worker; pending requests stay unanswered. */
  end(): void;
}

interface Waiting {
  readonly resolve: (answer: never) => void;
  readonly reject: (error: Error) => void;
}

let lastThread = 0;

function tileOf(address: string) {
  const [z = 0, x = 0, y = 0] = address.split('/').slice(-3).map(Number);
  return { z, x, y };
}

/** Starts a worker for features, and serves its tiles to the map library under their own protocol. */
export function startMapThread(): MapThread {
  const worker = new Worker(new URL('./map-worker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  lastThread += 1;
  const protocol = `rows${lastThread}`;
  worker.onmessage = ({ data: { id, answer, problem } }: MessageEvent<AnsweredByMap>) => {
    const pending = waiting.get(id);
    waiting.delete(id);
    if (problem === null) pending?.resolve(answer as never);
    else pending?.reject(new Error(problem));
  };
  worker.onerror = ({ message }) => {
    for (const pending of waiting.values()) pending.reject(new Error(message));
    waiting.clear();
  };
  const thread: MapThread = {
    tiles: `${protocol}://tiles/{z}/{x}/{y}`,
    ask: (question, ...parameters) =>
      new Promise((resolve, reject) => {
        lastId += 1;
        waiting.set(lastId, { resolve, reject });
        worker.postMessage({ id: lastId, question, parameters } satisfies MapRequest);
      }),
    end() {
      removeProtocol(protocol);
      worker.terminate();
    },
  };
  addProtocol(protocol, async ({ url }) => ({ data: (await thread.ask('tile', tileOf(url))).buffer }));
  return thread;
}

/** Requests of the window to the worker that holds the features, answered in order. */
export interface MapQuestions {
  /** Clears everything. */
  clear(): void;
  /** Adds the features of rows that follow those added before. @returns the total number, and where all and nearly all lie */
  add(batch: FeatureBatch): { readonly placed: number; readonly bounds: Bounds | null; readonly bulk: Bounds | null };
  /** Values of the column that colours or sizes, of rows from `from` on; from 0 starts another column. */
  values(what: 'colour' | 'size', from: number, cells: readonly Cell[]): void;
  /** Classifies the values that colour, and assigns each feature its class. */
  classify(): readonly ValueClass[];
  /** Assigns each feature its size; null if no value is a number. */
  size(): SizeScale | null;
  /** Clears the values that colour or size. */
  plain(what: 'colour' | 'size'): void;
  /** A tile as a Mapbox Vector Tile, with one layer named `rows`. */
  tile(tile: Tile): Uint8Array<ArrayBuffer>;
  countView(bounds: Bounds, level: number): ViewCount;
  /** Features of rows `from` to `to`, both inclusive, at most `most`. */
  pick(from: number, to: number, most: number): GeoJSON.Feature[];
}

type MapQuestion = keyof MapQuestions;

/** A request message. */
export interface MapRequest {
  readonly id: number;
  readonly question: MapQuestion;
  readonly parameters: readonly unknown[];
}

/** An answer message; `problem` on failure. */
export interface AnsweredByMap {
  readonly id: number;
  readonly answer: unknown;
  readonly problem: string | null;
}
