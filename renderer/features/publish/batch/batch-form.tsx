import { TextInput } from '@mantine/core';
import { IconArrowsJoin, IconFiles } from '@tabler/icons-react';
import { useQueries, useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import { useEffect, useState } from 'react';
import { given } from '#shared/given.ts';
import type { FilePreview, FileSurvey } from '#shared/rpc/source-file.ts';
import { firstRecordsQuery, surveyQuery } from '../../../backend/files.ts';
import { connectionsQuery, namespacesQuery } from '../../../backend/records.ts';
import { mainConnection } from '../../../lib/catalogue/find-records.ts';
import { PlainButton } from '../../../ui/actions/icon-button.tsx';
import { CheckField } from '../../../ui/fields.tsx';
import { ProgressLine } from '../../../ui/states/progress-line.tsx';
import { chooseSource, chooseSourceFolder } from '../choose-source.ts';
import { changeReading, type Draft, previewOptions, slugsOf } from '../draft.ts';
import { choiceText, FileProposal, questionProposal } from '../preview/file-proposals.tsx';
import styles from '../publish.module.css';
import { changeItems, clearDraft, setReading, takeCombined, takeFiles } from '../publish-store.ts';
import {
  type Batch,
  type BatchItem,
  type ItemQuestion,
  itemName,
  nameProblems,
  questionsOf,
  slugsOfItems,
} from './batch.ts';
import { BatchList, type ListedItem } from './batch-list.tsx';
import { BatchSide } from './batch-side.tsx';

const none: readonly ItemQuestion[] = [];

/** Several files, or sheets of one: on the left what each becomes, on the right their common destination. */
export function BatchForm({ batch }: { batch: Batch }) {
  const facts = useBatchFacts(batch.items, batch.open !== null);
  const { data: connections = [] } = useQuery(connectionsQuery);
  const connection = batch.destination.connection ?? mainConnection(connections)?.id ?? '';
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
      <PlainButton text={t('publish.addFiles')} onClick={() => void chooseSource()} />
      <PlainButton text={t('publish.chooseFolder')} onClick={() => void chooseSourceFolder()} />
      <PlainButton text={t('publish.clearList')} variant="subtle" onClick={clearDraft} />
    </div>
  );
}

/**
 * Questions that several files have in common are asked once for all of them; exceptions are made in a file's own
 * preview.
 */
function BatchQuestions({ listed }: { listed: readonly ListedItem[] }) {
  const kinds = [...new Set(listed.flatMap(({ questions }) => questions.map(({ kind }) => kind)))];
  return kinds.map((kind) => {
    const about = listed.filter(({ questions }) => questions.some((one) => one.kind === kind));
    const [first] = about;
    if (first === undefined) return null;
    const names = about.length === 1 ? itemName(first.item) : t('publish.batchCount', { count: about.length });
    const ids = new Set(about.map(({ item }) => item.id));
    const question = first.questions.find((one) => one.kind === kind);
    const choices = (question?.choices ?? []).slice(0, maxChoices).map(({ options, sample }) => ({
      text: options.encoding ?? choiceText(t, options),
      sample: sample.slice(0, 2).join(', ').slice(0, 60),
      act: () => changeItems(ids, (item) => ({ ...item, draft: changeReading(item.draft, options) })),
    }));
    return <FileProposal key={kind} {...questionProposal(t, kind, names, choices)} />;
  });
}

/** Only the likely encodings; the file's own preview has all. */
const maxChoices = 4;

/** Files surveyed concurrently: the others wait in the window, where deselecting them costs nothing. */
const previewsAtOnce = 4;

/** What is known about an item of the list. */
interface ItemFacts {
  readonly preview: FilePreview | undefined;
  readonly survey: FileSurvey | undefined;
  /** Why its beginning could not be read; null if unknown or readable. */
  readonly error: Error | null;
  readonly refetch: () => void;
}

/**
 * Previews all files, a few at a time, and then surveys, one after the other, each that is longer than its preview.
 * Deselected ones are not read.
 * @param paused whether another file is being surveyed, which surveying one of these would interrupt
 */
