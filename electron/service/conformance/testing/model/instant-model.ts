import fc from 'fast-check';

/** Clocks around both changes of summer time, the turn of a year, and the ends of the calendar. */
const clocks = [
  '2020-03-29T00:30',
  '2020-03-29T01:30',
  '2020-03-29T03:30',
  '2020-10-25T02:30',
  '2020-10-25T01:30',
  '2019-12-31T23:45',
  '2020-01-01T00:00',
  '2020-03-28T12:00',
  '1969-12-31T23:59',
  '0001-01-01T00:00',
  '9999-12-31T23:30',
];
const seconds = [
  '',
  ':00',
  ':00',
  ':30',
  ':59',
  ':60',
  ':00.5',
  ':00.500',
  ':00.123456',
  ':00.1234567',
  ':00.123456789',
];
const offsets = ['Z', 'Z', '+01:00', '+02:00', '+00:00', '-00:00', '+14:00', '-14:00', '-0330', '+05', '+05:45'];

const written = (zones: readonly string[]) =>
  fc
    .tuple(fc.constantFrom(...clocks), fc.constantFrom(...seconds), fc.constantFrom(...zones))
    .map((parts) => parts.join(''));

/** Date-times with offsets, and with and without. */
export const instantTexts = {
  'date-time-zone': written(offsets),
  'date-time': written(['', ...offsets]),
} as const;

/** What filters compare date-times with: others, beginnings of them, and other texts. */
export const instantValues: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: written(offsets) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('2020', '2020-03', '2020-03-29', '2020-03-29T01:30', '2020-03-29T24:00', 'x', ''),
  },
);

/** Nanoseconds since 1970 of a date-time, without an offset in UTC. */
export function nanosecondsOf(text: string): bigint {
  const zone = /(?<=T.*)[-+]\d\d:?(?:\d\d)?$/.exec(text)?.[0] ?? '';
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(3).replace(':', ''));
  const [, whole = '0', fraction = ''] = /^:(\d\d)\.?(\d*)/.exec(text.slice(16)) ?? [];
  const atMinute = BigInt(Date.parse(`${text.slice(0, 16)}Z`));
  const milliseconds = atMinute + BigInt(whole) * 1000n - BigInt(zone.startsWith('-') ? -minutes : minutes) * 60_000n;
  return milliseconds * 1_000_000n + BigInt(fraction.padEnd(9, '0'));
}

/** Whether a filter's value is an instant: it has an offset from UTC. */
export function isInstantValue(text: string): boolean {
  return /T.*(?:Z|[-+]\d\d:?(?:\d\d)?)$/.test(text);
}
