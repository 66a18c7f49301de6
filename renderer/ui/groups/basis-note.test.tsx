import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { startMessages } from '../../locales/language.ts';
import { renderComponent } from '../../testing/render-component.tsx';
import { BasisNote } from './basis-note.tsx';

afterEach(() => startMessages('en', 'en-GB'));

it('formats both row counts in the chosen number format', async () => {
  await startMessages('en', 'de-DE');
  renderComponent(<BasisNote basis={{ kind: 'part', rows: 100_000, of: 2_000_000 }} onReadMore={vi.fn()} />);
  expect(screen.getByText('Over the first 100.000 of 2.000.000 rows')).toBeDefined();
});
