import { IconRss } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { followedQuery } from '../../../backend/service/follow.ts';
import { showPage } from '../../../state/session.ts';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import styles from './followed.module.css';
import { isTroubled } from './source-words.ts';

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
      icon={<IconRss size={16} stroke={1.5} aria-hidden />}
    />
  );
}
