import type { KeyboardEvent, PointerEvent } from 'react';
import styles from './pane-divider.module.css';

interface PaneDividerProps {
  readonly label: string;
  /** Size of the first pane, and its limits: in pixels, or in per cent of both panes. */
  readonly width: number;
  readonly min: number;
  readonly max: number;
  readonly onWidth: (width: number) => void;
  /** If sizes are in per cent: how the two panes are arranged. */
  readonly share?: 'beside' | 'above';
}

/** The divider between two panes, moved by dragging or with the arrow keys. */
export function PaneDivider({ label, width, min, max, onWidth, share }: PaneDividerProps) {
  const isAbove = share === 'above';
  const keyStep = share === undefined ? 16 : 2;
  const move = (width: number) => onWidth(Math.round(Math.min(max, Math.max(min, width))));
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    event.preventDefault();
    const divider = event.currentTarget;
    const { clientWidth = 0, clientHeight = 0 } = divider.parentElement ?? {};
    const pixels = share === undefined ? 1 : (isAbove ? clientHeight : clientWidth) / 100;
    const positionOf = ({ clientX, clientY }: Pick<MouseEvent, 'clientX' | 'clientY'>) => (isAbove ? clientY : clientX);
    const start = positionOf(event);
    const onMove = (moved: globalThis.PointerEvent) => move(width + (positionOf(moved) - start) / pixels);
    divider.setPointerCapture(event.pointerId);
    divider.addEventListener('pointermove', onMove);
    divider.addEventListener('pointerup', () => divider.removeEventListener('pointermove', onMove), { once: true });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // For instance, Alt+Home is a command of the window.
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === (isAbove ? 'ArrowUp' : 'ArrowLeft')) move(width - keyStep);
    else if (event.key === (isAbove ? 'ArrowDown' : 'ArrowRight')) move(width + keyStep);
    else if (event.key === 'Home') move(min);
    else if (event.key === 'End') move(max);
    else return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule (<hr>) cannot take focus or a value; this is ARIA's window splitter.
    <div
      role="separator"
      className={styles.divider}
      aria-label={label}
      aria-orientation={isAbove ? 'horizontal' : 'vertical'}
      data-share={share}
      aria-valuenow={width}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      onPointerDown={onPointerDown}
      onKeyDown={onKeyDown}
    />
  );
}
