import { Button } from '@mantine/core';
import { IconFile, IconFileZip } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import { useState } from 'react';
import type { Failure } from '#shared/failures.ts';
import { fileName } from '#shared/file-name.ts';
import type { FilePreview, FileSurvey } from '#shared/rpc/source-file.ts';
import { reportFailure } from '../../backend/failure.ts';
import { archiveFilesQuery, previewQuery, readFileAgain, surveyQuery } from '../../backend/files.ts';
import { connectionsQuery } from '../../backend/records.ts';
import { explained, failureOf } from '../../lib/format/failure-texts.ts';
import { formatBytes } from '../../lib/format/format.ts';
import { signInTo } from '../../state/dialogs.ts';
import { useLocale } from '../../state/settings.ts';
import { PlainButton, SmallButton } from '../../ui/actions/icon-button.tsx';
import { ProgressLine } from '../../ui/states/progress-line.tsx';
import statesStyles from '../../ui/states/states.module.css';
import { EmptyState, FailureState } from '../../ui/states/states.tsx';
import { hint } from '../../ui/tooltip/hint.ts';
import type { Batch } from './batch/batch.ts';
import { CombineChoice } from './batch/batch-form.tsx';
import { chooseSource } from './choose-source.ts';
import { type Draft, previewOptions, type Reading, withNotes } from './draft.ts';
import { ColumnCuts } from './preview/column-cuts.tsx';
import { type DraftColumn, draftColumns, openQuestions } from './preview/draft-columns.ts';
import {
  choiceText,
  FileProposal,
  FileProposals,
  listedNames,
  NumbersWithUnit,
  questionProposal,
} from './preview/file-proposals.tsx';
import { PreviewPane } from './preview/preview-pane.tsx';
import { ReadingChips } from './preview/reading-chips.tsx';
import { ReadingOptions } from './preview/reading-options.tsx';
import styles from './publish.module.css';
import { PublishSide, useNextQuestion } from './publish-side.tsx';
import { changeItems, closeItem, setReading, takeArchiveFiles, usePublish } from './publish-store.ts';

/** A chosen file: on the left its content and reading options, on the right its destination. */
export function PublishForm({ draft: said }: { draft: Draft }) {
  const batch = usePublish((store) => store.batch);
  const preview = useQuery(previewQuery(said.path, previewOptions(said)));
  const shown = useLastKnown(preview.data);
  const known = preview.data !== undefined && !preview.isPlaceholderData;
  const survey = useQuery({ ...surveyQuery(said.path, said.reading), enabled: known });
  const draft = withNotes(withNotes(said, shown?.notes), survey.data?.notes);
  const columns = shown === undefined ? [] : draftColumns(draft, shown, survey.data);
  const problem = preview.error === null || preview.isFetching ? null : failureOf(preview.error);
  const retry = () => void preview.refetch();
  const { form, ...keys } = useNextQuestion(known ? whatIsAsked(preview.data, columns) : undefined);
  return (
    <div className={styles.publish} ref={form} {...keys}>
      <div className={styles.file}>
        <FileHead path={draft.path} preview={shown} survey={survey.data} />
        <CombineChoice draft={draft} />
        {shown !== undefined && (
          <>
            <ReadingChips reading={draft.reading} preview={shown} />
            <FixedColumns reading={draft.reading} preview={shown} />
            <ColumnQuestions columns={columns} />
            <NumbersWithUnit columns={columns} />
            <FileProposals preview={shown} survey={survey.data} />
            <PreviewPane preview={shown} columns={columns} reading={draft.reading} problem={problem} onRetry={retry} />
          </>
        )}
        {shown === undefined && problem !== null && (
          <UnreadFile draft={draft} problem={problem} listed={batch !== null} onRetry={retry} />
        )}
        {shown === undefined && problem === null && (
          <div className={styles.loading} role="status">
            {t('common.loading')}
          </div>
        )}
      </div>
      {batch !== null && batch.open !== null ? (
        <ItemSide batch={batch} id={batch.open} />
      ) : (
        <PublishSide draft={draft} preview={shown} columns={columns} ready={known} />
      )}
    </div>
  );
}

function whatIsAsked({ findings }: FilePreview, columns: readonly DraftColumn[]): string {
  const unsure = findings.filter((finding) => finding.unsure).map(({ option }) => option);
  const asked = openQuestions(columns).map(({ kind, about }) => [kind, ...about].join(' '));
  return [...unsure, ...asked].join('\n');
}

/** The last known result: an option with which the file cannot be read must not hide the way to undo it. */
function useLastKnown(preview: FilePreview | undefined): FilePreview | undefined {
  const [last, setLast] = useState(preview);
  if (preview !== undefined && preview !== last) setLast(preview);
  return preview ?? last;
}

/** Beside the preview of a listed file: the way back. */
function ItemSide({ batch, id }: { batch: Batch; id: number }) {
  const leaveOut = () => {
    changeItems(new Set([id]), (item) => ({ ...item, used: false }));
    closeItem();
  };
  return (
    <section className={styles.side} aria-label={t('publish.batchFiles')}>
      <div className={styles.destination}>
        <p>{t('publish.batchItemText', { count: batch.items.length })}</p>
      </div>
      <div className={`${styles.foot} ${styles.buttons}`}>
        <PlainButton text={t('publish.batchLeaveOut')} onClick={leaveOut} />
        <PlainButton text={t('publish.batchBack')} variant="filled" data-autofocus onClick={closeItem} />
      </div>
    </section>
  );
}

