import type { ColumnType } from '#shared/api/column.ts';
import { labelFromFile, slugOf } from '#shared/file-name.ts';
import type { NamespaceReaders, PublishRequest } from '#shared/rpc/jobs.ts';
import type { FileColumnOptions, FileOptions } from '#shared/rpc/source-file.ts';

/** How a file is to be read, as far as the person has said; its columns are edited apart. */
export type Reading = Omit<FileOptions, 'columns'>;

/** What a person has changed of a column. */
export type ColumnEdit = Omit<FileColumnOptions, 'source'>;

/** Where a file goes. A `null` slug is made of the label. */
export interface Destination {
  /** Null for the local service. */
  readonly connection: string | null;
  /** Slug of a namespace that is there; null for the new one. */
  readonly namespace: string | null;
  /** Who may read the namespace that is there from now on; null to leave that as it is. */
  readonly readers: NamespaceReaders | null;
  readonly newNamespace: {
    readonly label: string;
    readonly slug: string | null;
    readonly published: boolean;
    readonly groups: readonly string[];
  };
  /** Slug of a dataset that is there; null for the new one. */
  readonly dataset: string | null;
  readonly newDataset: { readonly label: string; readonly slug: string | null; readonly description: string };
  readonly mode: PublishRequest['mode'];
  readonly licence: string;
}

/** Everything that a person has said of a file that is to be published. */
export interface Draft {
  readonly path: string;
  readonly reading: Reading;
  /** By the column's name in the file. */
  readonly edits: ReadonlyMap<string, ColumnEdit>;
  readonly destination: Destination;
}

/** What a draft of a file begins with. */
export function newDraft(path: string, into: Pick<Destination, 'connection' | 'namespace' | 'dataset'>): Draft {
  return {
    path,
    reading: {},
    edits: new Map(),
    destination: {
      connection: into.connection,
      namespace: into.namespace,
      readers: null,
      newNamespace: { label: '', slug: null, published: true, groups: [] },
      dataset: into.dataset,
      newDataset: { label: labelFromFile(path), slug: null, description: '' },
      mode: 'replace',
      licence: '',
    },
  };
}

/** The draft of a file that is to be read in a certain way. */
export function draftOfOptions(path: string, options: FileOptions, into: Parameters<typeof newDraft>[1]): Draft {
  return { ...newDraft(path, into), ...readingOf(options) };
}

function readingOf({ columns = [], ...reading }: FileOptions): Pick<Draft, 'reading' | 'edits'> {
  return { reading, edits: new Map(columns.map(({ source, ...edit }) => [source, edit])) };
}

/** The draft that a request was made of. */
export function draftOfRequest(request: PublishRequest): Draft {
  const { connection, path, options, namespace, dataset, mode, licence } = request;
  const made = namespace.create;
  return {
    path,
    ...readingOf(options),
    destination: {
      connection,
      namespace: made === undefined ? namespace.slug : null,
      readers: namespace.readers ?? null,
      newNamespace: {
        label: made?.label ?? '',
        slug: made === undefined ? null : namespace.slug,
        published: made?.published ?? true,
        groups: made?.allowedGroups ?? [],
      },
      dataset: dataset.create === undefined ? dataset.slug : null,
      newDataset: {
        label: dataset.create?.label ?? labelFromFile(path),
        slug: dataset.create === undefined ? null : dataset.slug,
        description: dataset.create?.description ?? '',
      },
      mode,
      licence: licence ?? '',
    },
  };
}

/** Says something else of how the file is read; `undefined` leaves it to be detected again. */
export function changeReading(draft: Draft, change: { readonly [Name in keyof Reading]?: Reading[Name] | undefined }) {
  const kept = Object.entries({ ...draft.reading, ...change }).filter(([, value]) => value !== undefined);
  return { ...draft, reading: Object.fromEntries(kept) as Reading };
}

/** Says something else of one column. */
export function changeColumn(draft: Draft, source: string, change: ColumnEdit): Draft {
  const edits = new Map(draft.edits);
  edits.set(source, { ...draft.edits.get(source), ...change });
  return { ...draft, edits };
}

/** The slugs that the file would go to. */
export function slugsOf({ namespace, newNamespace, dataset, newDataset }: Destination) {
  return {
    namespace: namespace ?? newNamespace.slug ?? slugOf(newNamespace.label),
    dataset: dataset ?? newDataset.slug ?? slugOf(newDataset.label),
  };
}

/** What the file is read with to show its first records: names and labels do not change those. */
export function previewOptions({ reading, edits }: Draft): FileOptions {
  const typed: { source: string; type: ColumnType }[] = [];
  for (const [source, { type }] of edits) if (type !== undefined) typed.push({ source, type });
  return typed.length === 0 ? reading : { ...reading, columns: typed };
}

/**
 * The request that publishes a draft.
 * @param connection id of the connection that the destination means.
 * @param sources names of the file's columns as it is read now: edits of others are left out.
 */
export function publishRequest(
  draft: Draft,
  connection: string,
  sources: ReadonlySet<string>,
  rejects: string | null,
): PublishRequest {
  const { namespace, readers, newNamespace, dataset, newDataset, mode, licence } = draft.destination;
  const slugs = slugsOf(draft.destination);
  const columns = [...draft.edits]
    .filter(([source]) => sources.has(source))
    .map(([source, edit]) => ({ source, ...edit }));
  const { label, published, groups } = newNamespace;
  return {
    kind: 'publish',
    connection,
    path: draft.path,
    options: columns.length === 0 ? draft.reading : { ...draft.reading, columns },
    namespace: {
      slug: slugs.namespace,
      ...(namespace === null && { create: { label: label.trim(), published, allowedGroups: [...groups] } }),
      ...(namespace !== null && readers !== null && { readers }),
    },
    dataset: {
      slug: slugs.dataset,
      ...(dataset === null && {
        create: { label: newDataset.label.trim(), description: newDataset.description.trim() },
      }),
    },
    mode: dataset === null ? 'replace' : mode,
    rejects,
    ...(licence.trim() !== '' && { licence: licence.trim() }),
  };
}
