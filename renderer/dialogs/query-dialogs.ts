import { create } from 'zustand';
import type { QueryPart, QuerySummary, SavedChart } from '#shared/rpc/calls/queries.ts';
import type { FittedView } from '../lib/query/saved-view.ts';
import type { NewTab } from '../session/session.ts';

/** A chart to be saved, and the name that is proposed for it. */
export interface NamedChart extends SavedChart {
  readonly title: string;
}

/** The dialogs about saved queries and shared views, which any feature may open. */
export type QueryDialog =
  /** Saves what a tab shows, or one of its charts. */
  | { readonly kind: 'save'; readonly tab: string; readonly drawn?: NamedChart }
  | { readonly kind: 'run' | 'rename' | 'delete' | 'foreign'; readonly query: QuerySummary }
  /** Shows which parts of a view its service did not save. */
  | { readonly kind: 'partly-saved'; readonly parts: readonly QueryPart[]; readonly connection: string }
  /** Shows which parts of a view are missing, before the rest of it is opened. */
  | { readonly kind: 'incomplete'; readonly fitted: FittedView; readonly rest: NewTab };

/** The dialog about queries on show, if any. */
export const useQueryDialog = create<{ readonly dialog: QueryDialog | null }>(() => ({ dialog: null }));

/** Shows a dialog about queries in place of any other of them. */
export function openQueryDialog(dialog: QueryDialog): void {
  useQueryDialog.setState({ dialog });
}

/** Shows none. */
export function closeQueryDialog(): void {
  useQueryDialog.setState({ dialog: null });
}
