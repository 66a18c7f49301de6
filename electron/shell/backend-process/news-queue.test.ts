import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { QuietHours, SourceNews } from '#shared/rpc/shell/following-settings.ts';
import { testSummary } from '#shared/testing/change-summary.ts';
import { NewsQueue } from './news-queue.ts';

const summary = testSummary();
const news = (id: string): SourceNews => ({ id, kind: 'changed', title: id, summary });

let shown: string[][] = [];
let recorded: string[] = [];
let settings: { notify: boolean; quiet: QuietHours | null } = { notify: true, quiet: null };
/** @param isLost whether the backend ends before it has recorded anything */
const open = (isLost: () => boolean = () => false) => {
  const queue: NewsQueue = new NewsQueue({
    settings: () => settings,
    show: (all) => {
      // The end of the application right now must not show it again.
      for (const { id } of all) expect(recorded).toContain(id);
      shown.push(all.map(({ id }) => id));
    },
    record: (ids) => {
      if (isLost()) return;
      recorded.push(...ids);
      queue.recorded(ids);
    },
  });
  return queue;
};
beforeEach(() => {
  vi.useFakeTimers({ now: new Date(2026, 2, 1, 12) });
  shown = [];
  recorded = [];
  settings = { notify: true, quiet: null };
});
afterEach(() => {
  vi.useRealTimers();
});

it('shows at once, together, what was recorded before', () => {
  open().add([news('a'), news('b')]);
  expect(shown).toEqual([['a', 'b']]);
  expect(recorded).toEqual(['a', 'b']);
});

it('keeps news of quiet hours unrecorded until they end, each once', () => {
  settings = { notify: true, quiet: { from: '11:00', to: '13:00' } };
  const queue = open();
  queue.add([news('a')]);
  queue.add([news('a'), news('b')]);
  expect([shown, recorded]).toEqual([[], []]);
  vi.advanceTimersByTime(61 * 60_000);
  expect(shown).toEqual([['a', 'b']]);
  expect(recorded).toEqual(['a', 'b']);
});

it('shows nothing that was not recorded, and each once when it comes again', () => {
  let isLost = true;
  const queue = open(() => isLost);
  queue.add([news('a')]);
  expect(shown).toEqual([]);
  isLost = false;
  queue.add([news('a'), news('b')]);
  queue.recorded(['a', 'b']);
  queue.add([news('a')]);
  expect(shown).toEqual([['a', 'b']]);
});

it('shows what waits when quiet hours are switched off, and nothing when notifications are', () => {
  settings = { notify: true, quiet: { from: '11:00', to: '13:00' } };
  const queue = open();
  queue.add([news('a')]);
  settings = { notify: true, quiet: null };
  queue.look();
  expect(shown).toEqual([['a']]);
  settings = { notify: false, quiet: { from: '11:00', to: '13:00' } };
  queue.add([news('b')]);
  expect(shown).toEqual([['a']]);
  expect(recorded).toEqual(['a', 'b']);
});
