import type { EChartsOption } from 'echarts';
import type { EChartsType } from 'echarts/core';
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import styles from '../charts.module.css';
import { type ChartLayout, type Place, placeAfter, positionsBetween, type Spot, spotOf } from '../model/layout.ts';
import { placeAt } from '../model/map-option.ts';
import { type Drawing, drawingIn, plotHeight, stillGrid, usePixelRatio } from './drawing.ts';

interface ChartCanvasProps {
  readonly option: EChartsOption;
  /** The same object as long as only the values differ: then only these are redrawn. */
  readonly frame: object;
  /** A selection is being made: the plot stays where it is, whatever its labels become. */
  readonly isStill: boolean;
  /** The chart's name, and a sentence that describes it. */
  readonly label: string;
  readonly sentence: string;
  readonly layout: ChartLayout;
  /** Positions of the selected categories; none where nothing is selected in this chart. */
  readonly selected: readonly number[];
  /** Describes the value at a place, for keyboard users. */
  readonly textAt: (place: Place) => string;
  /** Categories were selected; `moving` while the pointer is down. */
  readonly onSelect: (positions: readonly number[], moving: boolean) => void;
  readonly onShowRows: (positions: readonly number[], line: number | null) => void;
  readonly onTable: () => void;
}

/** Distance in pixels beyond which a press becomes a brush. */
const slackPx = 4;

const none: readonly number[] = [];

interface Pressed {
  readonly x: number;
  readonly y: number;
  readonly spot: Spot;
  moved: boolean;
}

