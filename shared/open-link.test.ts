import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Chart, chartMarks } from './chart.ts';
import { ExplainedError } from './english/explained-error.ts';
import { formatOpenLink, formatWebLink, parseOpenLink } from './open-link.ts';

const wordOf = fc.stringMatching(/^[a-z0-9][a-z0-9_-]{0,30}$/);
/** Quicker to build than fast-check's own addresses, which take most of a second. */
const address = fc
  .tuple(
    fc.constantFrom('http', 'https'),
    fc.stringMatching(/^[a-z][a-z0-9]{0,8}(\.[a-z]{2,4}){0,2}(:[1-9][0-9]{0,3})?$/),
    fc.array(fc.stringMatching(/^[A-Za-z0-9_~!$&'()*+,;=:@-]{0,6}$/), { maxLength: 4 }),
    fc.stringMatching(/^(\?[A-Za-z0-9&=+%2F-]{0,8})?$/),
  )
  .map(([scheme, host, path, query]) => `${scheme}://${host}/${path.join('/')}${query}`);
const link = fc.record({
  service: fc.option(address),
  namespace: wordOf,
  dataset: fc.option(wordOf),
  view: fc.array(fc.tuple(fc.string({ unit: 'grapheme', minLength: 1 }), fc.string({ unit: 'grapheme' })), {
    maxLength: 20,
  }),
});
const dimension = fc.record({ column: fc.string(), function: fc.constantFrom(null, 'Month', 'Bin'), step: fc.nat() });
const chart: fc.Arbitrary<Chart> = fc.record({
  id: wordOf,
  mark: fc.constantFrom(...chartMarks),
  x: dimension,
  y: fc.option(dimension),
  measure: fc.record({ function: fc.constantFrom('Sum', 'Quantile'), column: fc.option(fc.string()) }),
  color: fc.option(dimension),
  facet: fc.option(dimension),
  top: fc.integer({ min: 1, max: 500 }),
  sort: fc.constantFrom('key', 'descending', 'ascending'),
  scale: fc.constantFrom('linear', 'log'),
  stack: fc.constantFrom('none', 'stacked', 'share'),
  running: fc.boolean(),
  missing: fc.boolean(),
});

describe('links to Almanac', () => {
  it('are parsed as they were formatted', () => {
    fc.assert(
      fc.property(link, (written) => {
        expect(parseOpenLink(formatOpenLink(written))).toEqual(written);
      }),
    );
  });

  it('contain a chart unchanged', () => {
    fc.assert(
      fc.property(link, chart, (written, drawn) => {
        expect(parseOpenLink(formatOpenLink({ ...written, chart: drawn }))).toEqual({ ...written, chart: drawn });
      }),
    );
  });

  it('to a service that serves the window are web addresses', () => {
    fc.assert(
      fc.property(link, chart, (written, drawn) => {
        const whole = {
          ...written,
          service: 'https://example.org/data/',
          parts: { tab: 'charts' as const, charts: [drawn] },
        };
        expect(parseOpenLink(formatWebLink(whole.service, whole))).toEqual(whole);
      }),
    );
  });

  it('may name only the application', () => {
    const nothing = { service: null, namespace: null, dataset: null, view: [] };
    expect(['almanac://open', 'almanac://open/', 'ALMANAC://open?'].map(parseOpenLink)).toEqual([
      nothing,
      nothing,
      nothing,
    ]);
  });

  it('have no more parts than they need', () => {
    const nothing = { service: null, namespace: null, dataset: null, view: [] };
    expect(formatOpenLink(nothing)).toBe('almanac://open');
    expect(formatOpenLink({ ...nothing, service: 'https://example.org/' })).toBe(
      'almanac://open?service=https%3A%2F%2Fexample.org%2F',
    );
    expect(formatOpenLink({ ...nothing, namespace: 'a', view: [['b', '1']] })).toBe(
      'almanac://open?namespace=a&view=b%3D1',
    );
  });

  it('have at most 200 conditions, and names with dots', () => {
    const view = Array.from({ length: 200 }, (_, at): [string, string] => ['a', String(at)]);
    const link = { service: null, namespace: 'a.b.', dataset: '.c', view };
    expect(parseOpenLink(formatOpenLink(link))).toEqual(link);
  });

  it.each([
    ['https://example.org/', 'not a link'],
    ['almanac://run?command=x', 'not a link'],
    ['almanac:open', 'not a link'],
    ['see almanac://open', 'not a link'],
    ['almanac://open?service=javascript:location="https://example.org/"', 'not a web address'],
    ['almanac://open/../x', 'not a link'],
    ['almanac://open?service=file:///etc/passwd', 'not a web address'],
    ['almanac://open?service=javascript:alert(1)', 'not a web address'],
    ['almanac://open?service=https://user:secret@example.org/', 'not a web address'],
    ['almanac://open?dataset=x', 'without its namespace'],
    ['almanac://open?namespace=..&dataset=x', 'not name a valid namespace'],
    ['almanac://open?namespace=a%2Fb', 'not name a valid namespace'],
    ['almanac://open?namespace=a&dataset=%00', 'not name a valid dataset'],
    ['almanac://open?namespace=%E0%A4', 'invalid escape'],
    [`almanac://open?namespace=${'a'.repeat(20_000)}`, 'too long'],
    [`almanac://open?view=${encodeURIComponent('a=1&'.repeat(300))}`, 'more than 200'],
    ['almanac://open?chart={', 'chart in the link'],
    ['almanac://open?chart={"mark":"pie"}', 'chart in the link'],
  ])('refuses %.60s', (text, reason) => {
    expect(() => parseOpenLink(text)).toThrow(ExplainedError);
    expect(() => parseOpenLink(text)).toThrow(reason);
  });
});
