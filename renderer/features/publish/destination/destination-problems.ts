import { isSlug } from '#shared/file-name.ts';
import type { NamespaceSummary } from '#shared/rpc/records.ts';
import { type Destination, slugsOf } from '../draft.ts';

/** What is wrong with a destination, by the field that shows it; each is a key of the messages. */
export interface DestinationProblems {
  readonly namespaceLabel: 'labelMissing' | null;
  readonly namespaceSlug: 'slugWrong' | 'slugTaken' | null;
  readonly datasetLabel: 'labelMissing' | null;
  readonly datasetSlug: 'slugWrong' | 'slugTaken' | null;
}

/**
 * Looks whether a file can go there.
 * @param own slugs that an earlier attempt with the same file has made, or null: finding those again is no surprise.
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
