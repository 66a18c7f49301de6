/** Pixels a second at which scrolling begins beyond an edge, and the most. */
const slowest = 240;
const fastest = 3600;
/** By how much the speed grows with each pixel beyond the edge. */
const growth = 20;

/** How quickly to scroll for a pointer beyond one of two edges, in pixels a second: the further, the quicker; 0 between them. */
export function edgeSpeed(place: number, start: number, end: number): number {
  if (place >= start && place <= end) return 0;
  const beyond = place < start ? start - place : place - end;
  const speed = Math.min(fastest, slowest + beyond * growth);
  return place < start ? -speed : speed;
}
