import { create } from 'zustand';
import type { Bounds } from '../lib/geometry/geometry-bounds.ts';
import { ofOpenTabs, onTabsClosed, useSession } from './session.ts';

/** A range of rows of a tab's query, both ends inclusive, counted from 0. */
export interface RowSpan {
  readonly from: number;
  readonly to: number;
}

/** Selected cells of a tab's query: rows as in {@link RowSpan}, columns by name. */
export interface CellSpan extends RowSpan {
  readonly columns: readonly string[];
}

/** A cell to go to. Without a row, the one with the focus or the topmost; without a column, the one with the focus. */
interface RequestedCell {
  readonly row?: number;
  readonly column?: string;
}

interface Selection {
  /** By tab: the cells selected in the grid, if more than one. */
  readonly cells: Readonly<Record<string, CellSpan>>;
  /** By tab: the rows selected in the grid or on the map. */
  readonly rows: Readonly<Record<string, RowSpan>>;
  /** By tab: the cell that the grid should scroll to and focus. */
  readonly requested: Readonly<Record<string, RequestedCell>>;
  /** By tab: the visible part of the map. */
  readonly extents: Readonly<Record<string, Bounds>>;
}

/** The user's selection, shared by the views of a dataset; it is not stored. */
export const useSelection = create<Selection>(() => ({ cells: {}, rows: {}, requested: {}, extents: {} }));

/** Sets the selected rows of a tab; null for none. */
export function chooseRows(tab: string, span: RowSpan | null): void {
  useSelection.setState(({ rows: { [tab]: known, ...others } }) => {
    if (span === null) return { rows: others };
    return known?.from === span.from && known.to === span.to ? {} : { rows: { ...others, [tab]: span } };
  });
}

/** Sets the selected cells of a tab; null for none. */
export function selectCells(tab: string, span: CellSpan | null): void {
  useSelection.setState(({ cells: { [tab]: known, ...others } }) => {
    if (span === null) return known === undefined ? {} : { cells: others };
    return { cells: { ...others, [tab]: span } };
  });
}

/** Selects a row from a view other than the grid: the grid scrolls to it when it is shown. */
export function requestRow(tab: string, row: number): void {
  chooseRows(tab, { from: row, to: row });
  requestCell(tab, { row });
}

/** Goes to a cell of the grid, when it is shown. */
export function requestCell(tab: string, cell: RequestedCell): void {
  useSelection.setState(({ requested }) => ({ requested: { ...requested, [tab]: cell } }));
}

/** Call this when the grid goes to the requested cell. */
export function takeRequestedCell(tab: string): void {
  const { [tab]: _, ...others } = useSelection.getState().requested;
  useSelection.setState({ requested: others });
}

/** Sets the visible part of a tab's map. */
export function noteExtent(tab: string, extent: Bounds): void {
  useSelection.setState(({ extents }) => ({ extents: { ...extents, [tab]: extent } }));
}

onTabsClosed((open) =>
  useSelection.setState(({ cells, rows, requested, extents }) => ({
    cells: ofOpenTabs(cells, open),
    rows: ofOpenTabs(rows, open),
    requested: ofOpenTabs(requested, open),
    extents: ofOpenTabs(extents, open),
  })),
);

// Row numbers mean other rows in another query.
useSession.subscribe(({ tabs }, { tabs: before }) => {
  if (tabs === before) return;
  const requested = new Map(before.map((tab) => [tab.id, tab.query]));
  for (const { id, query } of tabs) {
    if (!requested.has(id) || requested.get(id) === query) continue;
    chooseRows(id, null);
    selectCells(id, null);
  }
});
