import { IconPencil } from '@tabler/icons-react';
import { t } from 'i18next';
import { memo, type RefObject, useLayoutEffect, useRef } from 'react';
import type { Filter } from '#shared/row-query.ts';
import type { ColumnOutline } from '#shared/rpc/calls/insight.ts';
import { type ProfileScope, useProfileProgress } from '../../backend/statistics.ts';
import { type DataColumn, valueKind } from '../../lib/data-column.ts';
import { formatBytes, formatCount } from '../../lib/format/format.ts';
import { typeName } from '../../lib/format/type-name.ts';
import { setConditions } from '../../state/query-edits.ts';
import { useSettings, useWords } from '../../state/settings.ts';
import type { DatasetTab } from '../../state/tab.ts';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { LongTable, useLines } from '../../ui/layout/long-table.tsx';
import { hint } from '../../ui/tooltip/hint.ts';
import styles from './columns.module.css';
import { ProfileCells, type ProfileCellsProps } from './profile-cells.tsx';

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
] as const;
const numbers: ReadonlySet<string> = new Set(['position', 'size', 'missing', 'distinct']);

/** A line per column. Only visible lines are rendered, and only their columns are profiled. */
export function ColumnTable({ tab, found, marked, scope, outlines, isStopped, onEdit }: ColumnTableProps) {
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

interface ColumnLineProps extends ProfileCellsProps {
  /** Index among all columns, from 0. */
  readonly position: number;
  /** Index among those shown, from 0. */
  readonly index: number;
  /** For the column that the view was opened for: where to put its line. Null for others. */
  readonly markedLine: RefObject<HTMLTableRowElement | null> | null;
  /** Null if the user may not edit columns. */
  readonly onEdit: ((column: DataColumn) => void) | null;
}

/** A column: its name, its type, and its values. */
const ColumnLine = memo(function ColumnLine(props: ColumnLineProps) {
  const { column, position, index, outline, markedLine } = props;
  const { t, locale } = useWords();
  return (
    <tr
      aria-rowindex={index + 2}
      className={styles.schemaLine}
      ref={markedLine}
      {...(markedLine !== null && { tabIndex: -1, 'aria-current': true })}
    >
      <td className="quiet" data-number>
        {formatCount(position + 1, locale)}
      </td>
      <th scope="row">
        <span className={styles.schemaNamed}>
          <span>
            <Called column={column} />
            {column.description !== '' && (
              <span className={styles.schemaSecond} data-tooltip={column.description}>
                {column.description}
              </span>
            )}
          </span>
          {props.onEdit !== null && (
            <IconButton
              className={styles.schemaEdit}
              label={t('columns.edit', { column: column.label || column.name })}
              onClick={() => props.onEdit?.(column)}
              icon={IconPencil}
            />
          )}
        </span>
      </th>
      <td className={styles.schemaType}>{typeName(t, valueKind(column))}</td>
      <td className="quiet" data-number>
        {outline?.bytes == null ? '–' : formatBytes(outline.bytes, locale)}
      </td>
      <ProfileCells {...props} />
    </tr>
  );
});

/** The label and the name in the preferred order; once if they are equal. */
function Called({ column: { name, label } }: { column: DataColumn }) {
  const called = useSettings((settings) => settings.columnsBy);
  const labelled = label !== '' && label !== name;
  const [first, second] = called === 'label' && labelled ? [label, name] : [name, labelled ? label : ''];
  const isLabel = called === 'label' && labelled;
  return (
    <>
      <span className={isLabel ? styles.schemaFirst : `${styles.schemaFirst} mono`} data-tooltip={first}>
        {first}
      </span>
      {second !== '' && (
        <span className={isLabel ? `${styles.schemaSecond} mono` : styles.schemaSecond} data-tooltip={second}>
          {second}
        </span>
      )}
    </>
  );
}
