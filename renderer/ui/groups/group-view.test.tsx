import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { everyRow } from '#shared/row-query.ts';
import { startMessages } from '../../locales/language.ts';
import { renderComponent } from '../../testing/render-component.tsx';
import { BasisNote, UndoBar } from './group-view.tsx';

beforeEach(() => startMessages('de', 'de-DE'));
afterEach(() => startMessages('en', 'en-GB'));

it('shows the keys as they are labelled on the user’s keyboard', () => {
  const steps = { undo: vi.fn(), redo: vi.fn(), canUndo: true, canRedo: false };
  renderComponent(<UndoBar steps={steps} label="Charts" />);
  const tooltips = screen.getAllByRole('button').map((button) => button.dataset.tooltip);
  expect(tooltips).toEqual([expect.stringMatching(/\(Strg\+Z\)$/), expect.stringMatching(/\(Strg\+Umschalt\+Z\)$/)]);
});

it('formats both row counts in the chosen number format', async () => {
  await startMessages('en', 'de-DE');
  renderComponent(
    <BasisNote basis={{ kind: 'part', rows: 100_000, of: 2_000_000 }} query={everyRow} onReadMore={vi.fn()} />,
  );
  expect(screen.getByText('Over the first 100.000 of 2.000.000 rows')).toBeDefined();
});

it('distinguishes all rows from those that match the filters', () => {
  renderComponent(<BasisNote basis={{ kind: 'all' }} query={everyRow} onReadMore={null} />);
  renderComponent(<BasisNote basis={{ kind: 'all' }} query={{ ...everyRow, search: 'Ulm' }} onReadMore={null} />);
  const notes = screen.getAllByText(/^Über alle Zeilen/).map(({ textContent }) => textContent);
  expect(notes).toEqual(['Über alle Zeilen', 'Über alle Zeilen, die den Filtern entsprechen']);
});
