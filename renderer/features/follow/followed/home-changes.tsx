import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { changesQuery, followedQuery } from '../../../backend/service/follow.ts';
import { showPage } from '../../../state/session.ts';
import { ChangeList } from './change-list.tsx';
import styles from './followed.module.css';
import { HeldNote } from './held-note.tsx';

/** Changes shown on the home page. */
const maxChanges = 3;

/** What changed in followed datasets, for the home page; nothing if none is followed. */
export function HomeChanges() {
  const { t } = useTranslation();
  const { data: followed = [] } = useQuery(followedQuery);
  const { data } = useQuery({ ...changesQuery(maxChanges), enabled: followed.length > 0 });
  if (followed.length === 0) return null;
  const held = followed.filter((source) => source.held !== null);
  const changes = data?.changes ?? [];
  return (
    <section className={styles.home} aria-label={t('followed.changes')}>
      <div className={styles.heading}>
        <h3>{t('followed.changes')}</h3>
        <Button variant="subtle" size="compact-sm" onClick={() => showPage({ kind: 'followed' })}>
          {data !== undefined && data.unread > 0 ? t('followed.showUnread', { count: data.unread }) : t('followed.all')}
        </Button>
      </div>
      {held.map((source) => (
        <HeldNote key={`${source.namespace}/${source.dataset}`} source={source} />
      ))}
      {changes.length > 0 ? <ChangeList changes={changes} /> : <p className="quiet">{t('followed.noChanges')}</p>}
    </section>
  );
}
