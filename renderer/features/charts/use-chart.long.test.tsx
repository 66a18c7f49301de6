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

const chart = { ...chartOf(name, 'chart-1'), top: 1 };

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
