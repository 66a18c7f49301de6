import { Menu, UnstyledButton } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { t } from 'i18next';
import { type KeyboardEvent, useMemo, useRef } from 'react';
import { isNumeric } from '#shared/api/column.ts';
import { fileName } from '#shared/file-name.ts';
import type { FilePreview } from '#shared/rpc/source-file.ts';
import { typeName } from '../../../lib/format/type-name.ts';
import styles from '../publish.module.css';
import type { DraftColumn } from './draft-columns.ts';
import { beginWith, leaveOutRow, takeAsHeader } from './left-out-lines.tsx';

const rowHeight = 24;
const headHeight = 42;
/** Width of the line number of a record. */
const gutterWidth = 52;

/** A width that fits the heading and the visible values. */
function columnWidth(column: DraftColumn, position: number, rows: FilePreview['rows']): number {
  const longest = rows.reduce((most, row) => Math.max(most, row[position]?.length ?? 0), 0);
  // Headings are bold, and therefore wider.
  return Math.min(320, Math.max(72, longest * 8 + 24, column.name.length * 9 + 24));
}

interface PreviewTableProps {
  readonly preview: FilePreview;
  readonly columns: readonly DraftColumn[];
  /** The line of each record in the file, which then has a menu to reclassify it; absent for no menus. */
  readonly lines?: readonly number[];
}

/** The first records as they would be stored. Only visible rows and columns are rendered. */
export function PreviewTable({ preview, columns, lines = [] }: PreviewTableProps) {
  const scroller = useRef<HTMLElement>(null);
  const { rows } = preview;
  const widths = useMemo(() => columns.map((column, position) => columnWidth(column, position, rows)), [columns, rows]);
  const across = useVirtualizer({
    horizontal: true,
    count: columns.length,
    getScrollElement: () => scroller.current,
    estimateSize: (position) => widths[position] ?? 0,
    getItemKey: (position) => `${position} ${widths[position]}`,
    overscan: 3,
    paddingStart: lines.length > 0 ? gutterWidth : 0,
  });
  const down = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    paddingStart: headHeight,
    overscan: 6,
  });
  const shown = across.getVirtualItems();
  const rowsInView = down.getVirtualItems();
  const label = t('publish.previewOf', { file: fileName(preview.path) });
  const size = { minWidth: across.getTotalSize(), height: down.getTotalSize() };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by the keyboard.
    <section className={styles.previewScroller} aria-label={label} ref={scroller} tabIndex={0}>
      <table
        className={styles.previewTable}
        aria-label={label}
        aria-rowcount={rows.length + 1}
        aria-colcount={columns.length}
        style={size}
      >
        <thead style={{ minWidth: size.minWidth }}>
          <tr aria-rowindex={1}>
            {shown.map(({ index, start, size: width }) => {
              const column = columns[index];
              if (column === undefined) return null;
              return (
                <th
                  key={index}
                  scope="col"
                  aria-colindex={index + 1}
                  data-number={isNumeric(column.type) || undefined}
                  data-unused={!column.used || undefined}
                  style={{ insetInlineStart: start, width }}
                >
                  <span data-tooltip={column.name}>{column.name}</span>
                  <span className={styles.previewType}>{typeName(t, column.moment ?? column.type)}</span>
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {rowsInView.map((line) => (
            <tr key={line.index} aria-rowindex={line.index + 2} style={{ transform: `translateY(${line.start}px)` }}>
              <LineMenu line={beginning(lines, line.index)} stop={line.index === rowsInView[0]?.index} />
              {shown.map(({ index, start, size: width }) => {
                const column = columns[index];
                if (column === undefined) return null;
                const style = { left: start, width };
                return <Value key={index} value={rows[line.index]?.[index] ?? null} column={column} style={style} />;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The line of a record, at the first of the rows that it becomes. */
function beginning(lines: readonly number[], at: number): number | null | undefined {
  return at > 0 && lines[at] !== undefined && lines[at] === lines[at - 1] ? null : lines[at];
}

function LineMenu({ line, stop }: { line: number | null | undefined; stop: boolean }) {
  if (line === undefined) return null;
  if (line === null) return <td className={styles.previewGutter} aria-hidden />;
  return (
    <th scope="row" className={styles.previewGutter}>
      <RowMenu line={line} stop={stop} />
    </th>
  );
}

interface ValueProps {
  readonly value: string | null;
  readonly column: DraftColumn;
  readonly style: { readonly left: number; readonly width: number };
}

function Value({ value, column, style }: ValueProps) {
  const number = isNumeric(column.type);
  return (
    <td
      style={style}
      data-tooltip={value ?? t('common.missing')}
      data-number={number || undefined}
      data-missing={value === null || undefined}
      data-unused={!column.used || undefined}
    >
      {value === null ? '–' : value.slice(0, 200).replaceAll(/\r?\n/g, ' ⏎ ')}
    </td>
  );
}

interface RowMenuProps {
  /** Line of the file at which the record begins, counted from 1. */
  readonly line: number;
  /** Whether this is the tab stop; the arrow keys move between rows. */
  readonly stop: boolean;
}

/** Moves to the menu of the row above or below. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const next = (row: Element | null | undefined) =>
    event.key === 'ArrowDown' ? row?.nextElementSibling : row?.previousElementSibling;
  let row = next(event.currentTarget.closest('tr'));
  // Only the first of the rows that a record becomes has a menu.
  while (row != null && row.querySelector('button') === null) row = next(row);
  row?.querySelector<HTMLElement>('button')?.focus();
  event.preventDefault();
}

/** Reclassifies a row of the preview: a header that was read as a record, or the first record. */
function RowMenu({ line, stop }: RowMenuProps) {
  return (
    <Menu position="bottom-start" shadow="md" withinPortal>
      <Menu.Target>
        <UnstyledButton
          className={styles.rowMenu}
          aria-label={t('publish.rowMenu', { line })}
          data-tooltip={t('publish.rowMenu', { line })}
          tabIndex={stop ? 0 : -1}
          onKeyDown={moveFocus}
        >
          {line}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => takeAsHeader(line)}>{t('publish.useAsHeader')}</Menu.Item>
        <Menu.Item onClick={() => leaveOutRow(line)}>{t('publish.leaveOutRow')}</Menu.Item>
        <Menu.Item onClick={() => beginWith(line)}>{t('publish.startHere')}</Menu.Item>
        <Menu.Item onClick={() => beginWith(line + 1)}>{t('publish.startBelow')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
