/**
 * The starts of groups of `stride` rows, and the end of the last one, as distances from a base: half as long as doubles,
 * for files beyond 4 GiB.
 */
export interface KnownOffsets<Buffers extends ArrayBufferLike = ArrayBufferLike> {
  readonly bases: Float64Array<Buffers>;
  readonly distances: Uint32Array<Buffers>;
  readonly stride: number;
}

/** Bytes of one distance. */
export const distanceBytes = 4;

const distancesPerBase = 1024;

/** A table for so many rows, in memory that threads share; its starts are set in their order. */
export function emptyOffsets(rows: number, stride: number): KnownOffsets<SharedArrayBuffer> {
  const entries = Math.ceil(rows / stride) + 1;
  return {
    bases: new Float64Array(new SharedArrayBuffer(Math.ceil(entries / distancesPerBase) * 8)),
    distances: new Uint32Array(new SharedArrayBuffer(entries * distanceBytes)),
    stride,
  };
}

/** Sets the start of a group. @returns whether it fits: the rows since its base may be longer than 4 GiB */
export function setStart({ bases, distances }: KnownOffsets, group: number, start: number): boolean {
  const base = Math.floor(group / distancesPerBase);
  if (group % distancesPerBase === 0) bases[base] = start;
  const distance = start - (bases[base] ?? 0);
  distances[group] = distance;
  return distance < 2 ** 32;
}

/** The start of a group; of the group after the last, its end. */
export function startOf({ bases, distances }: KnownOffsets, group: number): number {
  return (bases[Math.floor(group / distancesPerBase)] ?? 0) + (distances[group] ?? 0);
}
