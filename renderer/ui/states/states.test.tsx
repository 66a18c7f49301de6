import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { explain, failure } from '#shared/failures.ts';
import { renderComponent } from '../../testing/render-component.tsx';
import { BadValues } from './bad-values.tsx';
import { ProgressLine } from './progress-line.tsx';
import { ErrorBoundary, FailureState } from './states.tsx';

describe('a failure', () => {
  it('is explained, with where it happened', () => {
    const shown = failure('offline', explain('unreachable', { host: 'statistics.example' }), { where: '/geo/towns/' });
    renderComponent(<FailureState failure={shown} onRetry={vi.fn()} />);
    const alert = screen.getByRole('alert');
    expect(alert.textContent).toContain('statistics.example cannot be reached from here.');
    expect(alert.textContent).toContain('Where: /geo/towns/');
  });

  it('is not shown as an error if a query merely has too many groups', () => {
    const many = failure('bad-query', explain('more-groups-than-calculated', { host: 'statistics.example' }));
    renderComponent(<FailureState failure={many} onRetry={vi.fn()} />);
    expect(screen.getByRole('heading', { name: 'Too many groups' })).toBeDefined();
    expect(screen.queryByText('Something went wrong')).toBeNull();
  });

  it('offers a retry only if that may help', () => {
    renderComponent(<FailureState failure={failure('disk-full', explain('disk-full'))} onRetry={vi.fn()} />);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('quotes the service’s message below the kind of failure', () => {
    const said = failure('server-error', explain('recorded', { text: 'Ein Fehler trat auf' }), { retry: true });
    renderComponent(<FailureState failure={said} onRetry={vi.fn()} />);
    expect(screen.getByText(/Ein Fehler trat auf/)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined();
  });

  it('offers signing in only if that helps', async () => {
    const onSignIn = vi.fn();
    const expected = failure('sign-in-needed', explain('sign-in-to-see', { host: 'statistics.example' }));
    const user = renderComponent(<FailureState failure={expected} onRetry={vi.fn()} onSignIn={onSignIn} />);
    await user.click(screen.getByRole('button', { name: 'Sign in…' }));
    expect(onSignIn).toHaveBeenCalledOnce();
  });
});

function Part({ part }: { part: { readonly isBroken: boolean } }) {
  if (part.isBroken) throw new Error('It broke.');
  return <p>Here again</p>;
}

describe('a part that fails to render', () => {
  it('shows an error in its own place, and is rendered again on request', async () => {
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const part = { isBroken: true };
    const user = renderComponent(
      <ErrorBoundary>
        <Part part={part} />
      </ErrorBoundary>,
    );
    expect(screen.getByRole('alert').textContent).toContain('It broke.');
    part.isBroken = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(screen.getByText('Here again')).toBeDefined();
    quiet.mockRestore();
  });
});

describe('a line of progress', () => {
  it('has no value while it is unknown', () => {
    renderComponent(<ProgressLine label="Reading" fraction={null} words="" />);
    expect(screen.getByRole('progressbar', { name: 'Reading' }).getAttribute('aria-valuenow')).toBeNull();
  });

  it('is never full before the end', () => {
    renderComponent(<ProgressLine label="Reading" fraction={0.999} words="Sorting" />);
    const bar = screen.getByRole('progressbar', { name: 'Reading' });
    expect(bar.getAttribute('aria-valuenow')).toBe('99');
    expect(bar.getAttribute('aria-valuetext')).toBe('Sorting');
  });
});

describe('values that could not be read', () => {
  it('are a table of which only visible lines exist', () => {
    const values = Array.from({ length: 1000 }, (_, position) => ({
      row: position + 1,
      line: position + 2,
      column: 'population',
      value: `x${position}`,
      reason: explain('recorded', { text: 'No number.' }),
    }));
    renderComponent(<BadValues values={values} />);
    const table = screen.getByRole('table', { name: 'Values that could not be read' });
    expect(table.getAttribute('aria-rowcount')).toBe('1001');
    expect(within(table).getAllByRole('row').length).toBeLessThan(60);
    expect(within(table).getByRole('cell', { name: 'x0' })).toBeDefined();
  });
});
