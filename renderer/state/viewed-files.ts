import type { TFunction } from 'i18next';
import { useEffect, useRef } from 'react';
import { fileName, readableExtensions } from '#shared/file-name.ts';
import { scratchConnection, type ViewedFile } from '#shared/rpc/calls/viewed-files.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';
import type { FileKind } from '#shared/rpc/shell/shell.ts';
import { attempt, reportFailure } from '../backend/failure.ts';
import { chooseFile, viewFile } from '../backend/files.ts';
import { callBackend, onBackendRestart } from '../backend/port.ts';
import { sameDataset } from '../lib/catalogue/find-records.ts';
import { openCreatedDataset } from './open-view.ts';
import { readStoredSessions } from './session-storage.ts';
import { changeState, type DatasetTab, stateOf, useTabs } from './tab.ts';
import { closeTab, openTab, showTab } from './tabs.ts';

function idsOf(tabs: readonly DatasetTab[]): Set<string> {
  return new Set(
    tabs
      .filter(({ reference }) => reference.connection === scratchConnection && reference.dataset !== '')
      .map(({ reference }) => reference.dataset),
  );
}

function idsOfAllWindows(): Set<string> {
  return idsOf([...useTabs.getState().tabs, ...readStoredSessions().flatMap(({ tabs }) => tabs)]);
}

/** Whether a tab has begun to view its file; a restored or reopened one has not. */
export function isViewing(tab: string): boolean {
  return stateOf(tab).isViewing;
}

export async function viewFileOf(tab: string, path: string): Promise<ViewedFile> {
  const file = await viewFile(path);
  changeState(tab, () => ({ isViewing: true }));
  return file;
}

/** Opens files in tabs without publishing them, or activates their tabs; the last one becomes active. */
export async function viewFiles(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await attempt(async () => {
      const { reference } = await viewFile(path);
      const open = useTabs.getState().tabs.find((tab) => sameDataset(tab.reference, reference));
      if (open === undefined) openTab({ reference, label: fileName(path), file: path });
      else showTab(open.id);
      changeState(useTabs.getState().activeTab ?? '', () => ({ isViewing: true }));
    });
  }
}

/** A viewed file was published: its tab now shows the dataset. */
export async function replaceByPublished(viewed: DatasetReference, published: DatasetReference): Promise<void> {
  const before = useTabs.getState();
  const tab = before.tabs.find(({ reference }) => sameDataset(reference, viewed));
  if (tab === undefined) return;
  await openCreatedDataset(published);
  const { activeTab } = useTabs.getState();
  closeTab(tab.id);
  // Does not switch tabs if the user has moved on.
  const back = before.activeTab === tab.id ? activeTab : before.activeTab;
  if (back !== null) showTab(back);
}

/** Removes files of earlier sessions that no restored tab of any window shows. */
export function removeLeftViewedFiles(): void {
  void callBackend('retainViewedFiles', { ids: [...idsOfAllWindows()] }).catch(reportFailure);
}

/** Reads viewed files again whose reading was interrupted when the backend ended. */
export function resumeViewedFiles(): void {
  onBackendRestart(() => {
    const files = new Set(useTabs.getState().tabs.flatMap(({ file = '' }) => file || []));
    for (const file of files) viewFile(file).catch(reportFailure);
  });
}

/** Removes a viewed file's stored data when its last tab is closed. */
export function useViewedFiles(): void {
  const tabs = useTabs((state) => state.tabs);
  const before = useRef(tabs);
  useEffect(() => {
    const left = idsOf(before.current);
    before.current = tabs;
    for (const id of idsOf(tabs)) left.delete(id);
    if (left.size === 0) return;
    const shown = idsOfAllWindows();
    for (const id of left) if (!shown.has(id)) void callBackend('closeViewedFile', { id }).catch(reportFailure);
  }, [tabs]);
}

/** Asks the user for a file and shows it without publishing it. */
export async function chooseToView(t: TFunction): Promise<void> {
  await attempt(async () => {
    const path = await chooseFile(t('viewed.chooseTitle'), dataFileKinds(t));
    if (path !== null) await viewFiles([path]);
  });
}

/** The file types offered by the open dialog. */
export function dataFileKinds(t: TFunction): FileKind[] {
  return [
    { name: t('publish.dataFiles'), extensions: [...readableExtensions] },
    { name: t('publish.allFiles'), extensions: ['*'] },
  ];
}
