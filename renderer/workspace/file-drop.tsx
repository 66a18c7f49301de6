import { notifications } from '@mantine/notifications';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reportFailure } from '../backend/failure.ts';
import { listDataFiles, pathOf } from '../backend/files.ts';
import { askToPublish, isPublishing, openedDialog, useDialog } from '../state/dialogs.ts';
import { viewFiles } from '../state/viewed-files.ts';
import styles from './workspace.module.css';

function bringsFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') === true;
}

/**
 * Accepts files dropped anywhere on the window, and indicates it while they are dragged over it. The publish dialog
 * receives them, including the files of folders; otherwise all of them are viewed.
 */
export function FileDrop() {
  const { t } = useTranslation();
  const [over, setOver] = useState(false);
  const publishing = isPublishing(useDialog('files').dialog);
  useEffect(() => {
    const onOver = (event: DragEvent) => {
      if (!bringsFiles(event)) return;
      // Otherwise the window would navigate to the file.
      event.preventDefault();
      setOver(true);
    };
    const onLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const onDrop = (event: DragEvent) => {
      setOver(false);
      if (!bringsFiles(event)) return;
      event.preventDefault();
      const given = [...(event.dataTransfer?.files ?? [])].map(pathOf);
      const paths = given.filter((path) => path !== '');
      if (paths.length === 0) notifications.show({ color: 'red', message: t('publish.dropFolder') });
      else if (isPublishing(openedDialog('files'))) {
        void listDataFiles(paths).then((files) => askToPublish(files), reportFailure);
      } else void viewFiles(paths);
    };
    window.addEventListener('dragover', onOver);
    window.addEventListener('dragleave', onLeave);
    window.addEventListener('drop', onDrop);
    return () => {
      window.removeEventListener('dragover', onOver);
      window.removeEventListener('dragleave', onLeave);
      window.removeEventListener('drop', onDrop);
    };
  }, [t]);
  return over ? (
    <div className={styles.fileDrop}>
      <span>{t(publishing ? 'publish.dropAnywhere' : 'viewed.dropHere')}</span>
    </div>
  ) : null;
}
