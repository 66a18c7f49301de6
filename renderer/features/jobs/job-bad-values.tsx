import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Job } from '#shared/rpc/jobs.ts';
import { reportFailure } from '../../backend/failure.ts';
import { badValuesQuery, saveBadValues } from '../../backend/jobs.ts';
import { openDialog } from '../../state/dialogs.ts';
import { BadValues } from '../../ui/states/bad-values.tsx';
import { FailureText } from '../../ui/states/failure-note.tsx';
import styles from './jobs.module.css';

/** The number of values that a job could not read, the first of them, and how to proceed. */
export function JobBadValues({ job }: { job: Job }) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  const { request } = job;
  const save = () => void saveBadValues(job.id, t('jobs.badSave'), `${job.title}.csv`).catch(reportFailure);
  return (
    <>
      {job.failure === null && <p className={styles.failure}>{t('jobs.badValues', { count: job.badCount })}</p>}
      <div className={styles.buttons}>
        <Button size="compact-xs" variant="default" aria-expanded={shown} onClick={() => setShown(!shown)}>
          {shown ? t('jobs.badHide') : t('jobs.badShow')}
        </Button>
        <Button size="compact-xs" variant="default" onClick={save}>
          {t('jobs.badSave')}
        </Button>
        {request.kind === 'publish' && job.state === 'failed' && (
          <Button size="compact-xs" variant="default" onClick={() => openDialog({ kind: 'fix', request, job: job.id })}>
            {t('jobs.fix')}
          </Button>
        )}
      </div>
      {shown && <Shown job={job} />}
    </>
  );
}

function Shown({ job }: { job: Job }) {
  const { t } = useTranslation();
  const { data: values, error } = useQuery(badValuesQuery(job));
  if (error !== null)
    return (
      <p className={styles.failure}>
        <FailureText failure={error} />
      </p>
    );
  if (values === undefined) return null;
  return (
    <>
      {values.length < job.badCount && <p>{t('jobs.badShown', { shown: values.length, count: job.badCount })}</p>}
      <div className={styles.badValues}>
        <BadValues values={values} />
      </div>
    </>
  );
}
