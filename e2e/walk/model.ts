import type { Filter } from '#shared/row-query.ts';

/** A dataset as its service describes it. Editing changes its label and its address. */
export interface Dataset {
  /** Where the walk itself reads it, whether the window can reach the service or not. */
  address: string;
  label: string;
  /** Namespace that the walk created; null for others. */
  readonly namespace: Namespace | null;
  /** Whether it is of the other service, which cannot always be reached. */
  readonly isRemote: boolean;
  readonly columns: readonly Column[];
  /** Whether it has no version yet. */
  readonly isEmpty: boolean;
}

export interface Column {
  readonly name: string;
  readonly label: string;
  readonly type: string;
}

/** A namespace that the walk created. */
export interface Namespace {
  address: string;
  readonly label: string;
}

/** The order of a tab's rows by one column. */
export interface Order {
  readonly column: number;
  readonly direction: 'ascending' | 'descending';
}

/** What can be undone in a tab. */
export interface Query {
  readonly search: string;
  readonly order: Order | null;
  readonly filters: readonly Filter[];
  readonly join?: 'or' | undefined;
}

export interface Tab {
  readonly dataset: Dataset;
  readonly view: number;
  readonly query: Query;
  readonly past: readonly Query[];
  readonly future: readonly Query[];
  /** Whether its rows were read, and it has been on the screen since then. */
  readonly isRead: boolean;
}

/** What the window must show, as far as the walk follows it. */
export interface Expected {
  readonly tabs: readonly string[];
  /** Position of the tab on the screen; -1 while a page is shown. */
  readonly active: number;
  /** Name of the dataset on the screen; empty while a page is shown. */
  readonly title: string;
  readonly view: number;
  readonly search: string;
  readonly order: Order | null;
  /** Number of conditions listed above the rows. */
  readonly conditions: number;
}

const everything: Query = { search: '', order: null, filters: [] };
const unread = { past: [], future: [], isRead: false };

/** The parameters with which the service gives the rows of a query. */
export function parametersOf({ columns }: Dataset, { search, order, filters, join }: Query): URLSearchParams {
  const parameters = new URLSearchParams(filters.map(({ column, lookup, value }) => [`${column}__${lookup}`, value]));
  if (join === 'or') parameters.set('_join', 'OR');
  if (search !== '') parameters.set('search', search);
  const name = columns[order?.column ?? -1]?.name;
  if (name !== undefined) parameters.set('ordering', `${order?.direction === 'descending' ? '-' : ''}${name}`);
  return parameters;
}

/** A small window beside the real one, which knows what each act must change. */
export class WindowModel {
  #tabs: readonly Tab[] = [];
  #active = -1;
  #closed: readonly Tab[] = [];
  language = 'en';
  /** Whether the other service cannot be reached. */
  isAway = false;
  /** Namespaces that were created in the window. */
  readonly namespaces: Namespace[] = [];
  /** Addresses of deleted datasets that may still be waiting for the end of the time for undoing. */
  readonly leaving: string[] = [];
  #names = 0;

  get active(): Tab | undefined {
    return this.#tabs[this.#active];
  }

  get count(): number {
    return this.#tabs.length;
  }

  get canReopen(): boolean {
    return this.#reopened().length > 0;
  }

  /** Whether a dataset of the other service is open. */
  get hasRemote(): boolean {
    return this.#tabs.some(({ dataset }) => dataset.isRemote);
  }

  /** Whether the active tab has rows that its service can give now. */
  get isOnRows(): boolean {
    const { active } = this;
    return active?.view === 0 && !active.dataset.isEmpty && !(active.dataset.isRemote && this.isAway);
  }

  get expected(): Expected {
    const { view = -1, query = everything, dataset } = this.active ?? {};
    const { search, order, filters, join } = query;
    const conditions = [...filters, ...(join === 'or' && filters.length > 1 ? [join] : []), search, order];
    return {
      tabs: this.#tabs.map((tab) => tab.dataset.label),
      active: this.#active,
      title: dataset?.label ?? '',
      view,
      search,
      order,
      conditions: conditions.filter((one) => one !== '' && one !== null).length,
    };
  }

  /** A number that no name of the walk has yet. */
  nextNumber(): number {
    this.#names += 1;
    return this.#names;
  }

