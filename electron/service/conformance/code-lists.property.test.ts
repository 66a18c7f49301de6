import fc from 'fast-check';
import { expect, it } from 'vitest';
import { caseCount, seed } from '../../lib/testing/tier.ts';
import { findDataset, linkCodes } from '../catalogue/records/datasets.ts';
import { findNamespace } from '../catalogue/records/namespaces.ts';
import type { ModelTable } from './testing/model/row-tables.ts';
import { publishTable } from './testing/publish-table.ts';
import { underTest } from './testing/service-under-test.ts';

const under = underTest();

/** Few codes, so that rows find their codes, and parents lead in circles. */
const code = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'A', '1', '01', 'null', 'é "x", y', ' ', 'a,b');
const listRow = fc.record({
  code: fc.option(code, { freq: 20 }),
  label: fc.option(
    fc.string({ minLength: 1 }).filter((text) => !/[\0\uD800-\uDFFF]/.test(text)),
    { freq: 10 },
  ),
  parent: fc.option(code, { freq: 2 }),
  order: fc.option(fc.bigInt(-3n, 3n)),
});
const listRows = fc.array(listRow, { minLength: 1, maxLength: 14 });
const dataRows = fc.array(fc.option(code, { freq: 8 }), { minLength: 1, maxLength: 20 });

interface Entry {
  readonly label: string;
  readonly parent: string | null;
}

/** A plain model of a list: the first row of each code in the list's order. */
function modelList(rows: readonly (typeof listRow extends fc.Arbitrary<infer Row> ? Row : never)[]) {
  const entries = new Map<string, Entry>();
  const sorted = [
    ...rows.filter(({ order }) => order !== null).sort((a, b) => Number(a.order) - Number(b.order)),
    ...rows.filter(({ order }) => order === null),
  ];
  for (const { code: own, label, parent } of sorted) {
    if (own !== null && !entries.has(own)) entries.set(own, { label: label ?? own, parent });
  }
  const parentOf = (own: string) => {
    const parent = entries.get(own)?.parent ?? null;
    return parent !== null && entries.has(parent) && !leadsTo(parent, own) ? parent : null;
  };
  const leadsTo = (from: string, to: string) => {
    let at: string | null | undefined = from;
    for (let step = 0; step <= entries.size && at != null; step += 1) {
      if (at === to) return true;
      at = entries.get(at)?.parent;
    }
    return false;
  };
  const pathOf = (own: string): string[] => {
    const parent = parentOf(own);
    return parent === null ? [own] : [...pathOf(parent), own];
  };
  return {
    label: (own: string | null) => (own === null ? null : (entries.get(own)?.label ?? null)),
    isUnder: (own: string | null, top: string) =>
      own === top || (own !== null && entries.has(own) && pathOf(own).includes(top)),
    atLevel: (own: string | null, level: number) =>
      own === null || !entries.has(own) ? null : (pathOf(own)[level - 1] ?? null),
    places: () => [...entries.keys()],
    isListed: (own: string) => entries.has(own),
  };
}

async function publishLinked(list: ModelTable, table: ModelTable) {
  const { records } = under.service.deps.catalogue;
  const [codes, data] = [await publishTable(under.service, list), await publishTable(under.service, table)];
  const city = (await findNamespace(records, 'city'))?.id ?? 0;
  const idOf = async (path: string) => (await findDataset(records, city, path.split('/').at(-3) ?? ''))?.id ?? 0;
  await linkCodes(records, await idOf(data.data), 'own', await idOf(codes.data));
  return {
    path: data.data.replace(/data\/$/, ''),
    remove: async () => await Promise.all([codes.remove(), data.remove()]),
  };
}

it('Labels, codes below one and levels are those of a plain model', async () => {
  await fc.assert(
    fc.asyncProperty(listRows, dataRows, code, fc.integer({ min: 1, max: 4 }), async (rows, values, top, level) => {
      const model = modelList(rows);
      const list: ModelTable = {
        columns: [
          { name: 'code', type: 'char' },
          { name: 'label', type: 'char' },
          { name: 'parent', type: 'char' },
          { name: 'order', type: 'integer' },
        ],
        rows: rows.map((row) => [row.code, row.label, row.parent, row.order]),
      };
      const table: ModelTable = { columns: [{ name: 'own', type: 'char' }], rows: values.map((value) => [value]) };
      const { path, remove } = await publishLinked(list, table);
      try {
        const ask = async (query: Record<string, string>, place = 'data') => {
          const { status, text, json } = await under.ask(`${path}${place}/?${new URLSearchParams(query)}`);
          expect([status, status === 200 ? '' : text]).toEqual([200, '']);
          return place === 'data' ? json.results : json;
        };
        const labelled = values.map((own, at) => ({ own, own_label: model.label(own), 'row number': at }));
        expect(await ask({ _labels: 'true' })).toEqual(labelled);
        expect(await ask({ _labels: 'true', _format: 'json' }, 'download')).toEqual(labelled);
        const below = labelled.filter(({ own }) => model.isUnder(own, top)).reverse();
        expect(await ask({ own__under: top, _labels: 'true', ordering: '-row number' })).toEqual(below);
        const places = model.places();
        const placeOf = ({ own }: { readonly own: string | null }) =>
          own === null ? places.length + 1 : places.includes(own) ? places.indexOf(own) : places.length;
        const inOrder = [...labelled].sort((one, other) => placeOf(one) - placeOf(other));
        expect(await ask({ ordering: 'own', _collation: 'codes', _labels: 'true' })).toEqual(inOrder);
        const counts = new Map<string | null, number>();
        for (const own of values) {
          const at = model.atLevel(own, level);
          counts.set(at, (counts.get(at) ?? 0) + 1);
        }
        const key = `Level(own,${level})`;
        const groups = await ask({ _group_by: key, _aggregate__n: 'Count(*)', _labels: 'true' });
        expect(new Map(groups.map((one: Record<string, unknown>) => [one[key], one.n]))).toEqual(counts);
        for (const one of groups) expect(one[`${key}_label`]).toBe(model.label(one[key]));
        const unlisted = new Set(values.filter((own) => own !== null && !model.isListed(own)));
        const report = (await under.ask(`${path}columns/own/unlisted/`)).json;
        expect(new Set(report.values.map((one: { value: string }) => one.value))).toEqual(unlisted);
      } finally {
        await remove();
      }
    }),
    { numRuns: caseCount(8, 60), seed, endOnFailure: true },
  );
});
