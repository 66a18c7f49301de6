import { IconAlertTriangle, IconRss } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { followedQuery } from '../../../backend/follow.ts';
import { useWords } from '../../../state/settings.ts';
import { showPage } from '../../../state/tabs.ts';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { DatasetSign } from '../../../ui/record-signs.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import styles from './followed.module.css';
import { isTroubled, sourceStateWords, useFollowed } from './followed-source.ts';

/** Marks a followed dataset in the catalogue, and whether it has unread changes or needs attention. */
export function FollowBadge({ reference }: { reference: DatasetReference }) {
  const { t } = useTranslation();
  const source = useFollowed(reference);
  if (source === undefined) return null;
  const isBad = isTroubled(source);
  const label = isBad
    ? t('followed.badgeProblem', { state: sourceStateWords(t, source) })
    : t(source.unread > 0 ? 'followed.badgeUnread' : 'followed.badge');
  const tone = isBad ? 'problem' : source.unread > 0 ? 'news' : 'plain';
  return <DatasetSign label={label} icon={isBad ? IconAlertTriangle : IconRss} tone={tone} />;
}

/** How fresh a followed dataset is, in its head; leads to the history of its checks. */
export function FollowSign({ reference, onShow }: { reference: DatasetReference; onShow: () => void }) {
  const { t, locale } = useWords();
  const source = useFollowed(reference);
  if (source === undefined) return null;
  const isBad = isTroubled(source);
  const Icon = isBad ? IconAlertTriangle : IconRss;
  return (
    <button type="button" className={styles.followSign} data-bad={isBad || undefined} onClick={onShow}>
      <Icon size={14} stroke={1.5} aria-hidden />
      {isBad || source.checking || source.lastCheck === null ? (
        sourceStateWords(t, source)
      ) : (
        <RelativeTime iso={source.lastCheck} locale={locale} text={(when) => t('followed.checked', { when })} />
      )}
    </button>
  );
}

/** Leads to the followed datasets, and marks unread changes; hidden while nothing is followed. */
export function FollowedButton({ isShown }: { isShown: boolean }) {
  const { t } = useTranslation();
  const { data: followed = [] } = useQuery(followedQuery);
  if (followed.length === 0) return null;
  const unread = followed.reduce((sum, source) => sum + source.unread, 0);
  const marks = unread > 0 || followed.some(isTroubled);
  return (
    <IconButton
      className={styles.button}
      data-unread={marks || undefined}
      label={unread > 0 ? t('followed.showUnread', { count: unread }) : t('followed.title')}
      pressed={isShown}
      onClick={() => showPage({ kind: 'followed' })}
      icon={IconRss}
    />
  );
}
