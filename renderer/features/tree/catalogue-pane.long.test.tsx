import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { explain, failure } from '#shared/failures.ts';
import { openedDialog } from '../../state/dialogs.ts';
import { useTabs } from '../../state/tab.ts';
import { seekConnection, setExpanded, setFilter } from '../../state/tree.ts';
import { backend } from '../../testing/far-side.ts';
import { testConnection, testDataset, testNamespace } from '../../testing/records.ts';
import { renderComponent } from '../../testing/render-component.tsx';
import { CataloguePane } from './catalogue-pane.tsx';
import { connectionNodeId, namespaceNodeId } from './tree-nodes.ts';

const nothing = () => null;

function showCatalogue() {
  return renderComponent(
    <CataloguePane
      actions={null}
      connectionMenu={nothing}
      namespaceMenu={nothing}
      datasetMenu={nothing}
      datasetBadge={nothing}
      queryMenu={nothing}
    />,
  );
}

beforeEach(() => {
  setFilter('');
  setExpanded([connectionNodeId('remote'), namespaceNodeId('remote', 'geo')]);
  backend.answer('listConnections', [testConnection()]);
  backend.answer('listQueries', []);
});

describe('the catalogue', () => {
  it('shows that a connection is being read', async () => {
    showCatalogue();
    expect(await screen.findByRole('treeitem', { name: 'Loading…', busy: true })).toBeDefined();
  });

  it('opens a dataset with a click', async () => {
    backend.answer('listNamespaces', [testNamespace()]);
    const user = showCatalogue();
    await user.click(await screen.findByRole('treeitem', { name: 'Towns' }));
    expect(useTabs.getState().tabs.map(({ reference }) => reference)).toEqual([
      { connection: 'remote', namespace: 'geo', dataset: 'towns' },
    ]);
  });

  it('opens a connection that was just added', async () => {
    setExpanded([]);
    backend.answer('listNamespaces', [testNamespace()]);
    showCatalogue();
    const line = await screen.findByRole('treeitem', { name: 'Statistics office' });
    expect(line.getAttribute('aria-expanded')).toBe('false');
    act(() => seekConnection('remote'));
    expect(await screen.findByRole('treeitem', { name: 'Geography' })).toBeDefined();
  });

  it('shows that a service has no namespaces, and a namespace no datasets', async () => {
    backend.answer('listNamespaces', []);
    showCatalogue();
    expect(await screen.findByRole('treeitem', { name: 'No namespaces yet' })).toBeDefined();
    backend.answer('listNamespaces', [testNamespace({ datasets: [] })]);
    backend.announce({ kind: 'catalogue-changed', connection: 'remote' });
    expect(await screen.findByRole('treeitem', { name: 'No datasets yet' })).toBeDefined();
  });

  it('explains why a service cannot be read, and reads it again on click', async () => {
    backend.fail(
      'listNamespaces',
      failure('offline', explain('unreachable', { host: 'statistics.example' }), { retry: true }),
    );
    const user = showCatalogue();
    const line = await screen.findByRole('treeitem', { name: /statistics\.example cannot be reached/ });
    backend.answer('listNamespaces', [testNamespace()]);
    await user.click(line);
    expect(await screen.findByRole('treeitem', { name: 'Towns' })).toBeDefined();
  });

  it('offers signing in if the service requires it', async () => {
    backend.fail(
      'listNamespaces',
      failure('sign-in-needed', explain('sign-in-to-see', { host: 'statistics.example' })),
    );
    const user = showCatalogue();
    await user.click(await screen.findByRole('treeitem', { name: /sign in/i }));
    expect(openedDialog('program')).toEqual({ kind: 'sign-in', connection: 'remote' });
  });

  it('explains why the connections themselves cannot be read', async () => {
    backend.fail('listConnections', failure('backend-gone', explain('backend-gone'), { retry: true }));
    const user = showCatalogue();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('is being restarted');
    backend.answer('listConnections', [testConnection()]);
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('treeitem', { name: 'Statistics office' })).toBeDefined();
  });

  it('renders only the visible lines of two thousand datasets', async () => {
    const datasets = Array.from({ length: 2_000 }, (_, position) =>
      testDataset({ id: position + 1, slug: `d${position}`, label: `Dataset ${position}` }),
    );
    backend.answer('listNamespaces', [testNamespace({ datasets })]);
    showCatalogue();
    await screen.findByRole('treeitem', { name: 'Dataset 0' });
    const lines = screen.getAllByRole('treeitem');
    expect(lines.length).toBeLessThan(60);
    expect(screen.getByRole('treeitem', { name: 'Dataset 0' }).getAttribute('aria-setsize')).toBe('2000');
  });

  it('finds one of two thousand datasets, and reports if it finds none', async () => {
    const datasets = Array.from({ length: 2_000 }, (_, position) =>
      testDataset({ id: position + 1, slug: `d${position}`, label: `Dataset ${position}` }),
    );
    backend.answer('listNamespaces', [testNamespace({ datasets })]);
    const user = showCatalogue();
    const filter = screen.getByRole('textbox', { name: 'Filter the catalogue' });
    await user.click(filter);
    await user.paste('dataset 1777');
    expect(await screen.findByRole('treeitem', { name: 'Dataset 1777' })).toBeDefined();
    expect(screen.queryByRole('treeitem', { name: 'Dataset 0' })).toBeNull();
    await user.paste('x');
    expect(await screen.findByText('No matches for “dataset 1777x” in the catalogue.')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Clear the filter' }));
    await waitFor(() => expect(screen.queryByText(/No matches/)).toBeNull());
  });

  it('moves the focus with each key, also if the next comes before any time has passed', async () => {
    const datasets = ['Towns', 'Trade', 'Woods'].map((label, position) =>
      testDataset({ id: position + 1, slug: label.toLowerCase(), label }),
    );
    backend.answer('listNamespaces', [testNamespace({ datasets })]);
    showCatalogue();
    const line = (name: string) => screen.getByRole('treeitem', { name });
    (await screen.findByRole('treeitem', { name: 'Woods' })).focus();
    for (const [key, reached] of [
      ['Home', 'Statistics office'],
      ['t', 'Towns'],
      ['r', 'Trade'],
      ['ArrowDown', 'Woods'],
      ['ArrowUp', 'Trade'],
      ['ArrowLeft', 'Geography'],
      ['End', 'Woods'],
    ] as const) {
      if (document.activeElement !== null) fireEvent.keyDown(document.activeElement, { key, code: key });
      expect(document.activeElement).toBe(line(reached));
      if (document.activeElement !== null) fireEvent.keyUp(document.activeElement, { key, code: key });
    }
  });

  it('marks what is not public and what has no data yet', async () => {
    backend.answer('listNamespaces', [
      testNamespace({ published: false, datasets: [testDataset({ columns: [], versions: [] })] }),
    ]);
    showCatalogue();
    const namespace = await screen.findByRole('treeitem', { name: 'Geography' });
    expect(within(namespace).getByRole('img', { name: 'not public' })).toBeDefined();
    expect(screen.getByRole('treeitem', { name: 'Towns' }).textContent).toContain('no data yet');
  });
});
