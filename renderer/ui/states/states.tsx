import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { t } from 'i18next';
import { Component, type ReactNode } from 'react';
import { explain, type Failure, failure } from '#shared/failures.ts';
import { asksForSignIn, failureOf, failureWords } from '../../lib/format/failure-texts.ts';
import styles from './states.module.css';

interface EmptyStateProps {
  readonly icon?: ReactNode;
  readonly title: string;
  readonly text: string;
  /** Level of the heading within the page; 3 inside a dataset. */
  readonly level?: 2 | 3;
  readonly children?: ReactNode;
}

/** An empty state: why there is nothing to show, and what to do about it. */
export function EmptyState(props: EmptyStateProps) {
  const Heading = props.level === 2 ? 'h2' : 'h3';
  return (
    <div className={styles.state}>
      {props.icon !== undefined && <div className={styles.icon}>{props.icon}</div>}
      <Heading className={styles.title}>{props.title}</Heading>
      <p className={styles.text}>{props.text}</p>
      {props.children}
    </div>
  );
}

interface FailureProps {
  readonly failure: Failure | Error;
  readonly onRetry: () => unknown;
  /** Opens the sign-in dialog; offered if signing in helps. */
  readonly onSignIn?: (() => void) | undefined;
}

/** An error state with a retry button. */
export function FailureState({ failure: thrown, onRetry, onSignIn }: FailureProps) {
  const failure = thrown instanceof Error ? failureOf(thrown) : thrown;
  const { text, detail } = failureWords(t, failure);
  return (
    <div className={styles.state} role="alert">
      <IconAlertTriangle className={styles.icon} size={28} stroke={1.5} aria-hidden />
      <h3 className={styles.title}>
        {t(failure.code === 'more-groups-than-calculated' ? 'failure.tooManyGroups' : 'failure.title')}
      </h3>
      <p className={styles.text}>{text}</p>
      {detail !== '' && <p className={`${styles.text} ${styles.detail}`}>{detail}</p>}
      {failure.where !== '' && <p className={`${styles.text} mono`}>{t('failure.where', { where: failure.where })}</p>}
      <div className={styles.actions}>
        <FailureActions failure={failure} onRetry={onRetry} onSignIn={onSignIn} />
      </div>
    </div>
  );
}

/** A partial failure: what was read before stays visible below it. */
export function FailureNotice({
  text = '',
  failure: thrown,
  onRetry,
  onSignIn,
}: FailureProps & { readonly text?: string }) {
  const failure = thrown instanceof Error ? failureOf(thrown) : thrown;
  const words = failureWords(t, failure);
  return (
    <div className={styles.notice} role="alert">
      <IconAlertTriangle size={16} aria-hidden />
      <span className={styles.noticeText}>
        {text} {words.text} <span className="quiet">{words.detail}</span>
      </span>
      <FailureActions failure={failure} onRetry={onRetry} onSignIn={onSignIn} size="compact-xs" />
    </div>
  );
}

interface FailureActionsProps extends FailureProps {
  readonly failure: Failure;
  readonly size?: string;
}

function FailureActions({ failure, onRetry, onSignIn, size = 'xs' }: FailureActionsProps) {
  return (
    <>
      {onSignIn !== undefined && asksForSignIn(failure) && (
        <Button size={size} onClick={onSignIn}>
          {t('failureView.signIn')}
        </Button>
      )}
      {failure.retry && (
        <Button variant="default" size={size} onClick={() => onRetry()}>
          {t('common.retry')}
        </Button>
      )}
    </>
  );
}

interface ErrorBoundaryProps {
  readonly children: ReactNode;
}

interface ErrorBoundaryState {
  readonly message: string | null;
}

/** Contains the fault of one part: the rest of the window stays, and this part can be retried. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { message: null };

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { message: error instanceof Error ? error.message : String(error) };
  }

  override render(): ReactNode {
    const { message } = this.state;
    if (message === null) return this.props.children;
    const shown = failure('unexpected', explain('program-said', { text: message }), { retry: true });
    return <FailureState failure={shown} onRetry={() => this.setState({ message: null })} />;
  }
}
