import { screen, waitFor } from '@testing-library/react';
import {
  ColumnApiModule,
  ColumnAutoSizeModule,
  createGrid,
  EventApiModule,
  type GridApi,
  InfiniteRowModelModule,
  ScrollApiModule,
} from 'ag-grid-community';
import { useEffect, useReducer } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Column } from '#shared/api/column.ts';
import type { Row } from '#shared/cell.ts';
import { testColumn } from '../../../testing/records.ts';
import { renderComponent } from '../../../testing/render-component.tsx';
import { ColumnChooser } from './column-chooser.tsx';
import { columnId, numberColumn } from './column-definitions.ts';
import { readLayout } from './column-layout.ts';

const modules = [InfiniteRowModelModule, ColumnApiModule, ColumnAutoSizeModule, EventApiModule, ScrollApiModule];

const towns = [
  testColumn('name', { label: 'Name' }),
  testColumn('population', { label: 'Population', type: 'integer' }),
  testColumn('area', { label: '', type: 'float' }),
];

let grid: GridApi<Row> | null = null;
const element = document.createElement('div');
afterEach(() => {
  grid?.destroy();
  element.remove();
});

function gridOf(columns: readonly Column[]): GridApi<Row> {
  document.body.append(element);
  const columnDefs = [{ colId: numberColumn }, ...columns.map((_, position) => ({ colId: columnId(position) }))];
  grid = createGrid<Row>(element, { rowModelType: 'infinite', columnDefs }, { modules });
  return grid;
}

interface BarProps {
  readonly api: GridApi<Row>;
  readonly columns: readonly Column[];
  readonly onReset: () => void;
}

/** The chooser, rendered again whenever the grid's columns change, as in the toolbar. */
function Bar({ api, ...others }: BarProps) {
  const [, update] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    for (const event of ['columnVisible', 'columnPinned', 'columnMoved'] as const) api.addEventListener(event, update);
  }, [api]);
  return <ColumnChooser api={api} layout={null} {...others} />;
}

/** Opens the chooser of a grid. */
async function open(columns: readonly Column[] = towns) {
  const api = gridOf(columns);
  const onReset = vi.fn();
  const user = renderComponent(<Bar api={api} columns={columns} onReset={onReset} />);
  await user.click(screen.getByRole('button', { name: 'Choose columns' }));
  await screen.findByRole('textbox', { name: 'Find a column' });
  const hidden = () => readLayout(api, columns).flatMap((entry) => (entry.hidden ? [entry.name] : []));
  return { user, api, onReset, hidden, order: () => readLayout(api, columns).map(({ name }) => name) };
}

const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
const names = () => screen.getAllByRole('checkbox').map((one) => one.parentElement?.textContent);

describe('the list of columns', () => {
  it('is empty while there is no grid', async () => {
    const user = renderComponent(<ColumnChooser api={null} columns={towns} layout={null} onReset={vi.fn()} />);
    await user.click(screen.getByRole('button', { name: 'Choose columns' }));
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  it('has every column, by name if it has no label, and the number shown', async () => {
    await open();
    expect(names()).toEqual(['Name', 'Population', 'area']);
    expect(screen.getByText('3 of 3 shown')).toBeDefined();
  });

  it('hides a column, which can then not be scrolled to, and shows it again', async () => {
    const { user, hidden } = await open();
    await user.click(box('Population'));
    await waitFor(() => expect(hidden()).toEqual(['population']));
    expect(await screen.findByText('2 of 3 shown')).toBeDefined();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Go to Population' }).disabled).toBe(true);
    await user.click(box('Population'));
    await waitFor(() => expect(hidden()).toEqual([]));
  });

  it('hides and shows all found columns together', async () => {
    const { user, hidden } = await open();
    await user.type(screen.getByRole('textbox', { name: 'Find a column' }), 'pop');
    expect(names()).toEqual(['Population']);
    await user.click(screen.getByRole('button', { name: 'Hide all' }));
    await waitFor(() => expect(hidden()).toEqual(['population']));
    await user.click(screen.getByRole('button', { name: 'Show all' }));
    await waitFor(() => expect(hidden()).toEqual([]));
  });

  it('reports that no column matches the search', async () => {
    const { user } = await open();
    await user.type(screen.getByRole('textbox', { name: 'Find a column' }), 'mayor');
    expect(screen.getByRole('status').textContent).toContain('mayor');
  });

  it('freezes and unfreezes a column', async () => {
    const { user, api } = await open();
    await user.click(screen.getByRole('button', { name: 'Freeze Population' }));
    const release = await screen.findByRole('button', { name: 'Unfreeze Population' });
    expect(release.getAttribute('aria-pressed')).toBe('true');
    expect(api.getColumnState().filter(({ pinned }) => pinned === 'left')).toHaveLength(1);
    await user.click(release);
    expect(await screen.findByRole('button', { name: 'Freeze Population' })).toBeDefined();
  });

  it('moves a column by the keyboard, but not before the row numbers', async () => {
    const { user, order } = await open();
    box('Name').focus();
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    await waitFor(() => expect(order()).toEqual(['population', 'name', 'area']));
    box('Name').focus();
    await user.keyboard('{Alt>}{ArrowUp}{ArrowUp}{/Alt}');
    await waitFor(() => expect(order()).toEqual(['name', 'population', 'area']));
  });

  it('leaves resetting the columns to the toolbar', async () => {
    const { user, onReset } = await open();
    await user.click(screen.getByRole('button', { name: 'Reset columns' }));
    expect(onReset).toHaveBeenCalledOnce();
  });

  it('finds one among three hundred columns', async () => {
    const columns = Array.from({ length: 300 }, (_, position) =>
      testColumn(`c${position}`, { label: `C ${position}` }),
    );
    const { user } = await open(columns);
    expect(document.querySelectorAll('li')).toHaveLength(300);
    await user.click(screen.getByRole('textbox', { name: 'Find a column' }));
    await user.paste('c 299');
    expect(names()).toEqual(['C 299']);
  });
});
