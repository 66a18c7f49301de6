import { useWindowEvent } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { t } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reportFailure } from '../backend/failure.ts';
import { listDataFiles } from '../backend/files.ts';
import { can } from '../backend/shell.ts';
import { askToPublish, isPublishing, openedDialog, useDialog } from '../state/dialogs.ts';
import { pathsOfFiles } from '../state/sent-files.tsx';
import { viewFiles } from '../state/viewed-files.ts';
import styles from './workspace.module.css';

function bringsFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') === true;
}

/** Publishes files if the dialog is open, or if nothing else can be done with them; otherwise shows them. */
async function receive(files: readonly File[]): Promise<void> {
  const paths = await pathsOfFiles(files);
  const publishing = !can('files') || isPublishing(openedDialog('files'));
  if (paths.length > 0) return publishing ? askToPublish(await listDataFiles(paths)) : await viewFiles(paths);
  if (can('files')) notifications.show({ color: 'red', message: t('publish.dropFolder') });
}

/**
 * Accepts files dropped anywhere on the window, and indicates it while they are dragged over it. The publish dialog
 * receives them, including the files of folders; otherwise all of them are viewed.
 */
export function FileDrop() {
  const { t } = useTranslation();
  const [over, setOver] = useState(false);
  const publishing = isPublishing(useDialog('files').dialog) || !can('files');
  useWindowEvent('dragover', (event) => {
    if (!bringsFiles(event)) return;
    // Otherwise the window would navigate to the file.
    event.preventDefault();
    setOver(true);
  });
  useWindowEvent('dragleave', (event) => event.relatedTarget === null && setOver(false));
  useWindowEvent('drop', (event) => {
    setOver(false);
    if (!bringsFiles(event)) return;
    event.preventDefault();
    void receive([...(event.dataTransfer?.files ?? [])]).catch(reportFailure);
  });
  return over ? (
    <div className={styles.fileDrop}>
      <span>{t(publishing ? 'publish.dropAnywhere' : 'viewed.dropHere')}</span>
    </div>
  ) : null;
}
