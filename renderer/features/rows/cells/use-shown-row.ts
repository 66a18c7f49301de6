import type { CellFocusedEvent, GridApi, IRowNode } from 'ag-grid-community';
import { useEffect, useMemo, useState } from 'react';
import type { Row } from '#shared/cell.ts';
import { whenThere } from '../grid/grid-navigation.ts';
import type { RowSource } from '../row-source.ts';
import type { ShownRow } from './row-details.tsx';

/** Follows the focused row, and its values when they arrive later. */
class FollowedRow {
  #node: IRowNode<Row> | null = null;
  readonly #onShown: (shown: ShownRow | null) => void;
  readonly #tell = () => {
    const row = this.#node?.rowIndex;
    if (row !== null && row !== undefined) this.#onShown({ row, values: this.#node?.data });
  };

  constructor(onShown: (shown: ShownRow | null) => void) {
    this.#onShown = onShown;
  }

  follow(node: IRowNode<Row> | null): void {
    if (node === this.#node) return;
    this.#node?.removeEventListener('dataChanged', this.#tell);
    this.#node = node;
    node?.addEventListener('dataChanged', this.#tell);
    this.#tell();
  }
}

/** The first row of the grid, as long as none has the focus; null if not needed or empty. */
export function useFirstRow(api: GridApi<Row> | null, source: RowSource, isNeeded: boolean): ShownRow | null {
  const [first, setFirst] = useState<ShownRow | null>(null);
  const followed = useMemo(() => new FollowedRow(setFirst), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another source has another first row.
  useEffect(() => {
    setFirst(null);
    if (api === null || !isNeeded) return undefined;
    whenThere(api, 0, () => followed.follow(api.getDisplayedRowAtIndex(0) ?? null));
    return () => followed.follow(null);
  }, [api, source, isNeeded, followed]);
  return first;
}

/** @returns the handler for focus changes of the grid */
export function useShownRow(onShown: (shown: ShownRow | null) => void) {
  const followed = useMemo(() => new FollowedRow(onShown), [onShown]);
  useEffect(() => () => followed.follow(null), [followed]);
  return ({ api, rowIndex }: CellFocusedEvent<Row>) => {
    if (rowIndex !== null) followed.follow(api.getDisplayedRowAtIndex(rowIndex) ?? null);
  };
}
