import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { explain, failure } from '#shared/failures.ts';
import { largeCatalogue } from '#shared/testing/large-catalogue.ts';
import { useTabs } from '../../state/tab.ts';
import { backend } from '../../testing/far-side.ts';
import { testConnection, testDataset, testNamespace, testVersion } from '../../testing/records.ts';
import { renderComponent } from '../../testing/render-component.tsx';
import { NamespacePage } from './namespace-page.tsx';

const metadata = (rows: number, bytes: number) => btoa(JSON.stringify({ rows, bytes }));
const rivers = testDataset({
  id: 2,
  slug: 'rivers',
  label: 'Rivers',
  description: 'Their courses.',
  versions: [testVersion(9, { metadata: metadata(12, 2048) }), testVersion(2)],
});
const empty = testDataset({ id: 3, slug: 'lakes', label: '', versions: [] });

function show() {
  return renderComponent(<NamespacePage connection="remote" slug="geo" menu={null} />);
}

function names(): string[] {
  return screen.getAllByRole('rowheader').map((cell) => cell.querySelector('button')?.textContent ?? '');
}

beforeEach(() => {
  useTabs.setState({ tabs: [], activeTab: null });
  backend.answer('listConnections', [testConnection()]);
  backend.answer('listNamespaces', [testNamespace({ datasets: [testDataset(), rivers, empty] })]);
});

describe('the page of a namespace', () => {
  it('shows that it is loading', async () => {
    backend.answer('listNamespaces', () => new Promise(() => undefined));
    show();
    expect(await screen.findByRole('status', { name: /^Loading/ })).toBeDefined();
  });

  it('shows its datasets with what is known of them, and a dash for what is not', async () => {
    show();
    const table = await screen.findByRole('table', { name: 'Datasets of Geography' });
    const [, ...rows] = within(table).getAllByRole('row');
    const cells = rows.map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    );
    expect(names()).toEqual(['lakes', 'Rivers', 'Towns']);
    expect(cells[0]?.slice(0, 5)).toEqual(['–', '2', '0', '–', 'Publish its first version…']);
    expect(cells[1]?.slice(0, 4)).toEqual(['12', '2', '2', '2 kB']);
    expect(screen.getByText('No description yet.')).toBeDefined();
    expect(await screen.findByText('Statistics office · 3 datasets')).toBeDefined();
  });

  it('is ordered by a column in both directions, and what is unknown comes last in both', async () => {
    const user = show();
    await screen.findByRole('table');
    const heading = screen.getByRole('columnheader', { name: 'Rows' });
    await user.click(within(heading).getByRole('button'));
    expect(heading.getAttribute('aria-sort')).toBe('descending');
    expect(names()[0]).toBe('Rivers');
    await user.click(within(heading).getByRole('button'));
    expect(heading.getAttribute('aria-sort')).toBe('ascending');
    expect(names()[0]).toBe('Rivers');
  });

  it('is searched by names and descriptions, and says when nothing matches', async () => {
    const user = show();
    const search = await screen.findByRole('textbox', { name: 'Search these datasets' });
    await user.type(search, 'courses');
    expect(names()).toEqual(['Rivers']);
    await user.type(search, 'x');
    expect(screen.getByText('No dataset matches “coursesx”.')).toBeDefined();
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('opens a dataset by its name', async () => {
    const user = show();
    await user.click(await screen.findByRole('button', { name: 'Rivers' }));
    expect(useTabs.getState().tabs.map(({ reference }) => reference.dataset)).toEqual(['rivers']);
  });

  it('offers to publish a file where there is no dataset yet', async () => {
    backend.answer('listNamespaces', [testNamespace({ datasets: [] })]);
    show();
    expect(await screen.findByText('No datasets yet')).toBeDefined();
    expect(screen.getAllByRole('button', { name: 'Publish a file…' })).toHaveLength(2);
  });

  it('says that it no longer exists', async () => {
    backend.answer('listNamespaces', [testNamespace({ slug: 'other' })]);
    show();
    expect(await screen.findByText(/^This namespace no longer exists/)).toBeDefined();
  });

  it('says why it cannot be read, and reads it again on request', async () => {
    backend.fail(
      'listNamespaces',
      failure('offline', explain('unreachable', { host: 'statistics.example' }), { retry: true }),
    );
    const user = show();
    const again = await screen.findByRole('button', { name: /again/ });
    backend.answer('listNamespaces', [testNamespace()]);
    await user.click(again);
    await waitFor(() => expect(names()).toEqual(['Towns']));
  });

  it('is searched among 2,000 datasets', async () => {
    const [large] = largeCatalogue('https://statistics.example/', 1, 2000, 0);
    if (large === undefined) throw new Error('There is no namespace.');
    backend.answer('listNamespaces', [{ ...large, slug: 'geo' }]);
    const user = show();
    await user.type(await screen.findByRole('textbox', { name: 'Search these datasets' }), 'table 1234');
    expect(names()).toEqual([expect.stringContaining('table 1234')]);
  });
});
