import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { explain, failure } from '#shared/failures.ts';
import { useDialog } from '../../dialogs/dialogs.ts';
import { useFavourites } from '../../session/favourites.ts';
import { useSession } from '../../session/session.ts';
import { useSettings } from '../../session/settings.ts';
import { backend } from '../../testing/far-side.ts';
import { testColumn, testConnection, testDataset, testDetails, testNamespace, towns } from '../../testing/records.ts';
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
  useSession.setState({ tabs: [], activeTab: null });
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
  it('leads to what can be done first', async () => {
    const onViewFile = vi.fn();
    const user = renderComponent(<HomeView onViewFile={onViewFile} />);
    await user.click(screen.getByRole('button', { name: /^Look into a file/ }));
    expect(onViewFile).toHaveBeenCalledOnce();
    await user.click(screen.getByRole('button', { name: /^Connect to a service/ }));
    expect(useDialog.getState().dialog).toEqual({ kind: 'add-connection' });
  });

  it('no longer offers a tour that was declined, but still has it', async () => {
    const user = renderComponent(<HomeView onViewFile={() => undefined} />);
    await user.click(screen.getByRole('button', { name: 'Not now' }));
    expect(screen.queryByText(/^New to Almanac/)).toBeNull();
    expect(screen.getByRole('button', { name: 'Take the tour' })).toBeDefined();
  });

  it('says of a dataset that cannot be read that it cannot, and goes on to show it', async () => {
    backend.fail('readDataset', failure('backend-gone', explain('backend-gone'), { retry: true }));
    renderComponent(<HomeView onViewFile={() => undefined} />);
    const recent = await screen.findByRole('region', { name: 'Recent' });
    expect(await within(recent).findByText('This dataset cannot be read just now.')).toBeDefined();
    expect(within(recent).getByRole('button', { name: 'Towns' })).toBeDefined();
  });

  it('finds a dataset by the name of a column, and opens it with Enter', async () => {
    const user = renderComponent(<HomeView onViewFile={() => undefined} />);
    await user.type(screen.getByRole('textbox', { name: 'Find a dataset' }), 'length');
    const found = await screen.findByRole('list', { name: 'Datasets found' });
    expect(await within(found).findByRole('button', { name: /^Rivers/ })).toBeDefined();
    expect(screen.queryByRole('region', { name: 'Recent' })).toBeNull();
    await user.keyboard('{Enter}');
    expect(useSession.getState().tabs.map((tab) => tab.label)).toEqual(['Rivers']);
  });

  it('keeps what contains places, without a word', async () => {
    const user = renderComponent(<HomeView onViewFile={() => undefined} />);
    await user.selectOptions(screen.getByRole('combobox', { name: 'What it contains' }), 'Places');
    expect(await screen.findByText('1 dataset')).toBeDefined();
    expect(screen.getByRole('button', { name: /^Rivers/ })).toBeDefined();
  });
});
