import { NativeSelect } from '@mantine/core';
import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import type { Connection, DatasetReference, NamespaceSummary } from '#shared/rpc/records.ts';
import { connectionsQuery, namespacesQuery, useConnection } from '../../backend/records.ts';
import { DatasetIndex, datasetKinds, type FoundDataset, foundDatasets } from '../../lib/catalogue/dataset-index.ts';
import { connectionName, placeText } from '../../lib/format/connection-state.ts';
import { useLocale } from '../../state/settings.ts';
import { openWithFocus } from '../../state/wanted-focus.ts';
import { SearchField } from '../../ui/actions/search-field.tsx';
import { AccessBadge } from '../../ui/record-signs.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import styles from './find-datasets.module.css';
import homeStyles from './home.module.css';

/** Maximum number of datasets listed at once. */
const maxListed = 50;

/** Maximum age of a dataset in days. */
const ages: Readonly<Record<string, number>> = { day: 1, week: 7, month: 31, year: 366 };

function sinceOf(age: string): string | undefined {
  const days = ages[age];
  return days === undefined ? undefined : new Date(Date.now() - days * 86_400_000).toISOString();
}

/** What narrows a search; the first choice of each does not. */
const choices = {
  kind: ['anyKind', ...datasetKinds],
  age: ['anyAge', 'day', 'week', 'month', 'year'],
  order: ['bestFirst', 'largestFirst'],
} as const;

/** What is searched for; empty texts do not narrow the search. */
type Search = Readonly<Record<'words' | keyof typeof choices, string>>;

/** Draws a dataset beside its line in a list. */
export type DrawLinePicture = (reference: DatasetReference) => ReactNode;

interface FindDatasetsProps {
  readonly picture: DrawLinePicture | undefined;
  readonly children: ReactNode;
}

/** A search over the datasets of all connections; its children are shown while nothing is searched for. */
export function FindDatasets({ picture, children }: FindDatasetsProps) {
  const [search, setSearch] = useState<Search>({ words: '', kind: '', age: '', order: '' });
  const [isUsed, setUsed] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const { words, kind, age, order } = search;
  const isSearching = Object.values(search).some((text) => text.trim() !== '');
  const { index, waiting, failed } = useDatasetIndex(isUsed || isSearching);
  const term = useDeferredValue(words);
  const found = useMemo(() => {
    if (index === null || !isSearching) return null;
    const ofKind = datasetKinds.find((each) => each === kind);
    return index.search(term, { kind: ofKind, since: sinceOf(age), largestFirst: order !== '' });
  }, [index, isSearching, term, kind, age, order]);
  const change = (changed: Partial<Search>) => setSearch((before) => ({ ...before, ...changed }));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') change({ words: '' });
    const first = found?.[0];
    if (event.key === 'Enter' && first !== undefined) openWithFocus(first.reference, first.label);
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    list.current?.querySelector('button')?.focus();
  };
  return (
    <>
      <SearchBar search={search} onChange={change} onFocus={() => setUsed(true)} onKeyDown={onKeyDown} />
      {isSearching ? (
        <Results found={found} isWaiting={waiting > 0} failed={failed} list={list} picture={picture} />
      ) : (
        children
      )}
    </>
  );
}

