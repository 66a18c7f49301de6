import type { IFilterComp, IFloatingFilterComp } from 'ag-grid-community';

/** A filter that accepts everything: filtering is done by the service, not the grid. */
export class NoGridFilter implements IFilterComp {
  init(): void {}

  getGui(): HTMLElement {
    return document.createElement('div');
  }

  isFilterActive(): boolean {
    return false;
  }

  doesFilterPass(): boolean {
    return true;
  }

  getModel(): null {
    return null;
  }

  setModel(): void {}
}

/** Fills the filter row of a column that cannot be filtered by typing. */
export class NoQuickFilter implements IFloatingFilterComp {
  init(): void {}

  getGui(): HTMLElement {
    return document.createElement('div');
  }

  refresh(): void {}

  onParentModelChanged(): void {}
}
