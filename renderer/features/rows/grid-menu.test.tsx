import { afterEach, expect, test } from 'vitest';
import { menuTarget } from './grid-menu.tsx';

const page = `
  <div role="columnheader" col-id="c2"><span id="head">Name</span><input id="field"></div>
  <div role="columnheader" col-id="row-number"><span id="corner">Row</span></div>
  <div role="row" row-index="12">
    <div role="rowheader" col-id="row-number"><b id="number">13</b></div>
    <div role="gridcell" col-id="c2"><b id="cell">Turin</b></div>
  </div>
  <p id="beside"></p>`;

const container = document.createElement('div');
afterEach(() => container.remove());

test.each([
  ['cell', { kind: 'cell', row: 12, column: 2 }],
  ['number', { kind: 'row', row: 12 }],
  ['head', { kind: 'column', column: 2 }],
  ['field', null],
  ['corner', null],
  ['beside', null],
])('at %s it is about %o', (id, target) => {
  container.innerHTML = page;
  document.body.append(container);
  expect(menuTarget(document.querySelector(`#${id}`) ?? document.body)).toEqual(target);
});
