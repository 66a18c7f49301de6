import { ActionIcon, Box, Button, Flex, Popover, Stack } from '@mantine/core';
import { IconColumns3, IconPin, IconPinnedFilled } from '@tabler/icons-react';
import type { GridApi } from 'ag-grid-community';
import { t } from 'i18next';
import { type KeyboardEvent, useState } from 'react';
import type { Column } from '#shared/api/column.ts';
import type { Row } from '#shared/cell.ts';
import type { ColumnLayout } from '../../../lib/column-format.ts';
import { findable, isFound, wordsOf } from '../../../lib/find-words.ts';
import { IconButton, SmallButton } from '../../../ui/actions/icon-button.tsx';
import { SearchField } from '../../../ui/actions/search-field.tsx';
import { hint } from '../../../ui/tooltip/hint.ts';
import styles from './column-chooser.module.css';
import { columnId } from './column-definitions.ts';
import { readLayout } from './column-layout.ts';

interface ColumnChooserProps {
  readonly api: GridApi<Row> | null;
  readonly columns: readonly Column[];
  /** Changes whenever the grid's layout does. */
  readonly layout: ColumnLayout | null;
  readonly onReset: () => void;
}

/** The columns button and its list of all columns: to find, show, hide, freeze and move them. */
export function ColumnChooser(props: ColumnChooserProps) {
  return (
    <Popover position="bottom-end" width={320} shadow="md" trapFocus withinPortal={false} middlewares={{ size: true }}>
      <Popover.Target>
        <IconButton label={t('grid.chooseColumns')} icon={IconColumns3} />
      </Popover.Target>
      <Popover.Dropdown className={styles.popup} aria-label={t('grid.chooseColumns')} p={8}>
        {props.api !== null && <ColumnList {...props} api={props.api} />}
      </Popover.Dropdown>
    </Popover>
  );
}

function ColumnList({ api, columns, onReset }: ColumnChooserProps & { readonly api: GridApi<Row> }) {
  const [search, setSearch] = useState('');
  const layout = readLayout(api, columns);
  const positions = new Map(columns.map((column, position) => [column.name, position]));
  const words = wordsOf(search);
  const lines = layout.flatMap((entry) => {
    const position = positions.get(entry.name);
    const column = position === undefined ? undefined : columns[position];
    if (position === undefined || column === undefined) return [];
    if (!isFound(words, findable(column.label, column.name))) return [];
    return [{ ...entry, id: columnId(position), label: column.label || column.name }];
  });
  const ids = lines.map((line) => line.id);
  return (
    <Stack gap="sm">
      <SearchField label={t('grid.findColumn')} text={search} data-autofocus onText={setSearch} />
      <Flex wrap="wrap" align="center" gap="sm">
        <SmallButton text={t('grid.showAll')} onClick={() => api.setColumnsVisible(ids, true)} />
        <SmallButton text={t('grid.hideAll')} onClick={() => api.setColumnsVisible(ids, false)} />
        <Box flex={1} />
        <span className="quiet">
          {t('grid.shown', { shown: layout.filter((entry) => !entry.hidden).length, all: layout.length })}
        </span>
      </Flex>
      {lines.length === 0 && (
        <p className="quiet" role="status">
          {t('columns.noMatch', { text: search.trim() })}
        </p>
      )}
      <ul className={styles.list}>
        {lines.map((line) => (
          <ChooserLine key={line.id} api={api} line={line} />
        ))}
      </ul>
      <Flex wrap="wrap" align="center" gap="sm">
        <Button variant="subtle" color="gray" size="compact-xs" onClick={() => api.autoSizeAllColumns()}>
          {t('grid.fitColumns')}
        </Button>
        <SmallButton text={t('grid.resetColumns')} variant="subtle" color="gray" onClick={onReset} />
      </Flex>
    </Stack>
  );
}

interface ChooserLineProps {
  readonly api: GridApi<Row>;
  readonly line: ColumnLayout[number] & { readonly id: string; readonly label: string };
}

function ChooserLine({ api, line }: ChooserLineProps) {
  const { id, label, hidden, frozen } = line;
  const freeze = t(frozen ? 'grid.unfreeze' : 'grid.freeze', { column: label });
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (by === undefined || !event.altKey) return;
    event.preventDefault();
    const place = api.getColumnState().findIndex((state) => state.colId === id);
    api.moveColumnByIndex(place, Math.max(1, place + by));
  };
  return (
    <li className={styles.line} {...hint(t('grid.moveHint'))}>
      <label>
        <input
          type="checkbox"
          checked={!hidden}
          onKeyDown={onKeyDown}
          onChange={(event) => api.setColumnsVisible([id], event.currentTarget.checked)}
        />
        <span>{label}</span>
      </label>
      <button
        type="button"
        className={styles.go}
        disabled={hidden}
        onClick={() => api.ensureColumnVisible(id, 'middle')}
        aria-label={t('grid.goToColumn', { column: label })}
      >
        {t('grid.go')}
      </button>
      <ActionIcon
        size="xs"
        aria-label={freeze}
        data-tooltip={freeze}
        aria-pressed={frozen}
        onClick={() => api.setColumnsPinned([id], frozen ? null : 'left')}
      >
        {frozen ? <IconPinnedFilled size={13} aria-hidden /> : <IconPin size={13} stroke={1.5} aria-hidden />}
      </ActionIcon>
    </li>
  );
}