/** One drawing. It is a single tab stop: the arrow keys move between values. */
export function ChartCanvas(props: ChartCanvasProps) {
  const { option, frame, isStill, label, sentence, layout, selected, textAt, onSelect, onShowRows, onTable } = props;
  const surface = useRef<HTMLDivElement>(null);
  const drawing = useRef<Drawing | null>(null);
  const pressed = useRef<Pressed | null>(null);
  const series = useRef<number | null>(null);
  const anchor = useRef<number | null>(null);
  const [current, setCurrent] = useState<Place | null>(null);
  const [box, setBox] = useState<Box | null>(null);
  const ratio = usePixelRatio();
  /** Of the drawing in pixels, as a text; empty before it is known. */
  const [size, setSize] = useState('');
  const description = useId();
  useLayoutEffect(() => {
    if (surface.current === null) return;
    const made = drawingIn(surface.current, ratio);
    drawing.current = made;
    // Before the event of the page that follows it.
    made.chart.on('dblclick', ({ seriesIndex }) => {
      series.current = seriesIndex ?? null;
    });
    const observer = new ResizeObserver(() => {
      made.chart.resize();
      setSize(`${made.chart.getWidth()} ${made.chart.getHeight()}`);
    });
    observer.observe(surface.current);
    return () => {
      observer.disconnect();
      drawing.current = null;
      made.dispose();
    };
  }, [ratio]);
  // The chart in which they are selected does not follow.
  const isFollowing = isStill && selected.length === 0;
  // Before the frame is painted, so that a chart follows the pointer within the frame of its move.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a drawing of another size is drawn anew.
  useLayoutEffect(() => drawing.current?.draw(option, frame, isFollowing), [option, frame, size, isFollowing, ratio]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another drawing has its own events.
  useEffect(() => {
    const drawn = drawing.current?.chart ?? null;
    const place = () => setBox(drawn === null || selected.length === 0 ? null : boxOf(drawn, layout, selected));
    place();
    drawn?.on('finished', place);
    return () => {
      if (drawn !== null && !drawn.isDisposed()) drawn.off('finished', place);
    };
  }, [selected, layout, ratio]);

  /** Where the pointer is in the drawing. @param clamp whether a place beside the plot is taken for the nearest within */
  const spotAt = ({ clientX, clientY }: MouseEvent, clamp: boolean): Spot | null => {
    const area = surface.current?.getBoundingClientRect();
    const drawn = drawing.current?.chart;
    if (area === undefined || drawn === undefined || layout.count === 0) return null;
    const pixel = [clientX - area.left, clientY - area.top] as const;
    if (!clamp && !drawn.containPixel(layout.kind === 'map' ? 'geo' : 'grid', [...pixel])) return null;
    if (layout.kind === 'map') {
      const found = placeAt((place) => pixelOf(drawn, { geoIndex: 0 }, place), pixel);
      return found === null ? null : { x: found[0], y: found[1] };
    }
    const found: unknown = drawn.convertFromPixel({ xAxisIndex: 0, yAxisIndex: 0 }, [...pixel]);
    if (!Array.isArray(found)) return null;
    const [across = Number.NaN, down = Number.NaN] = found.map(Number);
    const [x, y] = layout.lying ? [down, across] : [across, down];
    return Number.isNaN(x) || Number.isNaN(y) ? null : { x, y };
  };
  const select = (positions: readonly number[], moving: boolean) => {
    const isSame = positions.length === selected.length && positions.every((at, n) => selected[n] === at);
    // The pointer often moves within a category.
    if (moving && isStill && isSame) return;
    onSelect(!moving && isSame && pressed.current?.moved !== true ? none : positions, moving);
  };

  const moveTo = (place: Place, extend: boolean) => {
    if (extend) {
      anchor.current ??= current?.at ?? place.at;
      onSelect(positionsBetween(layout, spotOf(layout, anchor.current), spotOf(layout, place.at)), false);
    } else anchor.current = null;
    setCurrent(place);
    const dataIndex = layout.dataIndex(place.at, place.line);
    const seriesIndex = layout.kind === 'axis' ? (place.line ?? 0) : 0;
    drawing.current?.chart.dispatchAction(
      dataIndex === null ? { type: 'hideTip' } : { type: 'showTip', seriesIndex, dataIndex },
    );
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = placeAfter(layout, current, event.key);
    if (next !== null) moveTo(next, event.shiftKey);
    else if (event.key === 'Enter' && current !== null) {
      const isWithin = current.line === null && selected.includes(current.at);
      onShowRows(isWithin ? selected : [current.at], current.line);
    } else if (event.key === ' ' && current !== null) select([current.at], false);
    else if (event.key === 'Escape' && selected.length > 0) onSelect(none, false);
    else if (event.key.toLowerCase() === 't' && !event.ctrlKey && !event.metaKey && !event.altKey) onTable();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a chart is a group of its values, for which there is no element.
    <div
      className={styles.frame}
      role="group"
      aria-roledescription="chart"
      aria-label={label}
      aria-describedby={description}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard goes from value to value within it.
      tabIndex={0}
      onKeyDown={onKeyDown}
      onBlur={() => drawing.current?.chart.dispatchAction({ type: 'hideTip' })}
      onPointerDown={(event) => {
        const spot = event.button === 0 ? spotAt(event, false) : null;
        if (spot === null) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        pressed.current = { x: event.clientX, y: event.clientY, spot, moved: false };
      }}
      onPointerMove={(event) => {
        const from = pressed.current;
        if (from === null) return;
        if (Math.hypot(event.clientX - from.x, event.clientY - from.y) > slackPx) from.moved = true;
        const spot = spotAt(event, true);
        if (from.moved && spot !== null) select(positionsBetween(layout, from.spot, spot), true);
      }}
      onPointerUp={(event) => {
        const from = pressed.current;
        const spot = spotAt(event, true);
        if (from !== null && spot !== null) {
          const positions = positionsBetween(layout, from.spot, from.moved ? spot : from.spot);
          select(positions, false);
          const [at] = positions;
          if (at !== undefined) setCurrent({ at, line: lineOf(layout, from.spot) });
        }
        pressed.current = null;
      }}
      onPointerCancel={() => {
        pressed.current = null;
        onSelect(none, false);
      }}
      onDoubleClick={(event) => {
        const spot = spotAt(event, false);
        const positions = spot === null ? none : positionsBetween(layout, spot, spot);
        const line = layout.kind === 'axis' ? (layout.lines > 0 ? series.current : null) : lineOf(layout, spot);
        series.current = null;
        if (positions.length > 0) onShowRows(positions, line);
      }}
    >
      <div className={styles.surface} ref={surface} />
      {box !== null && <div className={styles.span} style={box} />}
      <p className="visually-hidden" id={description}>
        {sentence}
      </p>
      <p className="visually-hidden" aria-live="polite">
        {current === null ? '' : textAt(current)}
      </p>
    </div>
  );
}

/** The row of a grid at a spot; null for drawings without rows. */
function lineOf({ kind, lines }: ChartLayout, spot: Spot | null): number | null {
  return kind !== 'grid' || spot === null ? null : Math.min(lines - 1, Math.max(0, Math.round(spot.y)));
}

/** A part of the drawing, in pixels from its left and top. */
interface Box {
  readonly left: number;
  readonly width: number;
  readonly top?: number;
  readonly height?: number;
}

/** Where selected categories lie; the whole height of the plot but on a map. */
function boxOf(chart: EChartsType, layout: ChartLayout, selected: readonly number[]): Box | null {
  const half = layout.kind === 'map' ? layout.step / 2 : 0;
  const spots = selected.map((at) => spotOf(layout, at));
  const ends = (axis: 'x' | 'y') => {
    const found = spots.map((spot) => spot[axis]);
    return [Math.min(...found) - half, Math.max(...found) + half] as const;
  };
  const [[west, east], [south, north]] = [ends('x'), ends('y')];
  if (layout.kind === 'map') {
    const [from, to] = [pixelOf(chart, { geoIndex: 0 }, [west, north]), pixelOf(chart, { geoIndex: 0 }, [east, south])];
    if (from === null || to === null) return null;
    return { left: from[0], top: from[1], width: to[0] - from[0], height: to[1] - from[1] };
  }
  const at = (position: number) => {
    const found: unknown = chart.convertToPixel(layout.lying ? { yAxisIndex: 0 } : { xAxisIndex: 0 }, position);
    return typeof found === 'number' ? found : Number.NaN;
  };
  const halfPx = Math.abs(at(1) - at(0)) / 2 || 12;
  const [first, last] = [at(west), at(east)];
  if (Number.isNaN(first) || Number.isNaN(last)) return null;
  if (layout.lying) {
    const { left, right } = stillGrid(chart);
    const width = chart.getWidth() - left - right;
    return { left, width, top: Math.min(first, last) - halfPx, height: Math.abs(last - first) + 2 * halfPx };
  }
  const [top, bottom] = plotHeight(chart, (first + last) / 2);
  return { left: first - halfPx, width: last - first + 2 * halfPx, top, height: bottom - top };
}

function pixelOf(
  chart: EChartsType,
  finder: object,
  place: readonly [number, number],
): readonly [number, number] | null {
  const found: unknown = chart.convertToPixel(finder, [...place]);
  const [x = Number.NaN, y = Number.NaN] = Array.isArray(found) ? found.map(Number) : [];
  return Number.isNaN(x) || Number.isNaN(y) ? null : [x, y];
}
