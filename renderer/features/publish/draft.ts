import type { ColumnType } from '#shared/api/column.ts';
import { labelFromFile, maxLabelLength, slugOf } from '#shared/file-name.ts';
import type { NamespaceReaders, PublishRequest } from '#shared/rpc/jobs.ts';
import type { FileColumnOptions, FileOptions, FoundTable, TableNotes } from '#shared/rpc/source-file.ts';

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
  /** Of a new dataset, like the contact. */
  readonly source: string;
  readonly contact: string;
  readonly note: string;
}

/** What the lines around a table propose. */
export type ProposedField = 'label' | 'description' | 'licence' | 'source' | 'contact';

/** All of the user's input for a file to publish. */
export interface Draft {
  readonly path: string;
  readonly reading: Reading;
  /** By the column's name in the file. */
  readonly edits: ReadonlyMap<string, ColumnEdit>;
  readonly destination: Destination;
  /** Fields of the destination that the user has filled in; the lines around the table propose the others. */
  readonly own: ReadonlySet<ProposedField>;
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
      source: '',
      contact: '',
      note: '',
    },
    own: new Set(),
  };
}

/** The draft of a file with given reading options. */
export function draftOfOptions(path: string, options: FileOptions, into: Parameters<typeof newDraft>[1]): Draft {
  return { ...newDraft(path, into), ...readingOf(options) };
}

function readingOf({ columns = [], plan: _plan, ...reading }: FileOptions): Pick<Draft, 'reading' | 'edits'> {
  return { reading, edits: new Map(columns.map(({ source, ...edit }) => [source, edit])) };
}

export function draftOfRequest(request: PublishRequest): Draft {
  const { connection, path, options, namespace, dataset, provenance, mode, licence, note } = request;
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
      source: provenance?.source ?? '',
      contact: provenance?.contact ?? '',
      note: note ?? '',
    },
    own: new Set(['label', 'description', 'licence', 'source', 'contact']),
  };
}

/** The draft with what the lines around the table say, wherever the user has said nothing. */
export function withNotes(draft: Draft, notes: TableNotes | undefined): Draft {
  if (notes === undefined) return draft;
  const { destination, own } = draft;
  const proposed = (field: ProposedField, said: string, found: string) =>
    own.has(field) || found === '' ? said : found;
  const { newDataset, licence, source, contact } = destination;
  const edits = new Map(draft.edits);
  for (const { source: column, ...found } of notes.columns) edits.set(column, { ...found, ...draft.edits.get(column) });
  return {
    ...draft,
    edits,
    destination: {
      ...destination,
      newDataset: {
        label: proposed('label', newDataset.label, notes.title.slice(0, maxLabelLength)),
        // The address stays as short as the file's name.
        slug: newDataset.slug ?? slugOf(newDataset.label),
        description: proposed('description', newDataset.description, notes.description),
      },
      licence: proposed('licence', licence, notes.licence),
      source: proposed('source', source, notes.source),
      contact: proposed('contact', contact, notes.contact),
    },
  };
}

/** Changes the destination of a draft. @param shown with what was proposed for it */
export function changeDestination(draft: Draft, shown: Destination, change: Partial<Destination>): Draft {
  const { newDataset: { label, description } = shown.newDataset, licence, source, contact } = { ...shown, ...change };
  const now = { label, description, licence, source, contact };
  const before = { ...shown, ...shown.newDataset };
  const changed = (Object.keys(now) as ProposedField[]).filter((field) => now[field] !== before[field]);
  const own = new Set([...draft.own, ...changed]);
  return { ...draft, own, destination: { ...draft.destination, ...change } };
}

/** Changes a reading option; `undefined` detects it again. */
export function changeReading(draft: Draft, change: { readonly [Name in keyof Reading]?: Reading[Name] | undefined }) {
  const kept = Object.entries({ ...draft.reading, ...change }).filter(([, value]) => value !== undefined);
  return { ...draft, reading: Object.fromEntries(kept) as Reading };
}

/** The draft of one of several tables in its file, which is laid out by itself. */
export function ofTable(draft: Draft, { range }: Pick<FoundTable, 'range'>): Draft {
  const { header: _1, headerRows: _2, skip: _3, leaveOut: _4, totals: _5, rowsFrom: _6, ...reading } = draft.reading;
  return { ...draft, reading: { ...reading, range }, edits: new Map() };
}

export function changeColumn(draft: Draft, source: string, change: ColumnEdit): Draft {
  const edits = new Map(draft.edits);
  edits.set(source, { ...draft.edits.get(source), ...change });
  return { ...draft, edits };
}

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
  const [source, contact] = [draft.destination.source.trim(), draft.destination.contact.trim()];
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
      ...(namespace === null && { create: { label: label.trim(), published, allowedGroups: groups } }),
      ...(namespace !== null && readers !== null && { readers }),
    },
    dataset: {
      slug: slugs.dataset,
      ...(dataset === null && {
        create: { label: newDataset.label.trim(), description: newDataset.description.trim() },
      }),
    },
    ...(dataset === null && source + contact !== '' && { provenance: { source, contact } }),
    mode: dataset === null ? 'replace' : mode,
    rejects,
    refuseLoss: true,
    ...(licence.trim() !== '' && { licence: licence.trim() }),
    ...(note.trim() !== '' && { note: note.trim() }),
  };
}
