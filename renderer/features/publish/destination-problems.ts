import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { isSlug, slugOf } from '#shared/file-name.ts';
import type { NamespaceSummary } from '#shared/rpc/records.ts';
import { type Destination, slugsOf } from './draft.ts';

/** The problems of a destination, by field; each is a message key. */
export interface DestinationProblems {
  readonly namespaceLabel: 'labelMissing' | null;
  readonly namespaceSlug: 'slugWrong' | 'slugTaken' | null;
  readonly datasetLabel: 'labelMissing' | null;
  readonly datasetSlug: 'slugWrong' | 'slugTaken' | null;
}

/**
 * Validates a destination. @param own slugs created by an earlier attempt with the same file, or null: these may exist
 */
export function destinationProblems(
  destination: Destination,
  namespaces: readonly NamespaceSummary[],
  own: { readonly namespace: string; readonly dataset: string } | null,
): DestinationProblems {
  const { namespace, newNamespace, dataset, newDataset } = destination;
  const slugs = slugsOf(destination);
  const there = namespaces.find((each) => each.slug === slugs.namespace);
  const slugProblem = (slug: string, taken: boolean) => (isSlug(slug) ? (taken ? 'slugTaken' : null) : 'slugWrong');
  const ownNamespace = own?.namespace === slugs.namespace;
  const ownDataset = ownNamespace && own?.dataset === slugs.dataset;
  const taken = there?.datasets.some((each) => each.slug === slugs.dataset) === true;
  return {
    namespaceLabel: namespace === null && newNamespace.label.trim() === '' ? 'labelMissing' : null,
    namespaceSlug: namespace === null ? slugProblem(slugs.namespace, there !== undefined && !ownNamespace) : null,
    datasetLabel: dataset === null && newDataset.label.trim() === '' ? 'labelMissing' : null,
    datasetSlug: dataset === null ? slugProblem(slugs.dataset, taken && !ownDataset) : null,
  };
}

/** Whether nothing is wrong. */
export function isFree(problems: DestinationProblems): boolean {
  return Object.values(problems).every((problem) => problem === null);
}

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
