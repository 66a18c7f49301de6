import type { TFunction } from 'i18next';
import type { RowQuery } from '#shared/row-query.ts';

interface NamedTab {
  readonly label: string;
  /** The saved query that it was opened from. */
  readonly saved: { readonly label: string } | null;
  readonly query: Pick<RowQuery, 'version'>;
}

/** The name of a tab: its dataset, its saved query, and its version if bound to one. */
export function tabName(t: TFunction, { label, saved, query: { version } }: NamedTab): string {
  const name = saved === null ? label : t('closedTabs.query', { query: saved.label, name: label });
  return version === null ? name : t('tabs.version', { name, version });
}
