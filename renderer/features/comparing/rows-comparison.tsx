import { Box, Button, Flex, MultiSelect, Stack } from '@mantine/core';
import { IconMinus, IconPencil, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Dataset } from '#shared/api/records/dataset.ts';
import type { RowQuery } from '#shared/row-query.ts';
import type { DiffRequest, Job } from '#shared/rpc/jobs.ts';
import type { DatasetDetails, DatasetReference } from '#shared/rpc/records.ts';
import { reportFailure } from '../../backend/failure.ts';
import { jobsQuery, performJobAction, startJob } from '../../backend/jobs.ts';
import { differenceCountsQuery } from '../../backend/rows.ts';
import { outlineQuery } from '../../backend/statistics.ts';
import { sameDataset } from '../../lib/catalogue/find-records.ts';
import { hasEnded, newestJob, progressText } from '../../lib/format/job-texts.ts';
import { columnChanges } from '../../lib/versions/schema-change.ts';
import { readVersionMetadata, type VersionColumn } from '../../lib/versions/version-metadata.ts';
import { useLocale } from '../../state/settings.ts';
import { SmallButton } from '../../ui/actions/icon-button.tsx';
import sheetStyles from '../../ui/layout/sheet.module.css';
import { FailureText, Note } from '../../ui/states/note.tsx';
import { ProgressLine } from '../../ui/states/progress-line.tsx';
import { FailureNotice } from '../../ui/states/states.tsx';
import styles from './comparing.module.css';
import { type Counts, DifferenceGrid, type ShownComparison } from './difference-grid.tsx';
import { ExportDifferences } from './export-differences.tsx';

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
export function RowsComparison(props: RowsComparisonProps) {
  const { reference, details, pair, before, after, labels, rows } = props;
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
      {props.conditions}
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

interface DifferencesProps extends ShownComparison {
  readonly dataset: Dataset;
  /** Total number of differing rows. */
  readonly all: Counts;
}

/** The differing rows: all of them, or those that are selected in either version. */
function Differences({ dataset, all, ...shown }: DifferencesProps) {
  const { comparison } = shown;
  const isPart = comparison.rows !== null;
  const { data, error, refetch } = useQuery({ ...differenceCountsQuery(comparison), enabled: isPart });
  const grid = (counts: Counts) => {
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

interface ComparisonStateProps {
  readonly job: Job | null;
  /** Columns that may be keys, in case the chosen one is not. */
  readonly candidates: readonly string[];
  readonly labels: ReadonlyMap<string, string>;
  readonly onKey: (key: readonly string[]) => void;
}

/** The progress of the comparison, its result, or why there is none and what to do. */
function ComparisonState({ job, candidates, labels, onKey }: ComparisonStateProps) {
  if (job === null) return <span className="quiet">{t('comparing.explain')}</span>;
  if (!hasEnded(job)) return <Running job={job} />;
  if (job.result?.kind === 'diff') return <CountsText counts={job.result} isKeyed={job.result.key.length > 0} />;
  if (job.state === 'cancelled') return <span className="quiet">{t('comparing.cancelled')}</span>;
  return (
    <Stack gap="sm" py="sm">
      <Note tone="bad">
        {job.failure === null ? t('comparing.interrupted') : <FailureText failure={job.failure} />}
        {job.failure?.kind === 'bad-query' && <p>{t('comparing.otherKeys')}</p>}
      </Note>
      {job.failure?.kind === 'bad-query' && (
        <Flex wrap="wrap" gap="xs">
          {candidates.slice(0, 5).map((name) => (
            <SmallButton
              text={t('comparing.addKey', { column: labels.get(name) ?? name })}
              key={name}
              onClick={() => onKey([...requestedKey(job), name])}
            />
          ))}
          <SmallButton text={t('comparing.wholeRows')} onClick={() => onKey([])} />
        </Flex>
      )}
    </Stack>
  );
}

function requestedKey({ request }: Job): readonly string[] {
  return (request.kind === 'diff' ? request.key : null) ?? [];
}

function Running({ job }: { job: Job }) {
  const locale = useLocale();
  const { progress } = job;
  return (
    <>
      <Box flex={1} maw={360}>
        <ProgressLine
          label={t('comparing.running')}
          fraction={progress?.fraction ?? null}
          words={progressText(t, progress, locale)}
        />
      </Box>
      <SmallButton
        text={t('common.cancel')}
        onClick={() => void performJobAction('cancel', job.id).catch(reportFailure)}
      />
    </>
  );
}

interface CountsTextProps {
  readonly counts: { readonly added: number; readonly removed: number; readonly changed: number };
  /** Whether rows were matched by columns; otherwise it is not known which of them changed. */
  readonly isKeyed: boolean;
}

function CountsText({ counts: { added, removed, changed }, isKeyed }: CountsTextProps) {
  if (added + removed + changed === 0) return <span role="status">{t('comparing.same')}</span>;
  return (
    <span className={styles.counts} role="status">
      {isKeyed && (
        <span data-kind="changed">
          <IconPencil size={14} stroke={1.5} aria-hidden />
          {t('comparing.changedCount', { count: changed })}
        </span>
      )}
      <span data-kind="added">
        <IconPlus size={14} stroke={1.5} aria-hidden />
        {t(isKeyed ? 'comparing.addedCount' : 'comparing.onlyAfter', { count: added })}
      </span>
      <span data-kind="removed">
        <IconMinus size={14} stroke={1.5} aria-hidden />
        {t(isKeyed ? 'comparing.removedCount' : 'comparing.onlyBefore', { count: removed })}
      </span>
      {!isKeyed && <span className="quiet">{t('comparing.noKey')}</span>}
    </span>
  );
}

/** Slugs of two versions. */
export interface Pair {
  readonly before: string;
  readonly after: string;
}

/** The columns of a version: from its metadata, or as outlined by its service. Null until known. */
export function useVersionColumns(
  reference: DatasetReference,
  details: DatasetDetails,
  slug: string,
): readonly VersionColumn[] | null {
  const { versions, columns } = details.dataset;
  const record = versions.find((version) => version.slug === slug);
  const schema = record === undefined ? null : readVersionMetadata(record.metadata).schema;
  const { data, isPending } = useQuery({ ...outlineQuery(reference, slug, slug), enabled: schema === null });
  if (schema !== null) return schema;
  if (data != null) return data.map(({ column, type }) => ({ name: column, type }));
  // Without metadata, a version is assumed to have the columns of the newest one.
  return isPending ? null : columns;
}

/**
 * The job that compares two versions by a key, or by that of the dataset if it is null: null if there has been none,
 * undefined as long as jobs are unknown.
 */
function useComparisonJob(
  reference: DatasetReference,
  before: string,
  after: string,
  key: readonly string[] | null,
): Job | null | undefined {
  const { data: jobs } = useQuery(jobsQuery);
  return jobs === undefined ? undefined : comparisonJob(jobs, { reference, before, after, key });
}

/** Columns that can be keys: those of both versions, except geometries. */
export function keyCandidates(before: readonly VersionColumn[], after: readonly VersionColumn[]): string[] {
  const old = new Set(before.filter(({ type }) => type !== 'geometry').map(({ name }) => name));
  return after.filter(({ name, type }) => type !== 'geometry' && old.has(name)).map(({ name }) => name);
}

/** The columns by which a comparison has matched rows, or was asked to. */
function keyOf({ request, result }: Job): readonly string[] | null {
  if (result?.kind === 'diff') return result.key;
  return request.kind === 'diff' ? request.key : null;
}

/**
 * The last comparison of these versions by this key, possibly still running; null if there was none.
 * @param requested `key` is null for the key of the dataset: that of any comparison by key which has a result
 */
export function comparisonJob(jobs: readonly Job[], requested: Omit<DiffRequest, 'kind'>): Job | null {
  const same = jobs.filter((job) => {
    const { request } = job;
    if (request.kind !== 'diff' || request.before !== requested.before || request.after !== requested.after)
      return false;
    if (!sameDataset(request.reference, requested.reference)) return false;
    const key = keyOf(job);
    const { key: wanted } = requested;
    if (wanted === null) return request.key === null || (job.result !== null && key !== null && key.length > 0);
    return key !== null && key.length === wanted.length && key.every((name) => wanted.includes(name));
  });
  return newestJob(same);
}
