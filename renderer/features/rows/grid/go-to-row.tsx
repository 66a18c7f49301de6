import { NumberInput } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../../session/settings.ts';
import { hint } from '../../../ui/tooltip/hint.ts';

/** The locale's group and decimal separators; the field rejects two equal ones. */
function separators(locale: string): { readonly thousandSeparator: string; readonly decimalSeparator: string } {
  const parts = new Intl.NumberFormat(locale).formatToParts(1234567.5);
  const sign = (type: 'group' | 'decimal') => parts.find((part) => part.type === type)?.value ?? '';
  return { thousandSeparator: sign('group'), decimalSeparator: sign('decimal') };
}

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
      className="rows-go-to"
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
      {...separators(locale)}
      hideControls
      w={110}
    />
  );
}
