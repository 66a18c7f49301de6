import './publish.css';
import { notifications } from '@mantine/notifications';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pathOf } from '../../api/files.ts';
import { askToPublish } from '../../file-dialogs.ts';

function bringsFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') === true;
}

/** Takes files that are dropped anywhere on the window, and shows that it would while one is held over it. */
export function FileDrop() {
  const { t } = useTranslation();
  const [over, setOver] = useState(false);
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
      const [file, ...others] = event.dataTransfer?.files ?? [];
      const path = file === undefined ? '' : pathOf(file);
      if (path === '') notifications.show({ color: 'red', message: t('publish.dropFolder') });
      else askToPublish(path);
      if (others.length > 0) notifications.show({ message: t('publish.dropOne') });
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
      <span>{t('publish.dropAnywhere')}</span>
    </div>
  ) : null;
}
