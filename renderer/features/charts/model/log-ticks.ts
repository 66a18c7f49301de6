import { extremesOf } from '../../../lib/extremes.ts';

/** Up to so many powers of ten have marks between them: more of one than of several. */
const [maxFinest, maxFine] = [1, 2.5];
/** Marks along an axis, at most. */
const maxTicks = 9;

/**
 * Round marks along a logarithmic axis, from the last below all values to the first above them: powers of ten, with 2 and 5
 * between few of them, and only every second or third of very many.
 * @param values of which those above zero are drawn
 * @returns null if there are none
 */
export function logTicks(values: readonly number[]): readonly number[] | null {
  const drawn = extremesOf(values.filter((value) => value > 0));
  if (drawn === null) return null;
  const [low, high] = drawn;
  const [first, last] = [Math.floor(Math.log10(low)), Math.ceil(Math.log10(high))];
  const powers = Math.log10(high / low);
  const isFine = powers <= maxFine;
  const factors = powers <= maxFinest ? [1, 2, 3, 5, 7] : isFine ? [1, 2, 5] : [1];
  const step = Math.max(1, Math.ceil((last - first) / (maxTicks - 1)));
  const ticks: number[] = [];
  for (let power = first; power <= last; power += isFine ? 1 : step) {
    for (const factor of factors) ticks.push(Number(`${factor}e${power}`));
  }
  const from = ticks.findLastIndex((tick) => tick <= low);
  const to = ticks.findIndex((tick) => tick >= high);
  return ticks.slice(Math.max(0, from), to < 0 ? ticks.length : Math.max(to, from + 1) + 1);
}
