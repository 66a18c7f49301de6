import { screen, waitFor, within } from '@testing-library/react';
import { type ComponentProps, useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { explain, failure } from '#shared/failures.ts';
import type { ColumnProfile } from '#shared/rpc/calls/insight.ts';
import type { Rights } from '#shared/rpc/editing.ts';
import { showStatistics, useTabs } from '../../state/tab.ts';
import { backend } from '../../testing/far-side.ts';
import { openTowns, testColumn, testDataset, testDetails } from '../../testing/records.ts';
import { renderComponent } from '../../testing/render-component.tsx';
import { ColumnsView } from './columns-view.tsx';

const rights: Rights = { change: 'yes', remove: 'no', add: 'no', signedIn: true };

/** The outline of a text column of four rows, one of them missing. */
function testProfile(column: string, changed: Partial<ColumnProfile> = {}): ColumnProfile {
  return {
    column,
    type: 'text',
    rows: 4,
    of: 4,
    missing: 1,
    distinct: { count: 2, exact: true },
    numbers: null,
    lengths: { min: 3, max: 6 },
    dates: null,
    histogram: null,
    frequent: [
      { value: 'Ulm', count: 2 },
      { value: 'Trento', count: 1 },
    ],
    geometry: null,
    ...changed,
  };
}

function show(details = testDetails()) {
  return renderComponent(<ColumnsView tab={openTowns()} details={details} chips={null} />);
}

/** The view of a tab that shows another one by turns. */
function Switched(props: Omit<ComponentProps<typeof ColumnsView>, 'chips'>) {
  const [isShown, setShown] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setShown(!isShown)}>
        Switch
      </button>
      {isShown && <ColumnsView {...props} chips={null} />}
    </>
  );
}

const lineOf = (name: RegExp) => screen.findByRole('row', { name });

beforeEach(() => {
  backend.answer('outlineColumns', null);
  backend.answer('readRights', rights);
  backend.answer('readProfileProgress', null);
});

