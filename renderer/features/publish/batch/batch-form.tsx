import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { connectionsQuery, namespacesQuery } from '../../../backend/service/records.ts';
import { onThisComputer } from '../../../lib/this-computer.ts';
import { slugsOf } from '../draft.ts';
import styles from '../publish.module.css';
import { type Batch, type ItemQuestion, nameProblems, questionsOf, slugsOfItems } from './batch.ts';
import { BatchHead } from './batch-head.tsx';
import { BatchList, type ListedItem } from './batch-list.tsx';
import { BatchQuestions } from './batch-questions.tsx';
import { BatchSide } from './batch-side.tsx';
import { CombineOffer } from './combine-choice.tsx';
import { useBatchFacts } from './use-batch-facts.ts';

const none: readonly ItemQuestion[] = [];

/** Several files, or sheets of one: on the left what each becomes, on the right their common destination. */
export function BatchForm({ batch }: { batch: Batch }) {
  const { t } = useTranslation();
  const facts = useBatchFacts(batch.items, batch.open !== null);
  const { data: connections = [] } = useQuery(connectionsQuery);
  const connection = batch.destination.connection ?? onThisComputer(connections)?.id ?? '';
  const namespaces = useQuery({ ...namespacesQuery(connection), enabled: connection !== '' });
  const slugs = slugsOfItems(batch.items);
  const home = namespaces.data?.find(({ slug }) => slug === slugsOf(batch.destination).namespace);
  const there = new Set(home?.datasets.map(({ slug }) => slug));
  const problems = nameProblems(batch.items, slugs, there);
  const listed = batch.items.map((item, at): ListedItem => {
    const { preview, survey, error, refetch } = facts[at] ?? missing;
    const questions = preview === undefined || !item.used ? none : questionsOf(item.draft, preview, survey);
    return {
      item,
      preview,
      survey,
      error,
      refetch,
      questions,
      slug: slugs.get(item.id) ?? '',
      problem: problems.get(item.id) ?? null,
    };
  });
  return (
    // The list stays mounted while one of its files is open, so that returning to it reads nothing again.
    <div className={styles.publish} hidden={batch.open !== null}>
      <section className={styles.file} aria-label={t('publish.batchFiles')}>
        <BatchHead listed={listed} />
        <CombineOffer listed={listed} />
        <BatchQuestions listed={listed} />
        <BatchList listed={listed} />
      </section>
      <BatchSide
        batch={batch}
        listed={listed}
        connection={connection}
        connections={connections}
        namespaces={namespaces.data}
        error={namespaces.error}
      />
    </div>
  );
}

const missing = { preview: undefined, survey: undefined, error: null, refetch: () => {} };
