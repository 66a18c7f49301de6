import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { explain, failure } from '#shared/failures.ts';
import type { ParametersOf } from '#shared/rpc/backend.ts';
import type { GroupAnswer } from '#shared/rpc/calls/statistics.ts';
import { emptySummary, type Summary } from '#shared/summary.ts';
import { type DatasetTab, useTabs } from '../../state/tab.ts';
import { backend, shell } from '../../testing/far-side.ts';
import { openTowns, testDataset, testDetails } from '../../testing/records.ts';
import { renderComponent } from '../../testing/render-component.tsx';
import { SummaryView } from './summary-view.tsx';

function FrontTab({ details }: { details: ReturnType<typeof testDetails> }) {
  const tab = useTabs((session): DatasetTab | undefined => session.tabs[0]);
  return tab === undefined ? null : <SummaryView tab={tab} details={details} chips={null} />;
}

const byName: Summary = {
  ...emptySummary,
  rows: [{ column: 'name', function: null, step: 0 }],
  measures: [{ function: 'Count', column: null }],
};

function show(summary = byName, details = testDetails()) {
  openTowns({ summary });
  return renderComponent(<FrontTab details={details} />);
}

/** Answers with groups by name, or with their total. */
function groupsOf(...groups: (readonly [string, number])[]) {
  return ({ query }: ParametersOf<'readGroups'>): GroupAnswer => {
    const total = groups.reduce((sum, [, count]) => sum + count, 0);
    const rows = query.keys.length === 0 ? [[total]] : groups.map(([name, count]) => [name, count]);
    return { count: rows.length, groups: rows, basis: { kind: 'all' } };
  };
}

beforeEach(() => backend.answer('groupsRows', true));

