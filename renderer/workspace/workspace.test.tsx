import { act, render, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { App } from '../app.tsx';
import { startMessages } from '../locales/language.ts';
import { openedDialog } from '../state/dialogs.ts';
import { useSettings } from '../state/settings.ts';
import { useTabs, views } from '../state/tab.ts';
import { openTab, showBeside } from '../state/tabs.ts';
import { backend, shell } from '../testing/far-side.ts';
import { openTowns, ownConnection, testConnection, testDetails, towns } from '../testing/records.ts';
import { renderComponent } from '../testing/render-component.tsx';
import { Workspace } from './workspace.tsx';

beforeEach(() => {
  useTabs.setState({ tabs: [], activeTab: null, closed: [] });
  backend.answer('listConnections', [ownConnection({ name: 'This computer' }), testConnection()]);
  backend.answer('listNamespaces', []);
  backend.answer('listQueries', []);
  backend.answer('listJobs', []);
  shell.answer('listNotices', []);
});

describe('the window', () => {
  it('shows how to start while nothing is open', async () => {
    renderComponent(<Workspace />);
    const main = screen.getByRole('main');
    expect(await within(main).findByText('Explore open data, and publish your own.')).toBeDefined();
    const home = await within(main).findByRole('region', { name: 'Home' });
    expect(within(home).getByRole('button', { name: /^Publish a file/ })).toBeDefined();
    expect(await screen.findByRole('treeitem', { name: 'This computer' })).toBeDefined();
  });

  it('shows the active dataset and its service', async () => {
    backend.answer('readDataset', testDetails());
    openTowns();
    renderComponent(<Workspace />);
    expect(await screen.findByRole('tabpanel', { name: 'Towns' })).toBeDefined();
    const status = screen.getByRole('contentinfo');
    expect(await within(status).findByText('Statistics office')).toBeDefined();
    expect(within(status).getByText('Newest version')).toBeDefined();
  });

  it('is drawn again in another language, with what stays drawn of a tab', async () => {
    backend.answer('readDataset', testDetails());
    openTowns();
    render(<App />);
    expect(await screen.findByRole('tab', { name: 'Rows' })).toBeDefined();
    await act(() => startMessages('de', 'de-DE'));
    expect(screen.getByRole('region', { name: 'Katalog' })).toBeDefined();
    expect(screen.getByRole('tab', { name: 'Zeilen' })).toBeDefined();
    expect(within(screen.getByRole('contentinfo')).getByText('Neueste Version')).toBeDefined();
    await act(() => startMessages('en', 'en-GB'));
    expect(screen.getByRole('tab', { name: 'Rows' })).toBeDefined();
  });

  it('shows two datasets side by side, with a divider and a way to close each', async () => {
    backend.answer('readDataset', testDetails());
    const { id } = openTowns();
    openTab({ reference: { ...towns, dataset: 'rivers' }, label: 'Rivers' });
    showBeside(id);
    const user = renderComponent(<Workspace />);
    const divider = await screen.findByRole('separator', { name: 'Size of the first view' });
    divider.focus();
    await user.keyboard('{ArrowRight}');
    expect(divider.getAttribute('aria-valuenow')).toBe('52');
    await user.keyboard('{Home}');
    expect(useSettings.getState().splitShare).toBe(20);
    const [closeLeft] = screen.getAllByRole('button', { name: 'Close the split view' });
    if (closeLeft !== undefined) await user.click(closeLeft);
    expect(useTabs.getState().activeTab).toBe(id);
    expect(screen.queryByRole('separator', { name: 'Size of the first view' })).toBeNull();
  });

  it('shows the views of the active dataset with the keys of their order', async () => {
    backend.answer('readDataset', testDetails());
    openTowns();
    const user = renderComponent(<Workspace />);
    await screen.findByRole('tabpanel', { name: 'Towns' });
    const shown = [];
    for (const [position] of views.entries()) {
      await user.keyboard(`{Control>}${position + 1}{/Control}`);
      shown.push(useTabs.getState().tabs[0]?.view);
    }
    expect(shown).toEqual(views);
  });

  it('follows changed shortcuts at once', async () => {
    backend.answer('readDataset', testDetails());
    openTowns();
    const user = renderComponent(<Workspace />);
    await screen.findByRole('tabpanel', { name: 'Towns' });
    act(() => useSettings.setState({ shortcuts: { 'view-columns': 'mod+K', home: 'F8' } }));
    await user.keyboard('{Control>}k{/Control}');
    expect(useTabs.getState().tabs[0]?.view).toBe('columns');
    expect(screen.queryByRole('textbox', { name: 'Search for a dataset or a command' })).toBeNull();
    await user.keyboard('{Control>}1{/Control}{Control>}2{/Control}');
    expect(useTabs.getState().tabs[0]?.view).toBe('rows');
    expect(screen.getByRole('button', { name: 'Home' }).getAttribute('data-tooltip')).toBe('Home (F8)');
    act(() => useSettings.setState({ shortcuts: {} }));
  });

  it('folds the catalogue away and back, and remembers that', async () => {
    const user = renderComponent(<Workspace />);
    const catalogue = () => screen.queryByRole('region', { name: 'Catalogue' });
    await user.click(screen.getByRole('textbox', { name: 'Filter the catalogue' }));
    await user.keyboard('{Control>}b{/Control}');
    expect(catalogue()).toBeNull();
    expect(localStorage.getItem('almanac-settings')).toContain('"catalogueHidden":true');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Show the catalogue' }));
    await user.keyboard('{Enter}');
    expect(catalogue()).not.toBeNull();
    await user.click(screen.getByRole('button', { name: 'Hide the catalogue' }));
    await user.keyboard('{Control>}{Shift>}f{/Shift}{/Control}');
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Filter the catalogue' }));
  });

  it('opens the form for another connection', async () => {
    const user = renderComponent(<Workspace />);
    await user.click(screen.getByRole('button', { name: 'Add a connection' }));
    expect(openedDialog('program')).toEqual({ kind: 'add-connection' });
  });
});
