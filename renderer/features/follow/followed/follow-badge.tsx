import { IconAlertTriangle, IconRss } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type TFunction, t } from 'i18next';
import { useMemo } from 'react';
import type { FollowedSource, SourceCheck } from '#shared/follow.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { followedQuery, sourceChecksQuery } from '../../../backend/follow.ts';
import { useThisComputer } from '../../../backend/records.ts';
import { useLocale } from '../../../state/settings.ts';
import { showPage } from '../../../state/tabs.ts';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { DatasetSign } from '../../../ui/record-signs.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import styles from './followed.module.css';

/** Marks a followed dataset in the catalogue, and whether it has unread changes or needs attention. */
export function FollowBadge({ reference }: { reference: DatasetReference }) {
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
  const locale = useLocale();
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

/** What a dataset follows; undefined if nothing, or while that is unknown. */
export function useFollowed({ connection, namespace, dataset }: DatasetReference): FollowedSource | undefined {
  const isOwn = useThisComputer()?.id === connection;
  const { data: followed } = useQuery({ ...followedQuery, enabled: isOwn });
  if (!isOwn) return undefined;
  return followed?.find((source) => source.namespace === namespace && source.dataset === dataset);
}

/** The times of a dataset's checks without a change, ISO 8601; empty if it follows nothing. */
export function useUnchanged(reference: DatasetReference): readonly string[] {
  const source = useFollowed(reference);
  const { data: checks } = useQuery({ ...sourceChecksQuery(reference), enabled: source !== undefined });
  return useMemo(() => (checks ?? []).filter(({ outcome }) => outcome === 'unchanged').map(({ at }) => at), [checks]);
}

/** The address that is followed, or the statement of a recipe. */
export function followedText({ kind, address, entry }: FollowedSource['choice']): string {
  return kind === 'recipe' ? entry : address;
}

/** The state of a followed dataset in words. */
export function sourceStateWords(
  t: TFunction,
  { state, checking }: Pick<FollowedSource, 'state' | 'checking'>,
): string {
  return t(checking ? 'followed.checking' : `followed.state-${state}`);
}

/** Whether the user should look after it. */
export function isTroubled({ state }: Pick<FollowedSource, 'state'>): boolean {
  return state === 'failing' || state === 'held' || state === 'stopped';
}

export function outcomeWords(t: TFunction, outcome: SourceCheck['outcome']): string {
  return t(`followed.outcome-${outcome}`);
}
