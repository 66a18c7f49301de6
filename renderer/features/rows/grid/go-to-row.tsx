import { NumberInput } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { separatorsOf } from '../../../lib/format/format.ts';
import { useLocale } from '../../../state/settings.ts';
import { hint } from '../../../ui/tooltip/hint.ts';
import styles from '../rows.module.css';

/** A field that scrolls to a row by its number, counted from 1. Ctrl+G or G focuses it. */
export function GoToRow({ rows, onGo }: { rows: number; onGo: (row: number) => void }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const [value, setValue] = useState<number | string>('');
  const onKeyDown = (event: KeyboardEvent) => {
    const row = Number(value);
    if (event.key !== 'Enter' || value === '' || !Number.isSafeInteger(row)) return;
    onGo(row);
    setValue('');
  };
  return (
    <NumberInput
      data-field="go-to-row"
      className={styles.goTo}
      aria-label={t('rows.goTo')}
      placeholder={t('rows.goTo')}
      {...hint(t('rows.goToHint'))}
      value={value}
      onChange={setValue}
      onKeyDown={onKeyDown}
      min={1}
      max={Math.max(1, rows)}
      clampBehavior="none"
      allowDecimal={false}
      allowNegative={false}
      {...separatorsOf(locale)}
      hideControls
      w={110}
    />
  );
}
