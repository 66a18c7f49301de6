import { SegmentedControl } from '@mantine/core';
import { IconArrowNarrowRight, IconMinus, IconPencil, IconPlus } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { t } from 'i18next';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import type { Cell } from '#shared/cell.ts';
import type { DifferingRow } from '#shared/rpc/calls/insight.ts';
import { type Comparison, differencesPage, differencesQuery } from '../../backend/rows.ts';
import { cellText } from '../../lib/format/cell-text.ts';
import { useLocale, useSettings } from '../../state/settings.ts';
import sheetStyles from '../../ui/layout/sheet.module.css';
import { FailureNotice } from '../../ui/states/states.tsx';
import { hint } from '../../ui/tooltip/hint.ts';
import styles from './comparing.module.css';

/** Pixels. */
const [lineHeight, columnWidth, kindWidth] = [28, 190, 120];

/** How many rows differ. */
export interface Counts {
  readonly changed: number;
  readonly added: number;
  readonly removed: number;
}

/** What is compared, and how it is shown. */
export interface ShownComparison {
  readonly comparison: Comparison;
  /** Names of the columns, in display order. */
  readonly columns: readonly string[];
  readonly labels: ReadonlyMap<string, string>;
}

interface DifferenceGridProps extends ShownComparison {
  readonly counts: Counts;
  /** Beside the choice of rows. */
  readonly action: ReactNode;
}

const kinds = ['all', 'changed', 'added', 'removed'] as const;
type Kind = (typeof kinds)[number];

/** The ranges of each kind of row among all differing ones: changed, added, removed. */
function rangeOf(kind: Kind, { changed, added, removed }: Counts): { readonly from: number; readonly to: number } {
  const all = changed + added + removed;
  const ends = {
    all: [0, all],
    changed: [0, changed],
    added: [changed, changed + added],
    removed: [changed + added, all],
  };
  const [from = 0, to = 0] = ends[kind];
  return { from, to };
}

/** The differing rows, page by page; only visible lines and columns are rendered. */
export function DifferenceGrid({ comparison, counts, columns, labels, action }: DifferenceGridProps) {
  const [kind, setKind] = useState<Kind>('all');
  const scroller = useRef<HTMLElement>(null);
  const { from, to } = rangeOf(kind, counts);
  const down = useVirtualizer({
    count: to - from,
    getScrollElement: () => scroller.current,
    estimateSize: () => lineHeight,
    overscan: 8,
  });
  const lines = down.getVirtualItems();
  const range = { first: from + (lines[0]?.index ?? 0), last: from + (lines.at(-1)?.index ?? 0) };
  const { rowAt, failed, retry } = useDifferences(comparison, columns, range);
  if (counts.changed + counts.added + counts.removed === 0) return null;
  const onKind = (chosen: Kind) => {
    setKind(chosen);
    down.scrollToOffset(0);
  };
  return (
    <>
      <div className={styles.kinds}>
        <SegmentedControl
          aria-label={t('comparing.kinds')}
          data={kinds.map((one) => ({
            value: one,
            label: t(kindWords[one]),
            disabled: one !== 'all' && counts[one] === 0,
          }))}
          value={kind}
          onChange={onKind}
        />
        {action}
      </div>
      {failed !== null && <FailureNotice failure={failed} onRetry={retry} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by the keyboard. */}
      <section className={sheetStyles.scroller} aria-label={t('comparing.rows')} ref={scroller} tabIndex={0}>
        <Lines
          scroller={scroller}
          down={down}
          count={to - from}
          columns={columns}
          labels={labels}
          rowAt={(index) => rowAt(from + index)}
        />
      </section>
    </>
  );
}

interface LinesProps extends Pick<DifferenceGridProps, 'columns' | 'labels'> {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly down: Virtualizer<HTMLElement, Element>;
  /** Number of lines. */
  readonly count: number;
  readonly rowAt: (index: number) => DifferingRow | undefined;
}

