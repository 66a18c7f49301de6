import { useTranslation } from 'react-i18next';
import type { Failure } from '#shared/failures.ts';
import { failureWords } from '../../lib/format/failure-texts.ts';
import styles from './note.module.css';
import { Note } from './note.tsx';

/** A failure inside a form. */
export function FailureNote({ failure }: { failure: Failure }) {
  const { t } = useTranslation();
  const { text, detail } = failureWords(t, failure);
  return (
    <Note tone="bad">
      <p>{text}</p>
      {detail !== '' && <p className={styles.detail}>{detail}</p>}
    </Note>
  );
}

/** A failure within a line of text. */
export function FailureText({ failure }: { failure: Failure }) {
  const { t } = useTranslation();
  const { text, detail } = failureWords(t, failure);
  return (
    <>
      {text} {detail !== '' && <span className="quiet">{detail}</span>}
    </>
  );
}
