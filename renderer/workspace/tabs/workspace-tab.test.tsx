import { expect, it } from 'vitest';
import { recentTabs } from './workspace-tab.tsx';

it('keeps the tabs shown last, newest first', () => {
  expect(recentTabs(['b', 'a'], ['c'])).toEqual(['c', 'b', 'a']);
});

it('counts a tab once that is shown again', () => {
  expect(recentTabs(['c', 'b', 'a'], ['a'])).toEqual(['a', 'c', 'b']);
});

it('keeps four besides the one or two that are shown', () => {
  expect(recentTabs(['e', 'd', 'c', 'b', 'a'], ['f'])).toEqual(['f', 'e', 'd', 'c', 'b']);
  expect(recentTabs(['e', 'd', 'c', 'b', 'a'], ['f', 'g'])).toEqual(['f', 'g', 'e', 'd', 'c', 'b']);
});
