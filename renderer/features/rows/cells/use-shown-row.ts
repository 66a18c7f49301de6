import type { CellFocusedEvent, IRowNode } from 'ag-grid-community';
import { useEffect, useMemo } from 'react';
import type { Row } from '#shared/cell.ts';
import type { ShownRow } from './row-details.tsx';

/** Follows the row that has the focus, and its values when they arrive later. */
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

/** @returns what the grid is to call when its focus moves. */
export function useShownRow(onShown: (shown: ShownRow | null) => void) {
  const followed = useMemo(() => new FollowedRow(onShown), [onShown]);
  useEffect(() => () => followed.follow(null), [followed]);
  return ({ api, rowIndex }: CellFocusedEvent<Row>) => {
    if (rowIndex !== null) followed.follow(api.getDisplayedRowAtIndex(rowIndex) ?? null);
  };
}
