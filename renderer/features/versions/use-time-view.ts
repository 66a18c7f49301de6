import { useWindowEvent } from '@mantine/hooks';
import { type PointerEvent, type RefObject, useRef, useState } from 'react';
import { stepBefore, stepOf, stepsAfter, type TimeUnit } from '#shared/time/time-steps.ts';

/** Margin in pixels at both ends of the axis. */
const side = 20;

/** The visible time range, and actions that change it. */
export interface TimeView {
  readonly span: TimeSpan;
  readonly zoomedIn: boolean;
  /** For the drawing: Ctrl and the wheel zoom around the pointer. */
  readonly drawing: RefObject<SVGSVGElement | null>;
  /** Pixels from the left. */
  readonly scale: (at: number) => number;
  /** A factor below 1 zooms in, around the centre unless a time is given. */
  readonly zoom: (factor: number, at?: number) => void;
  readonly showAll: () => void;
  /** Scrolls a time into view. */
  readonly reveal: (at: number) => void;
  readonly onPointerDown: (event: PointerEvent<SVGSVGElement>) => void;
}

/** @param whole the range of everything there is @param width of the drawing, in pixels */
export function useTimeView(whole: TimeSpan, width: number): TimeView {
  const [zoomedTo, setZoomedTo] = useState<TimeSpan | null>(null);
  const drawing = useRef<SVGSVGElement>(null);
  const span = zoomedTo ?? whole;
  const length = span.to - span.from;
  const middle = span.from + length / 2;
  const room = Math.max(1, width - 2 * side);
  const zoom = (factor: number, at = middle) => setZoomedTo(zoomed(span, at, factor, whole));
  const moveBy = (by: number) => setZoomedTo({ from: span.from + by, to: span.to + by });
  const onWheel = (event: WheelEvent) => {
    const svg = drawing.current;
    // Without Ctrl the wheel scrolls the page as everywhere else.
    if (svg === null || (!event.ctrlKey && !event.metaKey)) return;
    if (!(event.target instanceof Node) || !svg.contains(event.target)) return;
    event.preventDefault();
    const share = (event.clientX - svg.getBoundingClientRect().left - side) / room;
    zoom(event.deltaY > 0 ? 1.25 : 0.8, span.from + share * length);
  };
  // React's own listeners cannot prevent the window from zooming too.
  useWindowEvent('wheel', onWheel, { passive: false });
  return {
    span,
    zoomedIn: zoomedTo !== null,
    drawing,
    scale: (at) => side + ((at - span.from) / length) * room,
    zoom,
    showAll: () => setZoomedTo(null),
    reveal: (at) => (at < span.from || at > span.to) && moveBy(at - middle),
    onPointerDown: (event) => trackDrag(event, (pixels) => moveBy((-pixels / room) * length)),
  };
}

/** Reports the pointer's movement in pixels since it was pressed, until it is released. */
function trackDrag(event: PointerEvent<SVGSVGElement>, onMove: (by: number) => void): void {
  const start = event.clientX;
  const end = new AbortController();
  window.addEventListener(
    'pointermove',
    (moved) => {
      // A click may move slightly.
      if (Math.abs(moved.clientX - start) > 2) onMove(moved.clientX - start);
    },
    { signal: end.signal },
  );
  window.addEventListener('pointerup', () => end.abort(), { once: true });
}

/** A time range in milliseconds since 1970; `from` is before `to`. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

/** The shortest range that is shown: a minute. */
const minSpanMs = 60_000;

/**
 * The range after zooming around a time, which keeps its position: a factor below 1 zooms in.
 * @returns null if it shows everything again
 */
export function zoomed(span: TimeSpan, at: number, factor: number, whole: TimeSpan): TimeSpan | null {
  const length = Math.max(minSpanMs, (span.to - span.from) * factor);
  if (length >= whole.to - whole.from) return null;
  const share = (at - span.from) / (span.to - span.from);
  const from = at - share * length;
  return { from, to: from + length };
}

/**
 * Groups times that would overlap when drawn.
 * @param items in the order of their place
 * @param xOf pixels from the left
 * @param least minimum distance in pixels between the first items of adjacent clusters
 */
export function timeClusters<Item>(items: readonly Item[], xOf: (item: Item) => number, least: number): Item[][] {
  const clusters: Item[][] = [];
  for (const item of items) {
    const first = clusters.at(-1)?.[0];
    if (first === undefined || xOf(item) - xOf(first) >= least) clusters.push([item]);
    else clusters.at(-1)?.push(item);
  }
  return clusters;
}

/** A tick of a time axis, and how much of its date to show. */
interface TimeTick {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly unit: TimeUnit;
}

/** Ticks at round times between `from` and `to`, both inclusive, `from` before `to`; about `most` at most. */
export function timeTicks(from: number, to: number, maxTicks: number): TimeTick[] {
  if (!(to > from)) return [];
  const step = stepOf((to - from) / Math.max(1, maxTicks));
  const ticks: TimeTick[] = [];
  for (let at = stepBefore(from, step); at <= to; at = stepsAfter(at, step)) {
    if (at >= from) ticks.push({ at, unit: step.unit });
  }
  return ticks;
}
