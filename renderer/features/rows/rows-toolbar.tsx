import {
  IconArrowBackUp,
  IconArrowBarToDown,
  IconArrowBarToUp,
  IconArrowForwardUp,
  IconChevronDown,
  IconChevronUp,
  IconDownload,
  IconFilterSearch,
  IconLayoutSidebarRight,
} from '@tabler/icons-react';
import type { GridApi } from 'ag-grid-community';
import { useTranslation } from 'react-i18next';
import type { Column } from '#shared/api/column.ts';
import type { Row } from '#shared/cell.ts';
import { localKeys } from '../../lib/keyboard/local-keys.ts';
import { changeQuery, type DatasetTab, noteLayout } from '../../session/session.ts';
import { useSettings } from '../../session/settings.ts';
import { viewSteps } from '../../session/view-steps.ts';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { Toolbar } from '../../ui/actions/toolbar.tsx';
import { CopyMenu } from './cells/copy-menu.tsx';
import type { TableFormat } from './cells/table-text.ts';
import { ColumnChooser } from './columns/column-chooser.tsx';
import { DisplayMenu } from './columns/display-menu.tsx';
import { FilterBuilder } from './filters/filter-builder.tsx';
import { SearchField } from './filters/search-field.tsx';
import { GoToRow } from './grid/go-to-row.tsx';

interface RowsToolbarProps {
  readonly tab: DatasetTab;
  readonly api: GridApi<Row> | null;
  readonly columns: readonly Column[];
  readonly rows: number;
  readonly onGo: (row: number) => void;
  /** Goes to the next or previous match of the search. */
  readonly onHit: (forward: boolean) => void;
  readonly onCopy: (format: TableFormat, headings: boolean) => void;
  readonly onExport: () => void;
}

const icon = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;

/** The actions of the rows view. */
export function RowsToolbar({ tab, api, columns, rows, onGo, onHit, onCopy, onExport }: RowsToolbarProps) {
  const { t } = useTranslation();
  const { filterRow, details } = useSettings();
  const [canUndo, canRedo] = viewSteps.useOpen(tab.id);
  const reset = () => {
    api?.resetColumnState();
    noteLayout(tab.id, null);
  };
  return (
    <Toolbar className="rows-toolbar" label={t('rows.toolbar')}>
      <SearchField search={tab.query.search} onSearch={(search) => changeQuery(tab.id, { search })} />
      {tab.query.search !== '' && (
        <>
          <IconButton
            label={t('gridActions.previousHit')}
            keys={localKeys.previousHit}
            onClick={() => onHit(false)}
            icon={<IconChevronUp {...icon} />}
          />
          <IconButton
            label={t('gridActions.nextHit')}
            keys={localKeys.nextHit}
            onClick={() => onHit(true)}
            icon={<IconChevronDown {...icon} />}
          />
        </>
      )}
      <FilterBuilder
        tab={tab}
        columns={columns}
        filters={tab.query.filters}
        join={tab.query.join}
        onApply={(filters, join) => changeQuery(tab.id, { filters, join })}
      />
      <IconButton
        label={t('filters.row')}
        pressed={filterRow}
        onClick={() => useSettings.setState({ filterRow: !filterRow })}
        icon={<IconFilterSearch {...icon} />}
      />
      <IconButton
        label={t('common.undo')}
        keys={localKeys.undoView}
        disabled={!canUndo}
        onClick={() => viewSteps.undo(tab.id)}
        icon={<IconArrowBackUp {...icon} />}
      />
      <IconButton
        label={t('common.redo')}
        keys={localKeys.redoView}
        disabled={!canRedo}
        onClick={() => viewSteps.redo(tab.id)}
        icon={<IconArrowForwardUp {...icon} />}
      />
      <span className="rows-toolbar-space" />
      <GoToRow rows={rows} onGo={(row) => onGo(row - 1)} />
      <IconButton
        label={t('rows.first')}
        keys={localKeys.firstRow}
        onClick={() => onGo(0)}
        icon={<IconArrowBarToUp {...icon} />}
      />
      <IconButton
        label={t('rows.last')}
        keys={localKeys.lastRow}
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
    </Toolbar>
  );
}
