import { Button } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from '../publish.module.css';

interface ProposalProps {
  readonly icon: Icon;
  readonly text: string;
  /** Whether it is only an offer, and does not need an answer. */
  readonly quiet?: boolean;
  /** What can be decided. */
  readonly children: ReactNode;
}

/** Something about a file that only the user knows, with a button for each decision. */
export function Proposal({ icon: Sign, text, quiet = false, children }: ProposalProps) {
  return (
    <section className={styles.proposal} data-unsure={!quiet || undefined} aria-label={text}>
      <Sign size={16} stroke={1.5} aria-hidden />
      <span className={styles.proposalText}>{text}</span>
      {children}
    </section>
  );
}

interface DecisionProps {
  readonly onClick: () => void;
  readonly children: ReactNode;
}

export function Decision({ onClick, children }: DecisionProps) {
  return (
    <Button size="compact-xs" variant="default" onClick={onClick}>
      {children}
    </Button>
  );
}
