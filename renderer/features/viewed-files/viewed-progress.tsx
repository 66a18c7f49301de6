import { useTranslation } from 'react-i18next';
import { fileName } from '#shared/file-name.ts';
import type { ViewedFile } from '#shared/rpc/calls/viewed-files.ts';
import { ProgressLine } from '../../ui/states/progress-line.tsx';
import styles from './viewed-files.module.css';

/** The progress of reading a file. */
export function ViewedProgress({ file: { path, progress, stored } }: { file: ViewedFile }) {
  const { t } = useTranslation();
  const { rows = 0, fraction = null } = progress ?? {};
  const what = t(stored ? 'viewed.readingAgain' : 'viewed.reading');
  return (
    <div className={styles.progress}>
      <ProgressLine
        label={t('viewed.readingNamed', { file: fileName(path) })}
        fraction={fraction}
        words={rows > 0 ? `${what} · ${t('common.rows', { count: rows })}` : what}
      />
    </div>
  );
}
