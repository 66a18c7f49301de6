import './pane-divider.css';
import type { KeyboardEvent, PointerEvent } from 'react';

interface PaneDividerProps {
  readonly label: string;
  /** Width of the first pane, and its limits, in pixels. */
  readonly width: number;
  readonly min: number;
  readonly max: number;
  readonly onWidth: (width: number) => void;
}

const keyStep = 16;

/** 1 in left-to-right layout, -1 in right-to-left. */
function towardsEnd(): 1 | -1 {
  return document.documentElement.dir === 'rtl' ? -1 : 1;
}

/** The divider between two panes, moved by dragging or with the arrow keys. */
export function PaneDivider({ label, width, min, max, onWidth }: PaneDividerProps) {
  const move = (width: number) => onWidth(Math.round(Math.min(max, Math.max(min, width))));
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    event.preventDefault();
    const divider = event.currentTarget;
    const start = event.clientX;
    const onMove = (moved: globalThis.PointerEvent) => move(width + towardsEnd() * (moved.clientX - start));
    divider.setPointerCapture(event.pointerId);
    divider.addEventListener('pointermove', onMove);
    divider.addEventListener('pointerup', () => divider.removeEventListener('pointermove', onMove), { once: true });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // For instance, Alt+Home is a command of the window.
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'ArrowLeft') move(width - towardsEnd() * keyStep);
    else if (event.key === 'ArrowRight') move(width + towardsEnd() * keyStep);
    else if (event.key === 'Home') move(min);
    else if (event.key === 'End') move(max);
    else return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule (<hr>) cannot take focus or a value; this is ARIA's window splitter.
    <div
      role="separator"
      className="pane-divider"
      aria-label={label}
      aria-orientation="vertical"
      aria-valuenow={width}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      onPointerDown={onPointerDown}
      onKeyDown={onKeyDown}
    />
  );
}
