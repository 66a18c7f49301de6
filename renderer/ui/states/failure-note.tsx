import { useTranslation } from 'react-i18next';
import type { Explanation, Failure } from '#shared/failures.ts';
import { explained, failureWords } from '../../lib/format/failure-texts.ts';
import styles from './note.module.css';
import { Note } from './note.tsx';

/** What went wrong in a form; nothing without a failure. */
export function FailureNote({ failure }: { failure: Failure | Error | null }) {
  const { t } = useTranslation();
  if (failure === null) return null;
  const { text, detail } = failureWords(t, failure);
  return (
    <Note tone="bad">
      <p>{text}</p>
      {detail !== '' && <p className={styles.detail}>{detail}</p>}
    </Note>
  );
}

/** A failure within a line of text. */
export function FailureText({ failure }: { failure: Failure | Error }) {
  const { t } = useTranslation();
  const { text, detail } = failureWords(t, failure);
  return (
    <>
      {text} {detail !== '' && <span className="quiet">{detail}</span>}
    </>
  );
}

/** Explanations for the user, a paragraph each. */
export function Explanations({ of }: { of: readonly Explanation[] }) {
  const { t } = useTranslation();
  const texts = of.map((explanation) => explained(t, explanation));
  return texts.map((text) => <p key={text}>{text}</p>);
}
