import { Button } from '@mantine/core';
import { IconFiles } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ProgressLine } from '../../../ui/states/progress-line.tsx';
import { chooseSource, chooseSourceFolder } from '../choose-file.ts';
import styles from '../publish.module.css';
import { clearDraft } from '../publish-store.ts';
import type { ListedItem } from './batch-list.tsx';

/** The number of files, the progress of surveying them, and buttons to add more or start over. */
export function BatchHead({ listed }: { listed: readonly ListedItem[] }) {
  const { t } = useTranslation();
  const used = listed.filter(({ item }) => item.used);
  const known = used.filter(({ preview, error }) => preview !== undefined || error !== null).length;
  const words = t('publish.batchReading', { known, count: used.length });
  return (
    <div className={styles.head} data-file-head>
      <IconFiles size={18} stroke={1.5} aria-hidden />
      <div className={styles.headWords}>
        <h3>{t('publish.batchCount', { count: listed.length })}</h3>
        <span>{t('publish.batchText')}</span>
      </div>
      {known < used.length && (
        <div className={styles.survey}>
          <ProgressLine label={words} fraction={known / used.length} words={words} />
        </div>
      )}
      <Button variant="default" onClick={() => void chooseSource()}>
        {t('publish.addFiles')}
      </Button>
      <Button variant="default" onClick={() => void chooseSourceFolder()}>
        {t('publish.chooseFolder')}
      </Button>
      <Button variant="subtle" onClick={clearDraft}>
        {t('publish.clearList')}
      </Button>
    </div>
  );
}
