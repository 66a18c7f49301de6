import { Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import type { ResultOf } from '#shared/rpc/backend.ts';
import { callBackend, callKey } from '../../backend/port.ts';
import { formatBytes } from '../../lib/format/format.ts';
import { useLocale } from '../../state/settings.ts';
import { PlainButton } from '../../ui/actions/icon-button.tsx';
import { SearchField } from '../../ui/actions/search-field.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { FailureNotice } from '../../ui/states/states.tsx';
import styles from './entry-list.module.css';
import followStyles from './follow.module.css';
import { changeFollow, chooseEntry, lookInside, useFollow } from './follow-store.ts';

type Listing = ResultOf<'lookAtAddress'>;
type Entry = Listing['entries'][number];

/** How long typing rests before a search is sent, in milliseconds. */
const searchDebounceMs = 350;

interface EntryListProps {
  readonly listing: Listing;
  readonly lookedAt: number;
  readonly allowPrivate: boolean;
  /** Id of the chosen entry. */
  readonly chosen: string | null;
}

/** The tables and files at an address, to search and choose from. */
export function EntryList({ listing, lookedAt, allowPrivate, chosen }: EntryListProps) {
  const typed = useFollow(({ search }) => search);
  const [settled] = useDebouncedValue(typed.trim(), searchDebounceMs);
  // An emptied field shows everything at once.
  const search = typed.trim() === '' ? '' : settled;
  const { kind, address } = listing;
  const entries = useInfiniteQuery({
    queryKey: callKey('listSourceEntries', { kind, address, allowPrivate, search }, [lookedAt]),
    queryFn: ({ pageParam, signal }) =>
      callBackend('listSourceEntries', { address, allowPrivate, kind, search, more: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.more,
    ...(search === '' && { initialData: { pages: [listing], pageParams: [null] } }),
  });
  const shown = entries.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <section className={followStyles.entries} aria-label={t('follow.entries')}>
      {listing.searchable && (
        <SearchField label={t('follow.search')} text={typed} onText={(text) => changeFollow({ search: text })} />
      )}
      {entries.error !== null && !entries.isFetching && (
        <FailureNotice failure={entries.error} onRetry={entries.refetch} />
      )}
      {entries.isFetching && shown.length === 0 && (
        <p className="quiet" role="status">
          {t('common.loading')}
        </p>
      )}
      {entries.isSuccess && shown.length === 0 && (
        <p className="quiet" role="status">
          {search === '' ? t('follow.noEntries') : t('follow.noMatch', { text: search })}
        </p>
      )}
      {shown.length > 0 && (
        <ul className={styles.list}>
          {shown.map((entry) => (
            <EntryLine key={entry.id} entry={entry} inside={listing.title} isChosen={entry.id === chosen} />
          ))}
        </ul>
      )}
      {entries.hasNextPage && (
        <PlainButton
          text={t('follow.moreEntries')}
          className={styles.more}
          size="compact-sm"
          loading={entries.isFetchingNextPage}
          onClick={() => void entries.fetchNextPage()}
        />
      )}
    </section>
  );
}

interface EntryLineProps {
  readonly entry: Entry;
  /** Title of the listing that it is of. */
  readonly inside: string;
  readonly isChosen: boolean;
}

function EntryLine({ entry, inside, isChosen }: EntryLineProps) {
  const { id, title, description, leadsTo } = entry;
  const words = (
    <Stack component="span" flex={1} miw={0} gap={0}>
      <span className={styles.entryTitle}>{title}</span>
      <EntryFacts entry={entry} />
      {description !== null && description !== '' && <span className={styles.entryText}>{description}</span>}
    </Stack>
  );
  if (leadsTo !== undefined) {
    return (
      <li className={styles.entry}>
        {words}
        <PlainButton
          text={t('follow.lookInside')}
          size="compact-sm"
          aria-label={`${t('follow.lookInside')}: ${title}`}
          onClick={() => lookInside(leadsTo, inside)}
        />
      </li>
    );
  }
  return (
    <li>
      <label className={styles.entry} data-chosen={isChosen || undefined}>
        <input type="radio" name="follow-entry" checked={isChosen} onChange={() => chooseEntry(id)} />
        {words}
      </label>
    </li>
  );
}

function EntryFacts({ entry: { format, bytes, rows, modified, licence } }: { entry: Entry }) {
  const locale = useLocale();
  const facts = [
    format,
    bytes === null ? null : formatBytes(bytes, locale),
    rows === null ? null : t('common.rows', { count: rows }),
    licence,
  ].filter((fact) => fact !== null && fact !== '');
  if (facts.length === 0 && modified === null) return null;
  return (
    <span className={followStyles.facts}>
      {facts.join(' · ')}
      {modified !== null && (
        <>
          {facts.length > 0 && ' · '}
          <RelativeTime iso={modified} locale={locale} text={(when) => t('follow.modified', { when })} />
        </>
      )}
    </span>
  );
}
