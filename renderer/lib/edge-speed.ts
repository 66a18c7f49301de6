/** Pixels a frame at which scrolling begins beyond an edge, and the most. */
const slowest = 4;
const fastest = 60;

/** How quickly to scroll for a pointer beyond one of two edges, in pixels a frame: the further, the quicker; 0 between them. */
export function edgeSpeed(place: number, start: number, end: number): number {
  if (place >= start && place <= end) return 0;
  const beyond = place < start ? start - place : place - end;
  const speed = Math.min(fastest, slowest + beyond / 3);
  return place < start ? -speed : speed;
}
