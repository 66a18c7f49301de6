/** Minimum and maximum scroll speed beyond an edge, in pixels per second. */
const minSpeed = 240;
const maxSpeed = 3600;
/** Increase in speed with each pixel beyond the edge. */
const growth = 20;

/**
 * Scroll speed for a pointer beyond one of two edges, in pixels per second: faster with distance; 0 between the edges.
 */
export function edgeSpeed(place: number, start: number, end: number): number {
  if (place >= start && place <= end) return 0;
  const beyond = place < start ? start - place : place - end;
  const speed = Math.min(maxSpeed, minSpeed + beyond * growth);
  return place < start ? -speed : speed;
}
