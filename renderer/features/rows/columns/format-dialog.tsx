import { Box, Button, Flex, Modal, NativeSelect } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { t } from 'i18next';
import { useState } from 'react';
import { Type } from 'typebox';
import { isNumeric } from '#shared/api/column.ts';
import type { Cell } from '#shared/cell.ts';
import type { ColumnProfile } from '#shared/rpc/calls/insight.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { columnProfileQuery } from '../../../backend/statistics.ts';
import { ColumnFormat, maxDecimals, type NumberRange } from '../../../lib/column-format.ts';
import type { DataColumn } from '../../../lib/data-column.ts';
import { cellText, formatOfColumn } from '../../../lib/format/cell-text.ts';
import { helpFor } from '../../../lib/help.ts';
import { withOptional } from '../../../lib/with-optional.ts';
import { persisted } from '../../../state/persisted.ts';
import { useLocale } from '../../../state/settings.ts';
import type { DatasetTab } from '../../../state/tab.ts';
import { formHandler } from '../../../ui/actions/form-actions.tsx';
import { PlainButton } from '../../../ui/actions/icon-button.tsx';
import { CheckField, Segments, TextField } from '../../../ui/fields.tsx';
import styles from './format-dialog.module.css';

interface FormatDialogProps {
  readonly reference: DatasetReference;
  readonly column: DataColumn;
  /** A sample value of the column; null if none is on screen. */
  readonly example: Cell;
  readonly onClose: () => void;
}

/** Asks for the format of a column, with a sample value. */
export function FormatDialog({ reference, column, example, onClose }: FormatDialogProps) {
  const locale = useLocale();
  const known = useColumnFormats(reference)[column.name] ?? {};
  const [format, setFormat] = useState<ColumnFormat>(known);
  const set: FieldsProps['set'] = (name, value) => setFormat((now) => withOptional(now, name, value));
  const apply = (chosen: ColumnFormat) => {
    setColumnFormat(reference, column.name, chosen);
    onClose();
  };
  const shown = cellText(example, { locale, raw: false, ...formatOfColumn(column), chosen: format });
  return (
    <Modal
      {...helpFor('columns')}
      opened
      onClose={onClose}
      title={t('format.title', { column: column.label || column.name })}
      size={420}
    >
      <form className={styles.form} onSubmit={formHandler(() => apply(format))}>
        {column.codes !== undefined ? (
          <CodeField format={format} shown={column.codes.shown} set={set} />
        ) : isNumeric(column.type) ? (
          <NumberFields format={format} set={set} />
        ) : (
          <DateField format={format} set={set} />
        )}
        {shown !== '' && (
          <p className={styles.example}>
            <span className="quiet">{t('format.example')}</span> <output>{shown}</output>
          </p>
        )}
        <Box component="p" c="var(--text-quiet)" fz={12} lh="16px">
          {t('format.hint')}
        </Box>
        <Flex wrap="wrap" gap="sm">
          <PlainButton text={t('format.reset')} variant="subtle" color="gray" onClick={() => apply({})} />
          <Box flex={1} />
          <PlainButton text={t('common.cancel')} onClick={onClose} />
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

const shownCodes = ['label', 'code', 'both'] as const;
const codeNames = { label: 'codes.label', code: 'codes.code', both: 'codes.both' } as const;

function CodeField({ format, shown, set }: FieldsProps & { readonly shown: 'label' | 'code' }) {
  return (
    <Segments
      fullWidth
      aria-label={t('codes.shown')}
      choices={shownCodes}
      nameOf={(choice) => t(codeNames[choice])}
      value={format.codes ?? shown}
      onChange={(choice) => set('codes', choice === shown ? undefined : choice)}
    />
  );
}

function DateField({ format, set }: FieldsProps) {
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
      <CheckField
        label={t('format.percent')}
        checked={format.percent === true}
        onChange={(checked) => set('percent', checked || undefined)}
      />
      <TextField
        label={t('format.unit')}
        description={t('format.unitHint')}
        value={format.unit ?? ''}
        maxLength={20}
        onChange={(text) => set('unit', text === '' ? undefined : text)}
      />
      <div>
        <Box component="p" mb={2} fz={12} fw={500}>
          {t('format.paint')}
        </Box>
        <Segments
          fullWidth
          aria-label={t('format.paint')}
          value={format.paint ?? 'plain'}
          choices={['plain', 'scale', 'bars']}
          nameOf={(paint) => t(`format.${paint}`)}
          onChange={(paint) => set('paint', paint === 'plain' ? undefined : paint)}
        />
      </div>
    </>
  );
}

/** Maximum number of datasets whose formats are stored; the least recently changed ones are dropped. */
const maxDatasets = 500;

const Formats = Type.Record(Type.String(), Type.Record(Type.String(), ColumnFormat));
/** By dataset and column name. */
type Formats = Readonly<Record<string, Readonly<Record<string, ColumnFormat>>>>;

const useFormats = persisted<{ readonly formats: Formats }>({
  key: 'almanac-formats',
  schema: Type.Object({ formats: Formats }),
});

function nameOf({ connection, namespace, dataset }: DatasetReference): string {
  return JSON.stringify([connection, namespace, dataset]);
}

const none: Readonly<Record<string, ColumnFormat>> = {};

/** The formats of a dataset's columns, by name. */
export function useColumnFormats(reference: DatasetReference): Readonly<Record<string, ColumnFormat>> {
  return useFormats(({ formats }) => formats[nameOf(reference)] ?? none);
}

/** Sets the format of a column for every version and across restarts; an empty format restores the default. */
function setColumnFormat(reference: DatasetReference, column: string, format: ColumnFormat): void {
  useFormats.setState(({ formats }) => {
    const name = nameOf(reference);
    const { [name]: known = none, ...others } = formats;
    const { [column]: _old, ...rest } = known;
    const own = Object.keys(format).length === 0 ? rest : { ...rest, [column]: format };
    const kept = Object.entries(others).slice(1 - maxDatasets);
    return { formats: Object.fromEntries(Object.keys(own).length === 0 ? kept : [...kept, [name, own]]) };
  });
}

/** The smallest and the largest value of each column with a background, by name, once known. */
export function useNumberRanges(
  { reference, query }: DatasetTab,
  formats: Readonly<Record<string, ColumnFormat>>,
): ReadonlyMap<string, NumberRange> {
  const painted = Object.keys(formats).filter((name) => formats[name]?.paint !== undefined);
  const profiles = useQueries({
    queries: painted.map((name) => columnProfileQuery(reference, query.version, name)),
    combine: (results) => results.map(({ data }) => data),
  });
  return new Map(painted.flatMap((name, position) => rangeOf(name, profiles[position])));
}

function rangeOf(name: string, profile: ColumnProfile | undefined): (readonly [string, NumberRange])[] {
  const numbers = profile?.numbers ?? null;
  return numbers === null ? [] : [[name, { min: Number(numbers.min), max: Number(numbers.max) }]];
}
