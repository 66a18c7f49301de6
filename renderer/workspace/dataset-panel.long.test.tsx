import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Row } from '#shared/cell.ts';
import { explain, failure } from '#shared/failures.ts';
import { everyRow } from '#shared/row-query.ts';
import type { ParametersOf } from '#shared/rpc/backend.ts';
import { BackendFailure } from '#shared/rpc/backend-failure.ts';
import type { DatasetDetails, RowPage } from '#shared/rpc/records.ts';
import { connectionsQuery, datasetQuery, namespacesQuery, records } from '../backend/records.ts';
import { openedDialog } from '../state/dialogs.ts';
import { useSettings } from '../state/settings.ts';
import { changeQuery, type DatasetTab, useTabs } from '../state/tab.ts';
import { focusView } from '../state/wanted-focus.ts';
import { backend, shell } from '../testing/far-side.ts';
import {
  openTowns,
  ownConnection,
  testConnection,
  testDataset,
  testDetails,
  testNamespace,
  testVersion,
  towns,
} from '../testing/records.ts';
import { renderComponent } from '../testing/render-component.tsx';
import { DatasetPanel } from './dataset-panel.tsx';

const settings = useSettings.getState();

/** Rows lie below the headings, which this environment without layout does not know. */
const placeOf = HTMLElement.prototype.getBoundingClientRect;
HTMLElement.prototype.getBoundingClientRect = function (this: HTMLElement) {
  const { x, y, width, height } = placeOf.call(this);
  return new DOMRect(x, this.matches('[row-index]') ? y + 100 : y, width, height);
};

/** The panel for the tab in the session, as the workspace shows it. */
function FrontTab() {
  const tab = useTabs((session): DatasetTab | undefined => session.tabs[0]);
  return tab === undefined ? null : <DatasetPanel tab={tab} />;
}

/** Answers with the rows of a given number of towns. */
function rowsOf(count: number) {
  return ({ offset, limit }: ParametersOf<'readRows'>): RowPage => {
    const length = Math.max(0, Math.min(limit, count - offset));
    const rows = Array.from({ length }, (_, at): Row => [`Town ${offset + at}`, offset + at]);
    return { offset, rows, count, last: offset + length >= count, version: testVersion(1).slug };
  };
}

function show(count = 3) {
  backend.answer('readDataset', testDetails({ rows: count }));
  backend.answer('readRows', rowsOf(count));
  openTowns();
  return renderComponent(<FrontTab />);
}

const unreachable = failure('offline', explain('unreachable', { host: 'statistics.example' }), { retry: true });

beforeEach(() => {
  backend.answer('listConnections', [testConnection()]);
  backend.answer('listQueries', []);
});
afterEach(() => useSettings.setState(settings));

