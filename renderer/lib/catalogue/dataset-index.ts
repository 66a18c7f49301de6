import MiniSearch from 'minisearch';
import { isNumeric } from '#shared/api/column.ts';
import type { DatasetReference, NamespaceSummary } from '#shared/rpc/records.ts';
import { describedColumns } from '../data-column.ts';
import { type Findable, folded, isFound, wordsOf } from '../find-words.ts';
import { newestReady, newestRows } from '../versions/version-metadata.ts';
import { type Access, accessOf, accessWithin, findableDataset, findableNamespace } from './find-records.ts';

/** The kinds of content that datasets can be searched for. */
export const datasetKinds = ['places', 'times', 'numbers'] as const;
type DatasetKind = (typeof datasetKinds)[number];

/** A dataset as it is indexed and listed. */
export interface FoundDataset {
  readonly reference: DatasetReference;
  readonly label: string;
  readonly namespace: string;
  readonly description: string;
  /** Names and labels of its columns. */
  readonly columns: readonly string[];
  readonly kinds: readonly DatasetKind[];
  /** When its newest version was published, in ISO 8601; null if it has none. */
  readonly updated: string | null;
  readonly rows: number | null;
  readonly access: Access;
  readonly foundBy: readonly Findable[];
}

/** Additional conditions; a missing one matches every dataset. */
interface DatasetConditions {
  readonly kind?: DatasetKind | undefined;
  /** The newest version of a dataset is not older than this, in ISO 8601. */
  readonly since?: string | undefined;
  /** Datasets with the most rows come first. */
  readonly largestFirst?: boolean;
}

/** The datasets of a connection, for the index. @param name the connection's, as displayed */
export function foundDatasets(
  connection: string,
  name: string,
  namespaces: readonly NamespaceSummary[],
): FoundDataset[] {
  return namespaces.flatMap((namespace) => {
    const { slug, label } = namespace;
    const place = findableNamespace(name, namespace);
    return namespace.datasets.map((dataset): FoundDataset => {
      const newest = newestReady(dataset);
      const columns = describedColumns(dataset, null);
      const has: Readonly<Record<DatasetKind, boolean>> = {
        places: columns.some(({ type }) => type === 'geometry'),
        times: columns.some(({ moment }) => moment !== undefined),
        numbers: columns.some(({ type }) => isNumeric(type)),
      };
      return {
        reference: { connection, namespace: slug, dataset: dataset.slug },
        label: dataset.label || dataset.slug,
        namespace: label || slug,
        description: dataset.description,
        columns: columns.flatMap((column) => [column.name, column.label]),
        kinds: datasetKinds.filter((kind) => has[kind]),
        updated: newest?.datetime ?? null,
        rows: newestRows(dataset),
        access: accessWithin(accessOf(namespace), dataset),
        foundBy: [findableDataset(dataset, namespace), place],
      };
    });
  });
}

/** Number of datasets that are indexed between two redraws of the window. */
const chunkSize = 200;

interface Indexed {
  readonly id: number;
  readonly label: string;
  readonly slug: string;
  readonly namespace: string;
  readonly description: string;
  readonly columns: string;
}

/**
 * Finds datasets as `isFound` has it, best matches first; only if there are none, those that match but for spelling
 * mistakes.
 */
export class DatasetIndex {
  readonly #datasets: readonly FoundDataset[];
  readonly #index: MiniSearch<Indexed>;

  private constructor(datasets: readonly FoundDataset[], index: MiniSearch<Indexed>) {
    this.#datasets = datasets;
    this.#index = index;
  }

  /** Indexes datasets in chunks, so that the window can be redrawn in between. */
  static async of(datasets: readonly FoundDataset[]): Promise<DatasetIndex> {
    const index = new MiniSearch<Indexed>({
      fields: ['label', 'slug', 'namespace', 'description', 'columns'],
      processTerm: folded,
      searchOptions: {
        boost: { label: 6, slug: 4, namespace: 2, columns: 1.5 },
        prefix: true,
        // Maximum edit distance, in which a transposition counts as two. Short words would match too many others.
        fuzzy: (term) => (term.length > 6 ? 2 : term.length > 4 ? 1 : false),
        combineWith: 'AND',
      },
    });
    const indexed = datasets.map(({ label, reference, namespace, description, columns }, id) => ({
      id,
      label,
      slug: reference.dataset,
      namespace,
      description,
      columns: columns.join(' '),
    }));
    await index.addAllAsync(indexed, { chunkSize });
    return new DatasetIndex(datasets, index);
  }

  /** The matching datasets, best first; without words, newest first. */
  search(words: string, conditions: DatasetConditions): readonly FoundDataset[] {
    const found = this.#matching(words, conditions);
    return conditions.largestFirst ? found.toSorted((one, other) => (other.rows ?? -1) - (one.rows ?? -1)) : found;
  }

  #matching(words: string, { kind, since }: DatasetConditions): readonly FoundDataset[] {
    const fits = ({ kinds, updated }: FoundDataset) =>
      (kind === undefined || kinds.includes(kind)) && (since === undefined || (updated !== null && updated >= since));
    if (words.trim() === '') {
      const fitting = this.#datasets.filter(fits);
      return fitting.sort((one, other) => (other.updated ?? '').localeCompare(one.updated ?? ''));
    }
    const wanted = wordsOf(words);
    const found = new Set(this.#datasets.filter((dataset) => isFound(wanted, ...dataset.foundBy)));
    const ranked = this.#index.search(words).flatMap(({ id }) => this.#datasets[id] ?? []);
    if (found.size === 0) return ranked.filter(fits);
    return [...new Set([...ranked.filter((dataset) => found.has(dataset)), ...found])].filter(fits);
  }
}
