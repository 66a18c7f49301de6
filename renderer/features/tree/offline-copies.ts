import type { PinnedDataset } from '#shared/rpc/jobs.ts';
import type { Connection, DatasetReference, NamespaceSummary } from '#shared/rpc/records.ts';
import { onThisComputer } from '../../lib/catalogue/find-records.ts';
import { isAway, originOf } from '../../lib/catalogue/pinned.ts';
import type { NamespacesState } from './tree-nodes.ts';

/** A private copy of a dataset of a connection that is there. */
interface Copy {
  readonly pinned: PinnedDataset;
  readonly origin: DatasetReference;
}

function isListed(namespaces: readonly NamespaceSummary[], { origin }: Copy): boolean {
  const namespace = namespaces.find(({ slug }) => slug === origin.namespace);
  return namespace?.datasets.some(({ slug }) => slug === origin.dataset) === true;
}

/** The namespaces without some of their datasets; a namespace that has none left is left out. */
function without(namespaces: readonly NamespaceSummary[], copies: readonly Copy[]): NamespaceSummary[] {
  return namespaces.flatMap((namespace) => {
    const copied = copies.flatMap(({ pinned: { reference } }) =>
      reference.namespace === namespace.slug ? [reference.dataset] : [],
    );
    const datasets = namespace.datasets.filter(({ slug }) => !copied.includes(slug));
    return datasets.length === 0 && namespace.datasets.length > 0 ? [] : [{ ...namespace, datasets }];
  });
}

/** The copies as the datasets that they are of, with the records of the copies. */
function asOriginals(own: readonly NamespaceSummary[], copies: readonly Copy[]): NamespaceSummary[] {
  const made = new Map<string, NamespaceSummary>();
  for (const { pinned, origin } of copies) {
    const namespace = own.find(({ slug }) => slug === pinned.reference.namespace);
    const dataset = namespace?.datasets.find(({ slug }) => slug === pinned.reference.dataset);
    if (namespace === undefined || dataset === undefined) continue;
    const known = made.get(origin.namespace)?.datasets ?? [];
    const { label } = namespace.slug === origin.namespace ? namespace : { label: origin.namespace };
    const datasets = [...known, { ...dataset, slug: origin.dataset, url: pinned.origin.address }];
    made.set(origin.namespace, { ...namespace, label, slug: origin.namespace, published: true, datasets });
  }
  return [...made.values()];
}

/**
 * The catalogue with each dataset once. An offline copy is not listed on this computer, but marks its original; while
 * the catalogue of the original cannot be read, the copy stands for it. Public copies are datasets of their own.
 */
export function withCopies(
  connections: readonly Connection[],
  states: ReadonlyMap<string, NamespacesState>,
  pinned: readonly PinnedDataset[],
): ReadonlyMap<string, NamespacesState> {
  const own = onThisComputer(connections);
  const ownState = own === undefined ? undefined : states.get(own.id);
  const copies = pinned.flatMap((each): Copy[] => {
    const origin = each.public ? null : originOf(each);
    const state = origin === null ? undefined : states.get(origin.connection);
    if (origin === null || state === undefined) return [];
    const copy = { pinned: each, origin };
    // A dataset that was deleted at its service still has its copy.
    return state.kind === 'known' && !isListed(state.namespaces, copy) ? [] : [copy];
  });
  if (own === undefined || ownState?.kind !== 'known' || copies.length === 0) return states;
  const merged = new Map(states).set(own.id, { ...ownState, namespaces: without(ownState.namespaces, copies) });
  for (const connection of connections) {
    const theirs = copies.filter(({ origin }) => origin.connection === connection.id);
    const state = states.get(connection.id);
    if (theirs.length === 0 || state?.kind === 'known' || (state?.kind !== 'failed' && !isAway(connection))) continue;
    const failure = state?.kind === 'failed' ? state.failure : connection.failure;
    merged.set(connection.id, { kind: 'known', namespaces: asOriginals(ownState.namespaces, theirs), failure });
  }
  return merged;
}