describe('a dataset', () => {
  it('shows that its record is being read', async () => {
    openTowns();
    renderComponent(<FrontTab />);
    const panel = screen.getByRole('tabpanel', { name: 'Towns' });
    expect(await within(panel).findByRole('status', { name: 'Loading' })).toBeDefined();
  });

  it('explains why its record cannot be read, and reads it again', async () => {
    backend.fail('readDataset', unreachable);
    openTowns();
    const user = renderComponent(<FrontTab />);
    expect((await screen.findByRole('alert')).textContent).toContain('statistics.example cannot be reached');
    backend.answer('readDataset', testDetails());
    backend.answer('readRows', rowsOf(3));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('grid', { name: 'Rows of Towns' })).toBeDefined();
  });

  it('offers signing in if the service requires it', async () => {
    backend.fail('readDataset', failure('sign-in-needed', explain('sign-in-to-see', { host: 'statistics.example' })));
    openTowns();
    const user = renderComponent(<FrontTab />);
    await user.click(await screen.findByRole('button', { name: 'Sign in…' }));
    expect(openedDialog('program')).toEqual({ kind: 'sign-in', connection: 'remote' });
  });

  it('states that it shows data read before its service became unreachable', async () => {
    backend.answer('listConnections', [testConnection({ state: 'offline', failure: unreachable })]);
    show();
    expect(await screen.findByText('Offline: rows read earlier')).toBeDefined();
  });

  it('offers its offline copy while its service is away, and the original once it is back', async () => {
    const address = 'https://statistics.example/api/v1/namespaces/geo/datasets/towns/';
    const copy = { connection: 'local', namespace: 'geo', dataset: 'towns' };
    const origin = { connection: 'remote', address, version: null, checksum: '' };
    const version = testVersion(1).slug;
    backend.answer('listPinned', [
      { reference: copy, version, origin, pinned: '2026-03-02T00:00:00.000Z', public: false, newer: null },
    ]);
    backend.answer('listConnections', [ownConnection(), testConnection({ state: 'offline', failure: unreachable })]);
    backend.answer('readRows', rowsOf(3));
    backend.answer('readDataset', ({ connection }) => {
      if (connection === 'remote') throw new BackendFailure(unreachable);
      return testDetails();
    });
    openTowns({ query: { ...everyRow, search: 'ulm' } });
    const user = renderComponent(<FrontTab />);
    await screen.findByRole('alert');
    await user.click(await screen.findByRole('button', { name: 'Show the offline copy' }));
    expect(await screen.findByRole('gridcell', { name: 'Town 0' })).toBeDefined();
    const shown = () => useTabs.getState().tabs.map(({ reference, query }) => [reference, query.search]);
    expect(shown()).toEqual([[copy, 'ulm']]);
    expect(screen.queryByRole('button', { name: 'Show the original' })).toBeNull();
    backend.answer('listConnections', [ownConnection(), testConnection()]);
    backend.answer('readDataset', testDetails());
    backend.announce({ kind: 'connections-changed' });
    await user.click(await screen.findByRole('button', { name: 'Show the original' }));
    expect(shown()).toEqual([[towns, 'ulm']]);
  });

  it('has a map only with a geometry', async () => {
    show();
    await screen.findByRole('grid');
    expect(screen.getByRole('tab', { name: 'Summary' })).toBeDefined();
    expect(screen.queryByRole('tab', { name: 'Map' })).toBeNull();
  });
});

