import { Button, MultiSelect } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { everyRow, type RowQuery } from '#shared/row-query.ts';
import type { DatasetDetails, DatasetReference } from '#shared/rpc/records.ts';
import { failureOf } from '../../api/failure.ts';
import { startJob } from '../../api/jobs.ts';
import { reportFailure } from '../../api/report-failure.ts';
import { type Comparison, differenceCountsQuery } from '../../api/service/comparing.ts';
import { profileQuery } from '../../api/service/insight.ts';
import { columnChanges } from '../../lib/versions/schema-change.ts';
import type { VersionColumn } from '../../lib/versions/version-metadata.ts';
import { FailureNotice } from '../../ui/states/states.tsx';
import type { Pair } from './comparison-head.tsx';
import { type KeyFitness, keyCandidates, keyFitness } from './comparison-key.ts';
import { ComparisonState } from './comparison-state.tsx';
import { type Counts, DifferenceGrid } from './difference-grid.tsx';
import { useComparisonJob } from './use-comparison.ts';

/** Maximum number of columns considered as keys: identifiers are among the first. */
const maxKeyCandidates = 8;

interface RowsComparisonProps {
  readonly reference: DatasetReference;
  readonly details: DatasetDetails;
  readonly pair: Pair;
  readonly before: readonly VersionColumn[];
  readonly after: readonly VersionColumn[];
  /** Column labels by name. */
  readonly labels: ReadonlyMap<string, string>;
  /** Restricts the comparison to rows that this query selects in either version; null for all rows. */
  readonly rows: RowQuery | null;
  /** The same in words. */
  readonly conditions: ReactNode;
}

/** The rows that differ, after comparing the versions by a key. */
export function RowsComparison({
  reference,
  details,
  pair,
  before,
  after,
  labels,
  rows,
  conditions,
}: RowsComparisonProps) {
  const { t } = useTranslation();
  const candidates = keyCandidates(before, after);
  const fitness = useFitness(reference, details, pair, candidates.slice(0, maxKeyCandidates));
  const sure = candidates.find((name) => fitness.get(name) === 'sure');
  const settled = candidates.slice(0, maxKeyCandidates).every((name) => fitness.get(name) !== 'unknown');
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const key = chosen ?? (sure === undefined ? [] : [sure]);
  const known = useComparisonJob(reference, pair.before, pair.after, key);
  const job = known ?? null;
  const compare = () =>
    void startJob({ kind: 'diff', reference, before: pair.before, after: pair.after, key: [...key] }).catch(
      reportFailure,
    );
  useStartOnce(chosen === null && settled && known === null, compare);
  const result = job?.state === 'done' && job.result?.kind === 'diff' ? job.result : null;
  const offered = candidates.map((name) => ({ value: name, label: labels.get(name) ?? name }));
  return (
    <>
      <div className="sheet-bar">
        <MultiSelect
          className="comparison-key"
          aria-label={t('comparing.key')}
          placeholder={key.length === 0 ? t('comparing.wholeRows') : ''}
          data={offered}
          value={[...key]}
          onChange={setChosen}
          renderOption={({ option }) => (
            <>
              {option.label}
              <Fitness fitness={fitness.get(option.value)} />
            </>
          )}
          searchable
          openOnFocus={false}
          size="xs"
          w={320}
        />
        {(job === null || result === null) && (
          <Button
            size="compact-sm"
            onClick={compare}
            disabled={known === undefined || known?.state === 'running' || known?.state === 'queued'}
          >
            {t('comparing.compare')}
          </Button>
        )}
        <ComparisonState
          job={job}
          candidates={candidates.filter((name) => !key.includes(name) && fitness.get(name) !== 'no')}
          labels={labels}
          onKey={setChosen}
        />
      </div>
      {conditions}
      {result !== null && (
        <Differences
          comparison={{ reference, ...pair, key, rows }}
          all={result}
          columns={ordered(
            columnChanges(before, after).map(({ name }) => name),
            key,
          )}
          labels={labels}
        />
      )}
    </>
  );
}

interface DifferencesProps {
  readonly comparison: Comparison;
  /** Total number of differing rows. */
  readonly all: Counts;
  readonly columns: readonly string[];
  readonly labels: ReadonlyMap<string, string>;
}

/** The differing rows: all of them, or those that are selected in either version. */
function Differences({ comparison, all, ...shown }: DifferencesProps) {
  const { t } = useTranslation();
  const isPart = comparison.rows !== null;
  const { data, error, refetch } = useQuery({ ...differenceCountsQuery(comparison), enabled: isPart });
  if (!isPart) return <DifferenceGrid comparison={comparison} counts={all} {...shown} />;
  if (error !== null) return <FailureNotice text="" failure={failureOf(error)} onRetry={() => void refetch()} />;
  if (data === undefined)
    return (
      <p role="status" className="comparison-part">
        {t('comparing.selecting')}
      </p>
    );
  const count = data.changed + data.added + data.removed;
  return (
    <>
      <p role="status" className="comparison-part">
        {t('comparing.partCount', { count, all: all.changed + all.added + all.removed })}
      </p>
      <DifferenceGrid comparison={comparison} counts={data} {...shown} />
    </>
  );
}

/** Key columns first: they identify the row. */
function ordered(names: readonly string[], key: readonly string[]): string[] {
  return [...key, ...names.filter((name) => !key.includes(name))];
}

/** Runs an action once it is allowed for the first time. */
function useStartOnce(may: boolean, act: () => void): void {
  const done = useRef(false);
  useEffect(() => {
    if (!may || done.current) return;
    done.current = true;
    act();
  });
}

/** How well columns identify rows, in both versions. */
function useFitness(
  reference: DatasetReference,
  details: DatasetDetails,
  { before, after }: Pair,
  names: readonly string[],
): ReadonlyMap<string, KeyFitness> {
  const newest = details.dataset.versions.find((version) => version.ready)?.slug ?? '';
  const queries = names.flatMap((name) =>
    [before, after].map((version) => {
      const query = { ...everyRow, version };
      const { placeholderData: _, ...profile } = profileQuery({ reference, query, newest, rows: 10_000 }, name);
      return profile;
    }),
  );
  const found = useQueries({ queries });
  return new Map(
    names.map((name, position) => {
      const [old, young] = [found[2 * position], found[2 * position + 1]];
      // A column that cannot be profiled must not delay the others.
      if (old?.isError === true || young?.isError === true) return [name, 'no'];
      return [name, keyFitness(old?.data, young?.data)];
    }),
  );
}

const keyWords = { sure: 'comparing.keySure', perhaps: 'comparing.keyPerhaps', no: 'comparing.keyNo' } as const;

function Fitness({ fitness }: { fitness: KeyFitness | undefined }) {
  const { t } = useTranslation();
  if (fitness === undefined || fitness === 'unknown') return null;
  return <span className="comparison-fitness quiet">{t(keyWords[fitness])}</span>;
}
