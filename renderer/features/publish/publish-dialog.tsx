import '../../ui/form.css';
import './publish.css';
import { Modal } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { closeFileDialog, useFileDialogs } from '../../file-dialogs.ts';
import { DropZone } from './drop-zone.tsx';
import { PublishForm } from './publish-form.tsx';
import { beginPublishing, endPublishing, usePublish } from './publish-store.ts';

const whole = { content: 'publish-window', header: 'publish-window-head', body: 'publish-body' };

/** The dialog in which a file becomes a dataset: how it is read, its columns, and where it goes, all at once. */
export function PublishDialog() {
  const { t } = useTranslation();
  const dialog = useFileDialogs((store) => store.dialog);
  const opened = dialog?.kind === 'publish' || dialog?.kind === 'mend';
  const { draft, turn } = usePublish();
  useEffect(() => {
    if (dialog?.kind === 'publish' || dialog?.kind === 'mend') beginPublishing(dialog);
    else endPublishing();
  }, [dialog]);
  return (
    <Modal
      opened={opened}
      onClose={closeFileDialog}
      title={t('publish.title')}
      size={draft === null ? 560 : 'min(1280px, calc(100vw - 48px))'}
      centered
      yOffset={20}
      closeOnClickOutside={false}
      classNames={draft === null ? {} : whole}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {draft === null ? <DropZone /> : <PublishForm key={turn} draft={draft} />}
    </Modal>
  );
}
