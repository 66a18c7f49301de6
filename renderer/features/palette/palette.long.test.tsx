import { spotlight } from '@mantine/spotlight';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openPalette } from '../../commands/commands.ts';
import { useTabs } from '../../state/tab.ts';
import { backend } from '../../testing/far-side.ts';
import { openTowns, testColumn, testConnection, testDataset, testNamespace } from '../../testing/records.ts';
import { renderComponent } from '../../testing/render-component.tsx';
import { Palette } from './palette.tsx';

const run = vi.fn();
const commands = [
  { id: 'theme', title: 'Theme: Dark', group: 'general', run },
  { id: 'language', title: 'Langue\u00a0: English', group: 'general', run },
] as const;

const columns = [{ id: 'column rank', title: 'Column: Ranking', keywords: ['rank_no'], group: 'rows', run }] as const;

function show() {
  const user = renderComponent(<Palette commands={commands} columns={() => columns} />);
  act(openPalette);
  return user;
}

// The palette is that of all test files of a process.
afterEach(() => act(() => spotlight.close()));

beforeEach(() => {
  openTowns();
  run.mockClear();
  backend.answer('listConnections', [testConnection()]);
  backend.answer('listQueries', []);
});

describe('the palette', () => {
  it('offers the commands before any dataset is known, and runs one', async () => {
    const user = show();
    await user.click(await screen.findByRole('button', { name: /Theme: Dark/ }));
    await waitFor(() => expect(run).toHaveBeenCalledTimes(1));
  });

  it('finds a dataset among two thousand, and limits the list', async () => {
    const datasets = Array.from({ length: 2_000 }, (_, position) =>
      testDataset({ id: position + 1, slug: `d${position}`, label: `Dataset ${position}` }),
    );
    backend.answer('listNamespaces', [testNamespace({ datasets })]);
    const user = show();
    await screen.findByRole('button', { name: /^Dataset 0/ });
    expect(screen.getAllByRole('button').length).toBeLessThan(60);
    await user.type(screen.getByRole('textbox', { name: 'Search for a dataset or a command' }), 'dataset 1777');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(useTabs.getState().tabs.at(-1)?.reference.dataset).toBe('d1777'));
  });

  it('marks a dataset that is hidden', async () => {
    const datasets = [testDataset(), testDataset({ id: 2, slug: 'rivers', label: 'Rivers', hidden: true })];
    backend.answer('listNamespaces', [testNamespace({ datasets })]);
    show();
    const hidden = await screen.findByRole('button', { name: /^Rivers/ });
    expect(within(hidden).getByRole('img', { name: 'Hidden' })).toBeDefined();
    expect(within(screen.getByRole('button', { name: /^Towns/ })).queryByRole('img')).toBeNull();
  });

  it('lists the commands that match beside a hundred datasets that match as well', async () => {
    const datasets = Array.from({ length: 100 }, (_, position) =>
      testDataset({ id: position + 1, slug: `d${position}`, label: `Third Thursday ${position}` }),
    );
    backend.answer('listNamespaces', [testNamespace({ datasets })]);
    const user = show();
    await screen.findByRole('button', { name: /^Third Thursday 0/ });
    await user.type(screen.getByRole('textbox'), 'th');
    expect(screen.getByRole('button', { name: /Theme: Dark/ })).toBeDefined();
    expect(screen.getAllByRole('button', { name: /^Third Thursday/ })).toHaveLength(40);
  });

  it('finds a title with special spaces by typing normal ones', async () => {
    const user = show();
    await user.type(screen.getByRole('textbox'), 'langue : en');
    expect(await screen.findByRole('button', { name: /English/ })).toBeDefined();
  });

  it('finds a dataset by words of its description and columns, in any order', async () => {
    const trees = { slug: 'trees', label: 'Bäume', description: 'In every street', columns: [testColumn('height')] };
    backend.answer('listNamespaces', [testNamespace({ datasets: [testDataset(), testDataset(trees)] })]);
    const user = show();
    await screen.findByRole('button', { name: /^Towns/ });
    await user.type(screen.getByRole('textbox'), 'heig street baume');
    expect(await screen.findByRole('button', { name: /^Bäume/ })).toBeDefined();
    expect(screen.queryByRole('button', { name: /^Towns/ })).toBeNull();
  });

  it('puts what is titled as typed before what has its words elsewhere', async () => {
    const labels = ['Reopen closed tabs', 'Close tab', 'Tabs to close'];
    const datasets = labels.map((label, id) => testDataset({ id, slug: `d${id}`, label }));
    backend.answer('listNamespaces', [testNamespace({ datasets })]);
    const user = show();
    await screen.findByRole('button', { name: /^Close tab/ });
    await user.type(screen.getByRole('textbox'), 'close tab');
    const lines = screen.getAllByRole('button').map(({ textContent }) => textContent);
    const found = lines.map((line) => labels.find((label) => line?.startsWith(label)));
    expect(found).toEqual(['Close tab', 'Reopen closed tabs', 'Tabs to close']);
  });

  it('finds the columns of the active tab by label and name, once something is typed', async () => {
    const user = show();
    await screen.findByRole('button', { name: /Theme: Dark/ });
    expect(screen.queryByRole('button', { name: 'Column: Ranking' })).toBeNull();
    await user.type(screen.getByRole('textbox'), 'rank_no');
    await user.click(await screen.findByRole('button', { name: 'Column: Ranking' }));
    await waitFor(() => expect(run).toHaveBeenCalledTimes(1));
  });

  it('keeps the focus while it is open, whatever takes it', async () => {
    renderComponent(
      <>
        <button type="button">Behind</button>
        <Palette commands={commands} columns={() => []} />
      </>,
    );
    const behind = screen.getByRole('button', { name: 'Behind' });
    act(openPalette);
    const field = await screen.findByRole('textbox');
    await waitFor(() => expect(document.activeElement).toBe(field));
    behind.focus();
    expect(document.activeElement).toBe(field);
  });

  it('reports that nothing was found', async () => {
    const user = show();
    await user.type(screen.getByRole('textbox'), 'no such thing');
    expect(await screen.findByText('No matches.')).toBeDefined();
  });
});
