import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { reportFailure } from '../../backend/failure.ts';
import { diagnosticsQuery, reportDiagnostics } from '../../backend/settings.ts';
import { copyText } from '../../backend/shell.ts';
import styles from './help.module.css';

/** How to report a problem, with the complete report to share. */
export function ReportProblem() {
  const { t } = useTranslation();
  const { data } = useQuery(diagnosticsQuery);
  const copy = async () => {
    try {
      await copyText(data ?? '');
      notifications.show({ message: t('common.copied') });
    } catch {
      notifications.show({ color: 'red', message: t('report.failed') });
    }
  };
  return (
    <article className={styles.text}>
      <h3>{t('help.report')}</h3>
      <p>{t('report.lead')}</p>
      <ol>
        <li>{t('report.did')}</li>
        <li>{t('report.expected')}</li>
        <li>{t('report.happened')}</li>
      </ol>
      <p>{t('report.contents')}</p>
      <div className={styles.buttons}>
        <Button size="compact-sm" disabled={data === undefined} onClick={() => void copy()}>
          {t('report.copy')}
        </Button>
        <Button variant="default" size="compact-sm" onClick={() => void reportDiagnostics().catch(reportFailure)}>
          {t('report.save')}
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by the keyboard. */}
      <section className={styles.report} tabIndex={0} aria-label={t('report.text')}>
        <pre className="mono">{data ?? t('common.loading')}</pre>
      </section>
    </article>
  );
}
