import type { ParametersOf } from '#shared/rpc/backend.ts';
import type { RowPage } from '#shared/rpc/records.ts';
import { callBackend } from './backend.ts';

let asked: { readonly key: string; readonly page: Promise<RowPage> } | null = null;

/** Asks for rows that the grid is going to want as its first, before there is a grid. */
export function askForFirstPage(parameters: ParametersOf<'readRows'>): void {
  const page = callBackend('readRows', parameters);
  asked = { key: JSON.stringify(parameters), page };
  // Told to whoever takes it; where nobody does, nobody wants to know.
  page.catch(() => undefined);
}

/** The page that was asked for so, if it is this one; it is given once. */
export function takeFirstPage(parameters: ParametersOf<'readRows'>): Promise<RowPage> | null {
  if (asked === null || asked.key !== JSON.stringify(parameters)) return null;
  const { page } = asked;
  asked = null;
  return page;
}
