import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { PublishRequest, Replacement } from '#shared/rpc/jobs.ts';
import type { FilePreview } from '#shared/rpc/source-file.ts';
import { reviewQuery } from '../../backend/files.ts';
import { startJob } from '../../backend/jobs.ts';
import { connectionsQuery, namespacesQuery } from '../../backend/records.ts';
import { mainConnection } from '../../lib/catalogue/find-records.ts';
import { explained, failureOf } from '../../lib/format/failure-texts.ts';
import { hasEnded } from '../../lib/format/job-texts.ts';
import { isPressed } from '../../lib/keyboard/pressed-keys.ts';
import { PlainButton } from '../../ui/actions/icon-button.tsx';
import { FailureNote, Note } from '../../ui/states/note.tsx';
import { DestinationForm, destinationProblems, isFree, useFirstNamespace } from './destination-form.tsx';
import { changeDestination, type Destination, type Draft, publishRequest, slugsOf } from './draft.ts';
import type { DraftColumn } from './preview/draft-columns.ts';
import styles from './publish.module.css';
import { PublishOutcome } from './publish-outcome.tsx';
import { changeDraft, noteSent, noteTried, usePublish, useSentJob } from './publish-store.ts';
import { UnlistedNote } from './unlisted-note.tsx';

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
  const connection = destination.connection ?? mainConnection(connections)?.id ?? '';
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
function Foot({
  draft,
  preview,
  columns,
  ready,
  publishing,
}: PublishSideProps & { publishing: ReturnType<typeof usePublishing> }) {
  const { sent, tried } = usePublish();
  const { job, connection, namespaces, fine, review, publish, isClosed, error } = publishing;
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
      {!isClosed && preview !== undefined && (
        <UnlistedNote
          reference={{ connection, ...slugsOf(draft.destination) }}
          isFurther={draft.destination.dataset !== null && connection !== ''}
          preview={preview}
          columns={columns}
          counted={review.replacement?.unlisted}
        />
      )}
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

const publishButton = { 'data-publishes': true } as const;

const decisions = '[data-unsure] button';

interface QuestionKeys {
  readonly form: RefObject<HTMLDivElement | null>;
  readonly onClickCapture: (event: MouseEvent<HTMLElement>) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

/**
 * Lets a file be published with few keys: the focus moves to the first question, after its answer to the next one, and
 * after the last to the button that publishes. It stays wherever the user has moved it.
 * @param questions the open ones, in any notation; undefined while the file is being read
 */
export function useNextQuestion(questions: string | undefined): QuestionKeys {
  const form = useRef<HTMLDivElement>(null);
  const answered = useRef(false);
  useEffect(() => {
    const own = form.current;
    if (questions === undefined || own === null) return;
    const { activeElement } = document;
    // Where the focus is after a file was chosen: on nothing, or on what is in place of the button that chose it.
    const isUnmoved = !own.contains(activeElement) || activeElement?.closest('[data-file-head]') !== null;
    if (!answered.current && !isUnmoved) return;
    const next = own.querySelector<HTMLElement>(decisions);
    (next ?? (answered.current ? own.querySelector<HTMLElement>('[data-publishes]') : null))?.focus();
    answered.current = false;
  }, [questions]);
  return {
    form,
    onClickCapture({ target }) {
      if (target instanceof Element && target.closest(decisions) !== null) answered.current = true;
    },
    onKeyDown(event) {
      if (!isPressed(event, 'publishFile')) return;
      event.preventDefault();
      form.current?.querySelector<HTMLElement>('[data-publishes]')?.click();
    },
  };
}

/** A change of a name in the form reads the whole file again. */
const reviewDebounceMs = 600;

/** What publishing would change in an existing dataset. */
interface Review {
  /** Null while it is unknown, and if nothing is replaced. */
  readonly replacement: Replacement | null;
  readonly isPending: boolean;
}

/** Compares the file with the dataset that it replaces. @param request null if there is nothing to compare */
function useReview(request: PublishRequest | null): Review {
  const wanted = request === null ? null : JSON.stringify(comparedParts(request));
  const [settled] = useDebouncedValue(wanted, reviewDebounceMs);
  const compared = wanted !== null && wanted === settled ? (JSON.parse(settled) as PublishRequest) : null;
  const { data = null, isPending } = useQuery(reviewQuery(compared));
  return { replacement: data, isPending: wanted !== null && isPending };
}

/** Readers, licence and descriptions affect no row. */
function comparedParts({ kind, connection, path, options, namespace, dataset, mode }: PublishRequest): PublishRequest {
  const { columns, ...reading } = options;
  const shaped = columns?.map(({ label: _label, description: _description, ...column }) => column);
  return {
    kind,
    connection,
    path,
    options: shaped === undefined ? reading : { ...reading, columns: shaped },
    namespace: { slug: namespace.slug },
    dataset: { slug: dataset.slug },
    mode,
    rejects: null,
  };
}

/** Shows what would change. */
function ReviewNote({ review: { replacement, isPending } }: { review: Review }) {
  const text = replacement === null ? '' : explained(t, replacement.changes);
  if (!isPending && text === '') return null;
  return (
    <div role="status">
      <Note
        tone={replacement?.loses === true ? 'warning' : 'plain'}
        title={isPending ? undefined : t('publish.changes')}
      >
        {isPending ? t('publish.comparing') : <p>{text}</p>}
      </Note>
    </div>
  );
}

/** Asks before data are lost. */
function LossQuestion({ onPublish, onCancel }: { onPublish: () => void; onCancel: () => void }) {
  const cancel = useRef<HTMLButtonElement>(null);
  useEffect(() => cancel.current?.focus(), []);
  return (
    <Note tone="bad">
      <p>{t('publish.lossQuestion')}</p>
      <div className={styles.buttons}>
        <PlainButton ref={cancel} text={t('common.cancel')} onClick={onCancel} />
        <PlainButton text={t('publish.anyway')} variant="filled" color="red" onClick={onPublish} />
      </div>
    </Note>
  );
}
