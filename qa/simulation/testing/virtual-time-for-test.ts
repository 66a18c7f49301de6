import { readClock } from '../../../electron/follow/testing/test-clock.ts';

/**
 * Loaded before everything else (`node --import`), this lets a process live in the future: its dates are ahead of the
 * computer's by as many milliseconds as the file says that `ALMANAC_AHEAD` names. The product has no hooks for it.
 */
const file = process.env.ALMANAC_AHEAD;
const computer = Date.now;

if (file !== undefined) {
  const now = () => computer() + readClock(file);
  globalThis.Date = new Proxy(Date, {
    construct: (target, values, made) => Reflect.construct(target, values.length === 0 ? [now()] : values, made),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
}
