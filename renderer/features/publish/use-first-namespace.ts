import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { slugOf } from '#shared/file-name.ts';
import type { Destination } from './draft.ts';

/**
 * Suggests a namespace of the user if none was chosen: an existing or a new one.
 * @param known slugs of the existing namespaces; undefined while loading
 */
export function useFirstNamespace(
  destination: Destination,
  known: readonly string[] | undefined,
  onChange: (change: Partial<Destination>) => void,
): void {
  const { t } = useTranslation();
  const label = t('publish.myNamespace');
  const namespaces = known?.join('/');
  const untouched = destination.namespace === null && destination.newNamespace.label === '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for a draft; what the person empties later stays empty.
  useEffect(() => {
    if (namespaces === undefined || !untouched) return;
    const there = namespaces.split('/').includes(slugOf(label)) ? slugOf(label) : null;
    onChange({ namespace: there, newNamespace: { ...destination.newNamespace, label } });
  }, [namespaces === undefined]);
}
