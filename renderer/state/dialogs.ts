import { useMutation } from '@tanstack/react-query';
import { create } from 'zustand';
import type { Column } from '#shared/api/column.ts';
import { everyRow, type RowQuery } from '#shared/row-query.ts';
import type { QueryPart, QuerySummary, SavedChart } from '#shared/rpc/calls/queries.ts';
import type { PublishRequest, RowRange } from '#shared/rpc/jobs.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';
import type { ShellCapabilities } from '#shared/rpc/shell/capabilities.ts';
import type { FileOptions } from '#shared/rpc/source-file.ts';
import { attempt } from '../backend/failure.ts';
import { connectionsQuery, datasetQuery, records } from '../backend/records.ts';
import { can } from '../backend/shell.ts';
import type { HelpTopic } from '../lib/help.ts';
import { type FittedView, viewOf } from '../lib/query/saved-view.ts';
import areas from './dialog-areas.json' with { type: 'json' };
import { useSettings } from './settings.ts';
import { type DatasetTab, tabOf } from './tab.ts';
import type { NewTab } from './tabs.ts';
import { showCatalogue } from './tree.ts';

export const settingsSections = [
  'appearance',
  'display',
  'service',
  'accounts',
  'storage',
  'following',
  'general',
] as const;
export type SettingsSection = (typeof settingsSections)[number];

/** The capability that pages of the settings need; the others need none. */
const needs: Partial<Record<SettingsSection, keyof ShellCapabilities>> = {
  service: 'localService',
  accounts: 'localService',
  storage: 'localService',
  following: 'follow',
  general: 'program',
};

/** The pages of the settings that are of use here. */
export function offeredSections(): readonly SettingsSection[] {
  return settingsSections.filter((section) => {
    const needed = needs[section];
    return needed === undefined || can(needed);
  });
}

export type ProgramDialog =
  | { readonly kind: 'connections' }
  | { readonly kind: 'shortcuts' }
  /** Adds data from the web. */
  | { readonly kind: 'follow' }
  | { readonly kind: 'licences' }
  | { readonly kind: 'settings'; readonly section?: SettingsSection }
  /** `address` comes from a link; the user reviews it first. */
  | { readonly kind: 'add-connection'; readonly address?: string }
  | { readonly kind: 'edit-connection' | 'remove-connection' | 'sign-in'; readonly connection: string };

/** The dialogs that create, change and delete records. */
export type EditDialog =
  | { readonly kind: 'new-namespace' | 'trash'; readonly connection: string }
  | {
      readonly kind: 'edit-namespace' | 'publish-namespace' | 'remove-namespace' | 'new-dataset';
      readonly connection: string;
      readonly namespace: string;
    }
  | { readonly kind: 'edit-dataset'; readonly reference: DatasetReference };

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
interface ViewedSource {
  readonly reference: DatasetReference;
  readonly path: string;
  readonly options: FileOptions;
}

/** Where to publish a file: a connection, optionally one of its namespaces and a dataset in it. */
interface PublishDestination {
  readonly connection: string;
  readonly namespace: string | null;
  readonly dataset: string | null;
}

type PublishingDialog =
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
  | { readonly kind: 'fix'; readonly request: PublishRequest; readonly job: string | null };

export type FileDialog = PublishingDialog | { readonly kind: 'export'; readonly subject: ExportSubject };

export interface NamedChart extends SavedChart {
  readonly title: string;
}

/** The dialogs about saved queries and shared views. */
export type QueryDialog =
  /** Saves the view of a tab, or one of its charts. */
  | { readonly kind: 'save'; readonly tab: string; readonly drawn?: NamedChart }
  /** Makes the code that embeds what a tab shows. */
  | { readonly kind: 'embed'; readonly tab: string }
  | { readonly kind: 'run' | 'rename' | 'delete' | 'unsupported'; readonly query: QuerySummary }
  /** Lists the parts of a view that the service did not save. */
  | { readonly kind: 'partly-saved'; readonly parts: readonly QueryPart[]; readonly connection: string }
  /** Lists the missing parts of a view before the rest is opened. */
  | { readonly kind: 'incomplete'; readonly fitted: FittedView; readonly rest: NewTab };

/** The tour: its current step, counted from 0, and the element that had the focus before. */
interface TourDialog {
  readonly kind: 'tour';
  readonly step: number;
  readonly before: Element | null;
}

export type RecipeDialog =
  /** Lets a statement make the versions of a dataset: of a new one, or of one whose recipe is changed. */
  | {
      readonly kind: 'derive';
      readonly connection: string;
      readonly sql: string;
      readonly reference: DatasetReference | null;
    }
  /** Adds tables to join with. */
  | { readonly kind: 'reference'; readonly connection: string };

/** The dialogs, by area: another one of the same area replaces the one that is open. */
interface Areas {
  readonly program: ProgramDialog;
  readonly editing: EditDialog;
  readonly files: FileDialog;
  readonly queries: QueryDialog;
  readonly recipes: RecipeDialog;
  readonly help: { readonly kind: 'help'; readonly topic: HelpTopic };
  readonly tour: TourDialog;
}
type Area = keyof Areas;

/** Any dialog that one part of the window opens for another. */
export type Dialog = Areas[Area];

const areaOf = areas as Readonly<Record<Dialog['kind'], Area>>;

interface Dialogs {
  /** The open dialogs, the topmost last. */
  readonly stack: readonly Dialog[];
  /** Whether the list of jobs is open, which covers nothing. */
  readonly jobs: boolean;
}

/** What is open above the panes. */
export const useDialogs = create<Dialogs>(() => ({ stack: [], jobs: false }));

