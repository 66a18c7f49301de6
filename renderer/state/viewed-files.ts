import { fileName } from '#shared/file-name.ts';
import { scratchConnection, type ViewedFile } from '#shared/rpc/calls/viewed-files.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { onBackendRestart } from '../backend/backend.ts';
import { reportFailure } from '../backend/report-failure.ts';
import {
  closeViewedFile,
  followViewedFileChanges,
  retainViewedFiles,
  viewFile,
} from '../backend/window/viewed-files.ts';
import { openCreatedDataset } from '../commands/open-created-dataset.ts';
import { closeTab } from './open-tabs.ts';
import { type DatasetTab, onTabsClosed, openTab, sameDataset, showTab, useSession } from './session.ts';
import { readSavedSessions } from './session-storage.ts';

/** The ids of viewed files shown in tabs. */
function idsOf(tabs: readonly DatasetTab[]): Set<string> {
  return new Set(
    tabs
      .filter(({ reference }) => reference.connection === scratchConnection)
      .map(({ reference }) => reference.dataset),
  );
}

/** The ids stored by all windows. */
function idsOfAllWindows(): Set<string> {
  return idsOf([...useSession.getState().tabs, ...readSavedSessions().flatMap(({ tabs }) => tabs)]);
}

/** Tabs that began to view their file since the window was opened. */
const viewing = new Set<string>();

onTabsClosed((open) => {
  for (const tab of viewing) if (!open.has(tab)) viewing.delete(tab);
});

/** Whether a tab has begun to view its file; a restored or reopened one has not. */
export function isViewing(tab: string): boolean {
  return viewing.has(tab);
}

/** Begins to view the file of a tab. */
export async function viewFileOf(tab: string, path: string): Promise<ViewedFile> {
  const file = await viewFile(path);
  viewing.add(tab);
  return file;
}

/** Opens files in tabs without publishing them, or activates their tabs; the last one becomes active. */
export async function viewFiles(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    try {
      const { reference } = await viewFile(path);
      const open = useSession.getState().tabs.find((tab) => sameDataset(tab.reference, reference));
      if (open === undefined) openTab({ reference, label: fileName(path), file: path });
      else showTab(open.id);
      viewing.add(useSession.getState().activeTab ?? '');
    } catch (error) {
      reportFailure(error);
    }
  }
}

/** A viewed file was published: its tab now shows the dataset. */
export async function replaceByPublished(viewed: DatasetReference, published: DatasetReference): Promise<void> {
  const before = useSession.getState();
  const tab = before.tabs.find(({ reference }) => sameDataset(reference, viewed));
  if (tab === undefined) return;
  await openCreatedDataset(published);
  const { activeTab } = useSession.getState();
  closeTab(tab.id);
  // Does not switch tabs if the user has moved on.
  const back = before.activeTab === tab.id ? activeTab : before.activeTab;
  if (back !== null) showTab(back);
}

/** Removes files of earlier sessions that no restored tab of any window shows. */
export function removeLeftViewedFiles(): void {
  void retainViewedFiles([...idsOfAllWindows()]).catch(reportFailure);
}

/** Removes a viewed file's stored data when its last tab is closed. */
export function followViewedFiles(): void {
  followViewedFileChanges();
  // Restarts reads that were interrupted when the backend ended.
  onBackendRestart(() => {
    const files = new Set(useSession.getState().tabs.flatMap(({ file }) => file ?? []));
    for (const file of files) viewFile(file).catch(reportFailure);
  });
  useSession.subscribe((now, before) => {
    if (now.tabs === before.tabs) return;
    const left = idsOf(before.tabs);
    for (const id of idsOf(now.tabs)) left.delete(id);
    if (left.size === 0) return;
    // Another listener stores this window's state, perhaps after this one.
    queueMicrotask(() => {
      const shown = idsOfAllWindows();
      for (const id of left) if (!shown.has(id)) void closeViewedFile(id).catch(reportFailure);
    });
  });
}
