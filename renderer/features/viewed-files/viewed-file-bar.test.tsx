import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { explain, failure } from '#shared/failures.ts';
import type { ViewedFile } from '#shared/rpc/calls/viewed-files.ts';
import { backend } from '../../testing/far-side.ts';
import { openTowns, testViewedFile } from '../../testing/records.ts';
import { renderComponent } from '../../testing/render-component.tsx';
import { ViewedFileBar } from './viewed-file-bar.tsx';

function show(changed: Partial<ViewedFile>) {
  return renderComponent(<ViewedFileBar tab={openTowns()} file={testViewedFile(changed)} />);
}

beforeEach(() => backend.answer('readViewedFileAgain', testViewedFile()));

describe('the bar over a file that is viewed', () => {
  it('shows no message for a completely read and unchanged file', () => {
    show({ state: 'ready', stored: true, rows: 3 });
    expect(screen.getByRole('status').textContent).toBe('');
    expect(screen.queryByRole('button', { name: 'Reload' })).toBeNull();
  });

  it('reports that rows were skipped and that the file has changed, and reads it again', async () => {
    const user = show({ state: 'ready', stored: true, rows: 3, rejected: 1200, onDisk: 'changed' });
    expect(screen.getByRole('status').textContent).toBe(
      '1,200 rows could not be read and were skipped. The file has changed on disk.',
    );
    await user.click(screen.getByRole('button', { name: 'Reload' }));
    await waitFor(() => expect(backend.calls('readViewedFileAgain')).toEqual([{ id: 'f1' }]));
  });

  it('keeps the rows that were read before if the file cannot be read any more', () => {
    const reason = failure('file-missing', explain('recorded', { text: '' }), { retry: true });
    show({ state: 'failed', stored: true, failure: reason, onDisk: 'missing' });
    expect(screen.getByRole('alert').textContent).toContain('showing the previous rows');
    expect(screen.getByRole('status').textContent).toBe('The file no longer exists.');
  });

  it('disables choosing another sheet while one is being read', () => {
    show({ sheets: ['2024', '2025'] });
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Sheet' }).disabled).toBe(true);
  });
});
