import { Flex, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import { useState } from 'react';
import type { Choice } from '#shared/follow.ts';
import type { ResultOf } from '#shared/rpc/backend.ts';
import type { FilePreview } from '#shared/rpc/source-file.ts';
import { callQuery } from '../../backend/port.ts';
import { explained } from '../../lib/format/failure-texts.ts';
import { useLocale } from '../../state/settings.ts';
import formStyles from '../../ui/actions/form.module.css';
import { PlainButton } from '../../ui/actions/icon-button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { HeadRow } from '../../ui/layout/long-table.tsx';
import sheetStyles from '../../ui/layout/sheet.module.css';
import { RowsTable } from '../../ui/rows-table.tsx';
import { FailureNotice } from '../../ui/states/states.tsx';
import styles from './follow.module.css';
import { changeFollow } from './follow-store.ts';

/** An entry up to this size is fetched for its first rows without asking, in bytes. */
const maxUnaskedBytes = 2_000_000;

interface EntryDetailsProps {
  readonly choice: Choice;
  readonly allowPrivate: boolean;
  readonly details: ResultOf<'describeSourceEntry'>;
}

/** All that is known of the chosen entry, what else can be chosen, and its first rows. */
export function EntryDetails({ choice, allowPrivate, details }: EntryDetailsProps) {
  const { parameters } = details;
  return (
    <section className={styles.details} aria-label={t('follow.about', { title: details.title })}>
      <h4>{t('follow.about', { title: details.title })}</h4>
      {details.description !== null && details.description !== '' && (
        <p className={styles.description}>{details.description}</p>
      )}
      <Origin details={details} />
      {parameters.length > 0 && (
        <fieldset className={`${formStyles.fieldset} ${styles.parameters}`}>
          <legend>{t('follow.parameters')}</legend>
          {parameters.map((parameter) => (
            <Parameter key={parameter.name} parameter={parameter} chosen={choice.parameters} />
          ))}
        </fieldset>
      )}
      <Columns columns={details.columns} />
      <Preview choice={choice} allowPrivate={allowPrivate} details={details} />
    </section>
  );
}

function Origin({ details: { licence, publisher, contact, homepage } }: Pick<EntryDetailsProps, 'details'>) {
  const facts = [
    [t('follow.publisher'), publisher],
    [t('follow.contact'), contact],
    [t('follow.homepage'), homepage],
  ] as const;
  return (
    <dl className={styles.origin}>
      <dt>{t('follow.licence')}</dt>
      <dd>{licence || <span className="quiet">{t('follow.notStated')}</span>}</dd>
      {facts.map(
        ([name, value]) =>
          value !== null &&
          value !== '' && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

interface ParameterProps {
  readonly parameter: ResultOf<'describeSourceEntry'>['parameters'][number];
  readonly chosen: Choice['parameters'];
}

function Parameter({ parameter: { name, title, values }, chosen }: ParameterProps) {
  const choose = (value: string | null) => {
    const { [name]: _before, ...others } = chosen;
    changeFollow({ parameters: value === null || value === '' ? others : { ...others, [name]: value } });
  };
  if (values.length === 0) {
    return <TextField label={title} value={chosen[name] ?? ''} spellCheck={false} onChange={choose} />;
  }
  return (
    <Select
      label={title}
      placeholder={t('follow.anyValue')}
      data={values.map((value) => ({ value: value.id, label: value.title || value.id }))}
      value={chosen[name] ?? null}
      searchable={values.length > 8}
      limit={200}
      clearable
      onChange={choose}
    />
  );
}

function Columns({ columns }: { columns: ResultOf<'describeSourceEntry'>['columns'] }) {
  if (columns.length === 0) return null;
  const hasUnits = columns.some(({ unit }) => unit !== null);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by the keyboard.
    <section className={styles.columns} aria-label={t('follow.columns')} tabIndex={0}>
      <table className={sheetStyles.table} aria-label={t('follow.columns')}>
        <HeadRow texts={[t('follow.column'), t('follow.meaning'), ...(hasUnits ? [t('follow.unit')] : [])]} />
        <tbody>
          {columns.map(({ name, title, description, unit }) => (
            <tr key={name}>
              <td>{name}</td>
              <td>{[title === name ? null : title, description].filter(Boolean).join(' – ')}</td>
              {hasUnits && <td>{unit}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Preview({ choice, allowPrivate, details }: EntryDetailsProps) {
  const [isRequested, setRequested] = useState(details.bytes !== null && details.bytes <= maxUnaskedBytes);
  const options = { enabled: isRequested, staleTime: 60_000 };
  const preview = useQuery(callQuery('previewSourceEntry', { choice, allowPrivate }, options));
  if (!isRequested) {
    return (
      <Flex component="p" wrap="wrap" align="center" gap="sm">
        <PlainButton text={t('follow.showPreview')} size="compact-sm" onClick={() => setRequested(true)} />
        <span className="quiet">{t('follow.previewFetches')}</span>
      </Flex>
    );
  }
  if (preview.isFetching) {
    return (
      <Flex component="p" wrap="wrap" align="center" gap="sm" role="status">
        <span className="quiet">{t('follow.fetching')}</span>
        <PlainButton text={t('common.cancel')} size="compact-sm" onClick={() => setRequested(false)} />
      </Flex>
    );
  }
  if (preview.error !== null) {
    return <FailureNotice failure={preview.error} onRetry={preview.refetch} />;
  }
  return preview.data === undefined ? null : <PreviewRows title={details.title} preview={preview.data} />;
}

/** Rows and columns that are shown; the preview has more. */
const maxRows = 8;
const maxColumns = 40;

/** The first rows of an entry with the types that its columns have been given, and how it was read. */
function PreviewRows({ title, preview }: { title: string; preview: FilePreview }) {
  const locale = useLocale();
  // Names may repeat.
  const columns = preview.columns
    .slice(0, maxColumns)
    .map(({ name, type }, position) => ({ name: String(position), label: name, type, description: '' }));
  const rows = preview.rows.slice(0, maxRows).map((row) => row.map((text) => text?.slice(0, 200) ?? null));
  const notices = preview.notices.map((notice) => explained(t, notice));
  return (
    <>
      {notices.length > 0 && <p className="quiet">{notices.join(' · ')}</p>}
      <RowsTable label={t('follow.previewTable', { title })} columns={columns} rows={rows} locale={locale} withTypes />
    </>
  );
}
