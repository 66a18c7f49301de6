import { Button } from '@mantine/core';
import { IconWorldDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import { useState } from 'react';
import { calling } from '../../../backend/failure.ts';
import { changesQuery, followedQuery } from '../../../backend/follow.ts';
import { shellSettingsQuery } from '../../../backend/settings.ts';
import { openDialog } from '../../../state/dialogs.ts';
import { PlainButton } from '../../../ui/actions/icon-button.tsx';
import { PageSection } from '../../../ui/layout/page-section.tsx';
import { Note } from '../../../ui/states/note.tsx';
import { EmptyState, FailureState } from '../../../ui/states/states.tsx';
import { ChangeList, HeldNote } from './change-list.tsx';
import styles from './followed.module.css';
import { FollowedTable, HostBudgets } from './followed-table.tsx';

const add = () => openDialog({ kind: 'follow' });

/** Everything that is followed: what waits for a decision, what changed, and every dataset with its state. */
export function FollowedPage() {
  const { data: followed, error, isFetching, refetch } = useQuery(followedQuery);
  return (
    <PageSection className={styles.followed} label={t('followed.title')} help="following">
      <header className={styles.head}>
        <div>
          <h2>{t('followed.title')}</h2>
          <p className="quiet">{t('followed.lead')}</p>
        </div>
        {followed !== undefined && followed.length > 0 && (
          <PlainButton
            text={t('follow.action')}
            size="compact-sm"
            leftSection={<IconWorldDownload size={14} stroke={1.5} aria-hidden />}
            onClick={add}
          />
        )}
      </header>
      {followed === undefined && error !== null && !isFetching && (
        <div className={styles.stateOfAll}>
          <FailureState failure={error} onRetry={refetch} />
        </div>
      )}
      {followed === undefined && (error === null || isFetching) && (
        <p className={`quiet ${styles.part}`} role="status">
          {t('common.loading')}
        </p>
      )}
      {followed?.length === 0 && (
        <div className={styles.stateOfAll}>
          <EmptyState title={t('followed.emptyTitle')} text={t('followed.emptyText')}>
            <Button onClick={add}>{t('follow.action')}</Button>
          </EmptyState>
        </div>
      )}
      {followed !== undefined && followed.length > 0 && (
        <>
          {followed.map((source) => (
            <HeldNote key={`${source.namespace}/${source.dataset}`} source={source} />
          ))}
          <ChecksNote />
          <FollowedTable followed={followed} />
          <HostBudgets followed={followed} />
        </>
      )}
      {followed !== undefined && <Inbox isQuiet={followed.length === 0} />}
    </PageSection>
  );
}

/** Says why nothing is checked by itself, if that is so. */
function ChecksNote() {
  const { data } = useQuery(shellSettingsQuery);
  const automatic = data?.following.automatic;
  const isWaiting = automatic === 'mains' && data?.onBattery === true;
  if (automatic !== 'never' && !isWaiting) return null;
  return (
    <Note tone="plain">
      <p>{t(isWaiting ? 'preferences.checksOnBattery' : 'followed.checksOff')}</p>
      <PlainButton
        text={t('followed.checksSettings')}
        mt={6}
        size="compact-sm"
        onClick={() => openDialog({ kind: 'settings', section: 'following' })}
      />
    </Note>
  );
}

/** Changes shown at first, and more at each request. */
const changesStep = 20;
const maxChanges = 200;

/** @param isQuiet whether nothing is said where there are no changes */
function Inbox({ isQuiet }: { isQuiet: boolean }) {
  const [limit, setLimit] = useState(changesStep);
  const { data, error, isFetching, refetch } = useQuery(changesQuery(limit));
  const newest = data?.changes[0];
  if (isQuiet && newest === undefined) return null;
  return (
    <section className={styles.part} aria-label={t('followed.changes')}>
      <div className={styles.heading}>
        <h3>{t('followed.changes')}</h3>
        {data !== undefined && data.unread > 0 && newest !== undefined && (
          <PlainButton
            text={t('followed.markAllRead')}
            size="compact-sm"
            onClick={calling('markChangesRead', { of: null, upTo: newest.id, only: false })}
          />
        )}
      </div>
      {data === undefined && error !== null && !isFetching && <FailureState failure={error} onRetry={refetch} />}
      {data?.changes.length === 0 && <p className="quiet">{t('followed.noChanges')}</p>}
      {data !== undefined && data.changes.length > 0 && <ChangeList changes={data.changes} />}
      {data !== undefined && data.changes.length === limit && limit < maxChanges && (
        <PlainButton
          text={t('followed.moreChanges')}
          size="compact-sm"
          loading={isFetching}
          onClick={() => setLimit(Math.min(maxChanges, limit + changesStep))}
        />
      )}
    </section>
  );
}
