import { type TFunction, t } from 'i18next';
import { ChoiceField } from '../../ui/fields.tsx';

const usual = ['1h', '1d', '1w', '1mo', 'manual'] as const;

const units = {
  h: 'follow.everyHours',
  d: 'follow.everyDays',
  w: 'follow.everyWeeks',
  mo: 'follow.everyMonths',
} as const;

/** A schedule in words: "Every day" for `1d`, "Every 6 hours" for `6h`. */
export function scheduleWords(t: TFunction, every: string): string {
  const known = usual.find((value) => value === every);
  if (known !== undefined) return t(`follow.every-${known}`);
  const [, count = '', unit = ''] = /^(\d+)(h|d|w|mo)$/.exec(every) ?? [];
  return unit in units ? t(units[unit as keyof typeof units], { count: Number(count) }) : every;
}

/** How often an address is checked; one set by the command line stays in the list. */
export function ScheduleField({ every, onChange }: { every: string; onChange: (every: string) => void }) {
  const choices = usual.some((value) => value === every) ? usual : [every, ...usual];
  const nameOf = (choice: string) => scheduleWords(t, choice);
  return <ChoiceField label={t('follow.every')} choices={choices} nameOf={nameOf} value={every} onChange={onChange} />;
}
