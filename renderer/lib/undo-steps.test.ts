import { expect, it } from 'vitest';
import { openUndoSteps } from './undo-steps.ts';

function openNumbers() {
  const numbers = new Map<string, number>();
  const steps = openUndoSteps(
    (tab) => numbers.get(tab) ?? 0,
    (tab, value) => void numbers.set(tab, value),
  );
  return { steps, of: (tab: string) => numbers.get(tab) ?? 0 };
}

it('goes back step by step and forward again, separately for each tab', () => {
  const { steps, of } = openNumbers();
  steps.change('a', (value) => value + 1);
  steps.change('a', (value) => value + 10);
  steps.change('b', () => 5);
  steps.undo('a');
  expect([of('a'), of('b')]).toEqual([1, 5]);
  steps.undo('a');
  steps.undo('a');
  expect(of('a')).toBe(0);
  for (let step = 0; step < 3; step += 1) steps.redo('a');
  expect([of('a'), of('b')]).toEqual([11, 5]);
});

it('discards undone steps after a new step, and records no step if nothing changes', () => {
  const { steps, of } = openNumbers();
  steps.change('a', () => 1);
  steps.undo('a');
  steps.change('a', (value) => value);
  steps.redo('a');
  expect(of('a')).toBe(1);
  steps.undo('a');
  steps.change('a', () => 2);
  steps.redo('a');
  expect(of('a')).toBe(2);
  steps.undo('a');
  expect(of('a')).toBe(0);
});

it('keeps the last hundred steps', () => {
  const { steps, of } = openNumbers();
  for (let step = 0; step < 150; step += 1) steps.change('a', (value) => value + 1);
  for (let step = 0; step < 150; step += 1) steps.undo('a');
  expect(of('a')).toBe(50);
});
