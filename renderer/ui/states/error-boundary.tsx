import { Component, type ReactNode } from 'react';
import { explain, failure } from '#shared/failures.ts';
import { FailureState } from './states.tsx';

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