/** The lines that are cut into columns, where the user decides at which characters. */
function FixedColumns({ reading: { columnStarts }, preview }: { reading: Reading; preview: FilePreview }) {
  if (columnStarts === undefined || preview.uncut === undefined) return null;
  const change = (starts: readonly number[]) => setReading({ columnStarts: starts });
  return <ColumnCuts lines={preview.uncut} starts={columnStarts} onChange={change} />;
}

/** Asks which of two possible readings of a column applies; one question for all affected columns. */
function ColumnQuestions({ columns }: { columns: readonly DraftColumn[] }) {
  return openQuestions(columns).map(({ kind, about, choices }) => {
    const answers = choices.map(({ options, sample }) => ({
      text: choiceText(t, options),
      sample: sample.slice(0, 2).join(', '),
      act: () => setReading(options),
    }));
    return <FileProposal key={kind} {...questionProposal(t, kind, listedNames(about), answers)} />;
  });
}

interface UnreadFileProps {
  readonly draft: Draft;
  /** Why the file cannot be read. */
  readonly problem: Failure;
  /** Whether the file belongs to a list. */
  readonly listed: boolean;
  readonly onRetry: () => void;
}

/** A file that cannot be shown: the problem, or its content if it is an archive of several files. */
function UnreadFile({ draft, problem, listed, onRetry }: UnreadFileProps) {
  const { combine, entry } = draft.reading;
  const isArchive = /\.zip$/i.test(draft.path) && combine === undefined && entry === undefined;
  // A page has sent it to the one service that it knows.
  const { data: connections = [] } = useQuery(connectionsQuery);
  const { data: files = [], isLoading } = useQuery({ ...archiveFilesQuery(draft.path), enabled: isArchive });
  if (isLoading) return null;
  if (files.length > 1) return <ArchiveOfSeveral files={files} listed={listed} />;
  return (
    <>
      <ReadingOptions reading={draft.reading} />
      <FailureState failure={problem} onRetry={onRetry} onSignIn={signInTo(connections[0]?.id ?? '')} />
    </>
  );
}

/** Maximum number of file names to list. */
const maxNamed = 8;

function ArchiveOfSeveral({ files, listed }: { files: readonly string[]; listed: boolean }) {
  return (
    <EmptyState
      icon={<IconFileZip size={28} stroke={1.5} aria-hidden />}
      title={t('publish.archiveTitle', { count: files.length })}
      text={t(listed ? 'publish.archiveListed' : 'publish.archiveText')}
    >
      <ul className={styles.archiveFiles} aria-label={t('publish.archiveTitle', { count: files.length })}>
        {files.slice(0, maxNamed).map((name) => (
          <li key={name}>{name}</li>
        ))}
        {files.length > maxNamed && <li>{t('publish.archiveMore', { count: files.length - maxNamed })}</li>}
      </ul>
      <div className={statesStyles.actions}>
        {!listed && <Button onClick={() => takeArchiveFiles(files)}>{t('publish.archiveChoose')}</Button>}
        <Button variant="default" onClick={() => setReading({ combine: { files: [] } })}>
          {t('publish.combineArchive')}
        </Button>
      </div>
    </EmptyState>
  );
}

interface FileHeadProps {
  readonly path: string;
  readonly preview: FilePreview | undefined;
  readonly survey: FileSurvey | undefined;
}

/** The name of the file, and the progress of surveying it. */
function FileHead({ path, preview, survey }: FileHeadProps) {
  const locale = useLocale();
  const listed = usePublish(({ batch }) => batch !== null);
  const facts =
    preview === undefined
      ? []
      : [
          formatBytes(preview.bytes, locale),
          ...(preview.compression === 'none' ? [] : [t('publish.compression', { compression: preview.compression })]),
          ...(preview.byteOrderMark ? [t('publish.byteOrderMark')] : []),
        ];
  return (
    <div className={styles.head} data-file-head>
      <IconFile size={18} stroke={1.5} aria-hidden />
      <div className={styles.headWords}>
        <h3 {...hint(path)}>{fileName(path)}</h3>
        <span>{facts.join(' · ')}</span>
      </div>
      <div className={styles.survey}>{survey !== undefined && <SurveyState survey={survey} />}</div>
      <SmallButton text={t('viewed.readAgain')} onClick={() => void readFileAgain(path).catch(reportFailure)} />
      {listed ? (
        <SmallButton text={t('publish.batchBack')} onClick={closeItem} />
      ) : (
        <SmallButton text={t('publish.another')} onClick={() => void chooseSource()} />
      )}
    </div>
  );
}

/** Cuts columns of fixed width whose values touch. */
function cutAnyway(): void {
  setReading({ packed: true });
}

function SurveyState({ survey }: { survey: FileSurvey }) {
  const locale = useLocale();
  if (survey.state === 'failed') {
    return (
      <>
        <span className={styles.bad}>
          {t('publish.surveyFailed', { problem: survey.problem === null ? '' : explained(t, survey.problem) })}
        </span>
        {survey.problem?.code === 'column-start-inside' && (
          <SmallButton text={t('publish.cutAnyway')} onClick={cutAnyway} />
        )}
      </>
    );
  }
  if (survey.state === 'done') {
    const rows = survey.rows === null ? '' : ` · ${t('common.rows', { count: survey.rows })}`;
    return (
      <span role="status">
        {t('publish.surveyDone')}
        {rows}
      </span>
    );
  }
  const { fraction } = survey;
  const percent =
    fraction === null ? null : new Intl.NumberFormat(locale, { style: 'percent' }).format(Math.min(1, fraction));
  const words = percent === null ? t('publish.surveyStarted') : t('publish.surveyReading', { percent });
  return <ProgressLine label={t('publish.surveyStarted')} fraction={fraction} words={words} />;
}
