import { screen } from '@testing-library/react';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startMessages } from '../../locales/language.ts';
import { renderComponent } from '../../testing/render-component.tsx';
import { UndoBar } from './group-view.tsx';

beforeAll(() => startMessages('de', 'de-DE'));
afterAll(() => startMessages('en', 'en-GB'));

it('shows the keys as they are labelled on the user’s keyboard', () => {
  const steps = { undo: vi.fn(), redo: vi.fn(), canUndo: true, canRedo: false };
  renderComponent(<UndoBar steps={steps} label="Charts" />);
  const tooltips = screen.getAllByRole('button').map((button) => button.dataset.tooltip);
  expect(tooltips).toEqual([expect.stringMatching(/\(Strg\+Z\)$/), expect.stringMatching(/\(Strg\+Umschalt\+Z\)$/)]);
});
