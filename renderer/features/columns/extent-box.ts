/** West, south, east, north. */
export type Box = readonly [west: number, south: number, east: number, north: number];

/** A position within a drawing of a box: 0 to 1 from the west and from the north. */
export interface Share {
  readonly x: number;
  readonly y: number;
}

/** Six decimals are a tenth of a metre; rounded outwards, so that nothing at the edge is excluded. */
const rounded = (value: number, away: -1 | 1) => (away < 0 ? Math.floor(value * 1e6) : Math.ceil(value * 1e6)) / 1e6;

/** The part of a box between two positions in its drawing. */
export function partOf([west, south, east, north]: Box, one: Share, other: Share): Box {
  const x = (share: number) => west + (east - west) * share;
  const y = (share: number) => north - (north - south) * share;
  return [
    rounded(x(Math.min(one.x, other.x)), -1),
    rounded(y(Math.max(one.y, other.y)), -1),
    rounded(x(Math.max(one.x, other.x)), 1),
    rounded(y(Math.min(one.y, other.y)), 1),
  ];
}