  /** A dataset that is open already is shown as it was left, in the first of its tabs. */
  open(dataset: Dataset): void {
    if (!this.#tabs.some((tab) => tab.dataset === dataset)) {
      this.#tabs = [...this.#tabs, { dataset, view: 0, query: everything, ...unread }];
    }
    this.#show(this.#tabs.findIndex((tab) => tab.dataset === dataset));
  }

  showHome(): void {
    this.#show(-1);
  }

  /** @param by 1 for the next tab, -1 for the one before; from a page, to the first or last one */
  showNeighbour(by: 1 | -1): void {
    const from = this.#active === -1 && by === -1 ? 0 : this.#active;
    this.#show((from + by + this.count) % this.count);
  }

  showView(view: number): void {
    this.#change((tab) => ({ ...tab, view, isRead: false }));
  }

  search(search: string): void {
    this.query((query) => ({ ...query, search }));
  }

  order(order: Order | null): void {
    this.query((query) => ({ ...query, order }));
  }

  query(change: (query: Query) => Query): void {
    this.#change((tab) => {
      const query = change(tab.query);
      if (JSON.stringify(query) === JSON.stringify(tab.query)) return tab;
      return { ...tab, query, past: [...tab.past, tab.query], future: [], isRead: false };
    });
  }

  undo(): void {
    this.#change((tab) => {
      const query = tab.past.at(-1);
      if (query === undefined) return tab;
      return { ...tab, query, past: tab.past.slice(0, -1), future: [tab.query, ...tab.future], isRead: false };
    });
  }

  redo(): void {
    this.#change((tab) => {
      const [query, ...future] = tab.future;
      return query === undefined ? tab : { ...tab, query, past: [...tab.past, tab.query], future, isRead: false };
    });
  }

  close(): void {
    if (this.active !== undefined) this.#close(this.active);
  }

  reopen(): void {
    const [tab, ...rest] = this.#reopened();
    this.#closed = rest;
    if (tab === undefined) return;
    this.#tabs = [...this.#tabs, { ...tab, ...unread }];
    this.#active = this.#tabs.length - 1;
  }

  /** Deleting a dataset closes its tabs, which can then not be reopened. @returns the tabs, to be restored */
  remove(dataset: Dataset): readonly Tab[] {
    const removed = this.#tabs.filter((tab) => tab.dataset === dataset);
    for (const tab of removed) this.#close(tab);
    this.#closed = this.#closed.filter((tab) => tab.dataset !== dataset);
    return removed;
  }

  /** Undoing that opens them again at the end, without their steps. */
  restore(tabs: readonly Tab[]): void {
    if (tabs.length === 0) return;
    this.#tabs = [...this.#tabs, ...tabs.map((tab) => ({ ...tab, ...unread }))];
    this.#active = this.#tabs.length - 1;
  }

  /** The rows on the screen were compared with those of the service. */
  noteRead(): void {
    this.#change((tab) => ({ ...tab, isRead: true }));
  }

  /** Steps to undo end with the page. */
  reload(): void {
    this.#tabs = this.#tabs.map((tab) => ({ ...tab, ...unread }));
  }

  /** Closed tabs that show something else than every open one, last closed first. */
  #reopened(): readonly Tab[] {
    const shows = ({ dataset, query }: Tab) => JSON.stringify([dataset.address, query]);
    return this.#closed.filter((closed) => !this.#tabs.some((tab) => shows(tab) === shows(closed)));
  }

  #show(position: number): void {
    if (position !== this.#active) this.#change((tab) => ({ ...tab, isRead: false }));
    this.#active = position;
  }

  /** If the active tab is closed, the next one takes its place, or the one before. */
  #close(tab: Tab): void {
    const at = this.#tabs.indexOf(tab);
    this.#tabs = this.#tabs.filter((each) => each !== tab);
    this.#closed = [tab, ...this.#closed];
    if (at < this.#active) this.#active -= 1;
    else this.#active = Math.min(this.#active, this.#tabs.length - 1);
  }

  #change(change: (tab: Tab) => Tab): void {
    this.#tabs = this.#tabs.map((tab, position) => (position === this.#active ? change(tab) : tab));
  }
}
