import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { QuietHours, SourceNews } from '#shared/rpc/shell/following-settings.ts';
import { testSummary } from '#shared/testing/change-summary.ts';
import { NewsQueue } from './news-queue.ts';

const summary = testSummary();
const news = (id: string): SourceNews => ({ id, kind: 'changed', title: id, summary });

let shown: string[][] = [];
let announced: string[] = [];
let settings: { notify: boolean; quiet: QuietHours | null } = { notify: true, quiet: null };
const open = () =>
  new NewsQueue({
    settings: () => settings,
    show: (all) => {
      // The catalogue keeps whatever is not announced yet: only what was shown may be reported.
      for (const { id } of all) expect(announced).not.toContain(id);
      shown.push(all.map(({ id }) => id));
    },
    onAnnounced: (ids) => announced.push(...ids),
  });
beforeEach(() => {
  vi.useFakeTimers({ now: new Date(2026, 2, 1, 12) });
  shown = [];
  announced = [];
  settings = { notify: true, quiet: null };
});
afterEach(() => {
  vi.useRealTimers();
});

it('shows news at once, together, and reports them afterwards', () => {
  open().add([news('a'), news('b')]);
  expect(shown).toEqual([['a', 'b']]);
  expect(announced).toEqual(['a', 'b']);
});

it('keeps news of quiet hours unreported until they end, each once', () => {
  settings = { notify: true, quiet: { from: '11:00', to: '13:00' } };
  const queue = open();
  queue.add([news('a')]);
  queue.add([news('a'), news('b')]);
  expect([shown, announced]).toEqual([[], []]);
  vi.advanceTimersByTime(61 * 60_000);
  expect(shown).toEqual([['a', 'b']]);
  expect(announced).toEqual(['a', 'b']);
});

it('shows nothing twice if it is sent again because the report was lost', () => {
  const queue = open();
  queue.add([news('a')]);
  queue.add([news('a'), news('b')]);
  expect(shown).toEqual([['a'], ['b']]);
  expect(announced).toEqual(['a', 'a', 'b']);
});

it('shows queued news when quiet hours are switched off, and none when notifications are switched off', () => {
  settings = { notify: true, quiet: { from: '11:00', to: '13:00' } };
  const queue = open();
  queue.add([news('a')]);
  settings = { notify: true, quiet: null };
  queue.look();
  expect(shown).toEqual([['a']]);
  settings = { notify: false, quiet: { from: '11:00', to: '13:00' } };
  queue.add([news('b')]);
  expect(shown).toEqual([['a']]);
  expect(announced).toEqual(['a', 'b']);
});
