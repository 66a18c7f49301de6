import { Button, Menu } from '@mantine/core';
import { IconBookmark, IconBookmarkFilled, IconChevronDown, IconCode, IconLink, IconSql } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import type { Dataset } from '#shared/api/records/dataset.ts';
import { rowQueryToParameters } from '#shared/row-query.ts';
import type { QuerySummary } from '#shared/rpc/calls/queries.ts';
import { viewSql } from '#shared/text/view-sql.ts';
import { reportFailure } from '../../backend/failure.ts';
import { queriesQuery } from '../../backend/queries.ts';
import { datasetQuery, servesWindowQuery } from '../../backend/records.ts';
import { can, copyText } from '../../backend/shell.ts';
import { describedColumns } from '../../lib/data-column.ts';
import { sameView, viewOf } from '../../lib/query/saved-view.ts';
import { openDialog } from '../../state/dialogs.ts';
import { openSavedQuery, revertToSaved, updateSaved } from '../../state/open-view.ts';
import { useShortcuts } from '../../state/settings.ts';
import { copyCode, copyLinkToTab, copyLinkToView } from '../../state/share-view.ts';
import { openStatementOfView } from '../../state/statements.ts';
import type { DatasetTab, SavedMark } from '../../state/tab.ts';
import { CodeItems } from '../../ui/actions/code-items.tsx';
import { IconButton, MenuItem } from '../../ui/actions/icon-button.tsx';
import { useOneTabStop } from '../../ui/actions/toolbar.tsx';
import { hint } from '../../ui/tooltip/hint.ts';
import styles from './queries.module.css';

/** Saves and shares a tab's view, and shows the name of its saved query. */
export function ViewActions({ tab, dataset }: { tab: DatasetTab; dataset: Dataset }) {
  const keysOf = useShortcuts();
  const isEdited = useEdited(tab);
  const { data: inBrowsers } = useQuery(servesWindowQuery(tab.reference.connection));
  const isSavedAsShown = tab.saved !== null && !isEdited;
  return (
    <div className={styles.viewActions} role="toolbar" aria-label={t('queries.actions')} ref={useOneTabStop()}>
      {tab.saved !== null && <SavedMenu tab={tab} saved={tab.saved} isEdited={isEdited} />}
      <IconButton
        label={t('queries.save')}
        keys={keysOf('save-view')}
        onClick={() => openDialog({ kind: 'save', tab: tab.id })}
        icon={isSavedAsShown ? IconBookmarkFilled : IconBookmark}
      />
      <IconButton
        label={t('share.copy')}
        keys={keysOf('copy-link')}
        onClick={() => void copyLinkToTab(t, tab.id)}
        icon={IconLink}
      />
      <CodeMenu tab={tab} dataset={dataset} />
      {inBrowsers === true && (
        <IconButton
          label={t('embed.title')}
          onClick={() => openDialog({ kind: 'embed', tab: tab.id })}
          icon={IconCode}
        />
      )}
    </div>
  );
}

/**
 * The name of the saved query that a tab was opened from, whether the tab differs from it, and the resulting actions.
 */
function SavedMenu({ tab, saved, isEdited }: { tab: DatasetTab; saved: SavedMark; isEdited: boolean }) {
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <Button
          miw={0}
          variant="subtle"
          color="gray"
          size="compact-xs"
          {...hint(t('queries.savedAs', { label: saved.label }))}
          rightSection={<IconChevronDown size={12} stroke={1.5} aria-hidden />}
        >
          <span className={styles.viewSavedName}>{saved.label}</span>
          {isEdited && <span className={styles.viewEdited}>{t('queries.edited')}</span>}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <MenuItem text={t('queries.update')} disabled={!isEdited} onClick={() => updateSaved(t, tab.id)} />
        <Menu.Item onClick={() => openDialog({ kind: 'save', tab: tab.id })}>{t('queries.saveAs')}</Menu.Item>
        <MenuItem text={t('queries.revert')} disabled={!isEdited} onClick={() => revertToSaved(t, tab.id)} />
      </Menu.Dropdown>
    </Menu>
  );
}

/** Whether a tab differs from the saved query that it was opened from; false if unknown. */
export function useEdited(tab: DatasetTab): boolean {
  const isSaved = tab.saved !== null;
  const { data: queries } = useQuery({ ...queriesQuery(tab.reference.connection), enabled: isSaved });
  const { data: details } = useQuery({ ...datasetQuery(tab.reference), enabled: isSaved });
  const saved = queries?.find(({ url }) => url === tab.saved?.url);
  if (details === undefined || saved?.asks.kind !== 'view') return false;
  return !sameView(viewOf(tab, details.dataset.columns), saved.asks.query);
}

/** The view of a tab as SQL, in a new tab or to copy, and as code in other languages. */
function CodeMenu({ tab, dataset }: { tab: DatasetTab; dataset: Dataset }) {
  const view = viewOf(tab, dataset.columns);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <IconButton label={t('sql.viewAsCode')} icon={IconSql} />
      </Menu.Target>
      <Menu.Dropdown>
        {can('sql') && (
          <>
            <MenuItem
              text={t('sql.newFromView')}
              onClick={() => void openStatementOfView(t, tab.id).catch(reportFailure)}
            />
            <Menu.Divider />
          </>
        )}
        <CodeItems
          sql={() => viewSql(tab.reference, view, describedColumns(dataset, view.version))}
          source={() => ({ data: dataset.data, parameters: rowQueryToParameters(view) })}
          onCopy={copyCode}
        />
      </Menu.Dropdown>
    </Menu>
  );
}

/** The menu items of a saved query. */
export function QueryItems({ query }: { query: QuerySummary }) {
  const { asks, data, reference } = query;
  return (
    <>
      <Menu.Item onClick={() => void openSavedQuery(query).catch(reportFailure)}>{t('queries.open')}</Menu.Item>
      {data !== '' && <Menu.Item onClick={() => openDialog({ kind: 'run', query })}>{t('queries.run')}</Menu.Item>}
      {asks.kind === 'view' && (
        <Menu.Item onClick={() => void copyLinkToView(t, reference, { view: asks.query, chart: asks.chart })}>
          {t('queries.copyLink')}
        </Menu.Item>
      )}
      {data !== '' && <Menu.Item onClick={() => void copyText(data)}>{t('queries.copyData')}</Menu.Item>}
      <Menu.Divider />
      <Menu.Item onClick={() => openDialog({ kind: 'rename', query })}>{t('queries.rename')}</Menu.Item>
      <MenuItem text={t('queries.delete')} color="red" onClick={() => openDialog({ kind: 'delete', query })} />
    </>
  );
}
