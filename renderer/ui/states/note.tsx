import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './note.module.css';

type Tone = 'good' | 'bad' | 'warning' | 'plain';

const icons = { good: IconCircleCheck, bad: IconAlertTriangle, warning: IconAlertTriangle, plain: IconInfoCircle };

/** A short note in a form: a finding, a failure or a hint. */
export function Note({ tone, children }: { tone: Tone; children: ReactNode }) {
  const Icon = icons[tone];
  return (
    <div className={styles.note} data-tone={tone} role={tone === 'bad' ? 'alert' : undefined}>
      <Icon size={16} stroke={1.5} aria-hidden />
      <div>{children}</div>
    </div>
  );
}
