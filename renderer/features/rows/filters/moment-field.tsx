import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import styles from '../rows.module.css';

interface MomentFieldProps {
  /** The kind of the column's dates or times. */
  readonly kind: string;
  readonly label: string;
  /** In ISO 8601; the time of a date and time is optional. */
  readonly value: string;
  readonly error: string | null;
  readonly onChange: (value: string) => void;
}

/** The browser's own fields, which follow the order of the user's language and return ISO 8601. */
const fields: Readonly<Record<string, string>> = { date: 'date', time: 'time', month: 'month', week: 'week' };

/** A field for a date or time. */
export function MomentField({ kind, label, value, error, onChange }: MomentFieldProps) {
  const { t } = useTranslation();
  if (kind === 'date-time' || kind === 'date-time-zone') {
    const [day = '', time = ''] = value.split('T');
    return (
      <span className={`${styles.filterValue} ${styles.filterMoment}`}>
        <TextInput
          type="date"
          max="9999-12-31"
          aria-label={`${label}: ${t('filters.date')}`}
          value={day}
          error={error}
          onChange={({ currentTarget }) =>
            onChange(time === '' ? currentTarget.value : `${currentTarget.value}T${time}`)
          }
        />
        <TextInput
          type="time"
          aria-label={`${label}: ${t('filters.time')}`}
          value={time}
          error={error !== null}
          onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? day : `${day}T${currentTarget.value}`)}
        />
      </span>
    );
  }
  return (
    <TextInput
      className={styles.filterValue}
      type={fields[kind] ?? 'text'}
      {...(kind === 'date' ? { max: '9999-12-31' } : {})}
      placeholder={kind === 'quarter' ? '2020-Q1' : ''}
      aria-label={label}
      value={value}
      error={error}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
