import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Toolbar } from './toolbar.tsx';

function stops(): string[] {
  const all = [...document.querySelectorAll<HTMLElement>('button, input')];
  return all.filter((one) => one.tabIndex === 0).map((one) => one.getAttribute('aria-label') ?? '');
}

function bar(withSecond = true) {
  return (
    <Toolbar label="Rows">
      <input aria-label="Search" defaultValue="ab" />
      {withSecond && <button type="button" aria-label="Filter" />}
      <button type="button" aria-label="Removed" disabled />
      <div role="dialog">
        <button type="button" aria-label="Apply" />
      </div>
      <button type="button" aria-label="Export" />
    </Toolbar>
  );
}

const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
const focused = () => document.activeElement?.getAttribute('aria-label');

test('a toolbar is one tab stop; arrows move within it, but move the caret first in a field', async () => {
  const { rerender } = render(bar());
  // A popup opened by a button keeps its own tab stops.
  expect(stops()).toEqual(['Search', 'Apply']);
  const search = screen.getByLabelText<HTMLInputElement>('Search');
  search.focus();
  search.setSelectionRange(1, 1);
  press('ArrowRight');
  expect(focused()).toBe('Search');
  search.setSelectionRange(2, 2);
  press('ArrowRight');
  expect(focused()).toBe('Filter');
  press('ArrowRight');
  expect(focused()).toBe('Export');
  expect(stops()).toEqual(['Apply', 'Export']);
  press('ArrowRight');
  expect(focused()).toBe('Search');
  search.setSelectionRange(0, 0);
  press('ArrowLeft');
  expect(focused()).toBe('Export');
  press('ArrowLeft');
  expect(focused()).toBe('Filter');

  // If the control that was the tab stop is removed, the first one is.
  rerender(bar(false));
  await expect.poll(stops).toEqual(['Search', 'Apply']);
});
