import './bars.css';
import { type KeyboardEvent, useRef, useState } from 'react';

/** One bar: its size, what it stands for in words, and what choosing it does. */
export interface Bar {
  readonly key: string;
  readonly size: number;
  readonly text: string;
  readonly onChoose: () => void;
}

const height = 30;

/** A small distribution. It is one stop for the keyboard: arrow keys go from bar to bar, Enter chooses. */
export function Bars({ label, bars }: { label: string; bars: readonly Bar[] }) {
  const group = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const largest = Math.max(1, ...bars.map((bar) => bar.size));
  const onKeyDown = (event: KeyboardEvent) => {
    const target = { ArrowLeft: current - 1, ArrowRight: current + 1, Home: 0, End: bars.length - 1 }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    const next = Math.min(bars.length - 1, Math.max(0, target));
    setCurrent(next);
    group.current?.querySelectorAll('button')[next]?.focus();
  };
  return (
    <div className="bars" role="toolbar" aria-label={label} ref={group} onKeyDown={onKeyDown}>
      {bars.map((bar, position) => (
        <button
          key={bar.key}
          type="button"
          className="bar"
          aria-label={bar.text}
          title={bar.text}
          tabIndex={position === Math.min(current, bars.length - 1) ? 0 : -1}
          onFocus={() => setCurrent(position)}
          onClick={bar.onChoose}
        >
          {/* A value that occurs is never drawn as nothing. */}
          <span style={{ height: bar.size === 0 ? 0 : Math.max(1, Math.round((bar.size / largest) * height)) }} />
        </button>
      ))}
    </div>
  );
}
