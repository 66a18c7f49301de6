import { IconHelpCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { changeReading } from '../draft.ts';
import styles from '../publish.module.css';
import { changeDraft } from '../publish-store.ts';
import { useChoiceWords } from './delimiter-choice.tsx';
import { type DraftColumn, type OpenQuestion, openQuestions } from './draft-columns.ts';
import { Decision, FileProposal, listedNames } from './file-proposals.tsx';

/** Asks which of two possible readings of a column applies; one question for all affected columns. */
export function ColumnQuestions({ columns }: { columns: readonly DraftColumn[] }) {
  return openQuestions(columns).map((question) => <OneQuestion key={question.kind} {...question} />);
}

function OneQuestion({ kind, about, choices }: OpenQuestion) {
  const { t } = useTranslation();
  const wordsOf = useChoiceWords();
  const text = t(kind === 'day-or-month-first' ? 'publish.askDates' : 'publish.askNumbers', {
    columns: listedNames(about),
  });
  return (
    <FileProposal icon={IconHelpCircle} text={text}>
      {choices.map((choice) => (
        <Decision
          key={JSON.stringify(choice.options)}
          onClick={() => changeDraft((draft) => changeReading(draft, choice.options))}
        >
          {wordsOf(choice.options)}
          <span className={styles.proposalSample}>{choice.sample.slice(0, 2).join(', ')}</span>
        </Decision>
      ))}
    </FileProposal>
  );
}
