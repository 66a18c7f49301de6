import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FilePreview } from '#shared/rpc/source-file.ts';
import { startJob } from '../../backend/jobs.ts';
import { connectionsQuery, namespacesQuery } from '../../backend/records.ts';
import { onThisComputer } from '../../lib/catalogue/find-records.ts';
import { failureOf } from '../../lib/format/failure-texts.ts';
import { hasEnded } from '../../lib/format/job-texts.ts';
import { FailureNote } from '../../ui/states/failure-note.tsx';
import { Note } from '../../ui/states/note.tsx';
import { DestinationForm } from './destination-form.tsx';
import { destinationProblems, isFree, useFirstNamespace } from './destination-problems.ts';
import { changeDestination, type Destination, type Draft, publishRequest } from './draft.ts';
import type { DraftColumn } from './preview/draft-columns.ts';
import styles from './publish.module.css';
import { PublishOutcome } from './publish-outcome.tsx';
import { changeDraft, noteSent, noteTried, usePublish } from './publish-store.ts';
import { LossQuestion, ReviewNote, useReview } from './replacement-review.tsx';
import { publishButton } from './use-next-question.ts';
import { useSentJob } from './use-sent-job.ts';

interface PublishSideProps {
  readonly draft: Draft;
  /** Undefined until the file was read for the first time. */
  readonly preview: FilePreview | undefined;
  readonly columns: readonly DraftColumn[];
  /** Whether the columns match the current reading options. */
  readonly ready: boolean;
}

/** Publishing a draft: what is wrong with it, what it replaces, and how far it is. */
function usePublishing({ draft, preview, columns, ready }: PublishSideProps) {
  const { destination } = draft;
  const { sent } = usePublish();
  const job = useSentJob();
  const { data: connections = [], error: noConnections } = useQuery(connectionsQuery);
  const connection = destination.connection ?? onThisComputer(connections)?.id ?? '';
  const { data: namespaces, error: noNamespaces } = useQuery({
    ...namespacesQuery(connection),
    enabled: connection !== '',
  });
  const slugs = namespaces?.map(({ slug }) => slug);
  const change = (part: Partial<Destination>) => changeDraft((before) => changeDestination(before, destination, part));
  useFirstNamespace(destination, slugs, change);
  const own = sent === null ? null : { namespace: sent.request.namespace.slug, dataset: sent.request.dataset.slug };
  const problems = destinationProblems(destination, namespaces ?? [], own);
  const fine = isFree(problems) && columns.some(({ used }) => used) && columns.every(({ problem }) => problem === null);
  const requestOf = (rejects: string | null) =>
    publishRequest(
      draft,
      connection,
      new Set(columns.map(({ source }) => source)),
      rejects,
      ready ? preview?.plan : undefined,
    );
  const busy = job !== null && !hasEnded(job);
  const done = job?.state === 'done';
  const replaces = ready && fine && namespaces !== undefined && destination.dataset !== null && !busy && !done;
  const review = useReview(replaces && destination.mode === 'replace' ? requestOf(null) : null);
  const publish = useMutation({
    mutationFn: async ({ rejects, refuseLoss }: { rejects: string | null; refuseLoss: boolean }) => {
      const request = { ...requestOf(rejects), refuseLoss };
      const started = await startJob(request);
      noteSent(started.id, request);
    },
  });
  const isClosed = publish.isPending || busy || done;
  const error = noConnections ?? noNamespaces;
  return { change, job, connections, connection, namespaces, problems, fine, review, publish, isClosed, error };
}

/** The destination, the publish button, and the result. */
export function PublishSide(props: PublishSideProps) {
  const { draft, preview } = props;
  const { t } = useTranslation();
  const tried = usePublish((store) => store.tried);
  const publishing = usePublishing(props);
  const { connection, connections, namespaces = [], problems, isClosed } = publishing;
  return (
    <div className={styles.side}>
      {/* Nothing within can be focused while it is disabled. */}
      <section className={styles.destination} aria-label={t('publish.destination')} tabIndex={isClosed ? 0 : undefined}>
        <fieldset disabled={isClosed}>
          <legend>{t('publish.destination')}</legend>
          <DestinationForm
            destination={draft.destination}
            connection={connection}
            connections={connections}
            namespaces={namespaces}
            problems={problems}
            tried={tried}
            title={preview?.title}
            onChange={publishing.change}
          />
        </fieldset>
      </section>
      <Foot {...props} publishing={publishing} />
    </div>
  );
}

/** What happened so far, and the button that publishes. */
function Foot({ draft, ready, publishing }: PublishSideProps & { publishing: ReturnType<typeof usePublishing> }) {
  const { t } = useTranslation();
  const { sent, tried } = usePublish();
  const { job, namespaces, fine, review, publish, isClosed, error } = publishing;
  const loses = review.replacement?.loses === true;
  const [asked, setAsked] = useState<{ readonly rejects: string | null } | null>(null);
  const submit = (rejects: string | null) => {
    noteTried();
    if (fine && loses) setAsked({ rejects });
    else if (fine) publish.mutate({ rejects, refuseLoss: true });
  };
  const publishAnyway = (rejects: string | null) => {
    setAsked(null);
    publish.mutate({ rejects, refuseLoss: false });
  };
  const isAsking = asked !== null && loses;
  return (
    <div className={styles.foot}>
      {error !== null && <FailureNote failure={failureOf(error)} />}
      {publish.error !== null && <FailureNote failure={failureOf(publish.error)} />}
      {tried && !fine && !isClosed && <Note tone="warning">{t('publish.hasErrors')}</Note>}
      {job !== null && (
        <PublishOutcome
          job={job}
          path={draft.path}
          onLeaveOut={submit}
          onPublishAnyway={() => publishAnyway(sent?.request.rejects ?? null)}
        />
      )}
      {!isClosed && <ReviewNote review={review} />}
      {!isClosed && isAsking && (
        <LossQuestion onPublish={() => publishAnyway(asked.rejects)} onCancel={() => setAsked(null)} />
      )}
      {!isClosed && !isAsking && (
        <Button fullWidth disabled={!ready || namespaces === undefined} onClick={() => submit(null)} {...publishButton}>
          {sent === null ? t('publish.submit') : t('publish.submitAgain')}
        </Button>
      )}
    </div>
  );
}
