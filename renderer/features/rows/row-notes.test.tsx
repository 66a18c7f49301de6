import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { ViewProgress } from '#shared/api/view-progress.ts';
import { everyRow, type RowQuery } from '#shared/row-query.ts';
import { backend } from '../../testing/far-side.ts';
import { renderComponent } from '../../testing/render-component.tsx';
import { PreparingNote } from './row-notes.tsx';

const reference = { connection: 'local', namespace: 'geo', dataset: 'towns' };
const byName: RowQuery = { ...everyRow, ordering: [{ column: 'name', descending: false }] };
const preparing: ViewProgress = {
  state: 'preparing',
  phase: 'sorting',
  fraction: 0.42,
  seconds: 3.7,
  found: 300,
  count: 300,
};

function show(query: RowQuery, ...answers: readonly (ViewProgress | null)[]) {
  const left = [...answers];
  const last = answers.at(-1) ?? null;
  backend.answer('readViewProgress', () => left.shift() ?? last);
  renderComponent(<PreparingNote tab={{ reference, query }} newest="1" />);
}

describe('the note about rows that are being prepared', () => {
  it('shows how far the order is, and disappears when it is ready', async () => {
    const ready: ViewProgress = { ...preparing, state: 'ready', phase: null, fraction: null };
    show(byName, preparing, { ...preparing, fraction: 0.8 }, ready);
    expect((await screen.findByRole('status')).textContent).toBe('Preparing the middle of this order…');
    expect(screen.getByText('42%')).toBeDefined();
    expect(screen.getByRole('progressbar', { name: 'Preparing the middle of this order…' })).toBeDefined();
    expect(screen.getByText(/^5 secs? left$/)).toBeDefined();
    expect(await screen.findByText('80%')).toBeDefined();
    // Less than two seconds are left.
    expect(screen.queryByText(/left$/)).toBeNull();
    await waitFor(() => expect(screen.queryByRole('status')).toBeNull());
    expect(backend.calls('readViewProgress')).toHaveLength(3);
  });

  it('shows how long it has taken while the service cannot say how far it is', async () => {
    show({ ...byName, ordering: [], search: 'ulm' }, { ...preparing, phase: 'filtering', fraction: null });
    expect((await screen.findByRole('status')).textContent).toBe('Searching all rows…');
    expect(screen.getByText('3 s so far')).toBeDefined();
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  it('is not shown for what takes a moment, nor for services that do not report it', async () => {
    show(byName, { ...preparing, seconds: 0.1 }, null);
    await waitFor(() => expect(backend.calls('readViewProgress')).toHaveLength(2));
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('is not requested for all rows in their own order', async () => {
    show(everyRow, preparing);
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(backend.calls('readViewProgress')).toHaveLength(0);
    expect(screen.queryByRole('status')).toBeNull();
  });
});
