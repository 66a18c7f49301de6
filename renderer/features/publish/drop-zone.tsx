import { Button } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { chooseSource, chooseSourceFolder } from './choose-file.ts';
import styles from './publish.module.css';

/** Asks for files. Files can be dropped anywhere on the window, and therefore also here. */
export function DropZone() {
  const { t } = useTranslation();
  return (
    <div className={styles.dropZone}>
      <IconFileUpload size={32} stroke={1.2} aria-hidden />
      <h3>{t('publish.dropTitle')}</h3>
      <p>{t('publish.dropText')}</p>
      <div className={styles.dropZoneButtons}>
        <Button data-autofocus onClick={() => void chooseSource()}>
          {t('publish.choose')}
        </Button>
        <Button variant="default" onClick={() => void chooseSourceFolder()}>
          {t('publish.chooseFolder')}
        </Button>
      </div>
    </div>
  );
}
