import { cleanup, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { explain, failure } from '#shared/failures.ts';
import type { ViewedFile } from '#shared/rpc/calls/viewed-files.ts';
import { closeDialog, openedDialog } from '../state/dialogs.ts';
import { type DatasetTab, useTabs } from '../state/tab.ts';
import { closeTab, reopenTab } from '../state/tabs.ts';
import { viewFiles } from '../state/viewed-files.ts';
import { backend } from '../testing/far-side.ts';
import { openTowns, testViewedFile } from '../testing/records.ts';
import { renderComponent } from '../testing/render-component.tsx';
import { ViewedFilePanel } from './viewed-file-panel.tsx';

const { path, reference } = testViewedFile();

function show(file: ViewedFile) {
  backend.answer('viewFile', file);
  backend.answer('listViewedFiles', [file]);
  return renderComponent(
    <ViewedFilePanel tab={openTowns({ reference, label: 'towns.csv', file: path })} file={path} />,
  );
}

beforeEach(() => closeDialog('files'));

describe('a file that is viewed without being published', () => {
  it('states that only the user sees it, and shows the progress of reading', async () => {
    const user = show(testViewedFile());
    const bar = await screen.findByRole('progressbar', { name: 'Reading towns.csv' });
    expect(bar.getAttribute('aria-valuenow')).toBe('50');
    expect(screen.getByText('Only you can see this file, on this computer.')).toBeDefined();
    backend.answer('cancelViewedFile', undefined);
    await user.click(screen.getByRole('button', { name: 'Cancel reading' }));
    await waitFor(() => expect(backend.calls('cancelViewedFile')).toEqual([{ id: 'f1' }]));
  });

  it('is asked for once when it is opened, and again when its tab is reopened', async () => {
    backend.answer('viewFile', testViewedFile());
    backend.answer('listViewedFiles', [testViewedFile()]);
    await viewFiles([path]);
    const panelOf = (tab: DatasetTab | undefined) => tab && <ViewedFilePanel tab={tab} file={path} />;
    renderComponent(panelOf(useTabs.getState().tabs.at(-1)));
    await screen.findByRole('progressbar', { name: 'Reading towns.csv' });
    expect(backend.calls('viewFile')).toEqual([{ path }]);
    cleanup();
    closeTab(useTabs.getState().activeTab ?? '');
    reopenTab();
    renderComponent(panelOf(useTabs.getState().tabs.at(-1)));
    await waitFor(() => expect(backend.calls('viewFile')).toHaveLength(2));
  });

  it('offers to read it after reading was cancelled', async () => {
    const user = show(testViewedFile({ state: 'cancelled', progress: null }));
    expect(await screen.findByRole('heading', { name: 'Reading was cancelled' })).toBeDefined();
    backend.answer('readViewedFileAgain', testViewedFile());
    const [button] = screen.getAllByRole('button', { name: 'Reload' });
    if (button !== undefined) await user.click(button);
    await waitFor(() => expect(backend.calls('readViewedFileAgain')).toEqual([{ id: 'f1' }]));
  });

  it('explains why it could not be read, and reads it on retry', async () => {
    backend.fail('viewFile', failure('file-missing', explain('recorded', { text: 'Not there.' }), { retry: true }));
    backend.answer('listViewedFiles', []);
    const tab = openTowns({ reference, label: 'towns.csv', file: path });
    const user = renderComponent(<ViewedFilePanel tab={tab} file={path} />);
    const again = await screen.findByRole('button', { name: 'Try again' });
    backend.answer('viewFile', testViewedFile());
    backend.answer('listViewedFiles', [testViewedFile()]);
    await user.click(again);
    expect(await screen.findByRole('progressbar')).toBeDefined();
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(useTabs.getState().tabs).toHaveLength(1);
  });

  it('publishes it with the same options, and closes', async () => {
    const user = show(testViewedFile({ options: { delimiter: ';' } }));
    await user.click(await screen.findByRole('button', { name: 'Publish…' }));
    const viewed = { reference, path, options: { delimiter: ';' } };
    expect(openedDialog('files')).toEqual({ kind: 'publish-viewed', viewed });
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(useTabs.getState().tabs).toEqual([]);
  });

  it('reads another sheet of a workbook', async () => {
    const user = show(
      testViewedFile({
        state: 'failed',
        sheets: ['2024', '2025'],
        failure: failure('bad-input', explain('disk-full')),
      }),
    );
    backend.answer('readViewedFileAgain', testViewedFile());
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Sheet' }), '2025');
    await waitFor(() =>
      expect(backend.calls('readViewedFileAgain')).toEqual([{ id: 'f1', options: { sheet: '2025' } }]),
    );
  });
});
