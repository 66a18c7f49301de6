import type { ColumnProfile } from '#shared/rpc/calls/insight.ts';
import { instantOf } from '#shared/time/instant.ts';
import type { MomentKind } from '#shared/time/moment-kind.ts';
import { timeBins } from '#shared/time/time-bins.ts';
import { stepsAfter } from '#shared/time/time-steps.ts';
import { ScalingHistogram } from './scaling-histogram.ts';

type Histogram = NonNullable<ColumnProfile['histogram']>;

/** Texts in this form with equal length are times. */
const timeForm = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}(:?\d{2})?)?)?$/;

/** Milliseconds since 1970 of a text in that form as it is written, whatever its offset. */
function timeOf(text: string): number {
  const written =
    text.slice(0, 10) +
    text
      .slice(10)
      .replace(/[-+Z].*/, '')
      .replace(' ', 'T');
  return Date.parse(written.length === 10 ? written : `${written}Z`);
}

/** Times in that form in their order: by instant, equal ones by their text. */
function isBefore(one: string, other: string): boolean {
  const [left, right] = [one, other].map((text) => instantOf(text.replace(' ', 'T')));
  return left == null || right == null || left === right ? one < other : left < right;
}

/** Maximum number of distinct moments counted one by one, for calendar spans. */
const maxMoments = 50_000;

/** Counts per span of a suitable time axis. */
function calendarBins(kind: MomentKind, moments: ReadonlyMap<number, number>): Omit<Histogram, 'of'> {
  const all = [...moments.keys()];
  const first = all.reduce((least, at) => Math.min(least, at), Number.POSITIVE_INFINITY);
  const last = all.reduce((most, at) => Math.max(most, at), Number.NEGATIVE_INFINITY);
  const { from, to, count, unit, size } = timeBins(kind, first, last);
  const ends = Array.from({ length: count }, (_, at) => stepsAfter(from, { unit, size }, at + 1));
  const counts = ends.map(() => 0);
  for (const [at, number] of moments) {
    const bin = ends.findIndex((end) => at < end);
    counts[bin] = (counts[bin] ?? 0) + number;
  }
  return { from, to, unit, size, counts };
}

/** Length in code points, as services count it. */
function lengthOf(text: string): number {
  return /[\ud800-\udbff]/.test(text) ? [...text].length : text.length;
}

/** Lengths of a stream of texts, and their times as long as all are times. */
export class TextFacts {
  #min = Number.POSITIVE_INFINITY;
  #max = 0;
  #first = '';
  #last = '';
  #areTimes = true;
  readonly #times = new ScalingHistogram();
  /** Occurrences of each moment, while there are not too many. */
  #moments: Map<number, number> | null = new Map();
  readonly #lengths = new ScalingHistogram();

  add(text: string): void {
    const length = lengthOf(text);
    this.#min = Math.min(this.#min, length);
    this.#max = Math.max(this.#max, length);
    this.#lengths.add(length);
    if (this.#areTimes) this.#addTime(text);
  }

  #addTime(text: string): void {
    const time = this.#min === this.#max && timeForm.test(text) ? timeOf(text) : Number.NaN;
    this.#areTimes = Number.isFinite(time);
    if (!this.#areTimes) return;
    if (this.#first === '' || isBefore(text, this.#first)) this.#first = text;
    if (this.#last === '' || isBefore(this.#last, text)) this.#last = text;
    this.#times.add(time);
    this.#moments?.set(time, (this.#moments.get(time) ?? 0) + 1);
    if (this.#moments !== null && this.#moments.size > maxMoments) this.#moments = null;
  }

  #timeBins(): Omit<Histogram, 'of'> | null {
    if (this.#moments === null || this.#moments.size === 0) return this.#times.bins();
    return calendarBins(this.#max === '2020-01-31'.length ? 'date' : 'date-time', this.#moments);
  }

  /** @param common whether some values are frequent, which is more informative than lengths */
  profile(common: boolean): Pick<ColumnProfile, 'lengths' | 'dates' | 'histogram'> {
    if (this.#max === 0 && this.#min > 0) return { lengths: null, dates: null, histogram: null };
    const lengths = { min: this.#min, max: this.#max };
    const times = this.#areTimes ? this.#timeBins() : null;
    if (times !== null) {
      return { lengths, dates: { min: this.#first, max: this.#last }, histogram: { of: 'times', ...times } };
    }
    const bins = common ? null : this.#lengths.bins();
    return { lengths, dates: null, histogram: bins === null ? null : { of: 'lengths', ...bins } };
  }
}
