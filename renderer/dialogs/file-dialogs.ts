import { create } from 'zustand';
import type { Column } from '#shared/api/column.ts';
import type { RowQuery } from '#shared/row-query.ts';
import type { PublishRequest, RowRange } from '#shared/rpc/jobs.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';
import type { FileOptions } from '#shared/rpc/source-file.ts';
import { viewOf } from '../lib/query/saved-view.ts';
import type { DatasetTab } from '../session/session.ts';

/** What is to become a file: a dataset, and what a person sees of it just now. */
export interface ExportSubject {
  readonly reference: DatasetReference;
  readonly label: string;
  readonly columns: readonly Column[];
  readonly query: RowQuery;
  /** Rows of the query that are selected; empty for none. */
  readonly selection: readonly RowRange[];
}

/** A file that is viewed without being published, and how it was read. */
export interface ViewedSource {
  readonly reference: DatasetReference;
  readonly path: string;
  readonly options: FileOptions;
}

/** Where a file is to be published: a connection, perhaps one of its namespaces, perhaps a dataset of that. */
export interface PublishPlace {
  readonly connection: string;
  readonly namespace: string | null;
  readonly dataset: string | null;
}

/** The dialogs about files, which any feature may open. */
export type FileDialog =
  | {
      readonly kind: 'publish';
      /** The files to begin with; none to ask for some. */
      readonly paths: readonly string[];
      /** Where it is to go; null to ask for that too. */
      readonly into: PublishPlace | null;
    }
  /** Publishes a file that is viewed already, read as it is there. */
  | { readonly kind: 'publish-viewed'; readonly viewed: ViewedSource }
  /** Continues with the previous request, to correct it. */
  | { readonly kind: 'mend'; readonly request: PublishRequest; readonly job: string }
  | { readonly kind: 'export'; readonly subject: ExportSubject };

interface FileDialogs {
  readonly dialog: FileDialog | null;
  /** Whether the list of jobs is shown. */
  readonly jobs: boolean;
}

/** The dialog about files on show, if any. */
export const useFileDialogs = create<FileDialogs>(() => ({ dialog: null, jobs: false }));

/** Whether the dialog in which a file is published is on the screen. */
export function isPublishing(dialog: FileDialog | null): dialog is Exclude<FileDialog, { kind: 'export' }> {
  return dialog !== null && dialog.kind !== 'export';
}

/** Shows a dialog about files in place of any other. */
export function openFileDialog(dialog: FileDialog): void {
  useFileDialogs.setState({ dialog });
}

/** Asks for files to publish, or takes the given ones. */
export function askToPublish(paths: readonly string[], into: PublishPlace | null = null): void {
  openFileDialog({ kind: 'publish', paths, into });
}

/** Asks how the rows of a tab are to be exported. */
export function askToExport(tab: DatasetTab, columns: readonly Column[], selection: readonly RowRange[]): void {
  const { reference, label } = tab;
  openFileDialog({ kind: 'export', subject: { reference, label, columns, query: viewOf(tab, columns), selection } });
}

/** Shows no dialog about files. */
export function closeFileDialog(): void {
  useFileDialogs.setState({ dialog: null });
}

/** Shows or hides the list of jobs. */
export function showJobs(jobs: boolean): void {
  useFileDialogs.setState({ jobs });
}
