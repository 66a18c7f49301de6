import type { Geometry } from '#shared/cell.ts';
import type { ColumnProfile } from '#shared/rpc/calls/insight.ts';

/** Size of the uniform sample of positions from which the density is estimated. */
const sampled = 5_000;
const [columns, rows] = [24, 12];

type Place = readonly [x: number, y: number];

/** The bounding box and the kinds of a stream of geometries. */
export class GeometryFacts {
  #west = Number.POSITIVE_INFINITY;
  #south = Number.POSITIVE_INFINITY;
  #east = Number.NEGATIVE_INFINITY;
  #north = Number.NEGATIVE_INFINITY;
  readonly #kinds = new Map<string, number>();
  readonly #places: Place[] = [];
  #count = 0;
  #random = 1;
  /** The first position of the current geometry. */
  #place: Place | null = null;

  add(geometry: Geometry): void {
    this.#kinds.set(geometry.type, (this.#kinds.get(geometry.type) ?? 0) + 1);
    this.#place = null;
    this.#widen(geometry);
    if (this.#place !== null) this.#keep(this.#place);
  }

  #keep(place: Place): void {
    this.#count += 1;
    if (this.#places.length < sampled) {
      this.#places.push(place);
      return;
    }
    this.#random = (Math.imul(this.#random, 1664525) + 1013904223) >>> 0;
    const at = Math.floor((this.#random / 2 ** 32) * this.#count);
    if (at < sampled) this.#places[at] = place;
  }

  #widen(geometry: Geometry): void {
    if (geometry.type === 'GeometryCollection') for (const part of geometry.geometries) this.#widen(part);
    else this.#walk(geometry.coordinates);
  }

  #walk(coordinates: unknown): void {
    if (!Array.isArray(coordinates)) return;
    const [x, y] = coordinates;
    if (typeof x !== 'number' || typeof y !== 'number') {
      for (const part of coordinates) this.#walk(part);
      return;
    }
    this.#place ??= [x, y];
    this.#west = Math.min(this.#west, x);
    this.#east = Math.max(this.#east, x);
    this.#south = Math.min(this.#south, y);
    this.#north = Math.max(this.#north, y);
  }

  #grid(): number[] {
    const counts = new Array<number>(columns * rows).fill(0);
    const part = (distance: number, span: number, parts: number) =>
      span > 0 ? Math.min(parts - 1, Math.floor((distance / span) * parts)) : 0;
    for (const [x, y] of this.#places) {
      const across = part(x - this.#west, this.#east - this.#west, columns);
      const at = part(this.#north - y, this.#north - this.#south, rows) * columns + across;
      counts[at] = (counts[at] ?? 0) + 1;
    }
    return counts;
  }

  /** The facts so far; null before the first position. */
  geometry(): ColumnProfile['geometry'] {
    if (this.#west > this.#east) return null;
    const kinds = [...this.#kinds].map(([kind, count]) => ({ kind, count }));
    return {
      box: [this.#west, this.#south, this.#east, this.#north],
      kinds: kinds.sort((one, other) => other.count - one.count),
      grid: { columns, rows, counts: this.#grid() },
    };
  }
}
