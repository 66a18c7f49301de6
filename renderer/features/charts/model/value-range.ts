import type { EChartsOption } from 'echarts';
import { extremesOf } from '../../../lib/extremes.ts';

/** From where to where an axis of values reaches. */
export type Range = readonly [low: number, high: number];

/** Part of an axis that values have to fill to be legible. */
const leastFill = 0.25;

/** Whether values lie within the range of an axis. */
export function isWithin([least, most]: Range, [low, high]: Range): boolean {
  return least >= low && most <= high;
}

/** Whether values fill so much of the range of an axis with equal steps that their differences can be seen. */
export function isLegible([least, most]: Range, [low, high]: Range): boolean {
  // Bars and areas begin at zero where the axis has it.
  const hasZero = low <= 0 && high >= 0;
  const span = hasZero ? Math.max(most, 0) - Math.min(least, 0) : most - least;
  return span >= (high - low) * leastFill;
}

/** Least and greatest value that an option draws, those of a stack added up; null without any. */
export function drawnRange({ series }: EChartsOption): Range | null {
  const [above, below]: [number[], number[]] = [[], []];
  const numbers: number[] = [];
  for (const one of [series ?? []].flat()) {
    const isStacked = 'stack' in one && one.stack !== undefined;
    const data: readonly unknown[] = Array.isArray(one.data) ? one.data : [];
    for (const [at, item] of data.entries()) {
      for (const value of drawnValuesOf(item)) {
        if (!isStacked) numbers.push(value);
        else if (value < 0) below[at] = (below[at] ?? 0) + value;
        else above[at] = (above[at] ?? 0) + value;
      }
    }
  }
  // Neither list has a value where no series of the stack has one.
  for (const sums of [above, below]) for (const at in sums) numbers.push(sums[at] ?? 0);
  return extremesOf(numbers);
}

/** @param item a value, the five of a box, or an object with either and a style */
export function drawnValuesOf(item: unknown): readonly number[] {
  if (typeof item === 'number') return [item];
  if (Array.isArray(item)) return item.flatMap(drawnValuesOf);
  return typeof item === 'object' && item !== null && 'value' in item ? drawnValuesOf(item.value) : [];
}

/** From few to many marks along an axis. */
const [minMarks, maxMarks] = [3, 7];

/**
 * The largest round distance of marks that meets both ends of a range; undefined if none does. The library itself may choose
 * one that leaves a crooked end.
 */
export function markStep([low, high]: Range): number | undefined {
  const magnitude = 10 ** Math.floor(Math.log10((high - low) / minMarks));
  const isMet = (end: number, step: number) => Math.abs(end / step - Math.round(end / step)) < 1e-9;
  for (const factor of [10, 5, 3, 2, 1, 0.5]) {
    const step = factor * magnitude;
    const marks = (high - low) / step;
    if (marks >= minMarks && marks <= maxMarks && isMet(low, step) && isMet(high, step)) return step;
  }
  return undefined;
}

/** The nearest round ends of an axis around a range, and the distance of its marks, of which there are few. */
export function roundLimits({ min, max }: { readonly min: number; readonly max: number }, marks = minMarks + 1) {
  const span = max - min || Math.abs(max) || 1;
  const magnitude = 10 ** Math.floor(Math.log10(span / marks));
  const interval = [1, 2, 2.5, 5, 10].map((factor) => factor * magnitude).find((step) => span / step <= marks);
  const step = interval ?? 10 * magnitude;
  const end = (steps: number) => Number((steps * step).toPrecision(12));
  return { min: end(Math.floor(min / step)), max: end(Math.ceil(max / step)), interval: step };
}

/** Where the library itself ends an axis around a range: at multiples of a round fifth of it. */
export function libraryLimits({ min, max }: { readonly min: number; readonly max: number }) {
  const fifth = (max - min || 1) / 5;
  const magnitude = 10 ** Math.floor(Math.log10(fifth));
  const size = fifth / magnitude;
  const step = magnitude * (size < 1.5 ? 1 : size < 2.5 ? 2 : size < 4 ? 3 : size < 7 ? 5 : 10);
  return { min: Math.floor(min / step) * step, max: Math.ceil(max / step) * step };
}
