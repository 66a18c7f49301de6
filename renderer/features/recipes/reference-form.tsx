import { Skeleton } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import type { Job, PublishRequest } from '#shared/rpc/jobs.ts';
import { jobsQuery, startJob } from '../../backend/jobs.ts';
import { callQuery } from '../../backend/port.ts';
import { hasEnded, jobTitle, progressText } from '../../lib/format/job-texts.ts';
import { openDialog } from '../../state/dialogs.ts';
import { useLocale } from '../../state/settings.ts';
import formStyles from '../../ui/actions/form.module.css';
import { CloseAction, MutationForm } from '../../ui/actions/form-actions.tsx';
import { PlainButton } from '../../ui/actions/icon-button.tsx';
import { FailureText, Note } from '../../ui/states/note.tsx';
import { ProgressLine } from '../../ui/states/progress-line.tsx';
import { FailureState } from '../../ui/states/states.tsx';
import styles from './recipes.module.css';

/** Opens the tables that most statistics are joined with. */
export function ReferenceButton({ connection }: { connection: string }) {
  const open = () => openDialog({ kind: 'reference', connection });
  return <PlainButton text={t('reference.add')} size="compact-sm" variant="subtle" onClick={open} />;
}

interface ReferenceFormProps {
  readonly connection: string;
  readonly onClose: () => void;
}

/** Adds the reference data that a service does not have yet: what, from where, under which licence, and how far it is. */
export function ReferenceForm({ connection, onClose }: ReferenceFormProps) {
  const { data: jobs = [] } = useQuery(jobsQuery);
  const done = jobs.filter(({ state, request }) => state === 'done' && request.kind === 'publish').length;
  const { data, error, refetch } = useQuery({
    ...callQuery('listReference', { connection }, { staleTime: 0, dependsOn: [done] }),
    placeholderData: keepPreviousData,
  });
  const jobOf = ({ path }: PublishRequest) =>
    jobs.find(
      ({ request }) => request.kind === 'publish' && request.connection === connection && request.path === path,
    );
  const tables = data?.map((table) => ({ ...table, job: table.isPresent ? undefined : jobOf(table.request) }));
  const missing = (tables ?? []).filter(({ isPresent, job }) => !isPresent && (job === undefined || hasEnded(job)));
  const isRunning = tables?.some(({ job }) => job !== undefined && !hasEnded(job)) === true;
  const adding = useMutation({
    mutationFn: async () => {
      for (const { request } of missing) await startJob(request);
    },
  });
  if (error !== null) return <FailureState failure={error} onRetry={refetch} />;
  if (tables === undefined) return <Skeleton height={220} aria-label={t('common.loading')} />;
  const list = (
    <>
      <p>{t(tables.length === 0 ? 'reference.none' : 'reference.lead')}</p>
      <ul className={styles.tables}>
        {tables.map(({ request, isPresent, job }) => (
          <ReferenceTable key={request.path} request={request} isPresent={isPresent} job={job} />
        ))}
      </ul>
    </>
  );
  if (missing.length > 0) {
    return (
      <MutationForm
        action={t('reference.submit', { count: missing.length })}
        sending={{ isPending: adding.isPending, error: adding.error }}
        onSubmit={adding.mutate}
        onCancel={onClose}
      >
        {list}
      </MutationForm>
    );
  }
  return (
    <div className={formStyles.form}>
      {list}
      {tables.length > 0 && !isRunning && <Note tone="good">{t('reference.allThere')}</Note>}
      <CloseAction onClose={onClose} />
    </div>
  );
}

interface ReferenceTableProps {
  readonly request: PublishRequest;
  readonly isPresent: boolean;
  /** What adds it, or failed to; undefined if nothing has. */
  readonly job: Job | undefined;
}

/** A table with its source and licence, and whether it is there. */
function ReferenceTable({ request, isPresent, job }: ReferenceTableProps) {
  const locale = useLocale();
  const { dataset, provenance, licence = '' } = request;
  return (
    <li>
      <strong>{dataset.create?.label}</strong> {isPresent && <span className="quiet">{t('reference.isThere')}</span>}
      <p>{dataset.create?.description}</p>
      <p className="quiet">{t('reference.origin', { source: provenance?.source ?? '', licence })}</p>
      {job !== undefined && !hasEnded(job) && (
        <ProgressLine
          label={t('jobs.progressOf', { title: jobTitle(t, job.request) })}
          fraction={job.progress?.fraction ?? null}
          words={progressText(t, job.progress, locale)}
        />
      )}
      {job?.state === 'failed' && job.failure !== null && (
        <Note tone="bad">
          <p>
            <FailureText failure={job.failure} />
          </p>
        </Note>
      )}
    </li>
  );
}
