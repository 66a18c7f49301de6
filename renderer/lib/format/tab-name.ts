import type { TFunction } from 'i18next';
import type { DatasetTab } from '../../session/session.ts';

/** What a tab is called: its dataset, the saved query that it shows, and the version where it is bound to one. */
export function tabName(t: TFunction, { label, saved, query: { version } }: DatasetTab): string {
  const name = saved === null ? label : t('closedTabs.query', { query: saved.label, name: label });
  return version === null ? name : t('tabs.version', { name, version });
}
