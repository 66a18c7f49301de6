import { Box, Button, Checkbox, Flex, Modal, NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isNumeric } from '#shared/api/column.ts';
import type { Cell } from '#shared/cell.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { type ColumnFormat, maxDecimals } from '../../../lib/column-format.ts';
import type { DataColumn } from '../../../lib/data-column.ts';
import { cellText, formatOfColumn } from '../../../lib/format/cell-text.ts';
import { helpFor } from '../../../lib/help.ts';
import { useWords } from '../../../state/settings.ts';
import { formHandler } from '../../../ui/actions/form-actions.tsx';
import { setColumnFormat, useColumnFormats } from './column-formats.ts';
import styles from './format-dialog.module.css';

interface FormatDialogProps {
  readonly reference: DatasetReference;
  readonly column: DataColumn;
  /** A sample value of the column; null if none is on screen. */
  readonly example: Cell;
  readonly onClose: () => void;
}

/** A format with one option changed; the option is removed if it follows from the values. */
function changed<Name extends keyof ColumnFormat>(
  format: ColumnFormat,
  name: Name,
  value: ColumnFormat[Name] | undefined,
): ColumnFormat {
  const { [name]: _old, ...rest } = format;
  return value === undefined ? rest : { ...rest, [name]: value };
}

/** Asks for the format of a column, with a sample value. */
export function FormatDialog({ reference, column, example, onClose }: FormatDialogProps) {
  const { t, locale } = useWords();
  const known = useColumnFormats(reference)[column.name] ?? {};
  const [format, setFormat] = useState<ColumnFormat>(known);
  const set = <Name extends keyof ColumnFormat>(name: Name, value: ColumnFormat[Name] | undefined) =>
    setFormat((now) => changed(now, name, value));
  const apply = (chosen: ColumnFormat) => {
    setColumnFormat(reference, column.name, chosen);
    onClose();
  };
  const shown = cellText(example, {
    locale,
    raw: false,
    ...formatOfColumn(column),
    chosen: format,
  });
  return (
    <Modal
      {...helpFor('columns')}
      opened
      onClose={onClose}
      title={t('format.title', { column: column.label || column.name })}
      size={420}
    >
      <form className={styles.form} onSubmit={formHandler(() => apply(format))}>
        {isNumeric(column.type) ? <NumberFields format={format} set={set} /> : <DateField format={format} set={set} />}
        {shown !== '' && (
          <p className={styles.example}>
            <span className="quiet">{t('format.example')}</span> <output>{shown}</output>
          </p>
        )}
        <Box component="p" c="var(--text-quiet)" fz={12} lh="16px">
          {t('format.hint')}
        </Box>
        <Flex wrap="wrap" gap="sm">
          <Button variant="subtle" color="gray" onClick={() => apply({})}>
            {t('format.reset')}
          </Button>
          <Box flex={1} />
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit">{t('format.apply')}</Button>
        </Flex>
      </form>
    </Modal>
  );
}

interface FieldsProps {
  readonly format: ColumnFormat;
  readonly set: <Name extends keyof ColumnFormat>(name: Name, value: ColumnFormat[Name] | undefined) => void;
}

const decimals = Array.from({ length: maxDecimals + 1 }, (_, places) => String(places));

function DateField({ format, set }: FieldsProps) {
  const { t } = useTranslation();
  return (
    <NativeSelect
      label={t('format.date')}
      data-autofocus
      value={format.date ?? 'medium'}
      data={(['short', 'medium', 'long', 'iso'] as const).map((value) => ({ value, label: t(`format.${value}`) }))}
      onChange={({ currentTarget: { value } }) =>
        set('date', value === 'short' || value === 'long' || value === 'iso' ? value : undefined)
      }
    />
  );
}

function NumberFields({ format, set }: FieldsProps) {
  const { t } = useTranslation();
  const paints = { plain: undefined, scale: 'scale', bars: 'bars' } as const;
  return (
    <>
      <NativeSelect
        label={t('format.decimals')}
        data-autofocus
        value={format.decimals === undefined ? '' : String(format.decimals)}
        data={[{ value: '', label: t('format.decimalsAuto') }, ...decimals]}
        onChange={({ currentTarget: { value } }) => set('decimals', value === '' ? undefined : Number(value))}
      />
      <NativeSelect
        label={t('format.grouped')}
        value={format.grouped === undefined ? '' : String(format.grouped)}
        data={[
          { value: '', label: t('format.auto') },
          { value: 'true', label: t('format.yes') },
          { value: 'false', label: t('format.no') },
        ]}
        onChange={({ currentTarget: { value } }) => set('grouped', value === '' ? undefined : value === 'true')}
      />
      <Checkbox
        label={t('format.percent')}
        checked={format.percent === true}
        onChange={({ currentTarget: { checked } }) => set('percent', checked ? true : undefined)}
      />
      <TextInput
        label={t('format.unit')}
        description={t('format.unitHint')}
        value={format.unit ?? ''}
        maxLength={20}
        onChange={({ currentTarget: { value } }) => set('unit', value === '' ? undefined : value)}
      />
      <div>
        <Box component="p" mb={2} fz={12} fw={500}>
          {t('format.paint')}
        </Box>
        <SegmentedControl
          fullWidth
          aria-label={t('format.paint')}
          value={format.paint ?? 'plain'}
          data={(['plain', 'scale', 'bars'] as const).map((value) => ({ value, label: t(`format.${value}`) }))}
          onChange={(value) => set('paint', paints[value])}
        />
      </div>
    </>
  );
}
