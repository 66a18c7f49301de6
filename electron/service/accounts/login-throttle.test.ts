import { expect, it } from 'vitest';
import { loginThrottle } from './login-throttle.ts';

it('five failures in a minute close a name and an address, until the first is a minute old', () => {
  let now = 0;
  const throttle = loginThrottle(() => now);
  const keys = ['name a', 'address x'];
  for (let time = 0; time < 5; time += 1) {
    expect(throttle.wait(keys)).toBe(0);
    throttle.failed(keys);
    now += 1000;
  }
  expect(throttle.wait(keys)).toBe(55);
  expect(throttle.wait(['name b', 'address x'])).toBe(55);
  expect(throttle.wait(['name b', 'address y'])).toBe(0);
  now = 60_000;
  expect(throttle.wait(keys)).toBe(0);
  throttle.failed(keys);
  expect(throttle.wait(keys)).toBe(1);
});
