import { ScalingHistogram } from './scaling-histogram.ts';
import type { ExactProfile } from './service-profiles.ts';

/** Of one length, texts of these forms stand in the order of the times that they are. */
const timeForm = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?Z?)?$/;

/** Milliseconds since 1970 of a text of that form; a time without a zone counts as UTC. */
function timeOf(text: string): number {
  const iso = text.replace(' ', 'T');
  return Date.parse(text.length === 10 || iso.endsWith('Z') ? iso : `${iso}Z`);
}

/** Characters, as services count them: a pair of surrogates is one. */
function lengthOf(text: string): number {
  return /[\ud800-\udbff]/.test(text) ? [...text].length : text.length;
}

/** Lengths of texts that come one by one, and the times that they are as long as all are. */
export class TextFacts {
  #min = Number.POSITIVE_INFINITY;
  #max = 0;
  #first = '';
  #last = '';
  #areTimes = true;
  readonly #times = new ScalingHistogram();
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
    if (this.#first === '' || text < this.#first) this.#first = text;
    if (text > this.#last) this.#last = text;
    this.#times.add(time);
  }

  /** @param common whether some values are frequent: then these say more than lengths */
  profile(common: boolean): Pick<ExactProfile, 'lengths' | 'dates' | 'histogram'> {
    if (this.#max === 0 && this.#min > 0) return { lengths: null, dates: null, histogram: null };
    const lengths = { min: this.#min, max: this.#max };
    const times = this.#areTimes ? this.#times.bins() : null;
    if (times !== null) {
      return { lengths, dates: { min: this.#first, max: this.#last }, histogram: { of: 'times', ...times } };
    }
    const bins = common ? null : this.#lengths.bins();
    return { lengths, dates: null, histogram: bins === null ? null : { of: 'lengths', ...bins } };
  }
}
