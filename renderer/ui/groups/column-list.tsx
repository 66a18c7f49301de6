import { TextInput } from '@mantine/core';
import { IconCalendar, IconHash, IconLetterCase, IconMapPin } from '@tabler/icons-react';
import { type DragEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DataColumn } from '../../lib/data-column.ts';
import { findable, isFound, wordsOf } from '../../lib/find-words.ts';
import { kindOf } from '../../lib/groups/dimension.ts';
import { regionEntry } from '../../lib/keyboard/regions.ts';
import { hint } from '../tooltip/hint.ts';
import styles from './groups.module.css';

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
  const { t } = useTranslation();
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
