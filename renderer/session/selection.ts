import { create } from 'zustand';
import type { Bounds } from '../lib/geometry/geometry-bounds.ts';
import { useSession } from './session.ts';

/** Rows of a tab's query from one to another, both included, counted from 0. */
export interface RowSpan {
  readonly from: number;
  readonly to: number;
}

/** Selected cells of a tab's query: rows as in {@link RowSpan}, columns by name. */
export interface CellSpan extends RowSpan {
  readonly columns: readonly string[];
}

interface Selection {
  /** By tab: the cells that are selected in the grid, where they are more than one. */
  readonly cells: Readonly<Record<string, CellSpan>>;
  /** By tab: the rows that are chosen in the grid or on the map. */
  readonly rows: Readonly<Record<string, RowSpan>>;
  /** By tab: the row that the grid is to bring into view and to focus when it is there. */
  readonly wanted: Readonly<Record<string, number>>;
  /** By tab: what the map shows. */
  readonly extents: Readonly<Record<string, Bounds>>;
}

/** The user's selection, shared by the views of a dataset; it ends with the window. */
export const useSelection = create<Selection>(() => ({ cells: {}, rows: {}, wanted: {}, extents: {} }));

/** Notes which rows of a tab are chosen; null for none. */
export function chooseRows(tab: string, span: RowSpan | null): void {
  useSelection.setState(({ rows: { [tab]: known, ...others } }) => {
    if (span === null) return { rows: others };
    return known?.from === span.from && known.to === span.to ? {} : { rows: { ...others, [tab]: span } };
  });
}

/** Notes which cells of a tab are selected; null for none. */
export function selectCells(tab: string, span: CellSpan | null): void {
  useSelection.setState(({ cells: { [tab]: known, ...others } }) => {
    if (span === null) return known === undefined ? {} : { cells: others };
    return { cells: { ...others, [tab]: span } };
  });
}

/** Chooses a row in a view other than the grid: the grid goes to it when it comes to the front. */
export function wantRow(tab: string, row: number): void {
  chooseRows(tab, { from: row, to: row });
  useSelection.setState(({ wanted }) => ({ wanted: { ...wanted, [tab]: row } }));
}

/** The row that the grid is to go to, if any; asked once. */
export function takeWantedRow(tab: string): number | null {
  const { [tab]: row, ...others } = useSelection.getState().wanted;
  if (row !== undefined) useSelection.setState({ wanted: others });
  return row ?? null;
}

/** Notes what the map of a tab shows. */
export function noteExtent(tab: string, extent: Bounds): void {
  useSelection.setState(({ extents }) => ({ extents: { ...extents, [tab]: extent } }));
}

// Another question has other rows under the same numbers.
useSession.subscribe(({ tabs }, { tabs: before }) => {
  if (tabs === before) return;
  const asked = new Map(before.map((tab) => [tab.id, tab.query]));
  for (const { id, query } of tabs) {
    if (!asked.has(id) || asked.get(id) === query) continue;
    chooseRows(id, null);
    selectCells(id, null);
  }
});
