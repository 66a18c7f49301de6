import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Choice } from '#shared/follow.ts';
import type { ResultOf } from '#shared/rpc/backend.ts';
import { entryQuery } from '../../backend/follow.ts';
import { FailureNotice } from '../../ui/states/states.tsx';
import { EntryDetails } from './entry-details.tsx';
import { EntryList } from './entry-list.tsx';
import styles from './follow.module.css';
import { FollowDestination } from './follow-destination.tsx';
import { lookBack, type Step, useFollow } from './follow-store.ts';

interface FoundSourceProps {
  readonly step: Step;
  readonly listing: ResultOf<'lookAtAddress'>;
  /** When the listing was read: a later one has other entries. */
  readonly lookedAt: number;
}

/** What is at an address: its tables on the left, the chosen one below, and where it goes on the right. */
export function FoundSource({ step, listing, lookedAt }: FoundSourceProps) {
  const { t } = useTranslation();
  const { allowPrivate } = step;
  const before = useFollow(({ steps }) => steps.at(-2));
  const chosen = useFollow(({ entry }) => entry);
  const parameters = useFollow((draft) => draft.parameters);
  const [only] = listing.entries;
  const isOnly = listing.entries.length === 1 && listing.more === null && only?.leadsTo === undefined;
  const entry = chosen ?? (isOnly && only !== undefined ? only.id : null);
  const choice: Choice | null =
    entry === null ? null : { kind: listing.kind, address: listing.address, entry, parameters: { ...parameters } };
  const details = useQuery({
    ...entryQuery(choice ?? { kind: 'unknown', address: '-', entry: '', parameters: {} }, allowPrivate),
    enabled: choice !== null,
    staleTime: 60_000,
    placeholderData: (previous) => (previous?.id === entry ? previous : undefined),
  });
  return (
    <div className={styles.found}>
      <div className={styles.what}>
        {before !== undefined && (
          <Button
            className={styles.back}
            variant="subtle"
            size="compact-sm"
            leftSection={<IconArrowLeft size={14} stroke={1.5} aria-hidden />}
            onClick={lookBack}
          >
            {t('follow.back', { title: before.title })}
          </Button>
        )}
        <div>
          <h3>{listing.title}</h3>
          <p className={styles.facts}>
            {[t(`sourceKind.${listing.kind}`), listing.publisher, listing.licence].filter(Boolean).join(' · ')}
          </p>
          {listing.description !== null && <p className={styles.description}>{listing.description}</p>}
        </div>
        <EntryList listing={listing} lookedAt={lookedAt} allowPrivate={allowPrivate} chosen={entry} />
        {details.error !== null && !details.isFetching && (
          <FailureNotice failure={details.error} onRetry={details.refetch} />
        )}
        {choice !== null && details.data === undefined && details.isFetching && (
          <p className="quiet" role="status">
            {t('common.loading')}
          </p>
        )}
        {choice !== null && details.data !== undefined && (
          <EntryDetails key={choice.entry} choice={choice} allowPrivate={allowPrivate} details={details.data} />
        )}
      </div>
      <FollowDestination listing={listing} choice={choice} allowPrivate={allowPrivate} details={details.data} />
    </div>
  );
}
