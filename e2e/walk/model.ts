/** A dataset of the local service, as it describes it. */
export interface Dataset {
  readonly address: string;
  readonly label: string;
  /** Names of the columns in their order. */
  readonly columns: readonly string[];
  /** Positions of the columns that rows can be ordered by: places have no order. */
  readonly ordered: readonly number[];
  /** Positions of columns whose text is shown as it is. */
  readonly texts: readonly number[];
}

/** The order of a tab's rows by one column. */
export interface Order {
  readonly column: number;
  readonly direction: 'ascending' | 'descending';
}

/** What can be undone in a tab. */
interface Query {
  readonly search: string;
  readonly order: Order | null;
}

interface Tab {
  readonly dataset: Dataset;
  readonly view: number;
  readonly query: Query;
  readonly past: readonly Query[];
  readonly future: readonly Query[];
}

/** What the window must show, as far as the walk follows it. */
export interface Expected {
  readonly tabs: readonly string[];
  /** Position of the tab on the screen; -1 while a page is shown. */
  readonly active: number;
  readonly view: number;
  readonly search: string;
  readonly order: Order | null;
}

const everything: Query = { search: '', order: null };

/** A small window beside the real one, which knows what each act must change. */
export class WindowModel {
  #tabs: readonly Tab[] = [];
  #active = -1;
  #closed: readonly Tab[] = [];

  get active(): Tab | undefined {
    return this.#tabs[this.#active];
  }

  get count(): number {
    return this.#tabs.length;
  }

  /** Whether a tab would be reopened whose dataset has no other: which of two a dataset's name leads to is not modelled. */
  get canReopen(): boolean {
    const [tab] = this.#reopened();
    return tab !== undefined && !this.#isOpen(tab.dataset);
  }

  get expected(): Expected {
    const { view = -1, query = everything } = this.active ?? {};
    return {
      tabs: this.#tabs.map(({ dataset }) => dataset.label),
      active: this.#active,
      view,
      search: query.search,
      order: query.order,
    };
  }

  /** A dataset that is open already is shown as it was left. */
  open(dataset: Dataset): void {
    if (!this.#isOpen(dataset)) {
      this.#tabs = [...this.#tabs, { dataset, view: 0, query: everything, past: [], future: [] }];
    }
    this.#active = this.#tabs.findIndex((tab) => tab.dataset === dataset);
  }

  showHome(): void {
    this.#active = -1;
  }

  /** @param by 1 for the next tab, -1 for the one before; from a page, to the first or last one */
  showNeighbour(by: 1 | -1): void {
    const from = this.#active === -1 && by === -1 ? 0 : this.#active;
    this.#active = (from + by + this.count) % this.count;
  }

  showView(view: number): void {
    this.#change((tab) => ({ ...tab, view }));
  }

  search(search: string): void {
    this.#query((query) => ({ ...query, search }));
  }

  order(order: Order | null): void {
    this.#query((query) => ({ ...query, order }));
  }

  undo(): void {
    this.#change((tab) => {
      const query = tab.past.at(-1);
      if (query === undefined) return tab;
      return { ...tab, query, past: tab.past.slice(0, -1), future: [tab.query, ...tab.future] };
    });
  }

  redo(): void {
    this.#change((tab) => {
      const [query, ...future] = tab.future;
      return query === undefined ? tab : { ...tab, query, past: [...tab.past, tab.query], future };
    });
  }

  close(): void {
    const { active } = this;
    if (active === undefined) return;
    this.#tabs = this.#tabs.filter((tab) => tab !== active);
    this.#closed = [active, ...this.#closed];
    this.#active = Math.min(this.#active, this.#tabs.length - 1);
  }

  reopen(): void {
    const [tab, ...rest] = this.#reopened();
    this.#closed = rest;
    if (tab === undefined) return;
    this.#tabs = [...this.#tabs, { ...tab, past: [], future: [] }];
    this.#active = this.#tabs.length - 1;
  }

  /** Steps to undo end with the page. */
  reload(): void {
    this.#tabs = this.#tabs.map((tab) => ({ ...tab, past: [], future: [] }));
  }

  /** Closed tabs that show something else than every open one, last closed first. */
  #reopened(): readonly Tab[] {
    const shows = ({ dataset, query }: Tab) => JSON.stringify([dataset.address, query]);
    return this.#closed.filter((closed) => !this.#tabs.some((tab) => shows(tab) === shows(closed)));
  }

  #isOpen(dataset: Dataset): boolean {
    return this.#tabs.some((tab) => tab.dataset === dataset);
  }

  #query(change: (query: Query) => Query): void {
    this.#change((tab) => {
      const query = change(tab.query);
      if (JSON.stringify(query) === JSON.stringify(tab.query)) return tab;
      return { ...tab, query, past: [...tab.past, tab.query], future: [] };
    });
  }

  #change(change: (tab: Tab) => Tab): void {
    this.#tabs = this.#tabs.map((tab, position) => (position === this.#active ? change(tab) : tab));
  }
}
