import type { Geometry } from '#shared/cell.ts';
import type { ExactProfile } from './service-profiles.ts';

/** The box and the kinds of geometries that come one by one. */
export class GeometryFacts {
  #west = Number.POSITIVE_INFINITY;
  #south = Number.POSITIVE_INFINITY;
  #east = Number.NEGATIVE_INFINITY;
  #north = Number.NEGATIVE_INFINITY;
  readonly #kinds = new Map<string, number>();

  add(geometry: Geometry): void {
    this.#kinds.set(geometry.type, (this.#kinds.get(geometry.type) ?? 0) + 1);
    this.#widen(geometry);
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
    this.#west = Math.min(this.#west, x);
    this.#east = Math.max(this.#east, x);
    this.#south = Math.min(this.#south, y);
    this.#north = Math.max(this.#north, y);
  }

  /** Null before the first position. */
  geometry(): ExactProfile['geometry'] {
    if (this.#west > this.#east) return null;
    const kinds = [...this.#kinds].map(([kind, count]) => ({ kind, count }));
    return {
      box: [this.#west, this.#south, this.#east, this.#north],
      kinds: kinds.sort((one, other) => other.count - one.count),
    };
  }
}
