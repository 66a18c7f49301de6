import { expect, it } from 'vitest';
import { openUndoHistory } from './undo-steps.ts';

function openNumbers() {
  const numbers = new Map<string, number>();
  const steps = openUndoHistory().stepsOf(
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

it('keeps steps of several kinds of state in the order in which they were made', () => {
  const history = openUndoHistory();
  const values = { number: 0, text: '' };
  const numbers = history.stepsOf(
    () => values.number,
    (_tab, value) => {
      values.number = value;
    },
  );
  const texts = history.stepsOf(
    () => values.text,
    (_tab, value) => {
      values.text = value;
      // As a listener would that records every change.
      numbers.record('a', values.number);
    },
  );
  numbers.change('a', () => 1);
  texts.change('a', () => 'x');
  numbers.change('a', () => 2);
  const seen: unknown[] = [];
  for (const move of [history.undo, texts.undo, numbers.undo, numbers.redo, texts.redo, history.redo, history.redo]) {
    move('a');
    seen.push([values.number, values.text]);
  }
  expect(seen).toEqual([
    [1, 'x'],
    [1, ''],
    [0, ''],
    [1, ''],
    [1, 'x'],
    [2, 'x'],
    [2, 'x'],
  ]);
});
