import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keepFocus } from './keep-focus.ts';

let stop = () => {};
let isExpected = false;
let asked = 0;
beforeEach(() => {
  isExpected = false;
  asked = 0;
  stop = keepFocus(() => {
    asked += 1;
    return isExpected;
  });
});
afterEach(() => {
  stop();
  document.body.replaceChildren();
});

function add(html: string): Element {
  document.body.insertAdjacentHTML('beforeend', html);
  if (document.body.lastElementChild === null) throw new Error('Nothing was added.');
  return document.body.lastElementChild;
}

function focus(name: string): void {
  document.querySelector<HTMLElement>(`[aria-label="${name}"]`)?.focus();
}

const focused = () => document.activeElement?.getAttribute('aria-label');

/** A dialog in which the focus moves to more elements than are remembered. */
function passThroughDialog(): Element {
  const names = ['one', 'two', 'three', 'four', 'five', 'six'];
  const fields = names.map((name) => `<button aria-label="${name}"></button>`).join('');
  const dialog = add(`<div role="dialog">${fields}</div>`);
  for (const name of names) focus(name);
  return dialog;
}

it('returns to where the focus was before a dialog, however many of its fields had it', async () => {
  add('<main><button aria-label="first"></button><button aria-label="origin"></button></main>');
  focus('origin');
  passThroughDialog().remove();
  await waitFor(() => expect(focused()).toBe('origin'));
});

it('returns to the cell that a grid has drawn again meanwhile', async () => {
  const cell = (name: string) => `<div role="gridcell" col-id="b" tabindex="-1" aria-label="${name}"></div>`;
  add(`<div role="grid"><button aria-label="first"></button><div row-index="3">${cell('old')}</div></div>`);
  focus('old');
  const dialog = passThroughDialog();
  const row = document.querySelector('[row-index="3"]');
  if (row !== null) row.innerHTML = cell('new');
  dialog.remove();
  await waitFor(() => expect(focused()).toBe('new'));
});

it('leaves the focus to what is to get it, and restores it once nothing is', async () => {
  add('<main><button aria-label="near"></button><button aria-label="passing"></button></main>');
  focus('passing');
  isExpected = true;
  document.querySelector('[aria-label="passing"]')?.remove();
  await waitFor(() => expect(asked).toBe(1));
  expect(document.activeElement).toBe(document.body);
  isExpected = false;
  add('<p></p>');
  await waitFor(() => expect(focused()).toBe('near'));
});
