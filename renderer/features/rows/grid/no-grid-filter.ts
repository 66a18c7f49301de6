import type { IFilterComp, IFloatingFilterComp } from 'ag-grid-community';

/** A filter that lets everything through: filtering is the service's work, not the grid's. */
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

/** Stands in the filter row where a column cannot be filtered by typing. */
export class NoQuickFilter implements IFloatingFilterComp {
  init(): void {}

  getGui(): HTMLElement {
    return document.createElement('div');
  }

  refresh(): void {}

  onParentModelChanged(): void {}
}