describe('the columns of a dataset', () => {
  it('has an empty state while there are none', () => {
    show(testDetails({ dataset: testDataset({ columns: [] }) }));
    expect(screen.getByRole('heading', { name: 'No columns yet' })).toBeDefined();
  });

  it('is opened at the column that its statistics were requested for, which has the focus', async () => {
    const columns = Array.from({ length: 200 }, (_, at) => testColumn(`c${at}`));
    const tab = openTowns();
    showStatistics(tab.id, 'c150');
    renderComponent(
      <ColumnsView tab={tab} details={testDetails({ dataset: testDataset({ columns }) })} chips={null} />,
    );
    const line = await lineOf(/c150/);
    await waitFor(() => expect(document.activeElement).toBe(line));
    expect(line.getAttribute('aria-current')).toBe('true');
    expect(screen.queryByRole('row', { name: /c10\b/ })).toBeNull();
  });

  it('names the columns before their values are known', async () => {
    show();
    expect((await lineOf(/Population/)).textContent).toContain('integer');
    expect(screen.getByText('Reading rows…')).toBeDefined();
  });

  it('shows the distribution of the values, and filters by one of them', async () => {
    backend.answer('profileColumn', ({ column }) => testProfile(column));
    const user = show();
    const line = await lineOf(/Name/);
    expect(await within(line).findByText('Ulm · Trento')).toBeDefined();
    expect(within(line).getByText('25%')).toBeDefined();
    expect(screen.getByRole('status').textContent).toBe('Profile of all 4 rows');
    within(line).getByRole('button', { name: 'Ulm: 2' }).focus();
    await user.keyboard('{Enter}');
    await waitFor(() =>
      expect(useTabs.getState().tabs[0]?.query.filters).toEqual([{ column: 'name', lookup: 'exact', value: 'Ulm' }]),
    );
  });

  it('explains for each column why it could not be profiled, and tries again', async () => {
    backend.fail('profileColumn', failure('timeout', explain('unreachable', { host: 'statistics.example' })));
    const user = show();
    const line = await lineOf(/Name/);
    const again = await within(line).findByRole('button', { name: 'Try again' });
    expect(line.textContent).toContain('statistics.example cannot be reached');
    backend.answer('profileColumn', ({ column }) => testProfile(column));
    await user.click(again);
    expect(await within(line).findByText('Ulm · Trento')).toBeDefined();
  });

  it('shows how far the service is within a column, how fast, and how long it takes', async () => {
    backend.answer('profileColumn', () => new Promise(() => {}));
    const progress = { column: 'name', rows: 100_000_000, fraction: 0.25, seconds: 5 };
    backend.answer('readProfileProgress', [progress]);
    show();
    const line = await lineOf(/Name/);
    expect(await within(line).findByRole('progressbar', { name: 'Profiling Name' })).toHaveProperty('value', 0.25);
    expect(within(line).getByText('25%')).toBeDefined();
    expect(within(line).getByText(/^15 secs? left$/)).toBeDefined();
    expect(screen.getByText('5,000,000 rows/s')).toBeDefined();
    expect(within(await lineOf(/Population/)).queryByRole('progressbar')).toBeNull();
    expect(backend.calls('readProfileProgress')[0]).toMatchObject({ query: { filters: [], version: null } });
  });

  it('stops within a column, and resumes', async () => {
    backend.answer('profileColumn', () => new Promise(() => {}));
    backend.answer('readProfileProgress', [{ column: 'name', rows: 100_000_000, fraction: null, seconds: 1 }]);
    const user = show();
    await user.click(await screen.findByRole('button', { name: 'Stop reading' }));
    expect(await screen.findByText('Reading stopped')).toBeDefined();
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
    const requested = backend.calls('profileColumn').length;
    backend.answer('profileColumn', ({ column }) => testProfile(column));
    await user.click(screen.getByRole('button', { name: 'Resume' }));
    expect(await within(await lineOf(/Name/)).findByText('Ulm · Trento')).toBeDefined();
    expect(backend.calls('profileColumn').length).toBe(requested * 2);
  });

  it('offers to read more if only the first rows were read', async () => {
    backend.answer('profileColumn', ({ column, rows }) =>
      testProfile(column, { rows: Math.min(rows, 25_000), of: 25_000 }),
    );
    const user = show();
    await user.click(await screen.findByRole('button', { name: 'Read more rows' }));
    expect(await screen.findByText('Profile of all 25,000 rows')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Read more rows' })).toBeNull();
  });

  it('says at the second visit, too, which rows the profiles cover', async () => {
    backend.answer('profileColumn', ({ column }) => testProfile(column));
    const user = renderComponent(<Switched tab={openTowns()} details={testDetails()} />);
    expect(await screen.findByText('Profile of all 4 rows')).toBeDefined();
    const requested = backend.calls('profileColumn').length;
    await user.click(screen.getByRole('button', { name: 'Switch' }));
    expect(screen.queryByRole('row')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Switch' }));
    expect(await screen.findByText('Profile of all 4 rows')).toBeDefined();
    expect(backend.calls('profileColumn').length).toBe(requested);
  });

  it('marks an estimated median, and calculates it exactly on request', async () => {
    const numbers = { min: 0, max: 4_999_999, mean: 0, quartilesExact: false };
    backend.answer('profileColumn', ({ column }) =>
      testProfile(column, {
        type: 'integer',
        rows: 5_000_000,
        of: 5_000_000,
        numbers: { ...numbers, quartiles: [1, 2_491_234.5, 3] },
      }),
    );
    backend.answer('readGroups', { count: 1, groups: [[2_499_999.5]], basis: { kind: 'all' } });
    const user = show();
    const line = await lineOf(/Population/);
    await user.click(await within(line).findByRole('button', { name: 'median ≈ 2,491,230' }));
    expect(await within(line).findByText('median 2,499,999.5')).toBeDefined();
    expect(backend.calls('readGroups')).toMatchObject([
      { query: { keys: [], aggregates: [{ function: 'Median', column: 'population' }] }, maxRows: 5_000_000 },
    ]);
  });

  it('finds a column by its name, and reports if there is none', async () => {
    const user = show();
    await user.type(screen.getByRole('textbox', { name: 'Find a column' }), 'popul');
    expect(screen.queryByRole('row', { name: /Name/ })).toBeNull();
    expect(await lineOf(/Population/)).toBeDefined();
    await user.type(screen.getByRole('textbox', { name: 'Find a column' }), 'x');
    expect(screen.getByRole('heading', { name: 'No columns match “populx”.' })).toBeDefined();
  });

  it('changes a label for all users, and explains why the service refused a change', async () => {
    backend.fail('describeColumn', failure('forbidden', explain('sign-in-to-change', { host: 'statistics.example' })));
    const user = show();
    await user.click(await screen.findByRole('button', { name: 'Edit label and description of Name' }));
    const label = await screen.findByRole('textbox', { name: 'Label' });
    await user.clear(label);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Enter a label.')).toBeDefined();
    await user.type(label, 'Town');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect((await screen.findByRole('alert')).textContent).toContain('requires you to sign in to change this');
    expect(backend.calls('describeColumn')[0]).toMatchObject({ column: 'name', label: 'Town' });
  });

  it('removes the code list of a column, at a service that has any', async () => {
    const list = { namespace: 'geo', dataset: 'names' };
    backend.answer('readCodeLists', [{ columns: ['name'], list, codes: [] }]);
    backend.answer('listNamespaces', []);
    backend.answer('describeColumn', undefined);
    backend.answer('changeCodeList', undefined);
    const user = show();
    await user.click(await screen.findByRole('button', { name: 'Edit label and description of Name' }));
    const field = await screen.findByRole('combobox', { name: 'Code list' });
    expect(field).toHaveProperty('value', 'geo/names');
    await user.click(field);
    await user.click(await screen.findByRole('option', { name: 'None' }));
    await waitFor(() => expect(field).toHaveProperty('value', 'None'));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(backend.calls('changeCodeList')).toMatchObject([{ column: 'name', list: null }]));
    await waitFor(() => expect(backend.calls('describeColumn')).toHaveLength(1));
  });

  it('has no code lists at other services', async () => {
    backend.answer('readCodeLists', null);
    const user = show();
    await user.click(await screen.findByRole('button', { name: 'Edit label and description of Name' }));
    await waitFor(() => expect(backend.calls('readCodeLists')).toHaveLength(1));
    expect(screen.queryByRole('combobox', { name: 'Code list' })).toBeNull();
  });

  it('offers no changes without write permission', async () => {
    backend.answer('readRights', { ...rights, change: 'no' });
    show();
    await lineOf(/Name/);
    await waitFor(() => expect(backend.calls('readRights')).toHaveLength(1));
    expect(screen.queryByRole('button', { name: /^Edit label/ })).toBeNull();
  });

  it('renders and profiles only the visible ones of ten thousand columns', async () => {
    const columns = Array.from({ length: 10_000 }, (_, position) => testColumn(`c${position}`));
    show(testDetails({ dataset: testDataset({ columns }) }));
    expect((await screen.findByRole('table')).getAttribute('aria-rowcount')).toBe('10001');
    const lines = screen.getAllByRole('row').length - 1;
    expect(lines).toBeLessThan(40);
    await waitFor(() => expect(backend.calls('profileColumn').length).toBeGreaterThan(0));
    expect(backend.calls('profileColumn').length).toBeLessThanOrEqual(lines);
  });
});
