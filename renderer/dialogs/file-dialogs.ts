import { create } from 'zustand';
import type { Column } from '#shared/api/column.ts';
import type { RowQuery } from '#shared/row-query.ts';
import type { PublishRequest, RowRange } from '#shared/rpc/jobs.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';
import type { FileOptions } from '#shared/rpc/source-file.ts';
import { viewOf } from '../lib/query/saved-view.ts';
import type { DatasetTab } from '../state/session.ts';

/** What to export: a dataset, and the user's current view of it. */
export interface ExportSubject {
  readonly reference: DatasetReference;
  readonly label: string;
  readonly columns: readonly Column[];
  readonly query: RowQuery;
  /** Selected rows of the query; empty for none. */
  readonly selection: readonly RowRange[];
}

/** A file viewed without publishing, and its reading options. */
export interface ViewedSource {
  readonly reference: DatasetReference;
  readonly path: string;
  readonly options: FileOptions;
}

/** Where to publish a file: a connection, optionally one of its namespaces and a dataset in it. */
export interface PublishDestination {
  readonly connection: string;
  readonly namespace: string | null;
  readonly dataset: string | null;
}

/** The file dialogs, which any feature may open. */
export type FileDialog =
  | {
      readonly kind: 'publish';
      /** The initial files; empty to ask for some. */
      readonly paths: readonly string[];
      /** The destination; null to ask for it too. */
      readonly into: PublishDestination | null;
    }
  /** Publishes a file that is being viewed, with the same reading options. */
  | { readonly kind: 'publish-viewed'; readonly viewed: ViewedSource }
  /** Returns to the previous request to correct it; `job` is null for one that was not sent yet. */
  | { readonly kind: 'fix'; readonly request: PublishRequest; readonly job: string | null }
  | { readonly kind: 'export'; readonly subject: ExportSubject };

interface FileDialogs {
  readonly dialog: FileDialog | null;
  /** Whether the list of jobs is open. */
  readonly jobs: boolean;
}

/** The open file dialog, if any. */
export const useFileDialogs = create<FileDialogs>(() => ({ dialog: null, jobs: false }));

/** Whether the publish dialog is open. */
export function isPublishing(dialog: FileDialog | null): dialog is Exclude<FileDialog, { kind: 'export' }> {
  return dialog !== null && dialog.kind !== 'export';
}

/** Opens a file dialog, replacing any other. */
export function openFileDialog(dialog: FileDialog): void {
  useFileDialogs.setState({ dialog });
}

/** Opens the publish dialog with the given files, or asks for some. */
export function askToPublish(paths: readonly string[], into: PublishDestination | null = null): void {
  openFileDialog({ kind: 'publish', paths, into });
}

/** Opens the export dialog for the rows of a tab. */
export function askToExport(tab: DatasetTab, columns: readonly Column[], selection: readonly RowRange[]): void {
  const { reference, label } = tab;
  openFileDialog({ kind: 'export', subject: { reference, label, columns, query: viewOf(tab, columns), selection } });
}

/** Closes the file dialog. */
export function closeFileDialog(): void {
  useFileDialogs.setState({ dialog: null });
}

/** Shows or hides the list of jobs. */
export function showJobs(jobs: boolean): void {
  useFileDialogs.setState({ jobs });
}
