import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { t } from 'i18next';
import type { ReactNode } from 'react';
import type { Explanation, Failure } from '#shared/failures.ts';
import { explained, failureWords } from '../../lib/format/failure-texts.ts';
import styles from './note.module.css';

type Tone = 'good' | 'bad' | 'warning' | 'plain';

const icons = { good: IconCircleCheck, bad: IconAlertTriangle, warning: IconAlertTriangle, plain: IconInfoCircle };

/** A short note in a form: a finding, a failure or a hint. */
export function Note({ tone, title, children }: { tone: Tone; title?: string | undefined; children: ReactNode }) {
  const Icon = icons[tone];
  return (
    <div className={styles.note} data-tone={tone} role={tone === 'bad' ? 'alert' : undefined}>
      <Icon size={16} stroke={1.5} aria-hidden />
      <div>
        {title !== undefined && (
          <p>
            <strong>{title}</strong>
          </p>
        )}
        {children}
      </div>
    </div>
  );
}

/** What went wrong in a form; nothing without a failure. */
export function FailureNote({ failure }: { failure: Failure | Error | null }) {
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
  const { text, detail } = failureWords(t, failure);
  return (
    <>
      {text} {detail !== '' && <span className="quiet">{detail}</span>}
    </>
  );
}

/** Explanations for the user, a paragraph each. */
export function Explanations({ of }: { of: readonly Explanation[] }) {
  const texts = of.map((explanation) => explained(t, explanation));
  return texts.map((text) => <p key={text}>{text}</p>);
}
