import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { t } from 'i18next';
import type { PublishRequest } from '#shared/rpc/jobs.ts';
import type { Connection, NamespaceSummary } from '#shared/rpc/records.ts';
import { startJob } from '../../../backend/jobs.ts';
import { failureOf } from '../../../lib/format/failure-texts.ts';
import { closerOf, showJobs } from '../../../state/dialogs.ts';
import { FailureNote, Note } from '../../../ui/states/note.tsx';
import { DestinationForm, destinationProblems, useFirstNamespace } from '../destination-form.tsx';
import styles from '../publish.module.css';
import { changeBatch, noteItemsSent, noteTried, usePublish } from '../publish-store.ts';
import { type Batch, itemRequest } from './batch.ts';
import type { ListedItem } from './batch-list.tsx';

interface BatchSideProps {
  readonly batch: Batch;
  readonly listed: readonly ListedItem[];
  readonly connection: string;
  readonly connections: readonly Connection[];
  /** Undefined until known. */
  readonly namespaces: readonly NamespaceSummary[] | undefined;
  /** Why they are unknown. */
  readonly error: Error | null;
}

type Change = Parameters<Parameters<typeof useFirstNamespace>[2]>[0];
const change = (part: Change) => changeBatch((batch) => ({ ...batch, destination: { ...batch.destination, ...part } }));

/** The destination of all files, and the button that publishes them. */
export function BatchSide({ batch, listed, connection, connections, namespaces, error }: BatchSideProps) {
  const tried = usePublish((store) => store.tried);
  useFirstNamespace(
    batch.destination,
    namespaces?.map(({ slug }) => slug),
    change,
  );
  const problems = destinationProblems(batch.destination, namespaces ?? [], null);
  const ready = listed.filter(({ item, preview }) => item.used && preview !== undefined);
  const looking = listed.some(
    ({ item, preview, error: failed }) => item.used && preview === undefined && failed === null,
  );
  const unreadable = listed.filter(({ item, error: failed }) => item.used && failed !== null).length;
  const open = ready.filter(({ questions }) => questions.length > 0).length;
  const misnamed = ready.some(({ problem }) => problem !== null);
  const placed = problems.namespaceLabel === null && problems.namespaceSlug === null;
  const fine = placed && open === 0 && !misnamed && ready.length > 0;
  const publish = useMutation({ mutationFn: () => sendAll(batch, ready, connection) });
  const submit = () => {
    noteTried();
    if (fine) publish.mutate();
  };
  return (
    <section className={styles.side} aria-label={t('publish.destination')}>
      <fieldset className={styles.destination} disabled={publish.isPending}>
        <legend>{t('publish.destination')}</legend>
        <DestinationForm
          destination={batch.destination}
          connection={connection}
          connections={connections}
          namespaces={namespaces ?? []}
          problems={problems}
          tried={tried}
          several
          onChange={change}
        />
      </fieldset>
      <div className={styles.foot}>
        {error !== null && <FailureNote failure={failureOf(error)} />}
        {publish.error !== null && <FailureNote failure={failureOf(publish.error)} />}
        {unreadable > 0 && <Note tone="warning">{t('publish.batchUnreadable', { count: unreadable })}</Note>}
        {open > 0 && <Note tone="warning">{t('publish.batchAnswer', { count: open })}</Note>}
        {tried && (misnamed || !placed) && <Note tone="warning">{t('publish.hasErrors')}</Note>}
        <Button
          fullWidth
          loading={publish.isPending}
          disabled={looking || ready.length === 0 || namespaces === undefined}
          onClick={submit}
        >
          {t('publish.batchSubmit', { count: ready.length })}
        </Button>
      </div>
    </section>
  );
}

/** Queues a job for each; what could not be queued stays in the list. */
async function sendAll(batch: Batch, ready: readonly ListedItem[], connection: string): Promise<void> {
  const close = closerOf('files');
  const sent = new Set<number>();
  let last: PublishRequest | null = null;
  try {
    for (const { item, preview, slug } of ready) {
      // The readers of the namespace are changed once, with the first of them.
      const destination = sent.size === 0 ? batch.destination : { ...batch.destination, readers: null };
      last = itemRequest(item, destination, slug, connection, preview);
      await startJob(last);
      sent.add(item.id);
    }
  } finally {
    if (last !== null) noteItemsSent(sent, sent.size === ready.length, last);
  }
  close();
  showJobs(true);
}
