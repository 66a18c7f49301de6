import type { Notice } from '#shared/rpc/backend-process.ts';

/** Notices that the user has not dismissed; one per kind, the newest. */
export class Notices {
  readonly #announce: () => void;
  #notices: Notice[] = [];
  #waiting: { readonly kinds: ReadonlySet<Notice['kind']>; readonly resolve: (notice: Notice) => void }[] = [];

  /** @param announce called whenever the list has changed */
  constructor(announce: () => void) {
    this.#announce = announce;
  }

  add(notice: Notice): void {
    this.#notices = [...this.#others(notice), notice];
    this.#announce();
    const isFor = ({ kinds }: { readonly kinds: ReadonlySet<Notice['kind']> }) => kinds.has(notice.kind);
    const served = this.#waiting.filter(isFor);
    this.#waiting = this.#waiting.filter((one) => !isFor(one));
    for (const { resolve } of served) resolve(notice);
  }

  next(kinds: ReadonlySet<Notice['kind']>): Promise<Notice> {
    return new Promise((resolve) => {
      this.#waiting.push({ kinds, resolve });
    });
  }

  dismiss(notice: Pick<Notice, 'kind' | 'where'>): void {
    this.#notices = this.#others(notice);
    this.#announce();
  }

  list(): Notice[] {
    return this.#notices;
  }

  #others({ kind, where }: Pick<Notice, 'kind' | 'where'>): Notice[] {
    return this.#notices.filter((known) => known.kind !== kind || known.where !== where);
  }
}
