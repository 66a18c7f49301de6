import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import type { Failure } from '#shared/failures.ts';
import type { ViewedFile } from '#shared/rpc/calls/viewed-files.ts';
import { viewedFileQuery } from '../backend/files.ts';
import { callBackend, callQuery } from '../backend/port.ts';
import { newDraft } from '../features/publish/draft.ts';
import { draftColumns } from '../features/publish/preview/draft-columns.ts';
import { PreviewTable } from '../features/publish/preview/preview-table.tsx';
import { ViewedFileBar } from '../features/viewed-files/viewed-file-bar.tsx';
import { failureOf } from '../lib/format/failure-texts.ts';
import type { DatasetTab } from '../state/tab.ts';
import { closeTab } from '../state/tabs.ts';
import { isViewing, viewFileOf, viewFiles } from '../state/viewed-files.ts';
import { useWantedFocus } from '../state/wanted-focus.ts';
import { PlainButton } from '../ui/actions/icon-button.tsx';
import statesStyles from '../ui/states/states.module.css';
import { EmptyState, FailureState } from '../ui/states/states.tsx';
import { DatasetPanel } from './dataset-panel.tsx';
import { panelId } from './tabs/tab-button.tsx';
import styles from './workspace.module.css';

/** A file shown without publishing: its first rows while it is being read, then a dataset like any other. */
export function ViewedFilePanel({ tab, file }: { tab: DatasetTab; file: string }) {
  const { problem, retry } = useViewing(tab, file);
  const { data: viewed } = useQuery(viewedFileQuery(tab.reference.dataset));
  useWantedFocus(tab.id, problem !== null || (viewed?.stored === false && viewed.state !== 'reading'));
  if (viewed?.stored) return <DatasetPanel tab={tab} banner={<ViewedFileBar tab={tab} file={viewed} />} />;
  return (
    <Frame tab={tab}>
      {viewed && <ViewedFileBar tab={tab} file={viewed} />}
      {problem !== null && <FailureState failure={problem} onRetry={retry} />}
      {problem === null && viewed && <NotStored viewed={viewed} />}
    </Frame>
  );
}

/** Starts viewing the file of a restored or reopened tab. Returns the failure, if any, and a function to try again. */
function useViewing(tab: DatasetTab, file: string): { readonly problem: Failure | null; readonly retry: () => void } {
  const [problem, setProblem] = useState<Failure | null>(null);
  const { id, reference } = tab;
  const view = useCallback(() => {
    viewFileOf(id, file).then(
      (viewed) => {
        setProblem(null);
        if (viewed.reference.dataset === reference.dataset) return;
        // A different file has this path now.
        closeTab(id);
        void viewFiles([file]);
      },
      (error: unknown) => setProblem(failureOf(error)),
    );
  }, [id, reference.dataset, file]);
  useEffect(() => {
    if (!isViewing(id)) view();
  }, [id, view]);
  return { problem, retry: view };
}

function Frame({ tab, children }: { tab: DatasetTab; children: ReactNode }) {
  return (
    <Stack flex={1} mih={0} gap={0} role="tabpanel" id={panelId(tab.id)} aria-label={tab.label}>
      <header className={styles.datasetHead}>
        <h2 className={styles.datasetTitle}>{tab.label}</h2>
        <span className={styles.datasetPlace}>{tab.file}</span>
      </header>
      {children}
    </Stack>
  );
}

function NotStored({ viewed }: { viewed: ViewedFile }) {
  const { id, state, failure } = viewed;
  const readAgain = () => void callBackend('readViewedFileAgain', { id });
  if (state === 'failed' && failure !== null) return <FailureState failure={failure} onRetry={readAgain} />;
  if (state === 'reading') return <FirstRows viewed={viewed} />;
  return (
    <EmptyState level={3} title={t('viewed.cancelledTitle')} text={t('viewed.cancelledText')}>
      <div className={statesStyles.actions}>
        <PlainButton text={t('viewed.readAgain')} onClick={readAgain} />
      </div>
    </EmptyState>
  );
}

function FirstRows({ viewed: { id, path } }: { viewed: ViewedFile }) {
  const { data: preview } = useQuery(callQuery('previewViewedFile', { id }, { gcTime: 0 }));
  if (!preview) return null;
  const columns = draftColumns(
    newDraft(path, { connection: null, namespace: null, dataset: null }),
    preview,
    undefined,
  );
  return (
    <div className={styles.viewedRows}>
      <PreviewTable preview={preview} columns={columns} />
    </div>
  );
}
