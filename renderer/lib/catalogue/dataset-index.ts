import MiniSearch from 'minisearch';
import { isNumeric } from '#shared/api/column.ts';
import type { DatasetReference, NamespaceSummary } from '#shared/rpc/records.ts';
import { describedColumns } from '../data-column.ts';
import { readVersionMetadata } from '../versions/version-metadata.ts';

/** What the values of a dataset may be that a person looks for. */
export const datasetKinds = ['places', 'times', 'numbers'] as const;
export type DatasetKind = (typeof datasetKinds)[number];

/** A dataset as it is searched for and listed. */
export interface FoundDataset {
  readonly reference: DatasetReference;
  readonly label: string;
  readonly namespace: string;
  readonly description: string;
  /** Names and labels of its columns. */
  readonly columns: readonly string[];
  readonly kinds: readonly DatasetKind[];
  /** When its newest version was published, as ISO 8601; null without one. */
  readonly updated: string | null;
  readonly rows: number | null;
}

/** What else a dataset has to meet; what is left out keeps all. */
export interface DatasetConditions {
  readonly kind?: DatasetKind | undefined;
  /** Its newest version is not older, as ISO 8601. */
  readonly since?: string | undefined;
}

/** The datasets of a connection as they are searched for. */
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

/** Datasets that are indexed before the window is drawn again. */
const chunkSize = 200;

/** Letters without their marks: `Zürich` is found by `zurich`. */
function folded(term: string): string {
  return term
    .toLowerCase()
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

/** Datasets found by words of their names, labels, descriptions and columns, the best first. */
export class DatasetIndex {
  readonly #datasets: readonly FoundDataset[];
  readonly #index: MiniSearch<Indexed>;

  private constructor(datasets: readonly FoundDataset[], index: MiniSearch<Indexed>) {
    this.#datasets = datasets;
    this.#index = index;
  }

  /** Indexes datasets, with pauses in which the window can be drawn. */
  static async of(datasets: readonly FoundDataset[]): Promise<DatasetIndex> {
    const index = new MiniSearch<Indexed>({
      fields: ['label', 'slug', 'namespace', 'description', 'columns'],
      processTerm: folded,
      searchOptions: {
        boost: { label: 6, slug: 4, namespace: 2, columns: 1.5 },
        prefix: true,
        // Letters that are wrong; two that changed places count as both. Short words would fit too many others.
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

  /** The datasets that fit, the best first; without words the newest. */
  search(words: string, { kind, since }: DatasetConditions): readonly FoundDataset[] {
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
