import { expect, it } from 'vitest';
import { callerBudgets } from './caller-budgets.ts';

const limits = { messages: 3, messagesPerSecond: 1, bytes: 100, bytesPerSecond: 10, calls: 2, tabs: 2 };

function counted() {
  let ms = 0;
  const admit = callerBudgets(limits, () => ms);
  const tabOf = (caller: string) => {
    const tab = admit(caller);
    if (tab === null) throw new Error(`${caller} has too many tabs`);
    return tab;
  };
  return { admit, tabOf, pass: (more: number) => (ms += more) };
}

it('messages and bytes are counted for all tabs of a caller together, and come back with time', () => {
  const { tabOf, pass } = counted();
  const [one, other] = [tabOf('a'), tabOf('a')];
  expect([one.take(1), other.take(1), one.take(1), other.take(1)]).toEqual([true, true, true, false]);
  pass(2000);
  expect([one.take(1), other.take(200)]).toEqual([true, false]);
  expect(tabOf('b').take(100)).toBe(true);
});

it('calls are counted until they are answered or their tab closes', () => {
  const { tabOf } = counted();
  const [one, other] = [tabOf('a'), tabOf('a')];
  expect([one.startCall(), other.startCall(), one.startCall()]).toEqual([true, true, false]);
  one.endCall();
  expect(one.startCall()).toBe(true);
  other.close();
  expect(one.startCall()).toBe(true);
});

it('a caller has a limited number of tabs, and does not gain by closing and opening them', () => {
  const { admit, tabOf } = counted();
  const one = tabOf('a');
  tabOf('a');
  expect(admit('a')).toBeNull();
  expect([one.take(1), one.take(1), one.take(1)]).toEqual([true, true, true]);
  one.close();
  one.close();
  expect(tabOf('a').take(1)).toBe(false);
  expect(admit('a')).toBeNull();
});
