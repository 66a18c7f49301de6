import { expect, it } from 'vitest';
import { localLoginTally } from '../catalogue/access/login-tally.ts';
import { type LoginThrottle, loginThrottle } from './login-throttle.ts';

/** Tries once with a wrong password; returns the seconds to wait if it is not checked. */
async function fail(throttle: LoginThrottle, username: string, address: string): Promise<number> {
  const begun = await throttle.begin({ username, address });
  if (begun.kind === 'wait') return begun.seconds;
  await begun.done(true);
  return 0;
}

it('five failures within a minute lock an account for an address, until the first is a minute old', async () => {
  let now = 0;
  const throttle = loginThrottle(localLoginTally(() => now));
  for (let time = 0; time < 5; time += 1) {
    expect(await fail(throttle, 'Anna', '192.0.2.1')).toBe(0);
    now += 1000;
  }
  expect(await fail(throttle, 'anna', '192.0.2.1')).toBe(55);
  // An account without earlier failures may be tried once.
  expect(await fail(throttle, 'bert', '192.0.2.1')).toBe(0);
  expect(await fail(throttle, 'bert', '192.0.2.1')).toBe(56);
  expect(await fail(throttle, 'anna', '192.0.2.2')).toBe(0);
  now = 61_000;
  expect(await fail(throttle, 'anna', '192.0.2.1')).toBe(0);
  expect(await fail(throttle, 'anna', '192.0.2.1')).toBe(1);
});

it('counts attempts before their passwords are checked: concurrent ones are limited too', async () => {
  const throttle = loginThrottle(localLoginTally(() => 0));
  let checked = 0;
  const outcomes = await Promise.all(
    Array.from({ length: 400 }, async () => {
      const begun = await throttle.begin({ username: 'anna', address: '127.0.0.1' });
      if (begun.kind === 'wait') return 'refused';
      checked += 1;
      await new Promise((resolve) => setTimeout(resolve, 1));
      await begun.done(true);
      return 'checked';
    }),
  );
  expect(checked).toBe(5);
  expect(outcomes.filter((outcome) => outcome === 'refused')).toHaveLength(395);
});

it('refuses no correct password, however many users log in at the same time', async () => {
  const throttle = loginThrottle(localLoginTally(() => 0));
  const outcomes = await Promise.all(
    Array.from({ length: 100 }, async () => {
      const begun = await throttle.begin({ username: 'anna', address: '127.0.0.1' });
      await new Promise((resolve) => setTimeout(resolve, 1));
      if (begun.kind === 'attempt') await begun.done(false);
      return begun.kind;
    }),
  );
  expect(new Set(outcomes)).toEqual(new Set(['attempt']));
});

it.each(['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1'])(
  'who guesses at %s shuts out no other account there',
  async (address) => {
    const throttle = loginThrottle(localLoginTally(() => 0));
    for (let guess = 0; guess < 300; guess += 1) await fail(throttle, `user${guess % 50}`, address);
    expect(await fail(throttle, 'user1', address)).toBeGreaterThan(0);
    expect(await fail(throttle, 'anna', address)).toBe(0);
  },
);

it('locks an address that guesses passwords of many accounts, and an account that is guessed from many addresses', async () => {
  const throttle = loginThrottle(localLoginTally(() => 0));
  for (let guess = 0; guess < 25; guess += 1) expect(await fail(throttle, `user${guess}`, '192.0.2.1')).toBe(0);
  expect(await fail(throttle, 'anna', '192.0.2.1')).toBe(60);
  for (let guess = 0; guess < 50; guess += 1) expect(await fail(throttle, 'bert', `198.51.100.${guess}`)).toBe(0);
  expect(await fail(throttle, 'bert', '203.0.113.1')).toBe(60);
  // Remote clients cannot lock out the user at this computer.
  expect(await fail(throttle, 'bert', '127.0.0.1')).toBe(0);
});

it('treats an IPv6 network as one address', async () => {
  const throttle = loginThrottle(localLoginTally(() => 0));
  for (let guess = 0; guess < 5; guess += 1) expect(await fail(throttle, 'anna', `2001:db8::${guess + 1}`)).toBe(0);
  expect(await fail(throttle, 'anna', '2001:db8:0:0:ffff::9')).toBe(60);
  expect(await fail(throttle, 'anna', '2001:db8:0:1::1')).toBe(0);
});

it('takes names that begin with the same 256 letters for one', async () => {
  const throttle = loginThrottle(localLoginTally(() => 0));
  for (let guess = 0; guess < 5; guess += 1) await fail(throttle, `${'a'.repeat(256)}${guess}`, '192.0.2.1');
  expect(await fail(throttle, 'a'.repeat(256), '192.0.2.1')).toBe(60);
  expect(await fail(throttle, 'a'.repeat(255), '192.0.2.1')).toBe(0);
});

it('takes an address for that of this computer only if it begins with 127', async () => {
  const throttle = loginThrottle(localLoginTally(() => 0));
  for (let guess = 0; guess < 25; guess += 1) await fail(throttle, `user${guess}`, '10.127.0.1');
  expect(await fail(throttle, 'anna', '10.127.0.1')).toBe(60);
});

it('lets an account without failures in again and again, whatever is guessed at its address', async () => {
  const throttle = loginThrottle(localLoginTally(() => 0));
  for (let guess = 0; guess < 5; guess += 1) await fail(throttle, 'bert', '192.0.2.1');
  for (let time = 0; time < 3; time += 1) {
    const begun = await throttle.begin({ username: 'anna', address: '192.0.2.1' });
    expect(begun.kind).toBe('attempt');
    if (begun.kind === 'attempt') await begun.done(false);
  }
});

it('makes attempts wait for the outcome of the earlier ones, up to a thousand', async () => {
  const throttle = loginThrottle(localLoginTally(() => 0));
  const begin = (username: string) => throttle.begin({ username, address: '192.0.2.1' });
  const admitted = await Promise.all(Array.from({ length: 25 }, (_, at) => begin(`user${at}`)));
  let arrived = 0;
  const waiting = Array.from({ length: 1000 }, async (_, at) => {
    const begun = await begin(`late${at}`);
    arrived += 1;
    if (begun.kind === 'attempt') await begun.done(false);
    return begun.kind;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(arrived).toBe(0);
  expect(await begin('last')).toEqual({ kind: 'wait', seconds: 1 });
  for (const attempt of admitted) if (attempt.kind === 'attempt') await attempt.done(false);
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['attempt']));
});

it('counts by the clock of the process', async () => {
  const throttle = loginThrottle(localLoginTally());
  for (let guess = 0; guess < 5; guess += 1) await fail(throttle, 'anna', '192.0.2.1');
  const seconds = await fail(throttle, 'anna', '192.0.2.1');
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(60);
});
