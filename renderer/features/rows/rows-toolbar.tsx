import {
  IconArrowBarToDown,
  IconArrowBarToUp,
  IconDownload,
  IconFilterSearch,
  IconLayoutSidebarRight,
} from '@tabler/icons-react';
import type { GridApi } from 'ag-grid-community';
import { useTranslation } from 'react-i18next';
import type { Column } from '#shared/api/column.ts';
import type { Row } from '#shared/cell.ts';
import { placeKeys } from '../../lib/place-keys.ts';
import type { TableFormat } from '../../lib/table-text.ts';
import { changeQuery, type DatasetTab, noteLayout } from '../../session.ts';
import { useSettings } from '../../settings.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { ColumnChooser } from './column-chooser.tsx';
import { CopyMenu } from './copy-menu.tsx';
import { DisplayMenu } from './display-menu.tsx';
import { FilterBuilder } from './filter-builder.tsx';
import { GoToRow } from './go-to-row.tsx';
import { SearchField } from './search-field.tsx';

interface RowsToolbarProps {
  readonly tab: DatasetTab;
  readonly api: GridApi<Row> | null;
  readonly columns: readonly Column[];
  readonly rows: number;
  readonly onGo: (row: number) => void;
  readonly onCopy: (format: TableFormat, headings: boolean) => void;
  readonly onExport: () => void;
}

const icon = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;

/** What can be done with the rows on show. */
export function RowsToolbar({ tab, api, columns, rows, onGo, onCopy, onExport }: RowsToolbarProps) {
  const { t } = useTranslation();
  const { filterRow, details } = useSettings();
  const reset = () => {
    api?.resetColumnState();
    noteLayout(tab.id, null);
  };
  return (
    <div className="rows-toolbar" role="toolbar" aria-label={t('rows.toolbar')}>
      <SearchField search={tab.query.search} onSearch={(search) => changeQuery(tab.id, { search })} />
      <FilterBuilder
        tab={tab}
        columns={columns}
        filters={tab.query.filters}
        onApply={(filters) => changeQuery(tab.id, { filters })}
      />
      <IconButton
        label={t('filters.row')}
        pressed={filterRow}
        onClick={() => useSettings.setState({ filterRow: !filterRow })}
        icon={<IconFilterSearch {...icon} />}
      />
      <span className="rows-toolbar-space" />
      <GoToRow rows={rows} onGo={(row) => onGo(row - 1)} />
      <IconButton
        label={t('rows.first')}
        keys={placeKeys.firstRow}
        onClick={() => onGo(0)}
        icon={<IconArrowBarToUp {...icon} />}
      />
      <IconButton
        label={t('rows.last')}
        keys={placeKeys.lastRow}
        onClick={() => onGo(rows - 1)}
        icon={<IconArrowBarToDown {...icon} />}
      />
      <CopyMenu onCopy={onCopy} />
      <IconButton label={t('export.action')} onClick={onExport} icon={<IconDownload {...icon} />} />
      <ColumnChooser api={api} columns={columns} layout={tab.layout} onReset={reset} />
      <DisplayMenu />
      <IconButton
        label={t('grid.detail')}
        pressed={details}
        onClick={() => useSettings.setState({ details: !details })}
        icon={<IconLayoutSidebarRight {...icon} />}
      />
    </div>
  );
}
