import { act, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openedDialog } from '../../state/dialogs.ts';
import { showComparison } from '../../state/open-view.ts';
import { useTabs } from '../../state/tab.ts';
import { backend, shell } from '../../testing/far-side.ts';
import { openTowns, testDataset, testDetails, testVersion, towns } from '../../testing/records.ts';
import { renderComponent } from '../../testing/render-component.tsx';
import { VersionsView } from './versions-view.tsx';

const onDelete = vi.fn();

beforeEach(() => {
  onDelete.mockClear();
  backend.answer('listRemovals', []);
});

let shown = 0;

/** Says how many comparisons were begun before it was. */
function ShownSince() {
  const [number] = useState(() => {
    shown += 1;
    return shown;
  });
  return <p>Shown for {number}</p>;
}

function showVersions(...versions: ReturnType<typeof testVersion>[]) {
  return showVersionsTo(onDelete, ...versions);
}

/** @param mayDelete what deletes a version; null for a user who may not */
function showVersionsTo(mayDelete: typeof onDelete | null, ...versions: ReturnType<typeof testVersion>[]) {
  const comparison = vi.fn(() => <p>The comparison</p>);
  const details = testDetails({ dataset: testDataset({ versions }) });
  const user = renderComponent(
    <VersionsView
      unchanged={[]}
      tab={openTowns()}
      details={details}
      checkOf={() => 'unchecked'}
      onDelete={mayDelete}
      comparison={comparison}
    />,
  );
  return { user, comparison };
}

