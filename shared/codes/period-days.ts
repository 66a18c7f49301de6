/** The first and last day of a period, ISO 8601. */
interface PeriodDays {
  readonly first: string;
  readonly last: string;
}

const dayMs = 86_400_000;

const isoPeriod = /^(\d{4})(?:-(?:Q([1-4])|W(\d{2})|(\d{2})(?:-(\d{2})(?:[T ].*)?)?))?$/;

/** The days of a year, quarter, month, week, date or date-time in ISO 8601; null for any other text. */
export function periodDays(text: string): PeriodDays | null {
  const parts = isoPeriod.exec(text);
  if (parts === null) return null;
  const [, year, quarter, week, month, day] = parts.map(Number) as [number, number, number, number, number, number];
  if (parts[2] !== undefined) return monthsFrom(year, quarter * 3 - 3, 3);
  if (parts[3] !== undefined) return weekOf(year, week);
  if (parts[4] === undefined) return monthsFrom(year, 0, 12);
  if (parts[5] === undefined) return monthsFrom(year, month - 1, 1);
  const date = dayText(Date.UTC(year, month - 1, day));
  return { first: date, last: date };
}

function monthsFrom(year: number, month: number, count: number): PeriodDays {
  return { first: dayText(Date.UTC(year, month, 1)), last: dayText(Date.UTC(year, month + count, 0)) };
}

/** The fourth of January is in the first week of its year. */
function weekOf(year: number, week: number): PeriodDays {
  const fourth = new Date(Date.UTC(year, 0, 4));
  const monday = fourth.getTime() + (week * 7 - 7 - ((fourth.getUTCDay() + 6) % 7)) * dayMs;
  return { first: dayText(monday), last: dayText(monday + 6 * dayMs) };
}

function dayText(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