function useBatchFacts(items: readonly BatchItem[], paused: boolean): ItemFacts[] {
  const [begun, setBegun] = useState(previewsAtOnce);
  const order = new Map(items.filter(({ used }) => used).map(({ id }, at) => [id, at]));
  const previews = useQueries({
    queries: items.map(({ id, draft }) => ({
      ...firstRecordsQuery(draft.path, previewOptions(draft)),
      enabled: (order.get(id) ?? Number.POSITIVE_INFINITY) < begun,
    })),
  });
  const ended = previews.filter(({ isFetching, data, error }) => !isFetching && (data !== undefined || error !== null));
  const next = ended.length + previewsAtOnce;
  useEffect(() => setBegun(next), [next]);

  // The backend surveys one file at a time: starting another would cancel it.
  const [surveyed, setSurveyed] = useState<ReadonlySet<string>>(new Set());
  const keyOf = ({ draft }: BatchItem) => JSON.stringify([draft.path, draft.reading]);
  const idle = previews.every(({ fetchStatus }) => fetchStatus === 'idle');
  const due = items.find(
    (item, at) =>
      item.used && previews[at]?.data !== undefined && !previews[at].data.whole && !surveyed.has(keyOf(item)),
  );
  const surveys = useQueries({
    queries: items.map((item) => ({
      ...surveyQuery(item.draft.path, item.draft.reading),
      enabled: idle && !paused && item === due,
    })),
  });
  const current = due === undefined ? undefined : surveys[items.indexOf(due)];
  const finished = current?.error != null || (current?.data !== undefined && current.data.state !== 'reading');
  const finishedKey = due !== undefined && finished ? keyOf(due) : null;
  useEffect(() => {
    if (finishedKey !== null) setSurveyed((before) => new Set([...before, finishedKey]));
  }, [finishedKey]);

  return previews.map(({ data, error, isFetching, refetch }, at) => ({
    preview: data,
    survey: surveys[at]?.data,
    error: isFetching ? null : error,
    refetch: () => void refetch(),
  }));
}

/**
 * Paths of the listed files that can become one dataset: whole files of one format with the same columns; empty
 * otherwise.
 */
function combinable(listed: readonly ListedItem[]): string[] {
  const used = listed.filter(({ item }) => item.used);
  const shapes = used.map(({ preview }) =>
    preview === undefined
      ? null
      : JSON.stringify([preview.format, ...preview.columns.map(({ source }) => source).sort()]),
  );
  const paths = new Set(used.map(({ item }) => item.draft.path));
  const alike = shapes[0] !== null && shapes.every((shape) => shape === shapes[0]);
  return alike && paths.size > 1 && paths.size === used.length ? [...paths] : [];
}

/** Offers to combine the listed files in one dataset. */
function CombineOffer({ listed }: { listed: readonly ListedItem[] }) {
  const paths = combinable(listed);
  if (paths.length === 0) return null;
  const count = paths.length;
  const choices = [{ text: t('publish.combine', { count }), act: () => takeCombined(paths) }];
  return <FileProposal icon={IconArrowsJoin} text={t('publish.combineSame', { count })} quiet choices={choices} />;
}

/** Several files that become one dataset: whether to add their names as a column, and the way back. */
export function CombineChoice({ draft }: { draft: Draft }) {
  const { combine } = draft.reading;
  if (combine === undefined) return null;
  const { files, fileColumn } = combine;
  const text = files.length > 0 ? t('publish.combinedCount', { count: files.length }) : t('publish.combined');
  const apply = (name: string | undefined) =>
    setReading({ combine: { files, ...given({ fileColumn: name || undefined }) } });
  const choices = files.length > 0 ? [{ text: t('publish.combineNot'), act: () => takeFiles(files) }] : [];
  return (
    <FileProposal icon={IconArrowsJoin} text={text} quiet choices={choices}>
      <CheckField
        label={t('publish.fileColumn')}
        checked={fileColumn !== undefined}
        onChange={(checked) => apply(checked ? t('publish.fileColumnName') : undefined)}
      />
      {fileColumn !== undefined && (
        <TextInput
          w={120}
          aria-label={t('publish.fileColumnLabel')}
          maxLength={255}
          defaultValue={fileColumn}
          onBlur={(event) => apply(event.currentTarget.value.trim())}
        />
      )}
    </FileProposal>
  );
}
