import { afterEach, beforeEach, expect, test } from 'vitest';
import { enterView, moveToRegion, rememberRegions, tabLeaves } from './regions.ts';

let stop = () => {};

function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`There is no ${id}.`);
  return found;
}

beforeEach(() => {
  document.body.innerHTML = `
    <section data-region="catalogue"><input id="filter"><div role="treeitem" tabindex="0" id="line"></div></section>
    <div data-region="tabs"><button id="tab"></button><button id="other" tabindex="-1"></button></div>
    <div data-front>
      <div data-region="view">
        <button id="search"></button>
        <div id="grid"><div class="ag-tab-guard" tabindex="0" id="guard"></div><div tabindex="-1" id="cell"></div></div>
      </div>
    </div>
    <div inert><div data-region="details"><button id="hidden"></button></div></div>
    <footer data-region="status"><button id="jobs"></button></footer>`;
  stop = rememberRegions();
});

afterEach(() => {
  stop();
  document.body.innerHTML = '';
});

const focused = () => document.activeElement?.id;

test('the focus moves from part to part, into lines and grids first, and around at the end', () => {
  const visited = Array.from({ length: 5 }, () => {
    moveToRegion(1);
    return focused();
  });
  expect(visited).toEqual(['line', 'tab', 'guard', 'jobs', 'line']);
  moveToRegion(-1);
  expect(focused()).toBe('jobs');
});

test('the focus returns to where it was in a part, unless that is no stop of its own any more', () => {
  byId('filter').focus();
  byId('other').focus();
  moveToRegion(-1);
  expect(focused()).toBe('filter');
  moveToRegion(1);
  expect(focused()).toBe('tab');
});

test('a part is entered at what it marks', () => {
  byId('guard').remove();
  byId('cell').setAttribute('data-entry', 'true');
  byId('cell').tabIndex = 0;
  byId('tab').focus();
  moveToRegion(1);
  expect(focused()).toBe('cell');
});

test('the focus stays in a dialog', () => {
  document.body.insertAdjacentHTML('beforeend', '<div aria-modal="true"><button id="inside"></button></div>');
  byId('inside').focus();
  moveToRegion(1);
  expect(focused()).toBe('inside');
});

test('a view is entered at its grid, unless the focus is in it already', () => {
  byId('grid').setAttribute('role', 'grid');
  byId('search').focus();
  enterView();
  expect(focused()).toBe('guard');
  byId('cell').focus();
  enterView();
  expect(focused()).toBe('cell');
});

test('Tab leaves a grid from any cell, in both directions', () => {
  tabLeaves(byId('grid'));
  const press = (shiftKey: boolean) => {
    byId('cell').focus();
    byId('cell').dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', shiftKey, bubbles: true, cancelable: true }));
    return focused();
  };
  expect(press(false)).toBe('jobs');
  expect(press(true)).toBe('search');
});
