import { useQuery } from '@tanstack/react-query';
import { create } from 'zustand';
import type { Job, PublishRequest } from '#shared/rpc/jobs.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';
import type { FoundTable } from '#shared/rpc/source-file.ts';
import { jobsQuery } from '../../backend/jobs.ts';
import type { FileDialog } from '../../state/dialogs.ts';
import { type Batch, type BatchItem, batchOf, batchOfArchive, batchOfSheets, batchOfTables } from './batch/batch.ts';
import { changeReading, type Destination, type Draft, draftOfOptions, draftOfRequest, newDraft } from './draft.ts';

type Into = Pick<Destination, 'connection' | 'namespace' | 'dataset'>;

interface PublishStore {
  /** The open file; null if there is none, and while the list of several is shown. */
  readonly draft: Draft | null;
  /** Several files that become a dataset each; null for a single one. */
  readonly batch: Batch | null;
  /** Counts drafts, to distinguish two of the same file. */
  readonly turn: number;
  /** The destination that the user chose before the file. */
  readonly into: Into;
  /** The default destination: that of the last file. */
  readonly usual: Into;
  /** The last queued request of this draft, and its job. */
  readonly sent: { readonly job: string; readonly request: PublishRequest } | null;
  /** The viewed file of the draft, whose tab will show the published dataset; null for any other file. */
  readonly viewed: DatasetReference | null;
  /** Whether the user tried to publish, after which missing fields are reported. */
  readonly tried: boolean;
}

const nowhere: Into = { connection: null, namespace: null, dataset: null };

/** The file being prepared for publishing. It outlives its dialog, so that closing the dialog loses nothing. */
export const usePublish = create<PublishStore>(() => ({
  draft: null,
  batch: null,
  turn: 0,
  into: nowhere,
  usual: nowhere,
  sent: null,
  viewed: null,
  tried: false,
}));

/** Applies the request that opened the dialog. */
export function startPublishing(dialog: Exclude<FileDialog, { kind: 'export' }>): void {
  if (dialog.kind === 'publish-viewed') {
    const { reference, path, options } = dialog.viewed;
    begin({ draft: draftOfOptions(path, options, usePublish.getState().into), sent: null, viewed: reference });
    return;
  }
  if (dialog.kind === 'fix') {
    const { job, request } = dialog;
    begin({ draft: draftOfRequest(request), sent: job === null ? null : { job, request }, viewed: null });
    return;
  }
  const { paths, into: given } = dialog;
  const into = given ?? usePublish.getState().into;
  usePublish.setState({ into });
  const [path] = paths;
  const { draft, batch } = usePublish.getState();
  const added = paths.length > 1 || (batch !== null && batch.open === null);
  if (path !== undefined && (added || path !== draft?.path)) takeFiles(paths);
  else if (given !== null) {
    changeDraft((one) => ({ ...one, destination: { ...one.destination, ...into } }));
    changeBatch((all) => ({ ...all, destination: { ...all.destination, ...into, dataset: null } }));
  }
}

/** The dialog was closed: its request does not apply to the next file. */
export function endPublishing(): void {
  usePublish.setState(({ usual }) => ({ into: usual }));
}

function begin(begun: Pick<PublishStore, 'draft' | 'sent' | 'viewed'>): void {
  usePublish.setState(({ turn }) => ({ ...begun, batch: null, turn: turn + 1, tried: false }));
}

/** Starts with one file, or with a list of several; further files are added to an open list. */
export function takeFiles(paths: readonly string[]): void {
  const { batch, into } = usePublish.getState();
  const [path] = paths;
  const listed = batch !== null && batch.open === null ? batch : null;
  if (path === undefined) return;
  if (paths.length === 1 && listed === null) takeFile(path);
  else showBatch(batchOf(paths, into, listed));
}

/** Lists the sheets of the open workbook. */
export function takeSheets(sheets: readonly string[]): void {
  const { draft } = usePublish.getState();
  if (draft !== null) showBatch(batchOfSheets(draft, sheets));
}

/** Lists the tables of the open file. */
export function takeTables(tables: readonly FoundTable[]): void {
  const { draft } = usePublish.getState();
  if (draft !== null) showBatch(batchOfTables(draft, tables));
}

