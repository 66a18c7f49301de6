import './publish.css';
import { notifications } from '@mantine/notifications';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pathOf } from '../../api/files.ts';
import { askToPublish, isPublishing, useFileDialogs } from '../../file-dialogs.ts';
import { viewFiles } from '../../viewed-files.ts';

function bringsFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') === true;
}

/**
 * Takes files that are dropped anywhere on the window, and shows that it would while one is held over it: the dialog
 * that publishes takes one for that, otherwise all of them are viewed.
 */
export function FileDrop() {
  const { t } = useTranslation();
  const [over, setOver] = useState(false);
  const publishing = useFileDialogs(({ dialog }) => isPublishing(dialog));
  useEffect(() => {
    const onOver = (event: DragEvent) => {
      if (!bringsFiles(event)) return;
      // Without this the window would go to the file instead.
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
      const [first] = paths;
      if (first === undefined) notifications.show({ color: 'red', message: t('publish.dropFolder') });
      else if (isPublishing(useFileDialogs.getState().dialog)) {
        askToPublish(first);
        if (paths.length > 1) notifications.show({ message: t('publish.dropOne') });
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
    <div className="file-drop">
      <span>{t(publishing ? 'publish.dropAnywhere' : 'viewed.dropHere')}</span>
    </div>
  ) : null;
}
