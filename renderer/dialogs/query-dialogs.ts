import { create } from 'zustand';
import type { QueryPart, QuerySummary, SavedChart } from '#shared/rpc/calls/queries.ts';
import type { FittedView } from '../lib/query/saved-view.ts';
import type { NewTab } from '../state/session.ts';

/** A chart to save, and the suggested name. */
export interface NamedChart extends SavedChart {
  readonly title: string;
}

/** The dialogs about saved queries and shared views, which any feature may open. */
export type QueryDialog =
  /** Saves the view of a tab, or one of its charts. */
  | { readonly kind: 'save'; readonly tab: string; readonly drawn?: NamedChart }
  | { readonly kind: 'run' | 'rename' | 'delete' | 'unsupported'; readonly query: QuerySummary }
  /** Lists the parts of a view that the service did not save. */
  | { readonly kind: 'partly-saved'; readonly parts: readonly QueryPart[]; readonly connection: string }
  /** Lists the missing parts of a view before the rest is opened. */
  | { readonly kind: 'incomplete'; readonly fitted: FittedView; readonly rest: NewTab };

/** The open query dialog, if any. */
export const useQueryDialog = create<{ readonly dialog: QueryDialog | null }>(() => ({ dialog: null }));

/** Opens a query dialog, replacing any other. */
export function openQueryDialog(dialog: QueryDialog): void {
  useQueryDialog.setState({ dialog });
}

/** Closes the query dialog. */
export function closeQueryDialog(): void {
  useQueryDialog.setState({ dialog: null });
}
