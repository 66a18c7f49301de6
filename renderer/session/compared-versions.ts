import type { RowQuery } from '#shared/row-query.ts';
import { showView } from './session.ts';

/** Two versions of a dataset that are compared, by their slugs. */
export interface ComparedVersions {
  readonly before: string;
  readonly after: string;
  /** Only the rows that this selects in either version; null for all of them. */
  readonly rows: RowQuery | null;
}

/** What tabs are about to compare. */
const wanted = new Map<string, ComparedVersions>();

/** Shows how two versions differ in a tab. */
export function showDifferences(tab: string, compared: ComparedVersions): void {
  wanted.set(tab, compared);
  showView(tab, 'versions');
}

/** What a tab was last asked to compare; null where it was not, or where that was taken. */
export function wantedComparison(tab: string): ComparedVersions | null {
  return wanted.get(tab) ?? null;
}

/** The comparison of a tab is shown. */
export function takeComparison(tab: string): void {
  wanted.delete(tab);
}
