import { Flex, TextInput } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconCalendar,
  IconHash,
  IconLetterCase,
  IconMapPin,
} from '@tabler/icons-react';
import { t } from 'i18next';
import { type DragEvent, type KeyboardEvent, type ReactNode, useState } from 'react';
import { type RowQuery, selectsRows } from '#shared/row-query.ts';
import type { RowBasis } from '#shared/rpc/calls/statistics.ts';
import { fixedKeys } from '#shared/shortcuts.ts';
import type { DataColumn } from '../../lib/data-column.ts';
import { findable, isFound, wordsOf } from '../../lib/find-words.ts';
import { kindOf } from '../../lib/groups/dimension.ts';
import { isPressed } from '../../lib/keyboard/pressed-keys.ts';
import { regionEntry } from '../../lib/keyboard/regions.ts';
import { IconButton, SmallButton } from '../actions/icon-button.tsx';
import { hint } from '../tooltip/hint.ts';
import styles from './groups.module.css';

/** Whether there are steps to undo and to redo, and what does so. */
interface UndoSteps {
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly undo: () => void;
  readonly redo: () => void;
}

interface GroupViewProps {
  /** The undo steps of the tab. */
  readonly steps: UndoSteps;
  readonly label: string;
  /** The tab's conditions, as removable chips. */
  readonly chips: ReactNode;
  /** The columns to choose from, and the settings. */
  readonly side: ReactNode;
  readonly children: ReactNode;
}

/** A view of groups: columns and settings on one side, the result on the other. */
export function GroupView({ steps, label, chips, side, children }: GroupViewProps) {
  // Text fields handle these keys themselves.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLInputElement) return;
    if (isPressed(event, 'undoView')) steps.undo();
    else if (isPressed(event, 'redoView')) steps.redo();
    else return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys for undoing work wherever the focus is in it.
    <div className={styles.view} onKeyDown={onKeyDown}>
      <aside className={styles.side}>
        <UndoBar steps={steps} label={label} />
        {side}
      </aside>
      <div className={styles.main}>
        {chips}
        {children}
      </div>
    </div>
  );
}

interface UndoBarProps {
  readonly steps: UndoSteps;
  /** What the steps apply to. */
  readonly label: string;
}

/** Undo and redo buttons for a view of a tab. */
export function UndoBar({ steps, label }: UndoBarProps) {
  return (
    <Flex gap="xs" role="toolbar" aria-label={label}>
      <IconButton
        label={t('common.undo')}
        keys={fixedKeys.undoView}
        disabled={!steps.canUndo}
        onClick={steps.undo}
        icon={IconArrowBackUp}
      />
      <IconButton
        label={t('common.redo')}
        keys={fixedKeys.redoView}
        disabled={!steps.canRedo}
        onClick={steps.redo}
        icon={IconArrowForwardUp}
      />
    </Flex>
  );
}

interface BasisNoteProps {
  readonly basis: RowBasis;
  /** Which rows of the version are meant. */
  readonly query: RowQuery;
  /** Null if no more rows can be read. */
  readonly onReadMore: (() => void) | null;
}

/** States over which rows groups were calculated, and offers to include more. */
export function BasisNote({ basis, query, onReadMore }: BasisNoteProps) {
  if (basis.kind === 'all') return <span>{t(selectsRows(query) ? 'charts.overMatching' : 'charts.overAll')}</span>;
  if (basis.kind === 'copy') return <span>{t('charts.overCopy')}</span>;
  const all = basis.of === null ? t('common.unknown') : t('common.number', { value: basis.of });
  return (
    <>
      <span>{t('charts.overPart', { rows: basis.rows, all })}</span>
      {onReadMore !== null && <SmallButton text={t('charts.readMore')} variant="subtle" onClick={onReadMore} />}
    </>
  );
}

/** The data type of a dragged column. */
export const draggedColumn = 'application/x-almanac-column';

const icons = { number: IconHash, time: IconCalendar, text: IconLetterCase, geometry: IconMapPin };

/** Below this number all columns are visible, and a search field would be in the way. */
const minSearched = 12;

interface ColumnListProps {
  readonly columns: readonly DataColumn[];
  /** What choosing a column does, in words. */
  readonly actionOf: (label: string) => string;
  /** Tooltip that explains the list. */
  readonly hint: string;
  readonly onChoose: (column: DataColumn) => void;
}

/** The columns of a dataset, chosen by click or Enter, or dragged onto a field. */
export function ColumnList({ columns, actionOf, hint: text, onChoose }: ColumnListProps) {
  const [search, setSearch] = useState('');
  const words = wordsOf(search);
  const found = columns.filter(({ name, label }) => isFound(words, findable(label, name)));
  return (
    <section className={styles.columns} aria-label={t('charts.columns')}>
      {columns.length >= minSearched && (
        <TextInput
          aria-label={t('charts.find')}
          placeholder={t('charts.find')}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      <ul {...hint(text)}>
        {found.map((column, at) => {
          const Icon = icons[kindOf(column)];
          const label = column.label || column.name;
          return (
            <li key={column.name}>
              <button
                type="button"
                draggable
                aria-label={actionOf(label)}
                data-tooltip={label}
                onClick={() => onChoose(column)}
                {...(at === 0 ? regionEntry : {})}
                onDragStart={(event) => {
                  event.dataTransfer.setData(draggedColumn, column.name);
                  event.dataTransfer.effectAllowed = 'copy';
                }}
              >
                <Icon size={14} stroke={1.5} aria-hidden />
                <span>{label}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** A part of the form that accepts a dragged column. */
export function DropTarget({ onColumn, children }: { onColumn: (name: string) => void; children: ReactNode }) {
  const [over, setOver] = useState(false);
  const accept = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes(draggedColumn)) return;
    event.preventDefault();
    setOver(true);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the fields in it do the same from the keyboard.
    <div
      className={styles.drop}
      data-over={over || undefined}
      onDragEnter={accept}
      onDragOver={accept}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        event.preventDefault();
        onColumn(event.dataTransfer.getData(draggedColumn));
      }}
    >
      {children}
    </div>
  );
}
