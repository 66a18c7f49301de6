import MiniSearch from 'minisearch';
import { isNumeric } from '#shared/api/column.ts';
import type { DatasetReference, NamespaceSummary } from '#shared/rpc/records.ts';
import { foldedText } from '#shared/text/folded-text.ts';
import { describedColumns } from '../data-column.ts';
import { readVersionMetadata } from '../versions/version-metadata.ts';

/** The kinds of content that datasets can be searched for. */
export const datasetKinds = ['places', 'times', 'numbers'] as const;
export type DatasetKind = (typeof datasetKinds)[number];

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
}

/** Additional conditions; a missing one matches every dataset. */
export interface DatasetConditions {
  readonly kind?: DatasetKind | undefined;
  /** Its newest version is not older than this, in ISO 8601. */
  readonly since?: string | undefined;
  /** Datasets with the most rows come first. */
  readonly largestFirst?: boolean;
}

/** The datasets of a connection, for the index. */
export function foundDatasets(connection: string, namespaces: readonly NamespaceSummary[]): FoundDataset[] {
  return namespaces.flatMap(({ slug, label, datasets }) =>
    datasets.map((dataset): FoundDataset => {
      const newest = dataset.versions.find(({ ready }) => ready);
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
        rows: newest === undefined ? null : readVersionMetadata(newest.metadata).rows,
      };
    }),
  );
}

/** Number of datasets that are indexed between two redraws of the window. */
const chunkSize = 200;

/** A text without case and diacritics: `Zürich` is found by `zurich`. */
function folded(term: string): string {
  return foldedText(term)
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '');
}

interface Indexed {
  readonly id: number;
  readonly label: string;
  readonly slug: string;
  readonly namespace: string;
  readonly description: string;
  readonly columns: string;
}

/** Finds datasets by words in their names, labels, descriptions and columns, best matches first. */
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
    return this.#index.search(words).flatMap(({ id }) => {
      const dataset = this.#datasets[id];
      return dataset !== undefined && fits(dataset) ? [dataset] : [];
    });
  }
}
