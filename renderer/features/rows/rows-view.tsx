import { Button, Flex } from '@mantine/core';
import type { GridApi } from 'ag-grid-community';
import { t } from 'i18next';
import type { Row } from '#shared/cell.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { can } from '../../backend/shell.ts';
import { askToPublish, openHelp } from '../../state/dialogs.ts';
import { useSettings } from '../../state/settings.ts';
import { useWantedFocus } from '../../state/wanted-focus.ts';
import { PlainButton } from '../../ui/actions/icon-button.tsx';
import statesStyles from '../../ui/states/states.module.css';
import { EmptyState } from '../../ui/states/states.tsx';
import { RowDetails } from './cells/row-details.tsx';
import { QueryChips } from './filters/query-chips.tsx';
import { GridBody } from './grid-body.tsx';
import { type RowsViewProps, useGridView } from './grid-view.ts';
import styles from './rows.module.css';
import { RowsToolbar } from './rows-toolbar.tsx';
import { useSearchHits } from './use-search-hits.ts';

/** The rows of a dataset: a toolbar, and the grid or a state in its place. */
export function RowsView(props: RowsViewProps) {
  const view = useGridView(props);
  const { tab, details, bare, api, columns, drawn, failed, isEmpty, rows, go, shown } = view;
  const { details: detailsOpen } = useSettings();
  useWantedFocus(tab.id, !bare && (drawn || isEmpty || failed.length > 0 || columns.length === 0));
  const { goToHit, onHitKey } = useSearchHits(tab, api, columns, rows);
  if (columns.length === 0) return <NoData reference={tab.reference} />;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys for matches work wherever the focus is in it.
    <div className={styles.rows} onKeyDown={onHitKey}>
      {!bare && <RowsToolbar view={view} onHit={(forward) => void goToHit(forward)} />}
      {!bare && <QueryChips tab={tab} dataset={details.dataset} />}
      <Flex flex={1} mih={0}>
        <GridBody view={view} />
        {detailsOpen && !bare && (
          <RowDetails shown={shown} columns={columns} onMove={go} onClose={() => closeDetails(api)} />
        )}
      </Flex>
    </div>
  );
}

function closeDetails(api: GridApi<Row> | null): void {
  useSettings.setState({ details: false });
  const focused = api?.getFocusedCell() ?? null;
  if (focused !== null) api?.setFocusedCell(focused.rowIndex, focused.column);
}

function NoData({ reference }: { reference: DatasetReference }) {
  return (
    <EmptyState title={t('rows.noDataTitle')} text={t('rows.noDataText')}>
      <div className={statesStyles.actions}>
        {can('publish') && <Button onClick={() => askToPublish([], reference)}>{t('namespacePage.addData')}</Button>}
        <PlainButton text={t('help.readHow')} onClick={() => openHelp('publish')} />
      </div>
    </EmptyState>
  );
}
