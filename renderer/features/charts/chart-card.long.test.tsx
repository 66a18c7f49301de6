import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Chart } from '#shared/chart.ts';
import type { GroupAnswer, RowBasis } from '#shared/rpc/calls/statistics.ts';
import { type DatasetTab, useTabs } from '../../state/tab.ts';
import { backend } from '../../testing/far-side.ts';
import { openTowns, testColumn, testConnection, testDataset, testDetails, testVersion } from '../../testing/records.ts';
import { renderComponent } from '../../testing/render-component.tsx';
import { ChartsView } from './charts-view.tsx';
import { chartOf } from './model/new-chart.ts';

const details = testDetails({ dataset: testDataset({ versions: [testVersion(2), testVersion(1)] }) });
const byName = chartOf(testColumn('name', { label: 'Name' }), 'chart-1');

function FrontTab() {
  const tab = useTabs((session): DatasetTab | undefined => session.tabs[0]);
  return tab === undefined ? null : <ChartsView tab={tab} details={details} chips={null} beside={() => null} />;
}

/** Groups of no rows, as this window cannot draw. */
function noGroups(basis: RowBasis = { kind: 'all' }): GroupAnswer {
  return { count: 0, groups: [], basis };
}

function show(chart: Partial<Chart> = {}) {
  openTowns({ charts: [{ ...byName, ...chart }] });
  return renderComponent(<FrontTab />);
}

beforeEach(() => {
  backend.answer('groupsRows', true);
  backend.answer('listConnections', [testConnection()]);
});

describe('a chart', () => {
  it('says that it covers all rows', async () => {
    backend.answer('readGroups', noGroups());
    show();
    expect(await screen.findByText('Over all rows')).toBeDefined();
  });

  it('covers only the first rows of a service that cannot group, and reads more up to a limit', async () => {
    backend.answer('readGroups', ({ maxRows }) => noGroups({ kind: 'part', rows: maxRows, of: 90_000_000 }));
    const user = show();
    for (const rows of ['100,000', '500,000', '2,500,000']) {
      expect(await screen.findByText(`Over the first ${rows} of 90,000,000 rows`)).toBeDefined();
      await user.click(screen.getByRole('button', { name: 'Read more rows' }));
    }
    expect(await screen.findByText('Over the first 10,000,000 of 90,000,000 rows')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Read more rows' })).toBeNull();
  });

  it('does not subtract versions if not all of their groups were read', async () => {
    backend.answer('readGroups', { count: 250_000, groups: [['Rome', 5]], basis: { kind: 'all' } });
    show({ compare: { version: testVersion(1).slug, as: 'difference' } });
    expect(await screen.findByRole('heading', { name: 'Too many groups to subtract' })).toBeDefined();
    expect(screen.getByText('Showing 1 of 250,000 groups')).toBeDefined();
  });

  it.each([
    ['Duplicate', 2],
    ['Remove chart', 0],
  ])('has an action: %s', async (action, left) => {
    backend.answer('readGroups', noGroups());
    const user = show();
    await screen.findByText('Over all rows');
    await user.click(screen.getByRole('button', { name: /^Actions for Number of rows by Name/ }));
    await user.click(await screen.findByRole('menuitem', { name: action }));
    await waitFor(() => expect(screen.queryAllByRole('article')).toHaveLength(left));
  });

  it('offers nothing to export before its groups have arrived', async () => {
    const user = show();
    await user.click(await screen.findByRole('button', { name: /^Actions for/ }));
    expect(await screen.findByRole('menuitem', { name: 'Duplicate' })).toBeDefined();
    expect(screen.queryByRole('menuitem', { name: 'Save data as CSV…' })).toBeNull();
  });
});

describe('the settings of a chart', () => {
  const field = (name: string) => screen.findByRole('combobox', { name });

  it('offer only what its columns allow', async () => {
    backend.answer('readGroups', noGroups());
    const user = show();
    await user.click(await field('Chart type'));
    const marks = (await screen.findAllByRole('option')).map(({ textContent }) => textContent);
    // Names may be those of countries.
    for (const mark of ['Box plot', 'Map']) expect(marks).toContain(mark);
  });

  it('change the value of each group', async () => {
    backend.answer('readGroups', noGroups());
    const user = show();
    const form = screen.getByRole('form', { name: 'Chart settings' });
    const [value] = within(form).getAllByRole('combobox', { name: 'Value' });
    if (value !== undefined) await user.click(value);
    await user.click(await screen.findByRole('option', { name: 'Population' }));
    expect(await screen.findByRole('article', { name: 'Population by Name, average' })).toBeDefined();
    await waitFor(() =>
      expect(backend.calls('readGroups').at(-1)?.query.aggregates).toMatchObject([
        { function: 'Average', column: 'population' },
      ]),
    );
  });

  it('accept no number of categories beyond their limits', async () => {
    backend.answer('readGroups', noGroups());
    const user = show();
    const top = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Maximum categories' });
    await user.clear(top);
    await user.type(top, '9999');
    expect(Number(top.value)).toBeLessThanOrEqual(500);
    expect(useTabs.getState().tabs[0]?.charts[0]?.top).toBeLessThanOrEqual(500);
  });

  it('offer other versions to compare with, and not those that lack a column', async () => {
    backend.answer('readGroups', noGroups());
    const user = show();
    await user.click(await field('Compare with version'));
    const versions = await screen.findAllByRole('option');
    expect(versions).toHaveLength(1);
    const [other] = versions;
    if (other !== undefined) await user.click(other);
    await waitFor(() =>
      expect(useTabs.getState().tabs[0]?.charts[0]?.compare).toEqual({ version: testVersion(1).slug, as: 'both' }),
    );
  });
});
