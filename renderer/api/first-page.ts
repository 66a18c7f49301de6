import type { ParametersOf } from '#shared/rpc/backend.ts';
import type { RowPage } from '#shared/rpc/records.ts';
import { callBackend } from './backend.ts';

type Asked = ParametersOf<'readRows'>;

let first: { readonly key: string; readonly page: Promise<RowPage> | RowPage } | null = null;

/** Asks for rows that the grid is going to want as its first, before there is a grid. */
export function askForFirstPage(parameters: Asked): void {
  const page = callBackend('readRows', parameters);
  first = { key: JSON.stringify(parameters), page };
  // Told to whoever takes it; where nobody does, nobody wants to know.
  page.catch(() => undefined);
}

/** These rows are at hand, whoever asks for them first. */
export function haveFirstPage(parameters: Asked, page: RowPage): void {
  first = { key: JSON.stringify(parameters), page };
}

/** The page that was asked for so, if it is this one; it is given once. */
export function takeFirstPage(parameters: Asked): Promise<RowPage> | null {
  if (first === null || first.key !== JSON.stringify(parameters)) return null;
  const { page } = first;
  first = null;
  return Promise.resolve(page);
}

/** The same page while nobody has taken it, if it was at hand; it stays to be taken. */
export function firstPageAtHand(parameters: Asked): RowPage | null {
  if (first === null || first.page instanceof Promise || first.key !== JSON.stringify(parameters)) return null;
  return first.page;
}
