import type { EChartsOption, EChartsType } from 'echarts';
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react';
import { echarts } from './echarts.ts';

/** A range of categories, both ends inclusive. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

interface ChartCanvasProps {
  readonly option: EChartsOption;
  /** The chart's name, and a sentence that describes it. */
  readonly label: string;
  readonly sentence: string;
  /** Number of categories along the horizontal axis; 0 if none can be selected. */
  readonly count: number;
  readonly span: Span | null;
  /** Describes the category at a position, for keyboard users. */
  readonly textAt: (position: number) => string;
  /** One category or several adjacent ones were selected; `moving` while the pointer is down. */
  readonly onSpan: (span: Span | null, moving: boolean) => void;
  readonly onShowRows: (span: Span) => void;
  readonly onTable: () => void;
  readonly onReady?: (chart: EChartsType | null) => void;
}

/** Distance in pixels beyond which a press becomes a brush. */
const slackPx = 4;

/** One drawing. It is a single tab stop: the arrow keys move between categories. */
export function ChartCanvas(props: ChartCanvasProps) {
  const { option, label, sentence, count, span, textAt, onSpan, onShowRows, onTable, onReady } = props;
  const frame = useRef<HTMLDivElement>(null);
  const surface = useRef<HTMLDivElement>(null);
  const chart = useRef<EChartsType | null>(null);
  const pressed = useRef<{ readonly x: number; readonly at: number; moved: boolean } | null>(null);
  const [current, setCurrent] = useState<number | null>(null);
  const [box, setBox] = useState<{ readonly left: number; readonly width: number } | null>(null);
  const description = useId();
  // biome-ignore lint/correctness/useExhaustiveDependencies: made once; what it reports may change meanwhile.
  useEffect(() => {
    if (surface.current === null) return;
    const made = echarts.init(surface.current, null, { renderer: 'canvas' });
    chart.current = made;
    onReady?.(made);
    const observer = new ResizeObserver(() => made.resize());
    observer.observe(surface.current);
    return () => {
      observer.disconnect();
      onReady?.(null);
      chart.current = null;
      made.dispose();
    };
  }, []);
  useEffect(() => {
    chart.current?.setOption(option, { notMerge: true, lazyUpdate: false });
  }, [option]);
  useEffect(() => {
    const place = () => setBox(chart.current === null || span === null ? null : boxOf(chart.current, span));
    place();
    chart.current?.on('finished', place);
    return () => chart.current?.off('finished', place) as unknown as undefined;
  }, [span]);

  const positionAt = (event: PointerEvent): number | null => {
    const left = surface.current?.getBoundingClientRect().left ?? 0;
    const found = chart.current?.convertFromPixel({ xAxisIndex: 0 }, event.clientX - left);
    return typeof found === 'number' ? Math.min(count - 1, Math.max(0, Math.round(found))) : null;
  };
  const isWithin = (event: PointerEvent): boolean => {
    const area = surface.current?.getBoundingClientRect();
    return (
      area !== undefined &&
      (chart.current?.containPixel('grid', [event.clientX - area.left, event.clientY - area.top]) ?? false)
    );
  };

  const moveTo = (target: number, extend: boolean) => {
    const next = Math.min(count - 1, Math.max(0, target));
    if (extend) {
      const anchor = span === null ? (current ?? next) : current === span.to ? span.from : span.to;
      onSpan({ from: Math.min(anchor, next), to: Math.max(anchor, next) }, false);
    }
    setCurrent(next);
    chart.current?.dispatchAction({ type: 'showTip', seriesIndex: 0, dataIndex: next });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const at = current ?? -1;
    const target = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: count - 1 }[event.key];
    if (target !== undefined && count > 0) moveTo(target, event.shiftKey);
    else if (event.key === 'Enter' && current !== null) onShowRows(span ?? { from: current, to: current });
    else if (event.key === ' ' && current !== null) onSpan({ from: current, to: current }, false);
    else if (event.key === 'Escape' && span !== null) onSpan(null, false);
    else if (event.key.toLowerCase() === 't' && !event.ctrlKey && !event.metaKey && !event.altKey) onTable();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a chart is a group of its values, for which there is no element.
    <div
      className="chart-frame"
      ref={frame}
      role="group"
      aria-roledescription="chart"
      aria-label={label}
      aria-describedby={description}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard goes from category to category within it.
      tabIndex={0}
      onKeyDown={onKeyDown}
      onBlur={() => chart.current?.dispatchAction({ type: 'hideTip' })}
      onPointerDown={(event) => {
        const at = positionAt(event);
        if (event.button !== 0 || count === 0 || at === null || !isWithin(event)) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        pressed.current = { x: event.clientX, at, moved: false };
      }}
      onPointerMove={(event) => {
        const from = pressed.current;
        if (from === null) return;
        if (Math.abs(event.clientX - from.x) > slackPx) from.moved = true;
        const at = positionAt(event);
        if (!from.moved || at === null) return;
        onSpan({ from: Math.min(from.at, at), to: Math.max(from.at, at) }, true);
      }}
      onPointerUp={(event) => {
        const from = pressed.current;
        pressed.current = null;
        const at = positionAt(event);
        if (from === null || at === null) return;
        const chosen = { from: Math.min(from.at, at), to: Math.max(from.at, at) };
        const isSame = span !== null && chosen.from === span.from && chosen.to === span.to;
        onSpan(!from.moved && isSame ? null : chosen, false);
        setCurrent(at);
      }}
      onPointerCancel={() => {
        pressed.current = null;
        onSpan(null, false);
      }}
      onDoubleClick={(event) => {
        const at = positionAt(event as unknown as PointerEvent);
        if (at !== null && count > 0) onShowRows({ from: at, to: at });
      }}
    >
      <div className="chart-surface" ref={surface} />
      {box !== null && <div className="chart-span" style={{ left: box.left, width: box.width }} />}
      <p className="visually-hidden" id={description}>
        {sentence}
      </p>
      <p className="visually-hidden" aria-live="polite">
        {current === null ? '' : textAt(current)}
      </p>
    </div>
  );
}

/** The position of a range of categories, in pixels from the left of the drawing. */
function boxOf(chart: EChartsType, { from, to }: Span): { left: number; width: number } | null {
  const at = (position: number) => {
    const found: unknown = chart.convertToPixel({ xAxisIndex: 0 }, position);
    return typeof found === 'number' ? found : Number.NaN;
  };
  const half = Math.abs(at(1) - at(0)) / 2 || 12;
  const [first, last] = [at(from), at(to)];
  return Number.isNaN(first) || Number.isNaN(last) ? null : { left: first - half, width: last - first + 2 * half };
}