function isIn<Name extends Area>(dialog: Dialog, area: Name): dialog is Areas[Name] {
  return areaOf[dialog.kind] === area;
}

function find<Name extends Area>({ stack }: Dialogs, area: Name): Areas[Name] | null {
  return stack.find((dialog): dialog is Areas[Name] => isIn(dialog, area)) ?? null;
}

export function openedDialog<Name extends Area>(area: Name): Areas[Name] | null {
  return find(useDialogs.getState(), area);
}

/** Opens a dialog above those of other areas. */
export function openDialog(dialog: Dialog): void {
  useDialogs.setState(({ stack }) => ({
    stack: [...stack.filter((other) => !isIn(other, areaOf[dialog.kind])), dialog],
  }));
}

export function closeDialog(area: Area): void {
  useDialogs.setState(({ stack }) => ({ stack: stack.filter((dialog) => !isIn(dialog, area)) }));
}

/**
 * Returns a function that closes the dialog that is open now, and no other: a dialog's request may be answered after
 * the user has closed it, or opened another.
 */
export function closerOf(area: Area): () => void {
  const own = openedDialog(area);
  return () => {
    if (openedDialog(area) === own) closeDialog(area);
  };
}

/** A mutation that the dialog of an area sends. The dialog is closed once it has succeeded, after `onSuccess`. */
export function useDialogMutation<Answer>(
  area: Area,
  mutationFn: () => Promise<Answer>,
  onSuccess?: (answer: Answer) => void,
) {
  return useMutation({
    mutationFn,
    onMutate: () => closerOf(area),
    onSuccess(answer, _sent, close) {
      onSuccess?.(answer);
      close();
    },
  });
}

/** The layer of the lowest dialog, above those that a single view opens for itself. */
const lowestLayer = 201;

/** The open dialog of an area, and what its window needs to stand in its place of the stack. */
export function useDialog<Name extends Area>(area: Name) {
  const dialog = useDialogs((state) => find(state, area));
  const zIndex = useDialogs(({ stack }) => lowestLayer + stack.findIndex((one) => isIn(one, area)));
  return { dialog, layer: { zIndex, onClose: () => closeDialog(area) } };
}

/**
 * Lets Escape close the topmost dialog alone where others are open below it, which would handle the same key. Call it
 * before any dialog is drawn.
 */
export function closeOnEscape(): void {
  window.addEventListener(
    'keydown',
    (event) => {
      const { stack } = useDialogs.getState();
      const top = stack.at(-1);
      if (event.key !== 'Escape' || event.isComposing || top === undefined) return;
      // The help also stands above dialogs that a view opened for itself, and the tour is no window of the library.
      if (stack.length === 1 && top.kind !== 'help' && top.kind !== 'tour') return;
      // An open list handles the key itself, and marks its field.
      const { target } = event;
      if (target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true') return;
      event.stopImmediatePropagation();
      if (top.kind === 'tour') endTour();
      else closeDialog(areaOf[top.kind]);
    },
    { capture: true },
  );
}

/** Opens the sign-in dialog of a connection; undefined if Almanac signs in automatically. */
export function signInTo(connection: string): (() => void) | undefined {
  const known = records.getQueryData(connectionsQuery.queryKey)?.find(({ id }) => id === connection);
  return known?.capabilities.signIn === false ? undefined : () => openDialog({ kind: 'sign-in', connection });
}

export function isPublishing(dialog: FileDialog | null): dialog is PublishingDialog {
  return dialog !== null && dialog.kind !== 'export';
}

/** Opens the publish dialog with the given files, or asks for some. */
export function askToPublish(paths: readonly string[], into: PublishDestination | null = null): void {
  openDialog({ kind: 'publish', paths, into });
}

/** Opens the export dialog for the rows of a tab. */
export function askToExport(tab: DatasetTab, columns: readonly Column[], selection: readonly RowRange[]): void {
  const { reference, label } = tab;
  openDialog({ kind: 'export', subject: { reference, label, columns, query: viewOf(tab, columns), selection } });
}

/** Opens the export dialog for the rows of a dataset. */
export async function exportDataset(reference: DatasetReference): Promise<void> {
  await attempt(async () => {
    const { dataset } = await records.fetchQuery(datasetQuery(reference));
    const label = dataset.label || reference.dataset;
    const subject = { reference, label, columns: dataset.columns, query: everyRow, selection: [] };
    openDialog({ kind: 'export', subject });
  });
}

/** Opens the export dialog for a tab, whose view can then be chosen. */
export async function exportTab(id: string): Promise<void> {
  const tab = tabOf(id);
  if (tab === undefined) return;
  await attempt(async () => {
    const { dataset } = await records.fetchQuery(datasetQuery(tab.reference));
    askToExport(tab, dataset.columns, []);
  });
}

/** Shows or hides the list of jobs. */
export function showJobs(jobs: boolean): void {
  useDialogs.setState({ jobs });
}

/** Opens the help, above whatever dialog is open. */
export function openHelp(topic: HelpTopic): void {
  openDialog({ kind: 'help', topic });
}

export function startTour(): void {
  // Some steps point into the catalogue.
  showCatalogue(true);
  openDialog({ kind: 'tour', step: 0, before: document.activeElement });
}

/** Goes to a step of the tour. */
export function goToStep(step: number): void {
  openDialog({ kind: 'tour', step, before: openedDialog('tour')?.before ?? null });
}

/** Ends the tour, which is offered less prominently from then on. */
export function endTour(): void {
  const before = openedDialog('tour')?.before;
  closeDialog('tour');
  useSettings.setState({ tourSeen: true });
  // After the card is removed, because it traps the focus.
  if (before instanceof HTMLElement) requestAnimationFrame(() => before.focus());
}
