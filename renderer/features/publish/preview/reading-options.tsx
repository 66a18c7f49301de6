import { Button, NativeSelect, NumberInput, TagsInput } from '@mantine/core';
import { t } from 'i18next';
import type { FocusEvent } from 'react';
import { given } from '#shared/given.ts';
import type { FilePreview, SourceFormat } from '#shared/rpc/source-file.ts';
import { isWorkbookFormat, sourceFormats } from '#shared/source-formats.ts';
import { CheckField, ChoiceField, TextField } from '../../../ui/fields.tsx';
import { changeReading, type Reading } from '../draft.ts';
import { changeDraft, setReading } from '../publish-store.ts';
import { DelimiterChoice } from './delimiter-choice.tsx';
import encodings from './encoding-choices.json' with { type: 'json' };
import styles from './reading-options.module.css';

export const formatNames: Readonly<Record<SourceFormat, string>> = {
  csv: 'CSV / TSV',
  json: 'JSON',
  ndjson: 'NDJSON',
  geojson: 'GeoJSON',
  parquet: 'Parquet',
  xlsx: 'XLSX',
  xls: 'XLS',
  ods: 'ODS',
  html: 'HTML',
  px: 'PC-Axis (PX)',
  sqlite: 'SQLite, GeoPackage',
  duckdb: 'DuckDB',
  sav: 'SPSS',
  dta: 'Stata',
  xpt: 'SAS XPORT',
  sas7bdat: 'SAS',
  shp: 'Shapefile',
  kml: 'KML',
  arrow: 'Arrow, Feather',
};

/** Resets all options to detection except the given ones; the files stay. */
function detectAgain(said: Reading): void {
  changeDraft((draft) => {
    const { combine, entry } = draft.reading;
    return changeReading({ ...draft, reading: said }, { combine, entry });
  });
}

interface ReadingOptionsProps {
  readonly reading: Reading;
  /** What was detected; absent while unknown, for example for a file that cannot be read as detected. */
  readonly preview?: Detected | undefined;
}

type Detected = Pick<FilePreview, 'format' | 'options' | 'sheets'>;
const unknown: Detected = { format: 'csv', options: {}, sheets: [] };

/** How the file is read: what was detected, and controls to change it. The rows below update at once. */
export function ReadingOptions({ reading, preview = unknown }: ReadingOptionsProps) {
  const { sheets } = preview;
  const format = reading.format ?? preview.format;
  const options = { ...preview.options, ...reading };
  const changed = Object.keys(reading).some((name) => !['point', 'combine', 'entry'].includes(name));
  return (
    <fieldset className={styles.reading} {...ownEscape}>
      <legend className="visually-hidden">{t('publish.importOptions')}</legend>
      <NativeSelect
        label={t('publish.format')}
        data={sourceFormats.map((value) => ({ value, label: formatNames[value] }))}
        value={format}
        onChange={(event) => {
          const chosen = sourceFormats.find((each) => each === event.currentTarget.value);
          detectAgain(chosen === undefined ? {} : { format: chosen });
        }}
      />
      {sheets.length > 0 && (
        <NativeSelect
          label={t('publish.sheet')}
          data={sheets}
          value={options.sheet ?? sheets[0] ?? ''}
          onChange={(event) => setReading({ sheet: event.currentTarget.value })}
        />
      )}
      {format === 'csv' && <DelimitedOptions options={options} />}
      {format === 'px' && <EncodingChoice options={options} />}
      {isWorkbookFormat(format) && <TableLines options={options} />}
      {format !== 'parquet' && <MissingTexts options={options} />}
      {(format === 'csv' || isWorkbookFormat(format)) && (
        <CheckField
          className={styles.header}
          label={t('publish.header')}
          checked={options.header ?? true}
          onChange={(checked) => setReading({ header: checked })}
        />
      )}
      {changed && (
        <Button className={styles.again} size="compact-xs" variant="subtle" onClick={() => detectAgain({})}>
          {t('publish.detect')}
        </Button>
      )}
    </fieldset>
  );
}

function DelimitedOptions({ options }: { options: FilePreview['options'] }) {
  return (
    <>
      <DelimiterChoice delimiter={options.delimiter ?? ','} onChange={(delimiter) => setReading({ delimiter })} />
      <NativeSelect
        label={t('publish.quote')}
        data={[
          { value: '"', label: t('publish.doubleQuote') },
          { value: "'", label: t('publish.singleQuote') },
          { value: '', label: t('publish.noQuote') },
        ]}
        value={options.quote ?? '"'}
        onChange={(event) => setReading({ quote: event.currentTarget.value })}
      />
      <EncodingChoice options={options} />
      <TableLines options={{ ...options, skip: options.skip ?? 0, headerRows: options.headerRows ?? 1 }} />
      <TextField
        w={140}
        label={t('publish.comment')}
        maxLength={8}
        value={options.comment ?? ''}
        onChange={(text) => setReading({ comment: text })}
      />
      <NumberOptions options={options} />
      <DateOrder options={options} />
    </>
  );
}

