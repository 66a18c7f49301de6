import { Button } from '@mantine/core';
import { IconFiles, IconHelpCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { connectionsQuery, namespacesQuery } from '../../../backend/records.ts';
import { onThisComputer } from '../../../lib/catalogue/find-records.ts';
import { ProgressLine } from '../../../ui/states/progress-line.tsx';
import { changeReading, slugsOf } from '../draft.ts';
import { chooseSource, chooseSourceFolder } from '../file-drop.tsx';
import { useChoiceWords } from '../preview/delimiter-choice.tsx';
import { Decision, FileProposal } from '../preview/file-proposals.tsx';
import styles from '../publish.module.css';
import { changeItems, clearDraft } from '../publish-store.ts';
import { type Batch, type ItemQuestion, itemName, nameProblems, questionsOf, slugsOfItems } from './batch.ts';
import { BatchList, type ListedItem } from './batch-list.tsx';
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

/** The number of files, the progress of surveying them, and buttons to add more or start over. */
function BatchHead({ listed }: { listed: readonly ListedItem[] }) {
  const { t } = useTranslation();
  const used = listed.filter(({ item }) => item.used);
  const known = used.filter(({ preview, error }) => preview !== undefined || error !== null).length;
  const words = t('publish.batchReading', { known, count: used.length });
  return (
    <div className={styles.head} data-file-head>
      <IconFiles size={18} stroke={1.5} aria-hidden />
      <div className={styles.headWords}>
        <h3>{t('publish.batchCount', { count: listed.length })}</h3>
        <span>{t('publish.batchText')}</span>
      </div>
      {known < used.length && (
        <div className={styles.survey}>
          <ProgressLine label={words} fraction={known / used.length} words={words} />
        </div>
      )}
      <Button variant="default" onClick={() => void chooseSource()}>
        {t('publish.addFiles')}
      </Button>
      <Button variant="default" onClick={() => void chooseSourceFolder()}>
        {t('publish.chooseFolder')}
      </Button>
      <Button variant="subtle" onClick={clearDraft}>
        {t('publish.clearList')}
      </Button>
    </div>
  );
}

const questionTexts = {
  'day-or-month-first': 'publish.askDates',
  'decimal-or-thousands': 'publish.askNumbers',
  encoding: 'publish.askEncoding',
} as const;

/**
 * Questions that several files have in common are asked once for all of them; exceptions are made in a file's own
 * preview.
 */
function BatchQuestions({ listed }: { listed: readonly ListedItem[] }) {
  const kinds = [...new Set(listed.flatMap(({ questions }) => questions.map(({ kind }) => kind)))];
  return kinds.map((kind) => {
    const about = listed.filter(({ questions }) => questions.some((one) => one.kind === kind));
    const question = about[0]?.questions.find((one) => one.kind === kind);
    return question === undefined ? null : <OneQuestion key={kind} question={question} about={about} />;
  });
}

/** Only the likely encodings; the file's own preview has all. */
const maxChoices = 4;

function OneQuestion({ question, about }: { question: ItemQuestion; about: readonly ListedItem[] }) {
  const { t } = useTranslation();
  const wordsOf = useChoiceWords();
  const [first] = about;
  const names =
    first !== undefined && about.length === 1 ? itemName(first.item) : t('publish.batchCount', { count: about.length });
  const text = t(questionTexts[question.kind], { columns: names });
  const ids = new Set(about.map(({ item }) => item.id));
  return (
    <FileProposal icon={IconHelpCircle} text={text}>
      {question.choices.slice(0, maxChoices).map(({ options, sample }) => (
        <Decision
          key={JSON.stringify(options)}
          onClick={() => changeItems(ids, (item) => ({ ...item, draft: changeReading(item.draft, options) }))}
        >
          {options.encoding ?? wordsOf(options)}
          <span className={styles.proposalSample}>{sample.slice(0, 2).join(', ').slice(0, 60)}</span>
        </Decision>
      ))}
    </FileProposal>
  );
}
