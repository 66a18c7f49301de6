import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { explain, failure } from '#shared/failures.ts';
import { testSummary } from '#shared/testing/change-summary.ts';
import { openedDialog } from '../../../state/dialogs.ts';
import { useTabs } from '../../../state/tab.ts';
import { backend } from '../../../testing/far-side.ts';
import { testChange, testFollowed } from '../../../testing/followed.ts';
import { ownConnection } from '../../../testing/records.ts';
import { renderComponent } from '../../../testing/render-component.tsx';
import { FollowedAbout } from './followed-about.tsx';
import { FollowedPage } from './followed-page.tsx';

beforeEach(() => {
  useTabs.setState({ tabs: [], activeTab: null, page: { kind: 'followed' } });
  backend.answer('listConnections', [ownConnection()]);
  backend.answer('listSourceChanges', { changes: [], unread: 0 });
});

describe('the page of followed datasets', () => {
  it('says what to do while nothing is followed', async () => {
    backend.answer('listFollowed', []);
    const user = renderComponent(<FollowedPage />);
    expect(await screen.findByRole('heading', { name: 'Nothing is followed yet' })).toBeDefined();
    expect(screen.queryByText('No changes yet.')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Add from the web…' }));
    expect(openedDialog('program')).toEqual({ kind: 'follow' });
  });

  it('says while it loads, and why it failed, with a way to try again', async () => {
    const user = renderComponent(<FollowedPage />);
    expect(screen.getByRole('status').textContent).toBe('Loading');
    backend.fail('listFollowed', failure('backend-gone', explain('backend-gone'), { retry: true }));
    backend.announce({ kind: 'follow-changed' });
    const alert = await screen.findByRole('alert');
    backend.answer('listFollowed', [testFollowed()]);
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('rowheader', { name: /Cases/ })).toBeDefined();
  });

  it('lists many, each with its state, and opens one', async () => {
    const many = Array.from({ length: 60 }, (_, position) =>
      testFollowed({ dataset: `d${position}`, title: `Dataset ${position}` }),
    );
    const problem = explain('page-for-data', { host: 'health.example' });
    backend.answer('listFollowed', [...many, testFollowed({ state: 'failing', failures: 2, problem })]);
    const user = renderComponent(<FollowedPage />);
    const table = await screen.findByRole('table', { name: 'Followed datasets' });
    expect(within(table).getAllByRole('row')).toHaveLength(62);
    const failing = within(table).getByRole('row', { name: /Cases/ });
    expect(failing.textContent).toContain('Last check failed');
    expect(failing.textContent).toContain('health.example');
    await user.click(within(table).getByRole('button', { name: 'Dataset 7' }));
    expect(useTabs.getState().tabs.map(({ reference }) => reference)).toEqual([
      { connection: 'local', namespace: 'web', dataset: 'd7' },
    ]);
  });

  it('says what is used and left of the budgets of hosts, each host once', async () => {
    const choice = { ...testFollowed().choice, kind: 'sdmx' as const, address: 'https://sdmx.oecd.org/public/rest/' };
    const freeAt = new Date(2026, 2, 1, 14, 5, 9).toISOString();
    const budgets = [
      { path: '/', requests: 20, perMs: 60_000, used: 3, freeAt: null },
      { path: '/data/', requests: 20, perMs: 3_600_000, used: 20, freeAt },
    ];
    const ofHost = { choice, budgets };
    backend.answer('listFollowed', [
      testFollowed(),
      testFollowed({ ...ofHost, dataset: 'a' }),
      testFollowed({ ...ofHost, dataset: 'b' }),
    ]);
    renderComponent(<FollowedPage />);
    const section = await screen.findByRole('region', { name: 'Request limits of hosts' });
    expect([...section.querySelectorAll('dt')].map(({ textContent }) => textContent)).toEqual(['sdmx.oecd.org']);
    expect([...section.querySelectorAll('dd > span')].map(({ textContent }) => textContent)).toEqual([
      '20 requests a minute: 3 used, 17 left',
      '20 requests an hour: all used until 14:05:09/data/',
    ]);
  });

  it('checks, pauses, reschedules and stops following', async () => {
    backend.answer('listFollowed', [testFollowed()]);
    backend.answer('checkSource', undefined);
    backend.answer('changeSource', testFollowed());
    backend.answer('unfollow', undefined);
    const user = renderComponent(<FollowedPage />);
    const name = { namespace: 'web', dataset: 'cases' };
    const choose = async (item: string) => {
      await user.click(await screen.findByRole('button', { name: 'Actions for Cases' }));
      await user.click(await screen.findByRole('menuitem', { name: item }));
    };
    await choose('Check now');
    await waitFor(() => expect(backend.calls('checkSource')).toEqual([name]));
    await choose('Pause');
    await waitFor(() => expect(backend.calls('changeSource')).toEqual([{ ...name, settings: { paused: true } }]));
    backend.answer('estimateRetention', { versions: 2, removed: 0, bytes: 4096, bytesAfter: 4096 });
    backend.answer('listSourceSecrets', []);
    await choose('Settings…');
    await user.click(await screen.findByRole('combobox', { name: 'Check for changes' }));
    await user.click(await screen.findByRole('option', { name: 'Every week' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(backend.calls('changeSource').at(-1)).toMatchObject({ ...name, settings: { every: '1w' } }),
    );
    await choose('Stop following…');
    expect(backend.calls('unfollow')).toEqual([]);
    await user.click(await screen.findByRole('button', { name: 'Stop following' }));
    await waitFor(() => expect(backend.calls('unfollow')).toEqual([name]));
  });
});

describe('what changed', () => {
  it('is said in words, is unread until it is read, one or all at once', async () => {
    backend.answer('listFollowed', [testFollowed({ unread: 2 })]);
    backend.answer('listSourceChanges', { changes: [testChange(9), testChange(8)], unread: 2 });
    backend.answer('markChangesRead', undefined);
    const user = renderComponent(<FollowedPage />);
    const list = await screen.findByRole('list', { name: 'What changed' });
    expect(within(list).getAllByText('1 row added.')).toHaveLength(2);
    const [, second] = within(list).getAllByRole('button', { name: 'Mark as read' });
    if (second !== undefined) await user.click(second);
    await user.click(screen.getByRole('button', { name: 'Mark all as read' }));
    await waitFor(() =>
      expect(backend.calls('markChangesRead')).toEqual([
        { of: null, upTo: 8, only: true },
        { of: null, upTo: 9, only: false },
      ]),
    );
    backend.answer('listSourceChanges', { changes: [testChange(9, { unread: false })], unread: 0 });
    backend.announce({ kind: 'follow-changed' });
    await waitFor(() => expect(screen.queryByRole('img', { name: 'Unread' })).toBeNull());
    expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull();
  });
});

describe('a version that is held for review', () => {
  it('says why and what it would change, and is decided about', async () => {
    const held = {
      at: '2026-03-02T12:00:00.000Z',
      reasons: [explain('guard-rows', { before: 6, after: 2 })],
      summary: testSummary({ rows: 2, removed: 4 }),
    };
    backend.answer('listFollowed', [testFollowed({ state: 'held', held })]);
    backend.fail('decideHeldVersion', failure('not-found', explain('nothing-held', { dataset: 'web/cases' })));
    const user = renderComponent(<FollowedPage />);
    const note = await screen.findByRole('region', { name: 'A new version of “Cases” is held for review' });
    expect(note.textContent).toContain('4 rows removed.');
    await user.click(within(note).getByRole('button', { name: 'Reject it' }));
    expect(await within(note).findByRole('alert')).toBeDefined();
    backend.answer('decideHeldVersion', undefined);
    await user.click(within(note).getByRole('button', { name: 'Publish it' }));
    await waitFor(() => expect(backend.calls('decideHeldVersion').map(({ accept }) => accept)).toEqual([false, true]));
  });
});

describe('what a dataset follows', () => {
  const reference = { connection: 'local', namespace: 'web', dataset: 'cases' };

  it('is shown with the history of its checks', async () => {
    const check = { bytes: 10, milliseconds: 5, version: null, reason: null } as const;
    backend.answer('listFollowed', [testFollowed()]);
    backend.answer('listSourceChecks', [
      { ...check, at: '2026-03-03T12:00:00.000Z', outcome: 'unchanged' },
      {
        ...check,
        at: '2026-03-02T12:00:00.000Z',
        outcome: 'failed',
        reason: explain('page-for-data', { host: 'health.example' }),
      },
    ]);
    renderComponent(<FollowedAbout reference={reference} />);
    const checks = await screen.findByRole('table', { name: 'Checks' });
    expect(within(checks).getAllByRole('row')).toHaveLength(3);
    expect(checks.textContent).toContain('No change');
    expect(checks.textContent).toContain('health.example');
    expect(screen.getByText('https://health.example/cases.csv')).toBeDefined();
    expect(screen.getByText('Every day')).toBeDefined();
  });

  it('is nothing for a dataset of the same name elsewhere', async () => {
    backend.answer('listFollowed', [testFollowed()]);
    renderComponent(<FollowedAbout reference={{ ...reference, connection: 'remote' }} />);
    await waitFor(() => expect(backend.calls('listConnections')).toHaveLength(1));
    expect(screen.queryByRole('region', { name: 'Followed on the web' })).toBeNull();
    expect(backend.calls('listFollowed')).toEqual([]);
  });
});
