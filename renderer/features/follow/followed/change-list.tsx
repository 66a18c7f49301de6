import { Button, Flex } from '@mantine/core';
import { IconArrowsDiff, IconCheck } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import { summaryExplanation } from '#shared/change-words.ts';
import type { FollowedSource, SourceChange } from '#shared/follow.ts';
import { reportFailure } from '../../../backend/failure.ts';
import { changesQuery, followedQuery } from '../../../backend/follow.ts';
import { callBackend } from '../../../backend/port.ts';
import { useThisComputer } from '../../../backend/records.ts';
import { explained } from '../../../lib/format/failure-texts.ts';
import { openDifference } from '../../../state/open-view.ts';
import { useLocale } from '../../../state/settings.ts';
import { showPage } from '../../../state/tabs.ts';
import { openWithFocus } from '../../../state/wanted-focus.ts';
import { IconButton, PlainButton } from '../../../ui/actions/icon-button.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Explanations, FailureNote, Note } from '../../../ui/states/note.tsx';
import styles from './followed.module.css';

/** Changes of followed datasets, newest first: what changed in words, and the way to the differences. */
export function ChangeList({ changes }: { changes: readonly SourceChange[] }) {
  return (
    <ul className={styles.changes} aria-label={t('followed.changes')}>
      {changes.map((change) => (
        <Change key={change.id} change={change} />
      ))}
    </ul>
  );
}

function Change({ change }: { change: SourceChange }) {
  const locale = useLocale();
  const own = useThisComputer();
  const { id, namespace, dataset, title, previous, version, unread, at } = change;
  const read = () => {
    if (unread) void callBackend('markChangesRead', { of: null, upTo: id, only: true }).catch(reportFailure);
  };
  const open = (act: (reference: { connection: string; namespace: string; dataset: string }) => void) => () => {
    if (own === undefined) return;
    read();
    act({ connection: own.id, namespace, dataset });
  };
  return (
    <li className={styles.change} data-unread={unread || undefined}>
      {unread && <span className={styles.dot} role="img" aria-label={t('followed.unread')} />}
      <div className={styles.changeWords}>
        <p>
          <button type="button" className={styles.open} onClick={open((reference) => openWithFocus(reference, title))}>
            {title}
          </button>{' '}
          <span className="quiet">
            <RelativeTime iso={at} locale={locale} />
          </span>
        </p>
        <p>{explained(t, summaryExplanation(change.summary))}</p>
      </div>
      <IconButton
        label={t('followed.differences')}
        onClick={open((reference) => openDifference({ reference, label: title }, { before: previous, after: version }))}
        icon={IconArrowsDiff}
      />
      {unread && <IconButton label={t('followed.markRead')} onClick={read} icon={IconCheck} />}
    </li>
  );
}

const maxChanges = 3;

/** What changed in followed datasets, for the home page; nothing if none is followed. */
export function HomeChanges() {
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

/** A version that is held for review: why, what it would change, and the two ways to decide; nothing if there is none. */
export function HeldNote({ source }: { source: FollowedSource }) {
  const { namespace, dataset, held, title } = source;
  const decide = useMutation({
    mutationFn: (accept: boolean) => callBackend('decideHeldVersion', { namespace, dataset, accept }),
  });
  if (held === null) return null;
  const name = t('followed.heldTitle', { name: title });
  return (
    <section className={styles.held} aria-label={name}>
      <Note tone="warning" title={name}>
        <Explanations of={[...held.reasons, summaryExplanation(held.summary)]} />
        <Flex gap="sm" mt="sm">
          <PlainButton
            text={t('followed.accept')}
            size="compact-sm"
            loading={decide.isPending && decide.variables}
            disabled={decide.isPending}
            onClick={() => decide.mutate(true)}
          />
          <PlainButton
            text={t('followed.reject')}
            size="compact-sm"
            loading={decide.isPending && !decide.variables}
            disabled={decide.isPending}
            onClick={() => decide.mutate(false)}
          />
        </Flex>
      </Note>
      <FailureNote failure={decide.error} />
    </section>
  );
}
