import { IconHelpCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { changeReading } from '../draft.ts';
import { Decision, Proposal } from '../preview/proposal.tsx';
import { useChoiceWords } from '../preview/use-choice-texts.ts';
import styles from '../publish.module.css';
import { changeItems } from '../publish-store.ts';
import type { ItemQuestion } from './batch.ts';
import { itemName } from './batch.ts';
import type { ListedItem } from './batch-list.tsx';

const questionTexts = {
  'day-or-month-first': 'publish.askDates',
  'decimal-or-thousands': 'publish.askNumbers',
  encoding: 'publish.askEncoding',
} as const;

/**
 * Questions that several files have in common are asked once for all of them; exceptions are made in a file's own
 * preview.
 */
export function BatchQuestions({ listed }: { listed: readonly ListedItem[] }) {
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
    <Proposal icon={IconHelpCircle} text={text}>
      {question.choices.slice(0, maxChoices).map(({ options, sample }) => (
        <Decision
          key={JSON.stringify(options)}
          onClick={() => changeItems(ids, (item) => ({ ...item, draft: changeReading(item.draft, options) }))}
        >
          {options.encoding ?? wordsOf(options)}
          <span className={styles.proposalSample}>{sample.slice(0, 2).join(', ').slice(0, 60)}</span>
        </Decision>
      ))}
    </Proposal>
  );
}
