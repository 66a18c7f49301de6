import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useRef } from 'react';
import styles from './sheet.module.css';

interface LineOptions {
  readonly count: number;
  /** Estimated height of a line in pixels. */
  readonly height: number;
  /** Lines that are rendered beyond the visible ones. */
  readonly overscan: number;
  /** Index of the line that is at the top at first. */
  readonly first?: () => number;
}

/** The lines of a table of which only those in view are rendered. */
export function useLines({ count, height, overscan, first = () => 0 }: LineOptions) {
  const scroller = useRef<HTMLElement>(null);
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan,
    initialOffset: () => first() * height,
  });
  return { scroller, virtualizer, shown: virtualizer.getVirtualItems().map(({ index }) => index) };
}

interface LongTableProps {
  readonly lines: ReturnType<typeof useLines>;
  /** Name of the region that scrolls, and of the table where it has another one. */
  readonly label: string;
  readonly tableLabel?: string;
  readonly className: string | undefined;
  /** Number of all lines, with the head. */
  readonly rows?: number;
  readonly children: ReactNode;
}

export function LongTable({
  lines: { scroller, virtualizer },
  label,
  tableLabel,
  className,
  rows,
  children,
}: LongTableProps) {
  const lines = virtualizer.getVirtualItems();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by the keyboard.
    <section className={styles.scroller} aria-label={label} ref={scroller} tabIndex={0}>
      {/* The space of the invisible lines is outside the table, so that its head can stick to the top. */}
      <div
        style={{
          paddingTop: lines[0]?.start ?? 0,
          paddingBottom: virtualizer.getTotalSize() - (lines.at(-1)?.end ?? 0),
        }}
      >
        <table className={`${styles.table} ${className}`} aria-label={tableLabel} aria-rowcount={rows}>
          {children}
        </table>
      </div>
    </section>
  );
}

interface HeadRowProps {
  readonly texts: readonly string[];
  /** Headings of numbers, which follow the others. */
  readonly numbers?: readonly string[];
  /** Further cells. */
  readonly children?: ReactNode;
}

export function HeadRow({ texts, numbers = [], children }: HeadRowProps) {
  return (
    <thead>
      <tr>
        {[...texts, ...numbers].map((text, position) => (
          <th key={text} scope="col" data-number={position >= texts.length || undefined}>
            {text}
          </th>
        ))}
        {children}
      </tr>
    </thead>
  );
}
