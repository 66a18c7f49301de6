import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../api/failure.ts';
import { startJob } from '../../api/jobs.ts';
import { connectionsQuery, namespacesQuery } from '../../api/service/records.ts';
import { hasEnded } from '../../lib/format/job-texts.ts';
import { onThisComputer } from '../../lib/this-computer.ts';
import { FailureNote } from '../../ui/states/failure-note.tsx';
import { Note } from '../../ui/states/note.tsx';
import { DestinationForm } from './destination/destination-form.tsx';
import { destinationProblems, isFree } from './destination/destination-problems.ts';
import { useFirstNamespace } from './destination/use-first-namespace.ts';
import { type Destination, type Draft, publishRequest } from './draft.ts';
import type { DraftColumn } from './preview/draft-columns.ts';
import { PublishOutcome } from './publish-outcome.tsx';
import { changeDraft, noteSent, noteTried, usePublish } from './publish-store.ts';
import { useSentJob } from './use-sent-job.ts';

interface PublishSideProps {
  readonly draft: Draft;
  /** The file's own title. */
  readonly title: string | undefined;
  readonly columns: readonly DraftColumn[];
  /** Whether the columns match the current reading options. */
  readonly ready: boolean;
}

function changeDestination(change: Partial<Destination>): void {
  changeDraft((draft) => ({ ...draft, destination: { ...draft.destination, ...change } }));
}

/** The destination, the publish button, and the result. */
export function PublishSide({ draft, title, columns, ready }: PublishSideProps) {
  const { t } = useTranslation();
  const { sent, tried } = usePublish();
  const job = useSentJob();
  const { data: connections = [], error: noConnections } = useQuery(connectionsQuery);
  const connection = draft.destination.connection ?? onThisComputer(connections)?.id ?? '';
  const { data: namespaces, error: noNamespaces } = useQuery({
    ...namespacesQuery(connection),
    enabled: connection !== '',
  });
  const error = noConnections ?? noNamespaces;
  useFirstNamespace(
    draft.destination,
    namespaces?.map(({ slug }) => slug),
    changeDestination,
  );
  const own = sent === null ? null : { namespace: sent.request.namespace.slug, dataset: sent.request.dataset.slug };
  const problems = destinationProblems(draft.destination, namespaces ?? [], own);
  const fine = isFree(problems) && columns.some(({ used }) => used) && columns.every(({ problem }) => problem === null);
  const publish = useMutation({
    mutationFn: async (rejects: string | null) => {
      const request = publishRequest(draft, connection, new Set(columns.map(({ source }) => source)), rejects);
      const started = await startJob(request);
      noteSent(started.id, request);
    },
  });
  const submit = (rejects: string | null) => {
    noteTried();
    if (fine) publish.mutate(rejects);
  };
  const busy = publish.isPending || (job !== null && !hasEnded(job));
  const done = job?.state === 'done';
  return (
    <div className="publish-side">
      {/* Nothing within can be focused while it is disabled. */}
      <section
        className="publish-destination"
        aria-label={t('publish.destination')}
        tabIndex={busy || done ? 0 : undefined}
      >
        <fieldset disabled={busy || done}>
          <legend>{t('publish.destination')}</legend>
          <DestinationForm
            destination={draft.destination}
            connection={connection}
            connections={connections}
            namespaces={namespaces ?? []}
            problems={problems}
            tried={tried}
            title={title}
            onChange={changeDestination}
          />
        </fieldset>
      </section>
      <div className="publish-foot">
        {error !== null && <FailureNote failure={failureOf(error)} />}
        {publish.error !== null && <FailureNote failure={failureOf(publish.error)} />}
        {tried && !fine && !busy && !done && <Note tone="warning">{t('publish.hasErrors')}</Note>}
        {job !== null && <PublishOutcome job={job} path={draft.path} onLeaveOut={submit} />}
        {!busy && !done && (
          <Button fullWidth disabled={!ready || namespaces === undefined} onClick={() => submit(null)}>
            {sent === null ? t('publish.submit') : t('publish.submitAgain')}
          </Button>
        )}
      </div>
    </div>
  );
}
