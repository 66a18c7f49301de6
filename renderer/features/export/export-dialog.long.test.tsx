import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { explain, failure } from '#shared/failures.ts';
import { everyRow } from '#shared/row-query.ts';
import { closeDialog, type ExportSubject, openDialog, showJobs, useDialogs } from '../../state/dialogs.ts';
import { backend, shell } from '../../testing/far-side.ts';
import { testJob } from '../../testing/jobs.ts';
import { testColumn, testDataset, towns } from '../../testing/records.ts';
import { renderComponent } from '../../testing/render-component.tsx';
import { ExportDialog } from './export-dialog.tsx';

function show(changed: Partial<ExportSubject> = {}) {
  const { columns } = testDataset();
  const subject = { reference: towns, label: 'Towns', columns, query: everyRow, selection: [], ...changed };
  openDialog({ kind: 'export', subject });
  return renderComponent(<ExportDialog />);
}

beforeEach(() => showJobs(false));
afterEach(() => closeDialog('files'));

describe('exporting rows', () => {
  it('starts a job for the file that was chosen, and shows the jobs', async () => {
    shell.answer('chooseSaveTarget', '/home/anna/towns.csv');
    backend.answer('startJob', testJob());
    const user = show();
    await user.click(await screen.findByRole('button', { name: 'Export' }));
    await waitFor(() => expect(useDialogs.getState()).toEqual({ stack: [], jobs: true }));
    const [{ request } = { request: null }] = backend.calls('startJob');
    expect(request).toMatchObject({ kind: 'export', format: 'csv', target: '/home/anna/towns.csv', selection: null });
  });

  it('stays unchanged if no file was chosen', async () => {
    shell.answer('chooseSaveTarget', null);
    const user = show();
    await user.click(await screen.findByRole('radio', { name: 'Parquet' }));
    await user.click(screen.getByRole('button', { name: 'Export' }));
    await waitFor(() => expect(shell.calls('chooseSaveTarget')).toHaveLength(1));
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Parquet' }).checked).toBe(true);
    expect(backend.calls('startJob')).toEqual([]);
  });

  it('explains why the job could not be started', async () => {
    shell.answer('chooseSaveTarget', '/home/anna/towns.csv');
    backend.fail('startJob', failure('disk-full', explain('disk-full')));
    const user = show();
    await user.click(await screen.findByRole('button', { name: 'Export' }));
    expect((await screen.findByRole('alert')).textContent).toContain('no space left on the disk');
    expect(screen.getByRole('dialog', { name: 'Export Towns' })).toBeDefined();
  });

  it('offers the selection only if there is one, with its number of rows', async () => {
    show({ selection: [{ from: 10, to: 2010 }] });
    expect(await screen.findByRole('radio', { name: 'Selection' })).toBeDefined();
    expect(screen.getByText(/^2,000 selected rows/)).toBeDefined();
  });

  it('does not offer GeoJSON without a geometry', async () => {
    show();
    expect(await screen.findByRole('radio', { name: 'CSV' })).toBeDefined();
    expect(screen.queryByRole('radio', { name: 'Selection' })).toBeNull();
    expect(screen.queryByRole('radio', { name: 'GeoJSON' })).toBeNull();
    closeDialog('files');
  });

  it('offers GeoJSON for a dataset with a geometry', async () => {
    show({ columns: [testColumn('shape', { type: 'geometry' })] });
    expect(await screen.findByRole('radio', { name: 'GeoJSON' })).toBeDefined();
  });
});
