import type { GridApi } from 'ag-grid-community';
import { type RefObject, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Row } from '#shared/cell.ts';
import { FailureNotice } from '../../ui/states/states.tsx';
import type { FailedPart } from './row-source.ts';
import styles from './rows.module.css';

interface FailedRowsProps {
  readonly api: GridApi<Row>;
  /** The element around the grid; positions are relative to its corner. */
  readonly frame: RefObject<HTMLElement | null>;
  readonly failed: readonly FailedPart[];
  /** Total number of rows as far as known; 0 if unknown. */
  readonly rows: number;
  readonly onRetry: () => void;
  /** Opens the sign-in dialog, if there is one. */
  readonly onSignIn: (() => void) | undefined;
}

interface Placed {
  readonly part: FailedPart;
  /** The middle of its visible part, in pixels from the top of the frame. */
  readonly middle: number;
}

/** Half the height of the notice, which is kept within the grid. */
const half = 22;

/** The visible part that failed, and its position. */
function inSight(frame: HTMLElement, failed: readonly FailedPart[]): Placed | null {
  const box = frame.getBoundingClientRect();
  const top = frame.querySelector('.ag-header')?.getBoundingClientRect().bottom ?? box.top;
  const drawn = [...frame.querySelectorAll('[role="row"][row-index]')].map((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return { row: Number(element.getAttribute('row-index')), top, bottom };
  });
  for (const part of failed) {
    const own = drawn.filter(
      ({ row, ...each }) => row >= part.from && row < part.to && each.bottom > top && each.top < box.bottom,
    );
    if (own.length === 0) continue;
    const from = Math.max(top, Math.min(...own.map((each) => each.top)));
    const to = Math.min(box.bottom, Math.max(...own.map((each) => each.bottom)));
    const middle = Math.min(box.bottom - half, Math.max(top + half, (from + to) / 2));
    return { part, middle: middle - box.top };
  }
  return null;
}

/** A notice over rows that could not be read, with a retry button, as long as they are visible. */
export function FailedRows({ api, frame, failed, rows, onRetry, onSignIn }: FailedRowsProps) {
  const { t } = useTranslation();
  const [placed, setPlaced] = useState<Placed | null>(null);
  useEffect(() => {
    if (failed.length === 0 || api.isDestroyed()) {
      setPlaced(null);
      return;
    }
    const measure = () => setPlaced(frame.current === null ? null : inSight(frame.current, failed));
    measure();
    const events = ['viewportChanged', 'bodyScroll', 'modelUpdated', 'gridSizeChanged'] as const;
    for (const event of events) api.addEventListener(event, measure);
    return () => {
      if (!api.isDestroyed()) for (const event of events) api.removeEventListener(event, measure);
    };
  }, [api, frame, failed]);
  if (placed === null) return null;
  const { part, middle } = placed;
  return (
    <div className={styles.failed} style={{ top: middle - half }}>
      <FailureNotice
        text={t('inspect.failed', { from: part.from + 1, to: rows === 0 ? part.to : Math.min(part.to, rows) })}
        failure={part.failure}
        onRetry={onRetry}
        onSignIn={onSignIn}
      />
    </div>
  );
}