interface SearchBarProps {
  readonly search: Search;
  readonly onChange: (changed: Partial<Search>) => void;
  readonly onFocus: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

function SearchBar({ search, onChange, onFocus, onKeyDown }: SearchBarProps) {
  return (
    <search className={styles.bar}>
      <SearchField
        className={styles.words}
        size="sm"
        label={t('find.label')}
        placeholder={t('find.placeholder')}
        text={search.words}
        onFocus={onFocus}
        onText={(words) => onChange({ words })}
        onKeyDown={onKeyDown}
      />
      {(['kind', 'age', 'order'] as const).map((name) => (
        <NativeSelect
          key={name}
          aria-label={t(`find.${name}`)}
          size="sm"
          value={search[name]}
          data={choices[name].map((choice, at) => ({ value: at === 0 ? '' : choice, label: t(`find.${choice}`) }))}
          onChange={(event) => onChange({ [name]: event.currentTarget.value })}
        />
      ))}
    </search>
  );
}

interface ResultsProps {
  /** Null while it is searched for the first time. */
  readonly found: readonly FoundDataset[] | null;
  /** Whether a connection has not answered yet. */
  readonly isWaiting: boolean;
  readonly failed: readonly Connection[];
  readonly list: RefObject<HTMLUListElement | null>;
  readonly picture: DrawLinePicture | undefined;
}

function Results({ found, isWaiting, failed, list, picture }: ResultsProps) {
  const locale = useLocale();
  const status = () => {
    if (found === null || isWaiting) return t('find.searching');
    const count = t('find.found', { count: found.length });
    const names = new Intl.ListFormat(locale).format(failed.map((connection) => connectionName(t, connection)));
    return failed.length === 0 ? count : `${count}. ${t('find.failed', { count: failed.length, names })}`;
  };
  return (
    <>
      <p className={homeStyles.hint} role="status">
        {status()}
      </p>
      <ul aria-label={t('find.results')} ref={list}>
        {found?.slice(0, maxListed).map((dataset) => (
          <Found key={JSON.stringify(dataset.reference)} dataset={dataset} picture={picture} />
        ))}
      </ul>
      {found !== null && found.length > maxListed && (
        <p className={homeStyles.hint}>{t('find.more', { shown: maxListed })}</p>
      )}
    </>
  );
}

/** The arrow keys move between the lines. */
function onArrow(event: KeyboardEvent): void {
  const by = { ArrowDown: 'nextElementSibling', ArrowUp: 'previousElementSibling' } as const;
  const sibling = event.key === 'ArrowDown' || event.key === 'ArrowUp' ? by[event.key] : null;
  if (sibling === null || !(event.currentTarget instanceof HTMLElement)) return;
  event.preventDefault();
  event.currentTarget.closest('li')?.[sibling]?.querySelector('button')?.focus();
}

function Found({ dataset, picture }: { dataset: FoundDataset; picture: DrawLinePicture | undefined }) {
  const locale = useLocale();
  const { reference, label, namespace, description, rows, updated, access } = dataset;
  const connection = useConnection(reference.connection);

  return (
    <li className={styles.item}>
      <button type="button" className={styles.line} onClick={() => openWithFocus(reference, label)} onKeyDown={onArrow}>
        <span className={styles.label}>
          {label} <AccessBadge access={access} />
        </span>
        <span className={styles.place}>{placeText(t, namespace, connection)}</span>
        <span className={styles.facts}>
          {rows !== null && t('common.rows', { count: rows })}
          {updated !== null && (
            <>
              {rows !== null && ' · '}
              <RelativeTime iso={updated} locale={locale} />
            </>
          )}
          {updated === null && t('rows.noDataTitle')}
        </span>
        {description !== '' && <span className={styles.text}>{description}</span>}
      </button>
      {picture?.(reference)}
    </li>
  );
}

/** The index of a catalogue, rebuilt when the catalogue changes. */
interface IndexState {
  /** Null until there is one. */
  readonly index: DatasetIndex | null;
  /** Connections whose datasets are still being read. */
  readonly waiting: number;
  /** Connections whose datasets cannot be read now and were not read before. */
  readonly failed: readonly Connection[];
}

/** An index over the datasets of all connections, as far as they are known. @param enabled whether it is needed */
export function useDatasetIndex(enabled: boolean): IndexState {
  const { t } = useTranslation();
  const { data: known } = useQuery(connectionsQuery);
  const connections = known ?? [];
  // Datasets read before a service became unreachable are still found.
  const answers = useQueries({
    queries: connections.map(({ id, state }) => ({ ...namespacesQuery(id), enabled: enabled && state === 'ready' })),
    combine: combined,
  });
  const [index, setIndex] = useState<DatasetIndex | null>(null);
  const catalogues = useMemo(
    () =>
      // Without connections there is nothing to index yet: a new list of none at each render would be indexed endlessly.
      enabled && known !== undefined
        ? known.flatMap((connection, position) =>
            foundDatasets(connection.id, connectionName(t, connection), answers.catalogues[position] ?? []),
          )
        : null,
    [enabled, known, answers.catalogues, t],
  );
  useEffect(() => {
    if (catalogues === null) return;
    let isNeeded = true;
    void DatasetIndex.of(catalogues).then((made) => isNeeded && setIndex(made));
    return () => {
      isNeeded = false;
    };
  }, [catalogues]);
  const isWithout = (position: number) => answers.catalogues[position] === undefined;
  const failed = connections.filter(({ state }, position) => {
    const isOut = state === 'offline' || state === 'failed' || answers.broken[position] === true;
    return isOut && isWithout(position);
  });
  const starting = connections.filter(({ state }) => state === 'starting').length;
  return { index, waiting: answers.waiting + starting, failed };
}

function combined(results: readonly UseQueryResult<readonly NamespaceSummary[]>[]) {
  return {
    catalogues: results.map(({ data }) => data),
    waiting: results.filter(({ isLoading }) => isLoading).length,
    broken: results.map(({ error }) => error !== null),
  };
}
