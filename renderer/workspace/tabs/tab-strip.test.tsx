import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { useTabs } from '../../state/tab.ts';
import { openDataset } from '../../state/tabs.ts';
import { backend } from '../../testing/far-side.ts';
import { openTowns, testConnection, towns } from '../../testing/records.ts';
import { renderComponent } from '../../testing/render-component.tsx';
import { TabStrip } from './tab-strip.tsx';

const names = () => screen.getAllByRole('tab').map((tab) => tab.textContent);

beforeEach(() => {
  openTowns();
  backend.answer('listConnections', [testConnection()]);
  backend.answer('listQueries', []);
});

describe('the tabs', () => {
  it('are not a list while none is open', () => {
    useTabs.setState({ tabs: [], activeTab: null });
    renderComponent(<TabStrip actions={<button type="button">Open</button>} />);
    expect(screen.queryByRole('tablist')).toBeNull();
    expect(screen.getByRole('button', { name: 'Open' })).toBeDefined();
  });

  it('are navigated, moved and closed by keyboard', async () => {
    openDataset({ ...towns, dataset: 'rivers' }, 'Rivers');
    const user = renderComponent(<TabStrip actions={null} />);
    expect(screen.getByRole('tab', { selected: true }).textContent).toContain('Rivers');
    screen.getByRole('tab', { selected: true }).focus();
    await user.keyboard('{ArrowLeft}');
    expect(screen.getByRole('tab', { selected: true }).textContent).toContain('Towns');
    await user.keyboard('{Control>}{Shift>}{ArrowRight}{/Shift}{/Control}');
    expect(names()[1]).toContain('Towns');
    await user.keyboard('{Delete}');
    expect(names()).toHaveLength(1);
    expect(useTabs.getState().closed[0]?.label).toBe('Towns');
  });

  it('are reached and navigated by keyboard while the home page is shown', async () => {
    useTabs.setState({ activeTab: null });
    const user = renderComponent(<TabStrip actions={null} />);
    await user.tab();
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Towns' }));
    openDataset({ ...towns, dataset: 'rivers' }, 'Rivers');
    useTabs.setState({ activeTab: null });
    await user.keyboard('{ArrowRight}');
    expect(screen.getByRole('tab', { selected: true }).textContent).toContain('Rivers');
  });

  it('of the same name show how they differ', async () => {
    openDataset({ ...towns, namespace: 'archive' }, 'Towns');
    openDataset({ ...towns, dataset: 'rivers' }, 'Rivers');
    renderComponent(<TabStrip actions={null} />);
    expect(screen.getByRole('tab', { name: 'Towns · geo' })).toBeDefined();
    expect(screen.getByRole('tab', { name: 'Towns · archive' })).toBeDefined();
    expect(screen.getByRole('tab', { name: 'Rivers' })).toBeDefined();
  });

  it('offer closing the others in a menu', async () => {
    openDataset({ ...towns, dataset: 'rivers' }, 'Rivers');
    openDataset({ ...towns, dataset: 'lakes' }, 'Lakes');
    const user = renderComponent(<TabStrip actions={null} />);
    await user.pointer({ keys: '[MouseRight]', target: screen.getByRole('tab', { name: /Rivers/ }) });
    await user.click(await screen.findByRole('menuitem', { name: 'Close other tabs' }));
    await waitFor(() => expect(useTabs.getState().tabs.map(({ label }) => label)).toEqual(['Rivers']));
  });
});
