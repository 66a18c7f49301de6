import { Button } from '@mantine/core';
import { IconHelpCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fileName } from '#shared/file-name.ts';
import type { FilePreview } from '#shared/rpc/source-file.ts';
import { previewQuery, surveyQuery } from '../../backend/files.ts';
import { failureOf } from '../../lib/format/failure-texts.ts';
import type { Batch } from './batch/batch.ts';
import { CombineChoice } from './batch/combine-choice.tsx';
import { changeReading, type Draft, previewOptions, withNotes } from './draft.ts';
import { ColumnsEditor } from './preview/columns-editor.tsx';
import { useChoiceWords } from './preview/delimiter-choice.tsx';
import { type DraftColumn, draftColumns, type OpenQuestion, openQuestions } from './preview/draft-columns.ts';
import { FileHead } from './preview/file-head.tsx';
import { Decision, FileProposal, listedNames, NumbersWithUnit } from './preview/file-proposals.tsx';
import { PreviewPane } from './preview/preview-pane.tsx';
import { ReadingChips } from './preview/reading-chips.tsx';
import { UnreadFile } from './preview/unread-file.tsx';
import styles from './publish.module.css';
import { PublishSide } from './publish-side.tsx';
import { changeDraft, changeItems, closeItem, usePublish } from './publish-store.ts';
import { useNextQuestion } from './use-next-question.ts';

/** A chosen file: on the left its content and reading options, on the right its destination. */
export function PublishForm({ draft: said }: { draft: Draft }) {
  const { t } = useTranslation();
  const batch = usePublish((store) => store.batch);
  const preview = useQuery(previewQuery(said.path, previewOptions(said)));
  const shown = useLastKnown(preview.data);
  const draft = withNotes(said, shown?.notes);
  const known = preview.data !== undefined && !preview.isPlaceholderData;
  const survey = useQuery({ ...surveyQuery(draft.path, draft.reading), enabled: known });
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
            <ColumnQuestions columns={columns} />
            <NumbersWithUnit columns={columns} />
            <PreviewPane preview={shown} survey={survey.data} columns={columns} problem={problem} onRetry={retry} />
            <ColumnsEditor file={fileName(draft.path)} columns={columns} reading={draft.reading} preview={shown} />
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

/** What is asked about the file, as one text. */
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
  const { t } = useTranslation();
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
        <Button variant="default" onClick={leaveOut}>
          {t('publish.batchLeaveOut')}
        </Button>
        <Button data-autofocus onClick={closeItem}>
          {t('publish.batchBack')}
        </Button>
      </div>
    </section>
  );
}

/** Asks which of two possible readings of a column applies; one question for all affected columns. */
function ColumnQuestions({ columns }: { columns: readonly DraftColumn[] }) {
  return openQuestions(columns).map((question) => <OneQuestion key={question.kind} {...question} />);
}

function OneQuestion({ kind, about, choices }: OpenQuestion) {
  const { t } = useTranslation();
  const wordsOf = useChoiceWords();
  const text = t(kind === 'day-or-month-first' ? 'publish.askDates' : 'publish.askNumbers', {
    columns: listedNames(about),
  });
  return (
    <FileProposal icon={IconHelpCircle} text={text}>
      {choices.map((choice) => (
        <Decision
          key={JSON.stringify(choice.options)}
          onClick={() => changeDraft((draft) => changeReading(draft, choice.options))}
        >
          {wordsOf(choice.options)}
          <span className={styles.proposalSample}>{choice.sample.slice(0, 2).join(', ')}</span>
        </Decision>
      ))}
    </FileProposal>
  );
}
