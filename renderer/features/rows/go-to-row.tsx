import { NumberInput } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../settings.ts';

/** The separator that the locale groups digits with. */
function groupSeparator(locale: string): string {
  const parts = new Intl.NumberFormat(locale).formatToParts(1234567);
  return parts.find((part) => part.type === 'group')?.value ?? '';
}

/** A field that takes a row's number, counted from 1, and goes there. Ctrl+G or G brings the person to it. */
export function GoToRow({ rows, onGo }: { rows: number; onGo: (row: number) => void }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const [wanted, setWanted] = useState<number | string>('');
  const onKeyDown = (event: KeyboardEvent) => {
    const row = Number(wanted);
    if (event.key !== 'Enter' || wanted === '' || !Number.isSafeInteger(row)) return;
    onGo(row);
    setWanted('');
  };
  return (
    <NumberInput
      data-field="go-to-row"
      className="rows-go-to"
      aria-label={t('rows.goTo')}
      placeholder={t('rows.goTo')}
      title={t('rows.goToHint')}
      value={wanted}
      onChange={setWanted}
      onKeyDown={onKeyDown}
      min={1}
      max={Math.max(1, rows)}
      clampBehavior="none"
      allowDecimal={false}
      allowNegative={false}
      thousandSeparator={groupSeparator(locale)}
      hideControls
      w={110}
    />
  );
}
