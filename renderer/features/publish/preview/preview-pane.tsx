import { Box, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import { useState } from 'react';
import type { Failure } from '#shared/failures.ts';
import { bareName } from '#shared/file-name.ts';
import type { Job } from '#shared/rpc/jobs.ts';
import type { FilePreview, FileSurvey } from '#shared/rpc/source-file.ts';
import { reportFailure } from '../../../backend/failure.ts';
import { badValuesQuery, saveBadValues } from '../../../backend/jobs.ts';
import { explained } from '../../../lib/format/failure-texts.ts';
import { SmallButton } from '../../../ui/actions/icon-button.tsx';
import { BadValues } from '../../../ui/states/bad-values.tsx';
import { EmptyState, FailureNotice } from '../../../ui/states/states.tsx';
import styles from '../publish.module.css';
import { useSentJob } from '../publish-store.ts';
import type { DraftColumn } from './draft-columns.ts';
import { FileProposals } from './file-proposals.tsx';
import { PreviewTable } from './preview-table.tsx';

interface PreviewPaneProps {
  readonly preview: FilePreview;
  /** The survey of all records; undefined until they are read. */
  readonly survey: FileSurvey | undefined;
  readonly columns: readonly DraftColumn[];
  /** Why the file cannot be read with the current options; the rows shown are the previous ones. */
  readonly problem: Failure | null;
  readonly onRetry: () => void;
}

/** Notices that are shown as a proposal. */
const proposed: ReadonlySet<string> = new Set([
  'totals-below',
  'unseparated-fixed-width',
  'json-nested',
  'columns-to-rows',
  'merged-cells',
]);

/** Notices that say less than the list of tables. */
const ofTables: ReadonlySet<string> = new Set(['other-table', 'table-below']);

/** The first rows of the file; after a failed attempt, the values that caused it. */
export function PreviewPane({ preview, survey, columns, problem, onRetry }: PreviewPaneProps) {
  const job = useSentJob();
  const bad = job !== null && job.state === 'failed' && job.badCount > 0 ? job : null;
  const [rowsOf, setRowsOf] = useState<string | null>(null);
  const showBad = bad !== null && rowsOf !== bad.ended;
  const { broken } = preview;
  const [brokenChosen, setBrokenShown] = useState<boolean | null>(null);
  const brokenShown = brokenChosen ?? preview.rows.length === 0;
  const showBroken = bad === null && broken.count > 0 && brokenShown;
  const words = showBad
    ? t('jobs.badValues', { count: bad.badCount })
    : preview.notices
        .filter(({ code }) => !proposed.has(code) && (preview.tables === undefined || !ofTables.has(code)))
        .map((notice) => explained(t, notice))
        .join(' · ');
  return (
    <section className={styles.preview} aria-label={t('publish.firstRows')}>
      <div className={styles.bar}>
        <h4>
          {showBad || showBroken ? t('publish.problems') : t(preview.whole ? 'publish.allRows' : 'publish.firstRows')}
        </h4>
        <span className="quiet" data-tooltip={words}>
          {words}
        </span>
        <Box flex={1} />
        {showBad && <SaveBad job={bad} path={preview.path} />}
        {bad !== null && (
          <Button size="compact-xs" variant="default" onClick={() => setRowsOf(showBad ? bad.ended : null)}>
            {showBad ? t('publish.firstRows') : t('publish.problems')}
          </Button>
        )}
        {bad === null && broken.count > 0 && (
          <Button size="compact-xs" variant="default" onClick={() => setBrokenShown(!brokenShown)}>
            {showBroken ? t('publish.firstRows') : t('publish.brokenRecords', { count: broken.count })}
          </Button>
        )}
      </div>
      {problem !== null && <FailureNotice text="" failure={problem} onRetry={onRetry} />}
      {showBad && <BadOf job={bad} />}
      {showBroken && <BadValues values={broken.first} />}
      {!showBad && !showBroken && (
        <>
          {preview.rows.length === 0 && <EmptyState level={3} title={t('publish.noRows')} text="" />}
          <FileProposals preview={preview} survey={survey} />
          {preview.rows.length > 0 && <PreviewTable preview={preview} columns={columns} lines={preview.lines} />}
        </>
      )}
    </section>
  );
}

function SaveBad({ job, path }: { job: Job; path: string }) {
  const save = () =>
    void saveBadValues(job.id, t('jobs.badSave'), `${bareName(path)}-problems.csv`).catch(reportFailure);
  return <SmallButton text={t('jobs.badSave')} onClick={save} />;
}

function BadOf({ job }: { job: Job }) {
  const { data: values = [] } = useQuery(badValuesQuery(job));
  return (
    <>
      {values.length > 0 && values.length < job.badCount && (
        <p className={styles.previewNote}>{t('jobs.badShown', { shown: values.length, count: job.badCount })}</p>
      )}
      <BadValues values={values} />
    </>
  );
}
