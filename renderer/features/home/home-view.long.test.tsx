import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { explain, failure } from '#shared/failures.ts';
import { BackendFailure } from '#shared/rpc/backend-failure.ts';
import { largeCatalogue } from '#shared/testing/large-catalogue.ts';
import { openedDialog } from '../../state/dialogs.ts';
import { useFavourites } from '../../state/favourites.ts';
import { useSettings } from '../../state/settings.ts';
import { useTabs } from '../../state/tab.ts';
import { backend } from '../../testing/far-side.ts';
import {
  ownConnection,
  testColumn,
  testConnection,
  testDataset,
  testDetails,
  testNamespace,
  towns,
} from '../../testing/records.ts';
import { renderComponent } from '../../testing/render-component.tsx';
import { HomeView } from './home-view.tsx';

const rivers = testDataset({
  id: 2,
  slug: 'rivers',
  label: 'Rivers',
  description: '',
  columns: [testColumn('course', { type: 'geometry' }), testColumn('length_km', { type: 'float' })],
});

beforeEach(() => {
  useTabs.setState({ tabs: [], activeTab: null });
  useFavourites.setState({ favourites: [], recent: [{ reference: towns, label: 'Towns' }] });
  useSettings.setState({ tourSeen: false });
  backend.answer('listConnections', [testConnection()]);
  backend.answer('listNamespaces', [testNamespace({ datasets: [testDataset(), rivers] })]);
  backend.answer('readDataset', testDetails());
  backend.answer('readRows', {
    offset: 0,
    rows: [['Turin', 851_000]],
    count: 1,
    last: true,
    version: null,
  });
});

describe('the home page', () => {
  it('offers the first actions', async () => {
    const onViewFile = vi.fn();
    const user = renderComponent(<HomeView onViewFile={onViewFile} changes={null} />);
    await user.click(screen.getByRole('button', { name: /^View a file/ }));
    expect(onViewFile).toHaveBeenCalledOnce();
    await user.click(screen.getByRole('button', { name: /^Connect to a service/ }));
    expect(openedDialog('program')).toEqual({ kind: 'add-connection' });
  });

  it('no longer promotes a tour that was declined, but still offers it', async () => {
    const user = renderComponent(<HomeView onViewFile={() => undefined} changes={null} />);
    await user.click(screen.getByRole('button', { name: 'Not now' }));
    expect(screen.queryByText(/^New to Almanac/)).toBeNull();
    expect(screen.getByRole('button', { name: 'Take the tour' })).toBeDefined();
  });

  it('draws datasets of this computer in place of their rows, and no others', async () => {
    backend.answer('listConnections', [testConnection(), ownConnection()]);
    useFavourites.setState({
      favourites: [],
      recent: [
        { reference: towns, label: 'Towns' },
        { reference: { ...towns, connection: 'local' }, label: 'Towns' },
      ],
    });
    const picture = vi.fn(() => <p>picture</p>);
    renderComponent(<HomeView onViewFile={() => undefined} changes={null} picture={picture} />);
    expect(await screen.findByText('picture')).toBeDefined();
    expect(await screen.findByRole('table')).toBeDefined();
    expect(picture).toHaveBeenCalledWith({ ...towns, connection: 'local' }, expect.anything(), expect.anything());
    expect(picture).not.toHaveBeenCalledWith(towns, expect.anything(), expect.anything());
  });

  it('keeps showing a dataset that cannot be read, with a note', async () => {
    backend.fail('readDataset', failure('backend-gone', explain('backend-gone'), { retry: true }));
    renderComponent(<HomeView onViewFile={() => undefined} changes={null} />);
    const recent = await screen.findByRole('region', { name: 'Recent' });
    expect(await within(recent).findByText('This dataset cannot be read right now.')).toBeDefined();
    expect(within(recent).getByRole('button', { name: 'Towns' })).toBeDefined();
  });

  it('finds a dataset by the name of a column, and opens it with Enter', async () => {
    const user = renderComponent(<HomeView onViewFile={() => undefined} changes={null} />);
    await user.type(screen.getByRole('textbox', { name: 'Find a dataset' }), 'length');
    const found = await screen.findByRole('list', { name: 'Datasets found' });
    expect(await within(found).findByRole('button', { name: /^Rivers/ })).toBeDefined();
    expect(screen.queryByRole('region', { name: 'Recent' })).toBeNull();
    await user.keyboard('{Enter}');
    expect(useTabs.getState().tabs.map((tab) => tab.label)).toEqual(['Rivers']);
  });

  it('filters by places without search words, and marks what is hidden', async () => {
    const hidden = { ...rivers, hidden: true };
    backend.answer('listNamespaces', [testNamespace({ datasets: [testDataset(), hidden] })]);
    const user = renderComponent(<HomeView onViewFile={() => undefined} changes={null} />);
    await user.selectOptions(screen.getByRole('combobox', { name: 'What it contains' }), 'Places');
    expect(await screen.findByText('1 dataset')).toBeDefined();
    const found = screen.getByRole('button', { name: /^Rivers/ });
    expect(within(found).getByRole('img', { name: 'Hidden' })).toBeDefined();
  });

  it('finds the best of 5,000 datasets in 300 namespaces of five connections, although one cannot be read', async () => {
    const ids = ['first', 'second', 'third', 'fourth', 'fifth'];
    const [share, namespaces] = [1000, 60];
    backend.answer('listConnections', [
      ...ids.map((id) => testConnection({ id, name: `Service ${id}` })),
      testConnection({ id: 'away', name: 'Away', state: 'offline' }),
      testConnection({ id: 'broken', name: 'Broken' }),
    ]);
    backend.answer('listNamespaces', ({ connection }) => {
      const position = ids.indexOf(connection);
      if (position < 0) throw new BackendFailure(failure('server-error', explain('unreachable', { host: 'x' })));
      return largeCatalogue(`https://${connection}.example/`, namespaces, share, position * share);
    });
    const user = renderComponent(<HomeView onViewFile={() => undefined} changes={null} />);
    await user.type(screen.getByRole('textbox', { name: 'Find a dataset' }), 'indicator_4321x');
    const list = await screen.findByRole('list', { name: 'Datasets found' });
    const first = await within(list).findByRole('button', { name: /^Unemployment .* table 4321/ });
    expect(first.closest('li')).toBe(list.querySelector('li'));
    expect(first.textContent).toContain('Service fifth');
    const status = await screen.findByText(/^1 dataset\. /);
    expect(status.textContent).toMatch(/\. Away and Broken cannot be read, so their datasets are missing here\.$/);

    await user.clear(screen.getByRole('textbox', { name: 'Find a dataset' }));
    await user.type(screen.getByRole('textbox', { name: 'Find a dataset' }), 'rents per month');
    expect(await screen.findByText('Showing the best 50. Add a word to narrow the search.')).toBeDefined();
    const shown = within(screen.getByRole('list', { name: 'Datasets found' })).getAllByRole('button');
    for (const { textContent } of shown) expect(textContent).toMatch(/^Rents per month/);
    await user.selectOptions(screen.getByRole('combobox', { name: 'What it contains' }), 'Places');
    await screen.findByText(/^24 datasets\. /);
  });
});
