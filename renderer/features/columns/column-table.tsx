import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Filter } from '#shared/row-query.ts';
import type { ColumnOutline } from '#shared/rpc/calls/insight.ts';
import { type ProfileScope, useProfileProgress } from '../../backend/statistics.ts';
import type { DataColumn } from '../../lib/data-column.ts';
import { setConditions } from '../../state/query-edits.ts';
import type { DatasetTab } from '../../state/tab.ts';
import { LongTable, useLines } from '../../ui/layout/long-table.tsx';
import { hint } from '../../ui/tooltip/hint.ts';
import { ColumnLine } from './column-line.tsx';
import styles from './columns.module.css';

/** Pixels. */
const lineHeight = 52;

interface ColumnTableProps {
  readonly tab: DatasetTab;
  readonly found: readonly { readonly column: DataColumn; readonly position: number }[];
  /** Name of the column to scroll to and highlight; null for none. */
  readonly marked: string | null;
  readonly scope: ProfileScope;
  readonly outlines: readonly ColumnOutline[] | null;
  /** Whether no more profiles are requested for now. */
  readonly isStopped: boolean;
  /** Null if the user may not edit columns. */
  readonly onEdit: ((column: DataColumn) => void) | null;
}

const heads = [
  ['position', 'columns.position'],
  ['column', 'columns.column'],
  ['type', 'columns.type'],
  ['size', 'columns.size'],
  ['missing', 'profile.missing'],
  ['distinct', 'profile.distinct'],
  ['summary', 'profile.summary'],
  ['distribution', 'profile.distribution'],
  ['description', 'columns.description'],
] as const;
const numbers: ReadonlySet<string> = new Set(['position', 'size', 'missing', 'distinct']);

/** A line per column. Only visible lines are rendered, and only their columns are profiled. */
export function ColumnTable({ tab, found, marked, scope, outlines, isStopped, onEdit }: ColumnTableProps) {
  const { t } = useTranslation();
  const running = useProfileProgress(scope);
  // Two lines stay visible above the marked one.
  const first = () => Math.max(0, found.findIndex(({ column }) => column.name === marked) - 2);
  const lines = useLines({ count: found.length, height: lineHeight, overscan: 3, first });
  const markedLine = useRef<HTMLTableRowElement>(null);
  const hadFocus = useRef(false);
  // Once: afterwards the user moves the focus.
  useLayoutEffect(() => {
    if (hadFocus.current || markedLine.current === null) return;
    hadFocus.current = true;
    markedLine.current.focus({ preventScroll: true });
  });
  const filterBy = (column: DataColumn, filters: readonly Filter[]) => setConditions(tab.id, column.name, filters);
  return (
    <LongTable
      lines={lines}
      label={t('views.columns')}
      tableLabel={t('columns.table', { name: tab.label })}
      className={styles.schemaTable}
      rows={found.length + 1}
    >
      <Heads />
      <tbody>
        {lines.shown.map((index) => {
          const line = found[index];
          return line === undefined ? null : (
            <ColumnLine
              key={line.column.name}
              column={line.column}
              position={line.position}
              index={index}
              scope={scope}
              outline={outlines?.[line.position]}
              progress={running.find(({ column }) => column === line.column.name)}
              isStopped={isStopped}
              markedLine={line.column.name === marked ? markedLine : null}
              onFilter={filterBy}
              onEdit={onEdit}
            />
          );
        })}
      </tbody>
    </LongTable>
  );
}

function Heads() {
  const { t } = useTranslation();
  return (
    <thead>
      <tr aria-rowindex={1}>
        {heads.map(([head, words]) => (
          <th
            key={head}
            scope="col"
            data-head={head}
            data-number={numbers.has(head) || undefined}
            {...hint(head === 'size' ? t('columns.sizeHint') : undefined)}
          >
            {t(words)}
          </th>
        ))}
      </tr>
    </thead>
  );
}
