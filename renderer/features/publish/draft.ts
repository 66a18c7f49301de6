import type { ColumnType } from '#shared/api/column.ts';
import { labelFromFile, slugOf } from '#shared/file-name.ts';
import type { NamespaceReaders, PublishRequest } from '#shared/rpc/jobs.ts';
import type { FileColumnOptions, FileOptions } from '#shared/rpc/source-file.ts';

/** The reading options of a file that the user has set; its columns are edited separately. */
export type Reading = Omit<FileOptions, 'columns'>;

/** The user's changes to a column. */
export type ColumnEdit = Omit<FileColumnOptions, 'source'>;

/** The destination of a file. A `null` slug is derived from the label. */
export interface Destination {
  /** Null for the local service. */
  readonly connection: string | null;
  /** Slug of an existing namespace; null for a new one. */
  readonly namespace: string | null;
  /** The new readers of the existing namespace; null to keep the current ones. */
  readonly readers: NamespaceReaders | null;
  readonly newNamespace: {
    readonly label: string;
    readonly slug: string | null;
    readonly published: boolean;
    readonly groups: readonly string[];
  };
  /** Slug of an existing dataset; null for a new one. */
  readonly dataset: string | null;
  readonly newDataset: { readonly label: string; readonly slug: string | null; readonly description: string };
  readonly mode: PublishRequest['mode'];
  readonly licence: string;
  readonly note: string;
}

/** All of the user's input for a file to publish. */
export interface Draft {
  readonly path: string;
  readonly reading: Reading;
  /** By the column's name in the file. */
  readonly edits: ReadonlyMap<string, ColumnEdit>;
  readonly destination: Destination;
}

/** The initial draft of a file. */
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
      note: '',
    },
  };
}

/** The draft of a file with given reading options. */
export function draftOfOptions(path: string, options: FileOptions, into: Parameters<typeof newDraft>[1]): Draft {
  return { ...newDraft(path, into), ...readingOf(options) };
}

function readingOf({ columns = [], plan: _plan, ...reading }: FileOptions): Pick<Draft, 'reading' | 'edits'> {
  return { reading, edits: new Map(columns.map(({ source, ...edit }) => [source, edit])) };
}

/** The draft that a request was made from. */
export function draftOfRequest(request: PublishRequest): Draft {
  const { connection, path, options, namespace, dataset, mode, licence, note } = request;
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
      note: note ?? '',
    },
  };
}

/** Changes a reading option; `undefined` detects it again. */
export function changeReading(draft: Draft, change: { readonly [Name in keyof Reading]?: Reading[Name] | undefined }) {
  const kept = Object.entries({ ...draft.reading, ...change }).filter(([, value]) => value !== undefined);
  return { ...draft, reading: Object.fromEntries(kept) as Reading };
}

/** Changes one column. */
export function changeColumn(draft: Draft, source: string, change: ColumnEdit): Draft {
  const edits = new Map(draft.edits);
  edits.set(source, { ...draft.edits.get(source), ...change });
  return { ...draft, edits };
}

/** The slugs of the destination. */
export function slugsOf({ namespace, newNamespace, dataset, newDataset }: Destination) {
  return {
    namespace: namespace ?? newNamespace.slug ?? slugOf(newNamespace.label),
    dataset: dataset ?? newDataset.slug ?? slugOf(newDataset.label),
  };
}

/** The reading options for a preview: names and labels do not affect it. */
export function previewOptions({ reading, edits }: Draft): FileOptions {
  const typed: { source: string; type: ColumnType }[] = [];
  for (const [source, { type }] of edits) if (type !== undefined) typed.push({ source, type });
  return typed.length === 0 ? reading : { ...reading, columns: typed };
}

/**
 * The request that publishes a draft.
 * @param connection id of the destination's connection
 * @param sources names of the file's columns as currently read: edits of others are dropped
 * @param plan the plan of a preview with these reading options
 */
export function publishRequest(
  draft: Draft,
  connection: string,
  sources: ReadonlySet<string>,
  rejects: string | null,
  plan?: FileOptions['plan'],
): PublishRequest {
  const { namespace, readers, newNamespace, dataset, newDataset, mode, licence, note } = draft.destination;
  const slugs = slugsOf(draft.destination);
  const columns = [...draft.edits]
    .filter(([source]) => sources.has(source))
    .map(([source, edit]) => ({ source, ...edit }));
  const { label, published, groups } = newNamespace;
  return {
    kind: 'publish',
    connection,
    path: draft.path,
    options: { ...draft.reading, ...(columns.length > 0 && { columns }), ...(plan !== undefined && { plan }) },
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
    refuseLoss: true,
    ...(licence.trim() !== '' && { licence: licence.trim() }),
    ...(note.trim() !== '' && { note: note.trim() }),
  };
}
