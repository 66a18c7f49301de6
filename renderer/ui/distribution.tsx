import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import type { ProfileBar } from '../lib/format/profile-bars.ts';
import styles from './distribution.module.css';

interface DistributionProps {
  readonly label: string;
  readonly bars: readonly ProfileBar[];
  /** Maximum width in pixels. */
  readonly room: number;
  /** Describes a bar in words. */
  readonly textOf: (bar: ProfileBar) => string;
  /** Whether a bar can be used as a filter. */
  readonly mayChoose: (bar: ProfileBar) => boolean;
  /** Adjacent bars were selected: by click, by brushing, or from the keyboard. */
  readonly onChoose: (bars: readonly ProfileBar[]) => void;
}

/** Pixels. */
const [height, gap, widestBar] = [34, 1, 16];

interface Brush {
  readonly from: number;
  readonly to: number;
}

/** What is selected of some bars: by pressing and moving the pointer, or from the keyboard. */
function useBrush({ bars, mayChoose, onChoose }: DistributionProps, barWidth: number) {
  const group = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const [brush, setBrush] = useState<Brush | null>(null);
  const pressed = useRef<number | null>(null);
  const at = (event: PointerEvent) => {
    const left = group.current?.getBoundingClientRect().left ?? 0;
    return Math.min(bars.length - 1, Math.max(0, Math.floor((event.clientX - left) / (barWidth + gap))));
  };
  const choose = ({ from, to }: Brush) => {
    setBrush(null);
    const chosen = bars.slice(Math.min(from, to), Math.max(from, to) + 1);
    if (chosen.some(mayChoose)) onChoose(chosen);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || event.key === ' ') choose(brush ?? { from: current, to: current });
    else if (event.key === 'Escape' && brush !== null) setBrush(null);
    else {
      const target = { ArrowLeft: current - 1, ArrowRight: current + 1, Home: 0, End: bars.length - 1 }[event.key];
      if (target === undefined) return;
      const next = Math.min(bars.length - 1, Math.max(0, target));
      setBrush(event.shiftKey ? { from: brush?.from ?? current, to: next } : null);
      setCurrent(next);
      group.current?.querySelectorAll('button')[next]?.focus();
    }
    event.preventDefault();
    event.stopPropagation();
  };
  const events = {
    onKeyDown,
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      pressed.current = at(event);
      setBrush({ from: at(event), to: at(event) });
    },
    onPointerMove: (event: PointerEvent) =>
      pressed.current !== null && setBrush({ from: pressed.current, to: at(event) }),
    onPointerUp: (event: PointerEvent) => {
      if (pressed.current !== null) choose({ from: pressed.current, to: at(event) });
      pressed.current = null;
    },
    onPointerCancel: () => {
      pressed.current = null;
      setBrush(null);
    },
  };
  const isWithin = (position: number) =>
    brush !== null && position >= Math.min(brush.from, brush.to) && position <= Math.max(brush.from, brush.to);
  return { group, current: Math.min(current, bars.length - 1), setCurrent, choose, isWithin, events };
}

/**
 * A small histogram. A click filters by one bar, brushing by several. It is a single tab stop: arrow keys move between
 * bars, with Shift they extend the selection, Enter filters.
 */
export function Distribution(props: DistributionProps) {
  const { label, bars, room, textOf, mayChoose } = props;
  // Values without a bar of their own, and missing ones, must not dwarf the rest.
  const largest = Math.max(1, ...bars.filter(isOwn).map((bar) => bar.count));
  const barWidth = Math.min(widestBar, Math.max(2, Math.floor((room + gap) / bars.length) - gap));
  const { group, current, setCurrent, choose, isWithin, events } = useBrush(props, barWidth);
  return (
    <div className={styles.distribution} role="toolbar" aria-label={label} ref={group} style={{ gap }} {...events}>
      {bars.map((bar, position) => (
        <button
          key={keyOf(bar)}
          type="button"
          className={styles.bar}
          data-kind={bar.kind}
          data-cut={bar.count > largest || undefined}
          aria-label={textOf(bar)}
          aria-disabled={!mayChoose(bar)}
          aria-pressed={isWithin(position)}
          data-tooltip={textOf(bar)}
          tabIndex={position === current ? 0 : -1}
          style={{ width: barWidth }}
          onFocus={() => setCurrent(position)}
          // Screen readers activate it without a pointer or a key.
          onClick={(event) => event.detail === 0 && choose({ from: position, to: position })}
        >
          {/* A value that occurs always has a visible bar. */}
          <span
            style={{ height: bar.count === 0 ? 0 : Math.max(1, Math.round(Math.min(1, bar.count / largest) * height)) }}
          />
        </button>
      ))}
    </div>
  );
}

function isOwn({ kind }: ProfileBar): boolean {
  return kind !== 'others' && kind !== 'missing';
}

function keyOf(bar: ProfileBar): string {
  switch (bar.kind) {
    case 'range':
      return `range ${bar.from}`;
    case 'value':
      return `value ${typeof bar.value} ${bar.value}`;
    case 'shape':
      return `shape ${bar.shape}`;
    default:
      return bar.kind;
  }
}
