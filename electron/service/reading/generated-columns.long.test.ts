import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { caseCount, seed as firstSeed } from '../../lib/testing/tier.ts';
import { openTestStore, type TestStore } from '../rows/testing/test-store.ts';

const seeds = Array.from({ length: caseCount(1, 3) }, (_, at) => firstSeed + at);

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** Days: none after the 12th if day and month are to be ambiguous, some otherwise. */
function daysOf(seed: number, confusable: boolean): Day[] {
  const day = (least: number, most: number) =>
    fc.record({
      year: fc.integer({ min: 1950, max: 2049 }),
      month: fc.integer({ min: 1, max: 12 }),
      day: fc.integer({ min: least, max: most }),
    });
  const [any = [], clear = []] = [
    ...fc.sample(fc.array(day(1, 12), { minLength: 30, maxLength: 30 }), { numRuns: 1, seed }),
    ...fc.sample(fc.array(day(13, 28), { minLength: 5, maxLength: 5 }), { numRuns: 1, seed }),
  ];
  return confusable ? any : [...any, ...clear];
}

const two = (value: number) => String(value).padStart(2, '0');
const iso = ({ year, month, day }: Day) => `${year}-${two(month)}-${two(day)}`;

/** Publishes columns of equal length as one text, as the preview proposes. */
async function published(name: string, columns: ReadonlyMap<string, readonly string[]>) {
  const lists = [...columns.values()];
  const records = (lists[0] ?? []).map((_, at) => lists.map((values) => values[at] ?? '').join(';'));
  const path = await store.file(`${name}.csv`, `${[...columns.keys()].join(';')}\n${records.join('\n')}\n`);
  const preview = await store.rows.preview({ path }, 'show', store.folder);
  const version = await store.rows.ingest(name, preview.plan, {}, {});
  const rows = (await store.page(version)) as Record<string, unknown>[];
  const requested = new Set(preview.survey.columns.flatMap(({ name: own, question }) => (question ? [own] : [])));
  return { requested, stored: (own: string) => rows.map((row) => row[own]) };
}

const orders = ['/', '.', '-'].flatMap((mark) =>
  [two, String].flatMap((digits) =>
    [true, false].map((dayFirst) => ({
      name: `${mark} ${digits === two ? 'padded' : 'short'} ${dayFirst ? 'day' : 'month'}`,
      write: ({ year, month, day }: Day) =>
        (dayFirst ? [day, month] : [month, day]).map(digits).join(mark) + mark + year,
    })),
  ),
);

describe.each(seeds)('columns of generated dates (seed %i)', (seed) => {
  it('are read in the order that some values reveal; ambiguous ones raise a question and stay unchanged', async () => {
    for (const confusable of [false, true]) {
      const days = daysOf(seed, confusable);
      const columns = new Map(orders.map(({ name, write }) => [name, days.map(write)]));
      const { requested, stored } = await published(`days-${seed}-${confusable}`, columns);
      for (const [name, written] of columns) {
        expect(requested.has(name), name).toBe(confusable);
        expect(stored(name), name).toEqual(confusable ? written : days.map(iso));
      }
    }
  });

  it('in two forms, or in an unrecognisable one, are never changed', async () => {
    const days = daysOf(seed, false);
    const alternating = (first: (day: Day) => string, second: (day: Day) => string) =>
      days.map((day, at) => (at % 3 === seed % 3 ? first : second)(day));
    const dayFirst = ({ year, month, day }: Day) => `${two(day)}/${two(month)}/${year}`;
    const monthFirst = ({ year, month, day }: Day) => `${two(month)}/${two(day)}/${year}`;
    const columns = new Map([
      ['both orders', alternating(dayFirst, monthFirst)],
      ['ISO or day first', alternating(iso, dayFirst)],
      ['month or day', alternating((day) => iso(day).slice(0, 7), iso)],
      ['short years', days.map(({ year, month, day }) => `${two(day)}/${two(month)}/${two(year % 100)}`)],
      ['no year', days.map(({ month, day }) => `${two(day)}/${two(month)}`)],
      ['year, day, month', days.map(({ year, month, day }) => `${year}-${two(day)}-${two(month)}`)],
    ]);
    const { stored } = await published(`kept-${seed}`, columns);
    for (const [name, written] of columns) expect(stored(name), name).toEqual(written);
  });
});

describe.each(seeds)('columns of generated numbers (seed %i)', (seed) => {
  const parts = fc.array(fc.tuple(fc.integer({ min: 1, max: 999 }), fc.integer({ min: 0, max: 999 })), {
    minLength: 40,
    maxLength: 40,
  });
  const [numbers = []] = fc.sample(parts, { numRuns: 1, seed });
  const three = (value: number) => String(value).padStart(3, '0');
  const shared = (mark: string) => numbers.map(([front, back]) => `${front}${mark}${three(back)}`);

  it('that fit two readings raise a question if neither is evident, and stay unchanged', async () => {
    const columns = new Map([
      ['points and a comma', [...shared('.').slice(1), '12,5']],
      ['joined', shared('_')],
      ['signs behind', numbers.map(([front]) => `${front}-`)],
      ['padded', numbers.map(([front]) => three(front % 100))],
    ]);
    const { stored } = await published(`numbers-${seed}`, columns);
    for (const name of ['joined', 'signs behind', 'padded']) expect(stored(name), name).toEqual(columns.get(name));
    expect(stored('points and a comma')).toEqual([
      ...numbers.slice(1).map(([front, back]) => front * 1000 + back),
      12.5,
    ]);
    // No other column shows whether these are groups of thousands.
    const alone = await published(
      `doubt-${seed}`,
      new Map([
        ['commas', shared(',')],
        ['x', numbers.map(([front]) => String(front))],
      ]),
    );
    expect(alone.requested.has('commas')).toBe(true);
    expect(alone.stored('commas')).toEqual(shared(','));
  });
});
