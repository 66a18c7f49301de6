import { Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { QuerySummary } from '#shared/rpc/calls/queries.ts';
import { reportFailure } from '../../backend/failure.ts';
import { copyText } from '../../backend/shell.ts';
import { openDialog } from '../../state/dialogs.ts';
import { openSavedQuery } from '../../state/open-view.ts';
import { copyLinkToView } from '../../state/share-view.ts';

/** The menu items of a saved query. */
export function QueryItems({ query }: { query: QuerySummary }) {
  const { t } = useTranslation();
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
      <Menu.Item color="red" onClick={() => openDialog({ kind: 'delete', query })}>
        {t('queries.delete')}
      </Menu.Item>
    </>
  );
}
