import type { CellFocusedEvent, GridApi, IRowNode } from 'ag-grid-community';
import { useEffect, useMemo, useState } from 'react';
import type { Row } from '#shared/cell.ts';
import { whenThere } from '../grid/grid-navigation.ts';
import type { RowSource } from '../row-source.ts';
import type { ShownRow } from './row-details.tsx';

/** Reports a row of the grid, and its values when they arrive later. */
class TrackedRow {
  #node: IRowNode<Row> | null = null;
  readonly #onShown: (shown: ShownRow | null) => void;
  readonly #report = () => {
    const row = this.#node?.rowIndex;
    if (row !== null && row !== undefined) this.#onShown({ row, values: this.#node?.data });
  };

  constructor(onShown: (shown: ShownRow | null) => void) {
    this.#onShown = onShown;
  }

  track(node: IRowNode<Row> | null): void {
    if (node === this.#node) return;
    this.#node?.removeEventListener('dataChanged', this.#report);
    this.#node = node;
    node?.addEventListener('dataChanged', this.#report);
    this.#report();
  }
}

/** The first row of the grid, as long as none has the focus; null if not needed or empty. */
export function useFirstRow(api: GridApi<Row> | null, source: RowSource, isNeeded: boolean): ShownRow | null {
  const [first, setFirst] = useState<ShownRow | null>(null);
  const tracked = useMemo(() => new TrackedRow(setFirst), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another source has another first row.
  useEffect(() => {
    setFirst(null);
    if (api === null || !isNeeded) return undefined;
    whenThere(api, 0, () => tracked.track(api.getDisplayedRowAtIndex(0) ?? null));
    return () => tracked.track(null);
  }, [api, source, isNeeded, tracked]);
  return first;
}

/** @returns the handler for focus changes of the grid */
export function useShownRow(onShown: (shown: ShownRow | null) => void) {
  const tracked = useMemo(() => new TrackedRow(onShown), [onShown]);
  useEffect(() => () => tracked.track(null), [tracked]);
  return ({ api, rowIndex }: CellFocusedEvent<Row>) => {
    if (rowIndex !== null) tracked.track(api.getDisplayedRowAtIndex(rowIndex) ?? null);
  };
}
