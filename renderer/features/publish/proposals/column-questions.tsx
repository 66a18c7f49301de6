import { IconHelpCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { changeReading } from '../draft.ts';
import type { DraftColumn } from '../preview/draft-columns.ts';
import { changeDraft } from '../publish-store.ts';
import { useChoiceWords } from '../reading/use-choice-texts.ts';
import { listedNames } from './listed-names.ts';
import { Decision, Proposal } from './proposal.tsx';

type Question = NonNullable<DraftColumn['question']>;

/** Asks which of two possible readings of a column applies; one question for all affected columns. */
export function ColumnQuestions({ columns }: { columns: readonly DraftColumn[] }) {
  const questioned = columns.filter(({ used, question }) => used && question !== null);
  const kinds = [...new Set(questioned.map(({ question }) => question?.kind))];
  return kinds.map((kind) => {
    const about = questioned.filter(({ question }) => question?.kind === kind);
    const question = about[0]?.question;
    return question ? <OneQuestion key={kind} question={question} names={about.map(({ name }) => name)} /> : null;
  });
}

function OneQuestion({ question, names }: { question: Question; names: readonly string[] }) {
  const { t } = useTranslation();
  const wordsOf = useChoiceWords();
  const text = t(question.kind === 'day-or-month-first' ? 'publish.askDates' : 'publish.askNumbers', {
    columns: listedNames(names),
  });
  return (
    <Proposal icon={IconHelpCircle} text={text}>
      {question.choices.map((choice) => (
        <Decision
          key={JSON.stringify(choice.options)}
          onClick={() => changeDraft((draft) => changeReading(draft, choice.options))}
        >
          {wordsOf(choice.options)}
          <span className="proposal-sample">{choice.sample.slice(0, 2).join(', ')}</span>
        </Decision>
      ))}
    </Proposal>
  );
}
