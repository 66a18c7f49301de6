import { create } from 'zustand';
import type { PublishRequest } from '#shared/rpc/jobs.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';
import type { FileDialog } from '../../file-dialogs.ts';
import { type Destination, type Draft, draftOfOptions, draftOfRequest, newDraft } from './draft.ts';

type Into = Pick<Destination, 'connection' | 'namespace' | 'dataset'>;

interface PublishStore {
  /** Null until there is a file. */
  readonly draft: Draft | null;
  /** Counts the drafts, so that another one of the same file is known from the one before. */
  readonly turn: number;
  /** Where the person wants the next file to go, chosen before the file. */
  readonly into: Into;
  /** Where it goes when nothing was chosen: to where the last one went. */
  readonly usual: Into;
  /** What was last put into the queue of this draft, and the job that it became. */
  readonly sent: { readonly job: string; readonly request: PublishRequest } | null;
  /** The viewed file that the draft is of, whose tab the published dataset takes; null for any other file. */
  readonly viewed: DatasetReference | null;
  /** Whether the person tried to publish, so that what is missing is said. */
  readonly tried: boolean;
}

const nowhere: Into = { connection: null, namespace: null, dataset: null };

/** The file that is being made ready for publishing. It outlives its dialog, so that closing that loses nothing. */
export const usePublish = create<PublishStore>(() => ({
  draft: null,
  turn: 0,
  into: nowhere,
  usual: nowhere,
  sent: null,
  viewed: null,
  tried: false,
}));

/** Takes up what the dialog was opened for. */
export function beginPublishing(dialog: Exclude<FileDialog, { kind: 'export' }>): void {
  if (dialog.kind === 'publish-viewed') {
    const { reference, path, options } = dialog.viewed;
    begin({ draft: draftOfOptions(path, options, usePublish.getState().into), sent: null, viewed: reference });
    return;
  }
  if (dialog.kind === 'mend') {
    const { job, request } = dialog;
    begin({ draft: draftOfRequest(request), sent: { job, request }, viewed: null });
    return;
  }
  const { path, into: given } = dialog;
  const into = given ?? usePublish.getState().into;
  usePublish.setState({ into });
  if (path !== null && path !== usePublish.getState().draft?.path) takeFile(path);
  else if (given !== null) changeDraft((draft) => ({ ...draft, destination: { ...draft.destination, ...into } }));
}

/** The dialog was closed: what it was opened for says nothing of the next file. */
export function endPublishing(): void {
  usePublish.setState(({ usual }) => ({ into: usual }));
}

function begin(begun: Pick<PublishStore, 'draft' | 'sent' | 'viewed'>): void {
  usePublish.setState(({ turn }) => ({ ...begun, turn: turn + 1, tried: false }));
}

/** Begins anew with a file. */
export function takeFile(path: string): void {
  begin({ draft: newDraft(path, usePublish.getState().into), sent: null, viewed: null });
}

/** Says something else of the file. */
export function changeDraft(change: (draft: Draft) => Draft): void {
  usePublish.setState(({ draft }) => ({ draft: draft === null ? null : change(draft) }));
}

/** Notes that what is missing is to be shown. */
export function noteTried(): void {
  usePublish.setState({ tried: true });
}

/** Notes the job that a draft became. The next file goes to the same namespace unless something else is said. */
export function noteSent(job: string, request: PublishRequest): void {
  const usual = { connection: request.connection, namespace: request.namespace.slug, dataset: null };
  usePublish.setState({ sent: { job, request }, into: usual, usual });
}

/** Notes that the tab of the viewed file shows the published dataset now. */
export function noteReplaced(): void {
  usePublish.setState({ viewed: null });
}

/** Lets go of the file, for another one. */
export function forgetDraft(): void {
  usePublish.setState({ draft: null, sent: null, viewed: null, tried: false });
}
