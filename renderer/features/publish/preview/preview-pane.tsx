import { useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import { useState } from 'react';
import type { Failure } from '#shared/failures.ts';
import { bareName } from '#shared/file-name.ts';
import type { Job } from '#shared/rpc/jobs.ts';
import type { FilePreview } from '#shared/rpc/source-file.ts';
import { reportFailure } from '../../../backend/failure.ts';
import { badValuesQuery, saveBadValues } from '../../../backend/jobs.ts';
import { explained } from '../../../lib/format/failure-texts.ts';
import { SmallButton } from '../../../ui/actions/icon-button.tsx';
import { BadValues } from '../../../ui/states/bad-values.tsx';
import { EmptyState, FailureNotice } from '../../../ui/states/states.tsx';
import type { Reading } from '../draft.ts';
import styles from '../publish.module.css';
import { useSentJob } from '../publish-store.ts';
import { ColumnsEditor } from './columns-editor.tsx';
import type { DraftColumn } from './draft-columns.ts';
import { PointChoice, pointOf } from './point-choice.tsx';
import { PreviewTable } from './preview-table.tsx';

interface PreviewPaneProps {
  readonly preview: FilePreview;
  readonly columns: readonly DraftColumn[];
  readonly reading: Reading;
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
  'labels-once',
]);

/** Notices that say less than the list of tables. */
const ofTables: ReadonlySet<string> = new Set(['other-table', 'table-below']);

type View = 'rows' | 'problems' | 'columns';

/**
 * The first rows of the file, or its columns; after a failed attempt, the values that caused it, until another view is
 * chosen.
 */
export function PreviewPane({ preview, columns, reading, problem, onRetry }: PreviewPaneProps) {
  const job = useSentJob();
  const bad = job !== null && job.state === 'failed' && job.badCount > 0 ? job : null;
  const attempt = bad?.ended ?? null;
  const [chosen, setChosen] = useState<{ readonly view: View; readonly attempt: string | null } | null>(null);
  const { broken, rows } = preview;
  const hasProblems = bad !== null || broken.count > 0;
  const first = bad !== null || (hasProblems && rows.length === 0) ? 'problems' : 'rows';
  const asked = chosen !== null && chosen.attempt === attempt ? chosen.view : first;
  const view = asked === 'problems' && !hasProblems ? 'rows' : asked;
  const kept = columns.filter(({ used }) => used).length;
  const isWrong = kept === 0 || columns.some((column) => column.problem !== null);
  const words = {
    rows: () => noticeWords(preview),
    problems: () => (bad === null ? '' : t('jobs.badValues', { count: bad.badCount })),
    columns: () => (kept === 0 ? t('publish.noneKept') : t('publish.kept', { kept, count: columns.length })),
  }[view]();
  const button = (of: View, text: string, isBad = false) => (
    <SmallButton
      text={text}
      variant={view === of ? 'light' : 'subtle'}
      aria-pressed={view === of}
      {...(isBad && { color: 'red' })}
      onClick={() => setChosen({ view: of, attempt })}
    />
  );
  return (
    <section className={styles.preview} aria-label={t('publish.firstRows')}>
      <div className={styles.bar}>
        {button('rows', t(preview.whole ? 'publish.allRows' : 'publish.firstRows'))}
        {hasProblems &&
          button(
            'problems',
            bad === null ? t('publish.brokenRecords', { count: broken.count }) : t('publish.problems'),
          )}
        {button('columns', t('publish.columns'), isWrong)}
        <span className={kept === 0 ? styles.bad : 'quiet'} data-tooltip={words}>
          {words}
        </span>
        {view === 'problems' && bad !== null && <SaveBad job={bad} path={preview.path} />}
        {(view === 'columns' || pointOf(reading, preview) !== null) && (
          <PointChoice reading={reading} preview={preview} columns={columns} />
        )}
      </div>
      {problem !== null && <FailureNotice text="" failure={problem} onRetry={onRetry} />}
      {view === 'problems' && (bad === null ? <BadValues values={broken.first} /> : <BadOf job={bad} />)}
      {view === 'rows' && rows.length === 0 && <EmptyState level={3} title={t('publish.noRows')} text="" />}
      {view === 'rows' && rows.length > 0 && <PreviewTable preview={preview} columns={columns} lines={preview.lines} />}
      {view === 'columns' && <ColumnsEditor columns={columns} preview={preview} />}
    </section>
  );
}

function noticeWords({ notices, tables }: FilePreview): string {
  const shown = notices.filter(({ code }) => !proposed.has(code) && (tables === undefined || !ofTables.has(code)));
  return shown.map((notice) => explained(t, notice)).join(' · ');
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
