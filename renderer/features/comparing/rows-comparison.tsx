import { Button, MultiSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Dataset } from '#shared/api/records/dataset.ts';
import type { RowQuery } from '#shared/row-query.ts';
import type { DatasetDetails, DatasetReference } from '#shared/rpc/records.ts';
import { reportFailure } from '../../backend/failure.ts';
import { startJob } from '../../backend/jobs.ts';
import { type Comparison, differenceCountsQuery } from '../../backend/rows.ts';
import { columnChanges } from '../../lib/versions/schema-change.ts';
import type { VersionColumn } from '../../lib/versions/version-metadata.ts';
import sheetStyles from '../../ui/layout/sheet.module.css';
import { FailureNotice } from '../../ui/states/states.tsx';
import styles from './comparing.module.css';
import { ComparisonState } from './comparison-state.tsx';
import { type Counts, DifferenceGrid } from './difference-grid.tsx';
import { ExportDifferences } from './export-differences.tsx';
import { keyCandidates, type Pair, useComparisonJob } from './use-comparison.ts';

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
  /** The conditions of that query in words. */
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
  /** Null for the key of the dataset, which its service finds and keeps. */
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const known = useComparisonJob(reference, pair.before, pair.after, chosen);
  const job = known ?? null;
  const compare = () =>
    void startJob({ kind: 'diff', reference, ...pair, key: chosen && [...chosen] }).catch(reportFailure);
  useStartOnce(chosen === null && known === null, compare);
  const result = job?.state === 'done' && job.result?.kind === 'diff' ? job.result : null;
  const key = chosen ?? result?.key ?? [];
  const offered = candidates.map((name) => ({ value: name, label: labels.get(name) ?? name }));
  return (
    <>
      <div className={sheetStyles.bar}>
        <MultiSelect
          aria-label={t('comparing.key')}
          placeholder={key.length === 0 && (chosen ?? result) !== null ? t('comparing.wholeRows') : ''}
          data={offered}
          value={[...key]}
          onChange={setChosen}
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
          candidates={candidates.filter((name) => !key.includes(name))}
          labels={labels}
          onKey={setChosen}
        />
      </div>
      {conditions}
      {result !== null && (
        <Differences
          comparison={{ reference, ...pair, key: result.key, rows }}
          dataset={details.dataset}
          all={result}
          columns={ordered(
            columnChanges(before, after).map(({ name }) => name),
            result.key,
          )}
          labels={labels}
        />
      )}
    </>
  );
}

interface DifferencesProps {
  readonly comparison: Comparison;
  readonly dataset: Dataset;
  /** Total number of differing rows. */
  readonly all: Counts;
  readonly columns: readonly string[];
  readonly labels: ReadonlyMap<string, string>;
}

/** The differing rows: all of them, or those that are selected in either version. */
function Differences({ comparison, dataset, all, columns, labels }: DifferencesProps) {
  const { t } = useTranslation();
  const isPart = comparison.rows !== null;
  const { data, error, refetch } = useQuery({ ...differenceCountsQuery(comparison), enabled: isPart });
  const grid = (counts: Counts) => {
    const shown = { comparison, columns, labels };
    const count = counts.changed + counts.added + counts.removed;
    const action = <ExportDifferences {...shown} dataset={dataset} count={count} />;
    return <DifferenceGrid {...shown} counts={counts} action={action} />;
  };
  if (!isPart) return grid(all);
  if (error !== null) return <FailureNotice failure={error} onRetry={refetch} />;
  if (data === undefined)
    return (
      <p role="status" className={styles.part}>
        {t('comparing.selecting')}
      </p>
    );
  const count = data.changed + data.added + data.removed;
  return (
    <>
      <p role="status" className={styles.part}>
        {t('comparing.partCount', { count, all: all.changed + all.added + all.removed })}
      </p>
      {grid(data)}
    </>
  );
}

/** Key columns first: they identify the row. */
function ordered(names: readonly string[], key: readonly string[]): string[] {
  return [...key, ...names.filter((name) => !key.includes(name))];
}

function useStartOnce(may: boolean, act: () => void): void {
  const done = useRef(false);
  useEffect(() => {
    if (!may || done.current) return;
    done.current = true;
    act();
  });
}