describe('a summary', () => {
  it('is begun with a column', async () => {
    backend.answer('readGroups', groupsOf(['Ulm', 2]));
    const user = show(emptySummary);
    expect(screen.getByRole('heading', { name: 'Choose a column to summarise by' })).toBeDefined();
    const [button] = screen.getAllByRole('button', { name: 'Summarise by Name' });
    if (button !== undefined) await user.click(button);
    expect(await screen.findByRole('grid', { name: 'Summary of Towns' })).toBeDefined();
  });

  it('says that a field takes no more columns', async () => {
    backend.answer('readGroups', groupsOf(['Ulm', 2]));
    const [key] = byName.rows;
    const user = show({ ...byName, rows: key === undefined ? [] : [key, key, key, key] });
    const [button] = screen.getAllByRole('button', { name: 'Summarise by Name' });
    if (button !== undefined) await user.click(button);
    expect(await screen.findByText('At most 4 entries under Rows: remove one to add another.')).toBeDefined();
  });

  it('says that there are no columns to summarise', () => {
    show(emptySummary, testDetails({ dataset: testDataset({ columns: [] }) }));
    expect(screen.getByRole('heading', { name: 'No columns yet' })).toBeDefined();
  });

  it('says that it is being calculated', async () => {
    show();
    expect((await screen.findByRole('status')).textContent).toBe('Calculating…');
  });

  it('shows each group and the total', async () => {
    backend.answer('readGroups', groupsOf(['Ulm', 2], ['Trento', 1]));
    show();
    const grid = await screen.findByRole('grid', { name: 'Summary of Towns' });
    expect(await within(grid).findByRole('rowheader', { name: 'Ulm' })).toBeDefined();
    expect(within(grid).getByRole('rowheader', { name: 'Total' })).toBeDefined();
    expect(within(grid).getByRole('gridcell', { name: '3' })).toBeDefined();
    expect(screen.getByText('Over all rows')).toBeDefined();
  });

  it('shows the part that each group is of the total', async () => {
    backend.answer('readGroups', ({ query }) => {
      const isShown = query.derived !== undefined;
      const groups = [
        ['Ulm', 2, 2 / 3],
        ['Trento', 1, 1 / 3],
      ].map((group) => group.slice(0, isShown ? 3 : 2));
      const total = isShown ? [3, 1] : [3];
      return { count: 2, groups: query.keys.length === 0 ? [total] : groups, basis: { kind: 'all' } };
    });
    const user = show();
    const grid = await screen.findByRole('grid', { name: 'Summary of Towns' });
    await user.click(screen.getByRole('combobox', { name: 'Number of rows: Show as' }));
    await user.click(await screen.findByRole('option', { name: 'Share of the total' }));
    expect(await within(grid).findByRole('gridcell', { name: '66.7%' })).toBeDefined();
    expect(within(grid).getByRole('gridcell', { name: '100%' })).toBeDefined();
    expect(screen.getByRole('heading', { name: 'Number of rows, share of the total by Name' })).toBeDefined();
  });

  it('is copied by the keys that copy cells', async () => {
    backend.answer('readGroups', groupsOf(['Ulm', 2], ['Trento', 1]));
    shell.answer('copyTable', undefined);
    const user = show();
    await user.click(await screen.findByRole('rowheader', { name: 'Ulm' }));
    await user.keyboard('{Control>}c{/Control}');
    await waitFor(() => expect(shell.calls('copyTable')).toHaveLength(1));
    const [{ text, html } = { text: '', html: '' }] = shell.calls('copyTable');
    expect(text).toMatch(/^Name\tNumber of rows\nTrento\t1\nUlm\t2\n/);
    expect(html).toContain('<tr><td>Ulm</td><td align="right">2</td></tr>');
  });

  it('is printed with its figures as shown, and its source', async () => {
    backend.answer('readGroups', groupsOf(['Ulm', 12_345], ['Trento', 1]));
    const user = show();
    await screen.findByRole('rowheader', { name: 'Ulm' });
    await user.click(screen.getByRole('button', { name: 'Actions of the summary' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Print…' }));
    await waitFor(() => expect(shell.calls('printPage')).toHaveLength(1));
    const [page] = shell.calls('printPage');
    expect(page).toMatchObject({ to: 'printer', paper: null });
    for (const part of ['<h1>Number of rows by Name</h1>', '>12,345</td>', 'Version '])
      expect(page?.html).toContain(part);
  });

  it('says that the filters leave no rows', async () => {
    backend.answer('readGroups', groupsOf());
    show();
    expect(await screen.findByRole('heading', { name: 'No rows to summarise' })).toBeDefined();
  });

  it('says why it could not be calculated, and calculates it again', async () => {
    backend.fail(
      'readGroups',
      failure('timeout', explain('unreachable', { host: 'statistics.example' }), { retry: true }),
    );
    const user = show();
    expect((await screen.findByRole('alert')).textContent).toContain('statistics.example cannot be reached');
    backend.answer('readGroups', groupsOf(['Ulm', 2]));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('rowheader', { name: 'Ulm' })).toBeDefined();
  });

  it('is not drawn with more groups than anybody can read, and says what to do', async () => {
    backend.answer('readGroups', { count: 2_000_000, groups: [['Ulm', 1]], basis: { kind: 'all' } });
    show();
    expect(await screen.findByRole('heading', { name: 'Too many groups' })).toBeDefined();
    expect(screen.getByText(/This summary has 2,000,000 groups/)).toBeDefined();
  });

  it('draws of twenty thousand groups only those in sight', async () => {
    const groups = Array.from({ length: 20_000 }, (_, at) => [`Town ${String(at).padStart(5, '0')}`, 1] as const);
    backend.answer('readGroups', groupsOf(...groups));
    show();
    const grid = await screen.findByRole('grid');
    await within(grid).findByRole('rowheader', { name: 'Town 00000' });
    expect(within(grid).getAllByRole('rowheader').length).toBeLessThan(120);
  });

  it('says where only the first rows were read, and reads more', async () => {
    const part = { kind: 'part', rows: 100_000, of: 2_000_000 } as const;
    backend.answer('readGroups', (requested) => ({ ...groupsOf(['Ulm', 2])(requested), basis: part }));
    const user = show();
    expect(await screen.findByText('Over the first 100,000 of 2,000,000 rows')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Read more rows' }));
    await screen.findByRole('grid');
    expect(backend.calls('readGroups').at(-1)?.maxRows).toBe(500_000);
  });
});
