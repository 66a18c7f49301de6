import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Chart } from '#shared/chart.ts';
import { everyRow } from '#shared/row-query.ts';
import type { GroupScope } from '../../backend/statistics.ts';
import { backend } from '../../testing/far-side.ts';
import { testColumn } from '../../testing/records.ts';
import { renderComponent } from '../../testing/render-component.tsx';
import { chartOf } from './model/new-chart.ts';
import { useChart } from './use-chart.ts';

const name = testColumn('name');
const columns = [name];
const scope: GroupScope = { reference: { connection: 'c', namespace: 'n', dataset: 'd' }, newest: 'v', maxRows: 10 };

/** The values of a chart in words: those of its categories, and of what stands for the others. */
function Values({ chart }: { readonly chart: Chart }) {
  const state = useChart('tab', chart, columns, scope, everyRow);
  if (state.kind !== 'ready') return <p>{state.kind}</p>;
  const texts = state.data.panels.flatMap(({ categories, series: [series] }) =>
    categories.map((category, at) => {
      const of = category.kind === 'others' ? `${category.count} others` : 'value' in category ? category.value : '–';
      return `${of}: ${series?.values[at]}`;
    }),
  );
  return <p>{texts.join(', ')}</p>;
}

const chart: Chart = { ...chartOf(name, 'chart-1'), top: 1, others: true };

it('counts groups that were not read among the others', async () => {
  backend.answer('readGroups', ({ query }) =>
    query.keys.length === 0
      ? { count: 1, groups: [[1000]], basis: { kind: 'all' } }
      : {
          count: 70_000,
          groups: [
            ['Rome', 5],
            ['Bonn', 3],
          ],
          basis: { kind: 'all' },
        },
  );
  renderComponent(<Values chart={chart} />);
  expect(await screen.findByText('Rome: 5, 69999 others: 995')).toBeDefined();
});

it('asks for nothing else where all groups were read', async () => {
  const groups = [
    ['Rome', 5],
    ['Bonn', 3],
  ];
  backend.answer('readGroups', { count: 2, groups, basis: { kind: 'all' } });
  renderComponent(<Values chart={chart} />);
  expect(await screen.findByText('Rome: 5, 1 others: 3')).toBeDefined();
  expect(backend.calls('readGroups').map(({ query }) => query.keys.length)).toEqual([1]);
});

it('leaves groups that were not read out of averages, which cannot be subtracted', async () => {
  const groups = [
    ['Rome', 5],
    ['Bonn', 3],
  ];
  backend.answer('readGroups', { count: 70_000, groups, basis: { kind: 'all' } });
  renderComponent(<Values chart={{ ...chart, measure: { function: 'Average', column: 'population' } }} />);
  expect(await screen.findByText('Rome: 5')).toBeDefined();
  expect(backend.calls('readGroups')).toHaveLength(1);
});

it('leaves out all but the largest unless the others are asked for', async () => {
  const groups = [
    ['Rome', 5],
    ['Bonn', 3],
  ];
  backend.answer('readGroups', { count: 2, groups, basis: { kind: 'all' } });
  renderComponent(<Values chart={{ ...chart, others: false }} />);
  expect(await screen.findByText('Rome: 5')).toBeDefined();
});

it('draws what is shown of the values, of the chosen series from a beginning on', async () => {
  backend.answer('readGroups', { count: 1, groups: [['2001', 'Rome', 40, 80]], basis: { kind: 'all' } });
  const shown: Chart = {
    ...chart,
    mark: 'line',
    x: { column: 'day', function: 'Year', step: 0 },
    color: { column: 'name', function: null, step: 0 },
    measure: { function: 'Sum', column: 'population' },
    show: { kind: 'index', base: '2000' },
    series: ['Rome', 'Bad Ems, old'],
    from: '1990',
    sort: 'key',
  };
  renderComponent(<Values chart={shown} />);
  expect(await screen.findByText('2001: 80')).toBeDefined();
  const [query] = backend.calls('readGroups').map((call) => call.query);
  expect(query?.derived).toEqual([{ name: 'shown', of: 'value', function: 'Index', key: 'Year(day)', base: '2000' }]);
  expect(query?.rows.filters).toEqual([
    { column: 'name', lookup: 'in', value: 'Rome,"Bad Ems, old"' },
    { column: 'day', lookup: 'gte', value: '1990' },
  ]);
});
