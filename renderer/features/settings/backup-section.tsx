import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Job } from '#shared/rpc/jobs.ts';
import { reportFailure } from '../../backend/failure.ts';
import { chooseFolder, chooseTarget } from '../../backend/files.ts';
import { jobsQuery, lastBackupQuery, startJob } from '../../backend/jobs.ts';
import { formatBytes, formatMoment } from '../../lib/format/format.ts';
import { hasEnded } from '../../lib/format/job-texts.ts';
import { useLocale } from '../../state/settings.ts';
import formStyles from '../../ui/actions/form.module.css';
import styles from './settings.module.css';
import { StoreJob } from './store-job.tsx';

const isCopy = ({ request }: Job) => request.kind === 'backup';

async function backUp(choose: () => Promise<string | null>): Promise<void> {
  const target = await choose();
  if (target !== null) await startJob({ kind: 'backup', target });
}

/** Backups of the local store: the last one, and a button for another. */
export function BackupSection() {
  const { t } = useTranslation();
  const locale = useLocale();
  const { data: jobs = [] } = useQuery(jobsQuery);
  const copies = jobs.filter(isCopy);
  const { data: last } = useQuery(lastBackupQuery(copies.filter(hasEnded).length));
  const kinds = [{ name: t('preferences.backupKind'), extensions: ['tar'] }];
  const title = t('preferences.backupChoose');
  const ways = [
    ...(last == null ? [] : [['backupAgain', async () => last.target] as const]),
    ['backupFolder', () => chooseFolder(title)],
    ['backupFile', () => chooseTarget(title, 'almanac-backup.tar', kinds)],
  ] as const;
  const [latest] = copies;
  const isBusy = latest !== undefined && !hasEnded(latest);
  return (
    <section>
      <h4 className={styles.part}>{t('preferences.backup')}</h4>
      <div className={formStyles.form}>
        <p className={styles.text}>{t('preferences.backupText')}</p>
        {last === null && latest?.state !== 'done' && <p className={styles.text}>{t('preferences.backupNever')}</p>}
        {last != null && (
          <div className={styles.words}>
            <span>
              {t('preferences.backupLast', {
                moment: formatMoment(last.made, locale),
                bytes: formatBytes(last.bytes, locale),
              })}
            </span>
            <span className="mono">{last.target}</span>
          </div>
        )}
        {latest !== undefined && <StoreJob job={latest} />}
        <div className={formStyles.actions}>
          {ways.map(([name, choose]) => (
            <Button
              key={name}
              variant="default"
              size="compact-xs"
              disabled={isBusy}
              onClick={() => void backUp(choose).catch(reportFailure)}
            >
              {t(`preferences.${name}`)}
            </Button>
          ))}
        </div>
      </div>
    </section>
  );
}
