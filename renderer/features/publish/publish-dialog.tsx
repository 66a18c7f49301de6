import { Modal } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { t } from 'i18next';
import { useEffect } from 'react';
import { reportFailure } from '../../backend/failure.ts';
import { can } from '../../backend/shell.ts';
import { helpFor } from '../../lib/help.ts';
import { isPublishing, useDialog } from '../../state/dialogs.ts';
import { replaceByPublished } from '../../state/viewed-files.ts';
import { PlainButton } from '../../ui/actions/icon-button.tsx';
import { BatchForm } from './batch/batch-form.tsx';
import { chooseSource, chooseSourceFolder } from './choose-source.ts';
import styles from './publish.module.css';
import { PublishForm } from './publish-form.tsx';
import { endPublishing, noteReplaced, startPublishing, usePublish, useSentJob } from './publish-store.ts';

const whole = { content: `${styles.window}`, header: `${styles.windowHead}`, body: `${styles.body}` };

/** The publish dialog, for one or several files: reading options, columns and destination at once. */
export function PublishDialog() {
  const { dialog, layer } = useDialog('files');
  const opened = isPublishing(dialog);
  useReplacedTab();
  const { draft, batch, turn } = usePublish();
  const empty = draft === null && batch === null;
  useEffect(() => {
    if (isPublishing(dialog)) startPublishing(dialog);
    else endPublishing();
  }, [dialog]);
  return (
    <Modal
      {...helpFor('publish')}
      opened={opened}
      {...layer}
      title={t(batch === null ? 'publish.title' : 'publish.batchFiles')}
      size={empty ? 560 : 'min(1280px, calc(100vw - 48px))'}
      centered
      yOffset={20}
      closeOnClickOutside={false}
      classNames={empty ? {} : whole}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {empty && <DropZone />}
      {draft !== null && <PublishForm key={turn} draft={draft} />}
      {batch !== null && <BatchForm batch={batch} />}
    </Modal>
  );
}

/** The tab of a published viewed file shows its dataset, whether or not the dialog is still open. */
function useReplacedTab(): void {
  const viewed = usePublish((store) => store.viewed);
  const job = useSentJob();
  const published = job?.state === 'done' && job.result?.kind === 'publish' ? job.result.reference : null;
  useEffect(() => {
    if (viewed === null || published === null) return;
    noteReplaced();
    void replaceByPublished(viewed, published).catch(reportFailure);
  }, [viewed, published]);
}

/** Asks for files. Files can be dropped anywhere on the window, and therefore also here. */
function DropZone() {
  return (
    <div className={styles.dropZone}>
      <IconFileUpload size={32} stroke={1.2} aria-hidden />
      <h3>{t('publish.dropTitle')}</h3>
      <p>{t('publish.dropText')}</p>
      <div className={styles.dropZoneButtons}>
        <PlainButton text={t('publish.choose')} variant="filled" data-autofocus onClick={() => void chooseSource()} />
        {can('files') && <PlainButton text={t('publish.chooseFolder')} onClick={() => void chooseSourceFolder()} />}
      </div>
    </div>
  );
}
