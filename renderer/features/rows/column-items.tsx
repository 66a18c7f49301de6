import { Menu } from '@mantine/core';
import type { GridApi } from 'ag-grid-community';
import { useTranslation } from 'react-i18next';
import { isNumeric } from '#shared/api/column.ts';
import type { Row } from '#shared/cell.ts';
import { copyText } from '../../backend/window/shell.ts';
import type { DataColumn } from '../../lib/data-column.ts';
import type { DatasetTab } from '../../state/session.ts';
import { showStatistics } from '../../state/show-rows.ts';
import { startSide } from '../../ui/start-side.ts';
import { columnId } from './columns/column-definitions.ts';
import { SortItems } from './sort-items.tsx';

interface ColumnItemsProps {
  readonly tab: DatasetTab;
  readonly api: GridApi<Row>;
  readonly column: DataColumn;
  /** Counted from 0 in the dataset. */
  readonly position: number;
  readonly onFormat: () => void;
  readonly onChart: () => void;
}

/** The menu items for a column, in the menu of its heading. */
export function ColumnItems({ tab, api, column, position, onFormat, onChart }: ColumnItemsProps) {
  const { t } = useTranslation();
  const id = columnId(position);
  const isFrozen = api.getColumn(id)?.getPinned() === startSide();
  return (
    <>
      <SortItems tab={tab} column={column} />
      <Menu.Divider />
      <Menu.Item onClick={() => api.setColumnsVisible([id], false)}>{t('gridActions.hide')}</Menu.Item>
      <Menu.Item onClick={() => api.setColumnsPinned([id], isFrozen ? null : startSide())}>
        {t(isFrozen ? 'gridActions.unfreeze' : 'gridActions.freeze')}
      </Menu.Item>
      <Menu.Item onClick={() => api.autoSizeColumns([id])}>{t('gridActions.fit')}</Menu.Item>
      {(isNumeric(column.type) || column.moment !== undefined) && (
        <Menu.Item onClick={onFormat}>{t('gridActions.format')}</Menu.Item>
      )}
      <Menu.Divider />
      <Menu.Item onClick={() => showStatistics(tab.id, column.name)}>{t('gridActions.statistics')}</Menu.Item>
      <Menu.Item onClick={onChart}>{t('gridActions.chart')}</Menu.Item>
      <Menu.Item onClick={() => void copyText(column.name)}>{t('gridActions.copyName')}</Menu.Item>
    </>
  );
}
