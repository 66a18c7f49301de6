import { Button } from '@mantine/core';
import { IconFile } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { fileName } from '#shared/file-name.ts';
import type { FilePreview, FileSurvey } from '#shared/rpc/source-file.ts';
import { reportFailure } from '../../../backend/failure.ts';
import { readFileAgain } from '../../../backend/files.ts';
import { explained } from '../../../lib/format/failure-texts.ts';
import { formatBytes } from '../../../lib/format/format.ts';
import { useLocale } from '../../../state/settings.ts';
import { ProgressLine } from '../../../ui/states/progress-line.tsx';
import { hint } from '../../../ui/tooltip/hint.ts';
import { changeReading } from '../draft.ts';
import { chooseSource } from '../file-drop.tsx';
import styles from '../publish.module.css';
import { changeDraft, closeItem, usePublish } from '../publish-store.ts';

interface FileHeadProps {
  readonly path: string;
  readonly preview: FilePreview | undefined;
  readonly survey: FileSurvey | undefined;
}

/** The name of the file, and the progress of surveying it. */
export function FileHead({ path, preview, survey }: FileHeadProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const listed = usePublish(({ batch }) => batch !== null);
  const facts =
    preview === undefined
      ? []
      : [
          formatBytes(preview.bytes, locale),
          ...(preview.compression === 'none' ? [] : [t('publish.compression', { compression: preview.compression })]),
          ...(preview.byteOrderMark ? [t('publish.byteOrderMark')] : []),
        ];
  return (
    <div className={styles.head} data-file-head>
      <IconFile size={18} stroke={1.5} aria-hidden />
      <div className={styles.headWords}>
        <h3 {...hint(path)}>{fileName(path)}</h3>
        <span>{facts.join(' · ')}</span>
      </div>
      <div className={styles.survey}>{survey !== undefined && <SurveyState survey={survey} />}</div>
      <Button variant="default" onClick={() => void readFileAgain(path).catch(reportFailure)}>
        {t('viewed.readAgain')}
      </Button>
      {listed ? (
        <Button variant="default" onClick={closeItem}>
          {t('publish.batchBack')}
        </Button>
      ) : (
        <Button variant="default" onClick={() => void chooseSource()}>
          {t('publish.another')}
        </Button>
      )}
    </div>
  );
}

/** Cuts columns of fixed width whose values touch. */
function cutAnyway(): void {
  changeDraft((draft) => changeReading(draft, { packed: true }));
}

function SurveyState({ survey }: { survey: FileSurvey }) {
  const { t } = useTranslation();
  const locale = useLocale();
  if (survey.state === 'failed') {
    return (
      <>
        <span className={styles.bad}>
          {t('publish.surveyFailed', { problem: survey.problem === null ? '' : explained(t, survey.problem) })}
        </span>
        {survey.problem?.code === 'column-start-inside' && (
          <Button size="compact-xs" variant="default" onClick={cutAnyway}>
            {t('publish.cutAnyway')}
          </Button>
        )}
      </>
    );
  }
  if (survey.state === 'done') {
    const rows = survey.rows === null ? '' : ` · ${t('common.rows', { count: survey.rows })}`;
    return (
      <span role="status">
        {t('publish.surveyDone')}
        {rows}
      </span>
    );
  }
  const { fraction } = survey;
  const percent =
    fraction === null ? null : new Intl.NumberFormat(locale, { style: 'percent' }).format(Math.min(1, fraction));
  const words = percent === null ? t('publish.surveyStarted') : t('publish.surveyReading', { percent });
  return <ProgressLine label={t('publish.surveyStarted')} fraction={fraction} words={words} />;
}