/** Of an encoding by its IANA name; the most common ones come first. */
function EncodingChoice({ options: { encoding = 'utf-8' } }: { options: FilePreview['options'] }) {
  return (
    <ChoiceField
      label={t('publish.encoding')}
      choices={[...new Set([...encodings, encoding])]}
      value={encoding}
      searchable
      onChange={(chosen) => setReading({ encoding: chosen })}
      w={130}
    />
  );
}

interface LineFieldProps {
  readonly label: string;
  readonly min: number;
  readonly max: number;
  readonly value: number | undefined;
  readonly onChange: (value: number | undefined) => void;
}

/** A number of lines or rows; empty to detect it. */
function LineField({ value, onChange, ...field }: LineFieldProps) {
  return (
    <NumberInput
      w={96}
      allowDecimal={false}
      allowNegative={false}
      value={value ?? ''}
      onChange={(typed) => onChange(typeof typed === 'number' ? typed : undefined)}
      {...field}
    />
  );
}

/** Which lines of a text or rows of a sheet are the table: those above, those of the names, and the last one. */
function TableLines({ options: { skip, header, headerRows, range } }: { options: FilePreview['options'] }) {
  const { first = 1, last: end } = range ?? {};
  const setLast = (last: number | undefined) =>
    setReading({ range: last === undefined && first === 1 ? undefined : { first, ...given({ last }) } });
  const setHeader = (rows: number | undefined) => setReading({ headerRows: rows });
  return (
    <>
      <LineField
        label={t('publish.linesAbove')}
        min={0}
        max={1_000_000}
        value={skip}
        onChange={(lines) => setReading({ skip: lines })}
      />
      {header !== false && (
        <LineField label={t('publish.headerRows')} min={1} max={10} value={headerRows} onChange={setHeader} />
      )}
      <LineField label={t('publish.lastRow')} min={first} max={10_000_000} value={end} onChange={setLast} />
    </>
  );
}

/** Day or month first in dates, if that was asked. */
function DateOrder({ options: { dates } }: { options: FilePreview['options'] }) {
  if (dates === undefined) return null;
  const choices = [
    { value: 'day-first', label: t('publish.dayFirst') },
    { value: 'month-first', label: t('publish.monthFirst') },
    { value: 'as-text', label: t('publish.datesAsText') },
  ] as const;
  return (
    <NativeSelect
      label={t('publish.dates')}
      data={choices}
      value={dates}
      onChange={(event) =>
        setReading({ dates: choices.find(({ value }) => value === event.currentTarget.value)?.value })
      }
    />
  );
}

function NumberOptions({ options }: { options: FilePreview['options'] }) {
  const comma = options.decimalComma === true;
  const decimal = comma ? ',' : '.';
  const signs = [
    ['', t('publish.noThousands')],
    ['.', t('publish.point')],
    [',', t('publish.comma')],
    [' ', t('publish.space')],
    ['\u00a0', `${t('publish.space')} (U+00A0)`],
    ['\u202f', t('publish.narrowSpace')],
    ['\u2009', `${t('publish.narrowSpace')} (U+2009)`],
    ["'", t('publish.straightApostrophe')],
    ['’', t('publish.apostrophe')],
  ] as const;
  return (
    <>
      <NativeSelect
        label={t('publish.decimal')}
        data={[
          { value: '.', label: t('publish.point') },
          { value: ',', label: t('publish.comma') },
        ]}
        value={decimal}
        onChange={(event) => {
          const decimalComma = event.currentTarget.value === ',';
          // One character cannot be both the separator of thousands and the decimal mark.
          const clash = options.thousands === event.currentTarget.value;
          setReading({ decimalComma, ...(clash && { thousands: '' }) });
        }}
      />
      <NativeSelect
        label={t('publish.thousands')}
        data={signs.filter(([value]) => value !== decimal).map(([value, label]) => ({ value, label }))}
        value={options.thousands ?? ''}
        onChange={(event) => setReading({ thousands: event.currentTarget.value })}
      />
    </>
  );
}

function MissingTexts({ options }: { options: FilePreview['options'] }) {
  const missing = options.missing ?? [];
  return (
    <TagsInput
      className={styles.missing}
      label={t('publish.missing')}
      placeholder={missing.length === 0 ? t('publish.missingHint') : ''}
      value={[...missing]}
      splitChars={[]}
      onChange={(texts) => setReading({ missing: texts })}
    />
  );
}

/** What the dialog around a field looks for before Escape closes it. */
const mark = 'data-mantine-stop-propagation';

/**
 * Properties of an element in whose fields Escape closes the field's own popup, or nothing, but not the dialog: a
 * browser reports the key also if it has closed the list of a field itself.
 */
export const ownEscape = {
  onFocusCapture: ({ target }: FocusEvent<HTMLElement>) => {
    if (!target.hasAttribute(mark)) target.setAttribute(mark, 'true');
  },
} as const;