describe('the rows of a dataset', () => {
  it('are shown in a grid under the labels of their columns', async () => {
    show();
    const grid = await screen.findByRole('grid', { name: 'Rows of Towns' });
    expect(await within(grid).findByRole('gridcell', { name: 'Town 2' })).toBeDefined();
    expect(within(grid).getByRole('columnheader', { name: /Population/ })).toBeDefined();
  });

  it('are rendered only where visible, of ten million', async () => {
    show(10_000_000);
    const grid = await screen.findByRole('grid');
    await within(grid).findByRole('gridcell', { name: 'Town 0' });
    expect(within(grid).getAllByRole('row').length).toBeLessThan(80);
    await waitFor(() => expect(grid.getAttribute('aria-rowcount')).toBe('10000001'));
    expect(backend.calls('readRows').every(({ offset }) => offset < 2000)).toBe(true);
  });

  it('have an empty state in a version without rows', async () => {
    show(0);
    expect(await screen.findByRole('heading', { name: 'No rows yet' })).toBeDefined();
  });

  it('have an empty state with advice if none matches the filters', async () => {
    const filter = { column: 'name', lookup: 'exact', value: 'Nowhere' } as const;
    const user = show();
    await screen.findByRole('grid');
    backend.answer('readRows', rowsOf(0));
    const [tab] = useTabs.getState().tabs;
    changeQuery(tab?.id ?? '', { filters: [filter] });
    expect(await screen.findByRole('heading', { name: 'No matching rows' })).toBeDefined();
    backend.answer('readRows', rowsOf(3));
    await user.click(screen.getByRole('button', { name: /^Remove: Name is Nowhere/ }));
    expect(await screen.findByRole('gridcell', { name: 'Town 0' })).toBeDefined();
  });

  it('show in place why they could not be read, and are read again', async () => {
    backend.answer('readDataset', testDetails());
    backend.fail('readRows', unreachable);
    openTowns();
    const user = renderComponent(<FrontTab />);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Rows 1 to 3 could not be loaded.');
    expect(alert.textContent).toContain('statistics.example cannot be reached');
    backend.answer('readRows', rowsOf(3));
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('gridcell', { name: 'Town 0' })).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('that could not be read while a service was away are read once it is back', async () => {
    backend.answer('listConnections', [testConnection({ state: 'offline', failure: unreachable })]);
    backend.answer('readDataset', testDetails());
    backend.fail('readRows', unreachable);
    openTowns();
    renderComponent(<FrontTab />);
    await screen.findByRole('alert');
    backend.answer('readRows', rowsOf(3));
    act(() => void records.setQueryData(connectionsQuery.queryKey, [testConnection()]));
    expect(await screen.findByRole('gridcell', { name: 'Town 0' })).toBeDefined();
  });

  it('have an empty state before the first version', async () => {
    backend.answer('readDataset', testDetails({ dataset: testDataset({ columns: [], versions: [] }), rows: null }));
    openTowns();
    renderComponent(<FrontTab />);
    expect(await screen.findByRole('heading', { name: 'No data yet' })).toBeDefined();
  });

  it('are exported as shown', async () => {
    const user = show();
    await screen.findByRole('grid');
    await user.click(screen.getByRole('button', { name: 'Export…' }));
    const dialog = openedDialog('files');
    expect(dialog?.kind === 'export' && dialog.subject.label).toBe('Towns');
  });

  it('stay selected when the menu of one of them is opened, which copies them all', async () => {
    const user = show();
    const cell = (name: string) => screen.findByRole('gridcell', { name });
    await user.pointer({ keys: '[MouseLeft]', target: await cell('Town 0') });
    await user.keyboard('{Shift>}');
    await user.pointer({ keys: '[MouseLeft]', target: await cell('2') });
    await user.keyboard('{/Shift}');
    await user.pointer({ keys: '[MouseRight]', target: await cell('Town 1') });
    await user.click(await screen.findByRole('menuitem', { name: 'Copy as CSV' }));
    const text = 'Name,Population\r\nTown 0,0\r\nTown 1,1\r\nTown 2,2';
    await waitFor(() => expect(shell.calls('copyText')).toEqual([{ text }]));
  });

  it('do not wait for the record of a dataset that the catalogue lists', async () => {
    records.setQueryData(namespacesQuery(towns.connection).queryKey, [testNamespace()]);
    let answer = (_details: DatasetDetails) => {};
    backend.answer('readDataset', () => new Promise<DatasetDetails>((resolve) => (answer = resolve)));
    backend.answer('readRows', rowsOf(3));
    openTowns();
    renderComponent(<FrontTab />);
    expect(await screen.findByRole('gridcell', { name: 'Town 0' })).toBeDefined();
    answer(testDetails());
    await waitFor(() => expect(records.getQueryData(datasetQuery(towns).queryKey)).toBeDefined());
    expect(screen.getByRole('gridcell', { name: 'Town 0' })).toBeDefined();
    expect(backend.calls('readRows').filter(({ offset }) => offset === 0)).toHaveLength(1);
  });

  it('are grey in the number that the catalogue has, and get the focus once the first are read', async () => {
    const version = testVersion(1, { metadata: btoa(JSON.stringify({ rows: 500 })) });
    const listed = testNamespace({ datasets: [testDataset({ versions: [version] })] });
    records.setQueryData(namespacesQuery(towns.connection).queryKey, [listed]);
    const answers: (() => void)[] = [];
    backend.answer('readDataset', () => new Promise<DatasetDetails>(() => undefined));
    backend.answer('readRows', (wanted) => {
      return new Promise<RowPage>((resolve) => answers.push(() => resolve(rowsOf(500)(wanted))));
    });
    openTowns();
    renderComponent(
      <div data-front>
        <FrontTab />
      </div>,
    );
    act(focusView);
    const grid = await screen.findByRole('grid');
    await waitFor(() => expect(answers.length).toBeGreaterThan(0));
    expect(grid.getAttribute('aria-rowcount')).toBe('501');
    expect(grid.querySelectorAll('.rows-loading').length).toBeGreaterThan(1);
    expect(document.activeElement).toBe(document.body);
    for (const answer of answers) answer();
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Town 0'));
  });

  it('keep their columns in place when fewer match, below a line that always has the conditions', async () => {
    show(1_000_000);
    const grid = await screen.findByRole('grid');
    const width = () => grid.querySelector<HTMLElement>('[role="columnheader"][col-id="row-number"]')?.style.width;
    await screen.findByRole('gridcell', { name: 'Town 0' });
    const wide = width();
    const conditions = screen.getByRole('group', { name: 'Active filters and sorting' });
    expect(conditions.textContent).toBe('No filters or sorting');
    backend.answer('readRows', rowsOf(2));
    const [tab] = useTabs.getState().tabs;
    changeQuery(tab?.id ?? '', { filters: [{ column: 'name', lookup: 'startswith', value: 'T' }] });
    await waitFor(() => expect(grid.getAttribute('aria-rowcount')).toBe('3'));
    expect(screen.getByRole('group', { name: 'Active filters and sorting' })).toBe(conditions);
    expect([width(), wide]).toEqual([wide, expect.stringMatching(/^\d+/)]);
  });

  it('are exported instead if more are selected than the clipboard takes', async () => {
    backend.answer('readDataset', testDetails({ rows: 600 }));
    backend.answer('readRows', ({ offset, limit }) => {
      const rows = Array.from({ length: limit }, (_, at): Row => [`Town ${offset + at} `.padEnd(2000, '-'), at]);
      return { offset, rows: rows.slice(0, 600 - offset), count: 600, last: true, version: testVersion(1).slug };
    });
    openTowns();
    const user = renderComponent(<FrontTab />);
    await user.pointer({ keys: '[MouseLeft]', target: await screen.findByRole('gridcell', { name: /^Town 0 / }) });
    await user.keyboard('{Control>}ac{/Control}');
    const offer = await screen.findByText(/takes up to 1,000,000 characters/);
    const notice = offer.closest<HTMLElement>('[role="alert"]') ?? document.body;
    await user.click(within(notice).getByRole('button', { name: 'Export…' }));
    const dialog = openedDialog('files');
    expect(dialog?.kind === 'export' && dialog.subject.selection).toEqual([{ from: 0, to: 600 }]);
    expect(shell.calls('copyTable')).toEqual([]);
  });

  it('stay until those of another order are there, and the heading shows the order with them', async () => {
    const user = show();
    const grid = await screen.findByRole('grid');
    await screen.findByRole('gridcell', { name: 'Town 0' });
    let answer: (page: RowPage) => void = () => expect.unreachable('nothing was read');
    const reading = new Promise<RowPage>((resolve) => {
      answer = resolve;
    });
    backend.answer('readRows', () => reading);
    const heading = within(grid).getByRole('columnheader', { name: /Population/ });
    await user.click(heading);
    await waitFor(() => expect(backend.calls('readRows').at(-1)?.query.ordering).toHaveLength(1));
    expect(grid.closest('[aria-busy]')?.getAttribute('aria-busy')).toBe('true');
    expect(within(grid).getByRole('gridcell', { name: 'Town 0' })).toBeDefined();
    expect(heading.getAttribute('aria-sort')).toBe('none');
    answer({ offset: 0, rows: [['Zug', 1]], count: 1, last: true, version: testVersion(1).slug });
    expect(await within(grid).findByRole('gridcell', { name: 'Zug' })).toBeDefined();
    expect(within(grid).queryByRole('gridcell', { name: 'Town 0' })).toBeNull();
    expect(heading.getAttribute('aria-sort')).toBe('ascending');
    expect(grid.closest('[aria-busy]')?.getAttribute('aria-busy')).toBe('false');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(useTabs.getState().tabs[0]?.query.ordering[0]?.descending).toBe(true));
  });

  it('are replaced by those of a newer version with a way back', async () => {
    const user = show();
    await screen.findByRole('gridcell', { name: 'Town 0' });
    const [first, second] = [testVersion(1), testVersion(2)];
    backend.answer('readDataset', testDetails({ dataset: testDataset({ versions: [second, first] }) }));
    const rows: Row[] = [['Chur', 7]];
    backend.answer('readRows', { offset: 0, rows, count: 1, last: true, version: second.slug });
    expect(screen.queryByText('These rows are of a newer version.')).toBeNull();
    backend.announce({ kind: 'dataset-changed', reference: towns });
    expect(await screen.findByRole('gridcell', { name: 'Chur' })).toBeDefined();
    expect(await screen.findByText('These rows are of a newer version.')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Open the previous version' }));
    expect(useTabs.getState().tabs.map(({ query }) => query.version)).toEqual([null, first.slug]);
    expect(screen.queryByText('These rows are of a newer version.')).toBeNull();
  });

  it('are searched after a pause in typing', async () => {
    const user = show();
    await screen.findByRole('grid');
    await user.type(screen.getByRole('textbox', { name: 'Search all text columns' }), 'ulm');
    await waitFor(() => expect(backend.calls('readRows').at(-1)?.query.search).toBe('ulm'));
  });
});
