import { t } from 'i18next';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import styles from './column-cuts.module.css';

interface ColumnCutsProps {
  /** The first lines of the text. */
  readonly lines: readonly string[];
  /** Where the columns begin: positions of characters, from 1, ascending. */
  readonly starts: readonly number[];
  readonly onChange: (starts: readonly number[]) => void;
}

/**
 * The lines of a text of fixed width, with the boundaries of its columns: drag one or move it with the arrow keys;
 * Delete removes it; a double click adds one there, Enter in the middle of the column behind it.
 */
export function ColumnCuts({ lines, starts, onChange }: ColumnCutsProps) {
  const area = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState<readonly number[] | null>(null);
  const [first = 1, ...cuts] = dragged ?? starts;
  const width = Math.max(...starts, ...lines.map(({ length }) => length));
  const positionOf = ({ clientX }: { readonly clientX: number }) => {
    const { left = 0, width: pixels = 0 } = area.current?.getBoundingClientRect() ?? {};
    return Math.round(((clientX - left) / pixels) * width) + 1;
  };
  const change = (next: readonly number[]) => {
    if (next.join() !== starts.join()) onChange(next);
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>, cut: number) => {
    const at = (pointer: globalThis.PointerEvent) => withMoved(starts, cut, positionOf(pointer), width);
    const onEnd = (pointer: globalThis.PointerEvent) => {
      setDragged(null);
      change(at(pointer));
    };
    followPointer(event, (pointer) => setDragged(at(pointer)), onEnd);
  };
  const onKeyDown = (event: KeyboardEvent, cut: number) => {
    const next = byKey(event.key, starts, cut, width);
    if (next === null) return;
    change(next);
    event.stopPropagation();
    event.preventDefault();
  };
  return (
    <section
      className={styles.cuts}
      aria-label={t('publish.columnCuts')}
      data-tooltip={t('publish.columnCutsHint')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: without a boundary, Enter adds the first one.
      tabIndex={0}
      onKeyDown={(event) => onKeyDown(event, first)}
      onDoubleClick={(event) => change(withAdded(starts, positionOf(event), width))}
    >
      <div ref={area} style={{ width: `${width}ch` }}>
        <pre>{lines.join('\n')}</pre>
        {cuts.map((cut, at) => (
          // biome-ignore lint/a11y/useSemanticElements: a rule (<hr>) cannot take focus or a value.
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: a boundary keeps its focus while it moves.
            key={at}
            role="separator"
            aria-label={t('publish.columnCut', { number: at + 1 })}
            aria-orientation="vertical"
            aria-valuenow={cut}
            aria-valuemin={2}
            aria-valuemax={width}
            tabIndex={0}
            style={{ insetInlineStart: `${cut - 1}ch` }}
            onPointerDown={(event) => onPointerDown(event, cut)}
            onKeyDown={(event) => onKeyDown(event, cut)}
          />
        ))}
      </div>
    </section>
  );
}

type OnPointer = (event: globalThis.PointerEvent) => void;

function followPointer(
  { currentTarget: handle, pointerId }: PointerEvent<HTMLElement>,
  onMove: OnPointer,
  onEnd: OnPointer,
) {
  handle.setPointerCapture(pointerId);
  handle.addEventListener('pointermove', onMove);
  const end = (event: globalThis.PointerEvent) => {
    handle.removeEventListener('pointermove', onMove);
    onEnd(event);
  };
  handle.addEventListener('pointerup', end, { once: true });
}

function byKey(key: string, starts: readonly number[], cut: number, width: number): readonly number[] | null {
  const end = starts[starts.indexOf(cut) + 1] ?? width + 1;
  if (key === 'Enter') return withAdded(starts, Math.floor((cut + end) / 2), width);
  if (cut === starts[0]) return null;
  if (key === 'ArrowLeft') return withMoved(starts, cut, cut - 1, width);
  if (key === 'ArrowRight') return withMoved(starts, cut, cut + 1, width);
  return key === 'Delete' ? starts.filter((one) => one !== cut) : null;
}

/** A boundary stays between its neighbours. */
function withMoved(starts: readonly number[], cut: number, to: number, width: number): readonly number[] {
  const at = starts.indexOf(cut);
  const [least, most] = [(starts[at - 1] ?? 0) + 1, (starts[at + 1] ?? width + 1) - 1];
  return starts.with(at, Math.min(most, Math.max(least, to)));
}

function withAdded(starts: readonly number[], cut: number, width: number): readonly number[] {
  const [first = 1] = starts;
  if (cut <= first || cut > width || starts.includes(cut)) return starts;
  return [...starts, cut].sort((one, other) => one - other);
}
