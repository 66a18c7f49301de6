import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../api/failure.ts';
import { previewQuery, surveyQuery } from '../../api/source-files.ts';
import { fileName } from '../../lib/file-name.ts';
import { FailureState } from '../../ui/states.tsx';
import { ColumnsEditor } from './columns-editor.tsx';
import type { Draft } from './draft.ts';
import { previewOptions } from './draft.ts';
import { draftColumns } from './draft-columns.ts';
import { FileHead } from './file-head.tsx';
import { PreviewPane } from './preview-pane.tsx';
import { PublishSide } from './publish-side.tsx';
import { ReadingOptions } from './reading-options.tsx';

/** A chosen file: at the left what it holds and how it is read, at the right where it goes. */
export function PublishForm({ draft }: { draft: Draft }) {
  const { t } = useTranslation();
  const preview = useQuery(previewQuery(draft.path, previewOptions(draft)));
  const known = preview.data !== undefined && !preview.isPlaceholderData;
  const survey = useQuery({ ...surveyQuery(draft.path, draft.reading), enabled: known });
  const columns = preview.data === undefined ? [] : draftColumns(draft, preview.data, survey.data);
  return (
    <div className="publish">
      <div className="publish-file">
        <FileHead path={draft.path} preview={preview.data} survey={survey.data} />
        {preview.data !== undefined && (
          <>
            <ReadingOptions reading={draft.reading} preview={preview.data} />
            <PreviewPane
              preview={preview.data}
              columns={columns}
              problem={preview.error === null ? null : failureOf(preview.error)}
              onRetry={() => void preview.refetch()}
            />
            <ColumnsEditor file={fileName(draft.path)} columns={columns} preview={preview.data} />
          </>
        )}
        {preview.data === undefined && preview.error !== null && (
          <FailureState failure={failureOf(preview.error)} onRetry={() => void preview.refetch()} />
        )}
        {preview.isPending && (
          <div className="publish-loading" role="status">
            {t('common.loading')}
          </div>
        )}
      </div>
      <PublishSide draft={draft} columns={columns} ready={known} />
    </div>
  );
}