function Lines({ scroller, down, count, columns, labels, rowAt }: LinesProps) {
  const across = useVirtualizer({
    horizontal: true,
    count: columns.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => columnWidth,
    overscan: 2,
  });
  const shown = across.getVirtualItems();
  return (
    <table
      className={styles.differenceTable}
      aria-label={t('comparing.table')}
      aria-rowcount={count + 1}
      aria-colcount={columns.length + 1}
      style={{ width: kindWidth + across.getTotalSize(), height: down.getTotalSize() + lineHeight }}
    >
      <thead>
        <tr className={styles.differenceLine} aria-rowindex={1}>
          <th scope="col" className={styles.differenceKind} style={{ width: kindWidth }}>
            {t('comparing.kind')}
          </th>
          {shown.map(({ index, start }) => (
            <th
              key={index}
              scope="col"
              aria-colindex={index + 2}
              className={styles.differenceCell}
              style={{ insetInlineStart: kindWidth + start, width: columnWidth }}
              {...hint(columns[index])}
            >
              {labels.get(columns[index] ?? '') ?? columns[index]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {down.getVirtualItems().map(({ index, start }) => (
          <DifferenceLine
            key={index}
            index={index}
            top={start + lineHeight}
            row={rowAt(index)}
            columns={columns}
            shown={shown.map((column) => ({ position: column.index, left: kindWidth + column.start }))}
            labels={labels}
          />
        ))}
      </tbody>
    </table>
  );
}

/** The rows from `first` to `last`, both inclusive, as far as loaded. */
function useDifferences(
  comparison: Comparison,
  columns: readonly string[],
  { first, last }: { readonly first: number; readonly last: number },
) {
  const pages: number[] = [];
  for (let page = Math.floor(first / differencesPage); page <= Math.floor(last / differencesPage); page += 1)
    pages.push(page);
  const found = useQueries({ queries: pages.map((page) => differencesQuery(comparison, columns, page)) });
  const byPage = new Map<number, readonly DifferingRow[]>(
    pages.flatMap((page, position) => {
      const rows = found[position]?.data;
      return rows === undefined ? [] : [[page, rows]];
    }),
  );
  const failed = found.find((one) => one.error !== null && !one.isFetching) ?? null;
  return {
    rowAt: (position: number) => byPage.get(Math.floor(position / differencesPage))?.[position % differencesPage],
    failed: failed?.error ?? null,
    retry: () => void failed?.refetch(),
  };
}

const icons = { changed: IconPencil, added: IconPlus, removed: IconMinus };

interface DifferenceLineProps extends Pick<DifferenceGridProps, 'columns' | 'labels'> {
  /** From 0. */
  readonly index: number;
  /** Pixels from the top of the table. */
  readonly top: number;
  /** Undefined while loading. */
  readonly row: DifferingRow | undefined;
  readonly shown: readonly { readonly position: number; readonly left: number }[];
}

/** A differing row: its kind, and each cell, before and after if it has changed. */
function DifferenceLine({ index, top, row, columns, shown, labels }: DifferenceLineProps) {
  const Icon = row === undefined ? null : icons[row.kind];
  const changed = row?.changed.map((position) => labels.get(columns[position] ?? '') ?? columns[position] ?? '') ?? [];
  return (
    <tr
      className={styles.differenceLine}
      aria-rowindex={index + 2}
      data-kind={row?.kind}
      style={{ transform: `translateY(${top}px)` }}
    >
      <th scope="row" className={styles.differenceKind} {...hint(changed.join(', '))}>
        {row !== undefined && Icon !== null && (
          <>
            <Icon size={14} stroke={1.5} aria-hidden />
            {t(kindWords[row.kind])}
          </>
        )}
      </th>
      {shown.map(({ position, left }) => (
        <td
          key={position}
          aria-colindex={position + 2}
          className={styles.differenceCell}
          style={{ insetInlineStart: left }}
          data-number={isNumber(row, position) || undefined}
          data-changed={row?.changed.includes(position) || undefined}
        >
          {row === undefined ? <span className={styles.differenceWaiting} /> : <Value row={row} position={position} />}
        </td>
      ))}
    </tr>
  );
}

function isNumber(row: DifferingRow | undefined, position: number): boolean {
  const kind = typeof (row?.after?.[position] ?? row?.before?.[position]);
  return kind === 'number' || kind === 'bigint';
}

function Value({ row, position }: { row: DifferingRow; position: number }) {
  const [before, after] = [row.before?.[position] ?? null, row.after?.[position] ?? null];
  if (row.kind === 'removed') return <Plain cell={before} />;
  if (!row.changed.includes(position)) return <Plain cell={after} />;
  return (
    <>
      <del>
        <span className="visually-hidden">{t('comparing.was')} </span>
        <Plain cell={before} />
      </del>
      <IconArrowNarrowRight size={14} stroke={1.5} aria-hidden />
      <ins>
        <span className="visually-hidden">{t('comparing.is')} </span>
        <Plain cell={after} />
      </ins>
    </>
  );
}

function Plain({ cell }: { cell: Cell }) {
  const locale = useLocale();
  const raw = useSettings((settings) => settings.raw);
  if (cell === null) return <span className="quiet">{t('common.missing')}</span>;
  const text = cellText(cell, { locale, raw, grouped: false });
  return <span data-tooltip={text}>{text}</span>;
}

/** The message for each kind of changed row. */
export const kindWords = {
  all: 'comparing.kindAll',
  changed: 'comparing.kindChanged',
  added: 'comparing.kindAdded',
  removed: 'comparing.kindRemoved',
} as const;