describe('the versions of a dataset', () => {
  it('have an empty state while there are none', () => {
    showVersions();
    expect(screen.getByRole('heading', { name: 'No versions yet' })).toBeDefined();
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('mark the newest one and the displayed one', () => {
    showVersions(testVersion(2), testVersion(1));
    const [, newest, older] = screen.getAllByRole('row');
    expect(newest?.textContent).toContain('newest');
    expect(newest?.textContent).toContain('viewing');
    expect(older?.textContent).not.toContain('newest');
  });

  it('show what is new in them, and who published them', () => {
    const metadata = btoa('{"note":"Corrected figures","author":"anna"}');
    showVersions(testVersion(2, { metadata }), testVersion(1));
    const [, newest, older] = screen.getAllByRole('row').map((row) => row.textContent);
    expect(newest).toContain('Corrected figures');
    expect(newest).toContain('Published by anna');
    expect(older).not.toContain('Published by');
  });

  it('open an older version in its own tab', async () => {
    const old = testVersion(1);
    const { user } = showVersions(testVersion(2), old);
    await user.click(screen.getByRole('button', { name: `Open version ${old.label}` }));
    expect(useTabs.getState().tabs.map(({ query }) => query.version)).toEqual([null, old.slug]);
  });

  it('offer no actions for a version that is still being imported', () => {
    const unready = testVersion(2, { ready: false });
    showVersions(unready, testVersion(1));
    const [, line] = screen.getAllByRole('row');
    if (line === undefined) throw new Error('No line.');
    expect(line.textContent).toContain('importing');
    for (const button of within(line).getAllByRole<HTMLButtonElement>('button', { name: /version/ })) {
      expect(button.disabled).toBe(true);
    }
    expect(within(line).getByRole<HTMLInputElement>('checkbox').disabled).toBe(true);
  });

  it('compare two versions, the older one first, in whatever order they were selected', async () => {
    const [older, newer] = [testVersion(1), testVersion(3)];
    const { user, comparison } = showVersions(newer, testVersion(2), older);
    const compare = screen.getByRole<HTMLButtonElement>('button', { name: 'Compare' });
    expect(compare.disabled).toBe(true);
    await user.click(screen.getByRole('checkbox', { name: `Select version ${newer.label} to compare` }));
    await user.click(screen.getByRole('checkbox', { name: `Select version ${older.label} to compare` }));
    expect(screen.getByRole('status').textContent).toBe('2 versions selected');
    await user.click(compare);
    expect(screen.getByText('The comparison')).toBeDefined();
    expect(comparison).toHaveBeenCalledWith(
      { before: older.slug, after: newer.slug, rows: null },
      expect.any(Function),
    );
  });

  it('are chosen and compared by keys', async () => {
    const [older, newer] = [testVersion(1), testVersion(3)];
    const { user, comparison } = showVersions(newer, testVersion(2), older);
    screen.getByRole('checkbox', { name: `Select version ${newer.label} to compare` }).focus();
    await user.keyboard(' {ArrowDown}{Enter}');
    expect(comparison).not.toHaveBeenCalled();
    await user.keyboard('{ArrowDown}{ArrowDown} {Enter}');
    expect(comparison).toHaveBeenCalledWith(
      { before: older.slug, after: newer.slug, rows: null },
      expect.any(Function),
    );
  });

  it('show each comparison that is requested while they are on the screen', () => {
    const [older, middle, newer] = [testVersion(1), testVersion(2), testVersion(3)];
    const { comparison } = showVersions(newer, middle, older);
    comparison.mockImplementation(() => <ShownSince />);
    const request = (before: string) =>
      act(() => showComparison(useTabs.getState().tabs[0]?.id ?? '', { before, after: newer.slug, rows: null }));
    request(older.slug);
    expect(screen.getByText('Shown for 1')).toBeDefined();
    request(middle.slug);
    expect(screen.getByText('Shown for 2')).toBeDefined();
  });

  it('are deleted by those who may, and shown as such until it is done', async () => {
    const old = testVersion(1);
    const target = { kind: 'version', ...towns, version: old.slug } as const;
    const removal = { id: '1', target, label: 'Towns', remaining: 9000, failure: null };
    backend.answer('listRemovals', [{ ...removal, state: 'waiting' }]);
    const { user } = showVersions(testVersion(2), old);
    const line = screen.getByText(old.label).closest('tr');
    if (line === null) throw new Error('No line.');
    expect(await within(line).findByText('being deleted')).toBeDefined();
    expect(within(line).getByRole<HTMLInputElement>('checkbox').disabled).toBe(true);
    await user.click(screen.getByRole('button', { name: `Actions for version ${testVersion(2).label}` }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete this version' }));
    expect(onDelete).toHaveBeenCalledExactlyOnceWith(testVersion(2));
  });

  it('are not deleted by those who may not', async () => {
    const { user } = showVersionsTo(null, testVersion(1));
    await user.click(screen.getByRole('button', { name: `Actions for version ${testVersion(1).label}` }));
    expect(await screen.findByRole('menuitem', { name: 'Export this version…' })).toBeDefined();
    expect(screen.queryByRole('menuitem', { name: 'Delete this version' })).toBeNull();
  });

  it('export an older version as that version', async () => {
    const old = testVersion(1);
    const { user } = showVersions(testVersion(2), old);
    await user.click(screen.getByRole('button', { name: `Actions for version ${old.label}` }));
    await user.click(await screen.findByRole('menuitem', { name: 'Export this version…' }));
    const dialog = openedDialog('files');
    expect(dialog?.kind === 'export' && dialog.subject.query.version).toBe(old.slug);
  });

  it('cite a version with its address and checksum', async () => {
    const version = testVersion(1);
    const { user } = showVersions(version);
    await user.click(screen.getByRole('button', { name: `Actions for version ${version.label}` }));
    await user.click(await screen.findByRole('menuitem', { name: 'Cite…' }));
    const dialog = await screen.findByRole('dialog', { name: `Cite version ${version.label}` });
    expect(within(dialog).getByText(version.checksum)).toBeDefined();
    await user.click(within(dialog).getByRole('button', { name: 'Copy citation' }));
    expect(shell.calls('copyText')[0]?.text).toContain(version.url);
  });

  it('render only the visible lines of two thousand', () => {
    const versions = Array.from({ length: 2000 }, (_, position) => {
      const at = new Date(Date.UTC(2020, 0, 1) - position * 3_600_000).toISOString();
      const slug = `${at.replace(/\D/g, '').slice(0, 14)}000000`;
      return testVersion(1, { id: position + 1, slug, label: slug, datetime: at });
    });
    showVersions(...versions);
    expect(screen.getByRole('table', { name: 'Versions of Towns' }).getAttribute('aria-rowcount')).toBe('2001');
    expect(screen.getAllByRole('row').length).toBeLessThan(40);
  });
});