/** Lists the files in the open archive. */
export function takeArchiveFiles(entries: readonly string[]): void {
  const { draft } = usePublish.getState();
  if (draft !== null) showBatch(batchOfArchive(draft, entries));
}

/** Starts with several files as one: they become one dataset, named after their folder. */
export function takeCombined(files: readonly string[]): void {
  const { batch, into } = usePublish.getState();
  const folder = files[0]?.replace(/[/\\][^/\\]*$/, '') ?? '';
  const { connection, namespace } = batch?.destination ?? into;
  const draft = newDraft(folder, { connection, namespace, dataset: null });
  begin({ draft: { ...draft, reading: { combine: { files: [...files] } } }, sent: null, viewed: null });
}

function showBatch(batch: Batch): void {
  usePublish.setState(({ turn }) => ({ batch, draft: null, sent: null, viewed: null, turn: turn + 1, tried: false }));
}

export function changeBatch(change: (batch: Batch) => Batch): void {
  usePublish.setState(({ batch }) => ({ batch: batch === null ? null : change(batch) }));
}

export function changeItems(ids: ReadonlySet<number>, change: (item: BatchItem) => BatchItem): void {
  changeBatch((batch) => ({ ...batch, items: batch.items.map((item) => (ids.has(item.id) ? change(item) : item)) }));
}

/** Opens an item of the list with its own preview. */
export function openItem(id: number): void {
  usePublish.setState(({ batch, turn }) => {
    const item = batch?.items.find((one) => one.id === id);
    if (!batch || item === undefined) return {};
    return { batch: { ...batch, open: id }, draft: item.draft, turn: turn + 1, sent: null, tried: false };
  });
}

/** Returns to the list, keeping the changes to the open item. */
export function closeItem(): void {
  usePublish.setState(({ batch, draft }) => {
    if (batch === null || draft === null) return {};
    const items = batch.items.map((item) => (item.id === batch.open ? { ...item, draft } : item));
    return { batch: { ...batch, items, open: null }, draft: null, sent: null };
  });
}

export function takeFile(path: string): void {
  begin({ draft: newDraft(path, usePublish.getState().into), sent: null, viewed: null });
}

/** Changes the open file. */
export function changeDraft(change: (draft: Draft) => Draft): void {
  usePublish.setState(({ draft }) => ({ draft: draft === null ? null : change(draft) }));
}

/** Changes how the open file is read; `undefined` detects it again. */
export function setReading(change: Parameters<typeof changeReading>[1]): void {
  changeDraft((draft) => changeReading(draft, change));
}

/** Makes missing fields visible. */
export function noteTried(): void {
  usePublish.setState({ tried: true });
}

/** Records the job of a draft. The next file defaults to the same namespace. */
export function noteSent(job: string, request: PublishRequest): void {
  const usual = { connection: request.connection, namespace: request.namespace.slug, dataset: null };
  usePublish.setState({ sent: { job, request }, into: usual, usual });
}

/** Records which listed files were queued: if that is all of them, the list is closed, otherwise the rest stays. */
export function noteItemsSent(sent: ReadonlySet<number>, all: boolean, request: PublishRequest): void {
  const usual = { connection: request.connection, namespace: request.namespace.slug, dataset: null };
  usePublish.setState(({ batch }) => {
    const left = batch?.items.filter(({ id }) => !sent.has(id)) ?? [];
    const rest = batch === null || all ? null : { ...batch, items: left };
    return { batch: rest, into: usual, usual, tried: false };
  });
}

/** Records that the tab of the viewed file shows the published dataset now. */
export function noteReplaced(): void {
  usePublish.setState({ viewed: null });
}

/** Closes the file, for another one. */
export function clearDraft(): void {
  usePublish.setState({ draft: null, batch: null, sent: null, viewed: null, tried: false });
}

/** The job of the open file's last submission; null if there is none. */
export function useSentJob(): Job | null {
  const sent = usePublish((store) => store.sent);
  const { data: jobs } = useQuery(jobsQuery);
  return (sent !== null && jobs?.find((job) => job.id === sent.job)) || null;
}
