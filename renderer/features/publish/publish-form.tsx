import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fileName } from '#shared/file-name.ts';
import type { FilePreview } from '#shared/rpc/source-file.ts';
import { failureOf } from '../../api/failure.ts';
import { previewQuery, surveyQuery } from '../../api/source-files.ts';
import { FailureState } from '../../ui/states.tsx';
import { ColumnQuestions } from './column-questions.tsx';
import { ColumnsEditor } from './columns-editor.tsx';
import type { Draft } from './draft.ts';
import { previewOptions } from './draft.ts';
import { draftColumns } from './draft-columns.ts';
import { FileHead } from './file-head.tsx';
import { Findings } from './findings.tsx';
import { PreviewPane } from './preview-pane.tsx';
import { PublishSide } from './publish-side.tsx';
import { ReadingOptions } from './reading-options.tsx';

/** A chosen file: at the left what it holds and how it is read, at the right where it goes. */
export function PublishForm({ draft }: { draft: Draft }) {
  const { t } = useTranslation();
  const preview = useQuery(previewQuery(draft.path, previewOptions(draft)));
  const shown = useLastKnown(preview.data);
  const known = preview.data !== undefined && !preview.isPlaceholderData;
  const survey = useQuery({ ...surveyQuery(draft.path, draft.reading), enabled: known });
  const columns = shown === undefined ? [] : draftColumns(draft, shown, survey.data);
  const problem = preview.error === null || preview.isFetching ? null : failureOf(preview.error);
  const retry = () => void preview.refetch();
  return (
    <div className="publish">
      <div className="publish-file">
        <FileHead path={draft.path} preview={shown} survey={survey.data} />
        {shown !== undefined && (
          <>
            <ReadingOptions reading={draft.reading} preview={shown} />
            <Findings preview={shown} />
            <ColumnQuestions columns={columns} />
            <PreviewPane preview={shown} columns={columns} problem={problem} onRetry={retry} />
            <ColumnsEditor file={fileName(draft.path)} columns={columns} reading={draft.reading} preview={shown} />
          </>
        )}
        {shown === undefined && problem !== null && (
          <>
            <ReadingOptions reading={draft.reading} />
            <FailureState failure={problem} onRetry={retry} />
          </>
        )}
        {shown === undefined && problem === null && (
          <div className="publish-loading" role="status">
            {t('common.loading')}
          </div>
        )}
      </div>
      <PublishSide draft={draft} columns={columns} ready={known} />
    </div>
  );
}

/** What was last known: a wish that the file cannot be read by must not take away the means to take it back. */
function useLastKnown(preview: FilePreview | undefined): FilePreview | undefined {
  const [last, setLast] = useState(preview);
  if (preview !== undefined && preview !== last) setLast(preview);
  return preview ?? last;
}
