import type { TFunction } from 'i18next';
import type { DatasetTab } from '../../session/session.ts';

/** The name of a tab: its dataset, its saved query, and its version if bound to one. */
export function tabName(t: TFunction, { label, saved, query: { version } }: DatasetTab): string {
  const name = saved === null ? label : t('closedTabs.query', { query: saved.label, name: label });
  return version === null ? name : t('tabs.version', { name, version });
}
