const dayMs = 86_400_000;
/** Days count from here; the date systems of spreadsheets agree from March 1900 on. */
const epoch = Date.UTC(1899, 11, 30);
const minDay = Date.UTC(1900, 2, 1);

const clocks = { minutes: 'hh:mm', seconds: 'hh:mm:ss', fractions: 'hh:mm:ss.000' } as const;
type Precision = keyof typeof clocks;

interface MomentFormat {
  readonly code: string;
  readonly date: boolean;
  readonly clock: Precision | null;
  readonly utc: boolean;
}

const precisions = Object.keys(clocks) as Precision[];

/** A quoted separator sets a format apart from those of other programs, whose cells are read with all their digits. */
const formats: readonly MomentFormat[] = [
  { code: 'yyyy-mm-dd', date: true, clock: null, utc: false },
  ...[false, true].flatMap((utc) =>
    precisions.map((clock) => {
      const code = `yyyy-mm-dd" "${clocks[clock]}${utc ? '"Z"' : ''}`;
      return { code, date: true, clock, utc };
    }),
  ),
  ...precisions.map((clock) => {
    return { code: clocks[clock].replace('hh:', 'hh":"'), date: false, clock, utc: false };
  }),
];

/** The number formats of moments, by cell style from 1. */
export const momentCodes: readonly string[] = formats.map(({ code }) => code);

/** A moment as a number of days, with its cell style. */
interface MomentCell {
  readonly serial: number;
  readonly style: number;
}

const clockPattern = /^(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(Z|[+-]\d\d:?\d\d)?$/;

/** The time of midnight UTC on an ISO 8601 date; null if there is no such day. */
function dayOf(date: string): number | null {
  const time = Date.parse(`${date}T00:00:00Z`);
  const isDay = /^\d{4}-\d\d-\d\d$/.test(date) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
  return isDay ? time : null;
}

/**
 * The cell of an ISO 8601 date, time or both.
 * @returns `text` for a moment that a cell cannot hold exactly; null for any other text
 */
export function momentCell(text: string): MomentCell | 'text' | null {
  const isDated = text[4] === '-';
  const day = isDated ? dayOf(text.slice(0, 10)) : null;
  if (isDated && (day === null || (text.length > 10 && text[10] !== 'T'))) return null;
  const isDate = text.length === 10 && isDated;
  const parts = isDate ? null : clockPattern.exec(isDated ? text.slice(11) : text);
  if (parts === null && !isDate) return null;
  const [, hours = '0', minutes = '0', seconds, fraction, zone] = parts ?? [];
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds ?? 0) > 59) return null;
  if (zone !== undefined && !isDated) return null;
  const isExact = (fraction?.length ?? 3) === 3 && (zone ?? 'Z') === 'Z' && (day === null || day >= minDay);
  if (!isExact) return 'text';
  const clock = isDate ? null : seconds === undefined ? 'minutes' : fraction === undefined ? 'seconds' : 'fractions';
  const utc = zone === 'Z';
  const style = formats.findIndex((one) => one.date === isDated && one.clock === clock && one.utc === utc) + 1;
  const time = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds ?? 0)) * 1000 + Number(fraction ?? 0);
  return { serial: ((day ?? epoch) - epoch + time) / dayMs, style };
}

const byCode = new Map(formats.map((format) => [format.code, format]));

/** A moment of a cell as it was written, by the cell's number format. @param text with seconds, without a time zone */
export function writtenMoment(text: string, code: string | undefined): string {
  const format = byCode.get(code ?? '');
  if (format === undefined || format.clock === null) return text;
  const isShort = format.clock === 'minutes' && text.endsWith(':00');
  const clock = isShort
    ? text.slice(0, -3)
    : format.clock === 'fractions' && !text.includes('.')
      ? `${text}.000`
      : text;
  return format.utc ? `${clock}Z` : clock;
}
