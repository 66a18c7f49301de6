import { Stack } from '@mantine/core';
import { IconLink, IconPencil, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import type { Column } from '#shared/api/column.ts';
import type { QuerySummary } from '#shared/rpc/calls/queries.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { reportFailure } from '../../backend/failure.ts';
import { queriesQuery } from '../../backend/queries.ts';
import { sameDataset } from '../../lib/catalogue/find-records.ts';
import { formatMomentDay } from '../../lib/format/format.ts';
import { queryLine } from '../../lib/query/query-text.ts';
import { openDialog } from '../../state/dialogs.ts';
import { openSavedQuery } from '../../state/open-view.ts';
import { useLocale } from '../../state/settings.ts';
import { copyLinkToView } from '../../state/share-view.ts';
import { IconButton, PlainButton } from '../../ui/actions/icon-button.tsx';
import { QueryIcon } from '../../ui/record-signs.tsx';
import { FailureNotice } from '../../ui/states/states.tsx';
import styles from './queries.module.css';

/** The saved queries of a dataset: to open, count, rename, delete and share. */
export function QueryList({ reference, columns }: { reference: DatasetReference; columns: readonly Column[] }) {
  const { data, error, isFetching, refetch } = useQuery(queriesQuery(reference.connection));
  const queries = data?.filter((query) => sameDataset(query.reference, reference));
  if (error !== null && !isFetching) {
    return <FailureNotice failure={error} onRetry={refetch} />;
  }
  if (queries === undefined) return <p className="quiet">{t('common.loading')}</p>;
  if (queries.length === 0) {
    return (
      <p className={`${styles.none} quiet`}>
        {t('queries.emptyTitle')}. {t('queries.emptyText')}
      </p>
    );
  }
  return (
    <ul className={styles.list}>
      {queries.map((query) => (
        <QueryLine key={query.url} query={query} columns={columns} />
      ))}
    </ul>
  );
}

const icon = { size: 15, stroke: 1.5, 'aria-hidden': true } as const;

function useDescription({ asks, created }: QuerySummary, columns: readonly Column[]): string {
  const locale = useLocale();
  const rows = asks.kind === 'unsupported' ? t('queries.unsupported') : queryLine(t, asks.query, columns);
  const queryText = asks.kind === 'view' && asks.chart !== undefined ? t('queries.chartOf', { rows }) : rows;
  const version = asks.kind === 'view' ? asks.query.version : null;
  const since = created === '' ? [] : [t('queries.savedOn', { day: formatMomentDay(created, locale) })];
  const at = version === null ? [] : [t('queries.atVersion', { version })];
  return [queryText, ...at, ...since].join(' · ');
}

/** A saved query of a dataset. */
function QueryLine({ query, columns }: { query: QuerySummary; columns: readonly Column[] }) {
  const description = useDescription(query, columns);
  const { asks, data, label, reference } = query;
  return (
    <li className={styles.line}>
      <QueryIcon query={query} {...icon} className={styles.icon} />
      <Stack flex={1} align="flex-start" miw={0} gap={0}>
        <PlainButton
          text={label}
          variant="transparent"
          size="compact-sm"
          maw="100%"
          aria-label={t('queries.openNamed', { label })}
          onClick={() => void openSavedQuery(query).catch(reportFailure)}
        />
        <span className={styles.description} data-tooltip={description}>
          {description}
        </span>
      </Stack>
      {data !== '' && (
        <IconButton
          label={t('queries.runNamed', { label })}
          onClick={() => openDialog({ kind: 'run', query })}
          icon={IconPlayerPlay}
        />
      )}
      {asks.kind === 'view' && (
        <IconButton
          label={`${t('queries.copyLink')}: ${label}`}
          onClick={() => void copyLinkToView(t, reference, { view: asks.query, chart: asks.chart })}
          icon={IconLink}
        />
      )}
      <IconButton
        label={t('queries.renameNamed', { label })}
        onClick={() => openDialog({ kind: 'rename', query })}
        icon={IconPencil}
      />
      <IconButton
        label={t('queries.deleteNamed', { label })}
        onClick={() => openDialog({ kind: 'delete', query })}
        icon={IconTrash}
      />
    </li>
  );
}
