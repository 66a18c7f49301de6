import { Select } from '@mantine/core';
import { type TFunction, t } from 'i18next';

const usual = [
  ['1h', 'follow.hourly'],
  ['1d', 'follow.daily'],
  ['1w', 'follow.weekly'],
  ['1mo', 'follow.monthly'],
  ['manual', 'follow.manual'],
] as const;

const units = {
  h: 'follow.everyHours',
  d: 'follow.everyDays',
  w: 'follow.everyWeeks',
  mo: 'follow.everyMonths',
} as const;

/** A schedule in words: "Every day" for `1d`, "Every 6 hours" for `6h`. */
export function scheduleWords(t: TFunction, every: string): string {
  const known = usual.find(([value]) => value === every);
  if (known !== undefined) return t(known[1]);
  const [, count = '', unit = ''] = /^(\d+)(h|d|w|mo)$/.exec(every) ?? [];
  return unit in units ? t(units[unit as keyof typeof units], { count: Number(count) }) : every;
}

/** How often an address is checked; one set by the command line stays in the list. */
export function ScheduleField({ every, onChange }: { every: string; onChange: (every: string) => void }) {
  const values = usual.some(([value]) => value === every) ? [] : [every];
  return (
    <Select
      label={t('follow.every')}
      data={[...values, ...usual.map(([value]) => value)].map((value) => ({ value, label: scheduleWords(t, value) }))}
      value={every}
      onChange={(value) => value !== null && onChange(value)}
    />
  );
}
