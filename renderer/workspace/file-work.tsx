import { useEffect } from 'react';
import { ExportDialog } from '../features/export/export-dialog.tsx';
import { JobEndings } from '../features/jobs/job-endings.tsx';
import { JobsPanel } from '../features/jobs/jobs-panel.tsx';
import { FileDrop } from '../features/publish/file-drop.tsx';
import { PublishDialog } from '../features/publish/publish-dialog.tsx';
import { removeLeftViewedFiles, useViewedFiles } from '../state/viewed-files.ts';

/** The overlays for publishing, exporting and jobs. */
export function FileWork() {
  useEffect(removeLeftViewedFiles, []);
  useViewedFiles();
  return (
    <>
      <JobsPanel />
      <PublishDialog />
      <ExportDialog />
      <FileDrop />
      <JobEndings />
    </>
  );
}
