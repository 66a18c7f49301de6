import { expect, test } from 'vitest';
import { oneAtATime } from './events.ts';

/** An action that finishes on request. */
function heldAct() {
  const held: (() => void)[] = [];
  const act = () => new Promise<void>((resolve) => held.push(resolve));
  return { act, begun: () => held.length, end: () => held.at(-1)?.() };
}

const settle = () => new Promise((resolve) => setTimeout(resolve));

test('an action requested many times while it is running runs once more', async () => {
  const { act, begun, end } = heldAct();
  const ask = oneAtATime(act);
  ask();
  ask();
  ask();
  expect(begun()).toBe(1);
  end();
  await settle();
  expect(begun()).toBe(2);
  end();
  await settle();
  expect(begun()).toBe(2);
});

test('an action requested again after it has finished runs at once', async () => {
  const { act, begun, end } = heldAct();
  const ask = oneAtATime(act);
  ask();
  end();
  await settle();
  ask();
  expect(begun()).toBe(2);
});
