import { Box, Button, Modal, Radio, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { t } from 'i18next';
import { useState } from 'react';
import { everyRow, type RowQuery, selectsOrSorts } from '#shared/row-query.ts';
import type { ExportRequest, RowRange } from '#shared/rpc/jobs.ts';
import { type ExportFormatName, exportFormats } from '#shared/source-formats.ts';
import { chooseTarget, downloadRows } from '../../backend/files.ts';
import { startJob } from '../../backend/jobs.ts';
import { can } from '../../backend/shell.ts';
import { helpFor } from '../../lib/help.ts';
import { closeDialog, closerOf, type ExportSubject, showJobs, useDialog } from '../../state/dialogs.ts';
import { useLocale } from '../../state/settings.ts';
import formStyles from '../../ui/actions/form.module.css';
import { PlainButton } from '../../ui/actions/icon-button.tsx';
import { CheckField, Segments } from '../../ui/fields.tsx';
import { FailureNote } from '../../ui/states/note.tsx';
import styles from './export.module.css';

export function ExportDialog() {
  const { dialog, layer } = useDialog('files');
  const subject = dialog?.kind === 'export' ? dialog.subject : null;
  return (
    <Modal
      {...helpFor('export')}
      opened={subject !== null}
      {...layer}
      title={t('export.title', { name: subject?.label ?? '' })}
      size={520}
    >
      {subject !== null && <ExportForm subject={can('files') ? subject : { ...subject, selection: [] }} />}
    </Modal>
  );
}

/** Only a job exports a selection. */
function ExportForm({ subject }: { subject: ExportSubject }) {
  const locale = useLocale();
  const [choice, setChoice] = useState(() => firstChoice(subject));
  const change = (part: Partial<ExportChoice>) => setChoice((before) => ({ ...before, ...part }));
  const run = useMutation({
    mutationFn: async () => {
      const close = closerOf('files');
      const kinds = [{ name: t(`export.${choice.format}`), extensions: [choice.format] }];
      if (!can('files')) {
        await downloadRows(subject.reference, exportedRows(subject, choice), choice.format);
        return close();
      }
      const target = await chooseTarget(t('export.targetTitle'), proposedName(subject, choice), kinds);
      if (target === null) return;
      await startJob(exportRequest(subject, choice, target, locale));
      close();
      showJobs(true);
    },
  });
  return (
    <div className={formStyles.form}>
      <ScopeChoice subject={subject} choice={choice} change={change} />
      <FormatChoice subject={subject} choice={choice} change={change} />
      {can('files') && <FileOptions choice={choice} change={change} />}
      <FailureNote failure={run.error} />
      <div className={formStyles.actions}>
        <PlainButton text={t('common.cancel')} onClick={() => closeDialog('files')} />
        <Button data-autofocus loading={run.isPending} onClick={() => run.mutate()}>
          {t('export.submit')}
        </Button>
      </div>
    </div>
  );
}

/** What a job can write besides the rows. */
function FileOptions({ choice, change }: Omit<ChoiceProps, 'subject'>) {
  const locale = useLocale();
  return (
    <>
      {choice.format === 'csv' && (
        <CheckField
          label={t('export.spreadsheet', { separator: listSeparator(locale) })}
          checked={choice.spreadsheet}
          onChange={(checked) => change({ spreadsheet: checked })}
        />
      )}
      {choice.format === 'xlsx' && (
        <CheckField
          label={t('export.names')}
          checked={choice.names}
          onChange={(checked) => change({ names: checked })}
        />
      )}
      <CheckField
        label={t('export.descriptor')}
        description={t('export.descriptorHint')}
        checked={choice.descriptor}
        onChange={(checked) => change({ descriptor: checked })}
      />
    </>
  );
}

interface ChoiceProps {
  readonly subject: ExportSubject;
  readonly choice: ExportChoice;
  readonly change: (part: Partial<ExportChoice>) => void;
}

/** Which rows are exported. */
function ScopeChoice({ subject, choice, change }: ChoiceProps) {
  const onScope = (scope: Scope) => {
    const formats = formatsOf(subject, scope);
    change({ scope, format: formats.includes(choice.format) ? choice.format : 'csv' });
  };
  return (
    <Stack gap="xs">
      <Box id="export-scope" component="span" fz={12} fw={600}>
        {t('export.scope')}
      </Box>
      <Segments
        fullWidth
        aria-labelledby="export-scope"
        choices={scopesOf(subject)}
        nameOf={(scope) => t(`export.${scope}`)}
        value={choice.scope}
        onChange={onScope}
      />
      <span className={styles.hint}>
        {choice.scope === 'selection'
          ? t('export.selectionHint', { count: countRows(subject.selection) })
          : t(choice.scope === 'view' ? 'export.viewHint' : 'export.allHint')}
      </span>
    </Stack>
  );
}

function FormatChoice({ subject, choice, change }: ChoiceProps) {
  const formats = formatsOf(subject, choice.scope);
  return (
    <Radio.Group size="xs" label={t('export.format')} value={choice.format} onChange={(format) => change({ format })}>
      <div className={styles.formats}>
        {formats.map((format) => (
          <Radio key={format} value={format} label={t(`export.${format}`)} />
        ))}
      </div>
      <span className={styles.hint}>{t(`export.${choice.format}Hint`)}</span>
    </Radio.Group>
  );
}

/** Which rows and columns are exported. */
type Scope = 'selection' | 'view' | 'all';

/** The options of an export, except its target. */
interface ExportChoice {
  readonly scope: Scope;
  readonly format: ExportFormatName;
  /** CSV for spreadsheets. */
  readonly spreadsheet: boolean;
  /** Column names instead of labels as the headings of a workbook. */
  readonly names: boolean;
  readonly descriptor: boolean;
}

function countRows(ranges: readonly RowRange[]): number {
  return ranges.reduce((sum, { from, to }) => sum + to - from, 0);
}

/** Whether the tab's view has fewer rows or columns, or another order, than the dataset. */
function isNarrowed({ query }: ExportSubject): boolean {
  return selectsOrSorts(query) || query.fields !== null;
}

/** The available scopes: a selection only if there is one. */
export function scopesOf(subject: ExportSubject): readonly Scope[] {
  return subject.selection.length > 0 ? ['selection', 'view', 'all'] : ['view', 'all'];
}

/** The initial choice: the narrowest view that the user has made. */
export function firstChoice(subject: ExportSubject): ExportChoice {
  const [narrowest] = scopesOf(subject);
  const scope = narrowest === 'selection' ? narrowest : isNarrowed(subject) ? 'view' : 'all';
  return { scope, format: 'csv', spreadsheet: false, names: false, descriptor: true };
}

/** The available formats: GeoJSON needs a geometry. */
export function formatsOf({ columns, query }: ExportSubject, scope: Scope): readonly ExportFormatName[] {
  const shown = scope === 'all' ? null : query.fields;
  const drawn = columns.some(({ name, type }) => type === 'geometry' && (shown === null || shown.includes(name)));
  return exportFormats.filter((format) => format !== 'geojson' || drawn);
}

/** The list separator of a locale: a comma unless that is the decimal sign. */
export function listSeparator(locale: string): ',' | ';' {
  const parts = new Intl.NumberFormat(locale).formatToParts(1.5);
  return parts.some(({ type, value }) => type === 'decimal' && value === ',') ? ';' : ',';
}

/** Suggested file name. */
export function proposedName({ reference }: ExportSubject, { scope, format }: ExportChoice): string {
  const part = scope === 'all' ? '' : `-${scope}`;
  return `${reference.dataset}${part}.${format}`;
}

function exportedRows({ query }: ExportSubject, { scope }: ExportChoice): RowQuery {
  return scope === 'all' ? { ...everyRow, version: query.version } : query;
}

export function exportRequest(
  subject: ExportSubject,
  choice: ExportChoice,
  target: string,
  locale: string,
): ExportRequest {
  const { reference, selection } = subject;
  const { scope, format, descriptor } = choice;
  return {
    kind: 'export',
    reference,
    query: exportedRows(subject, choice),
    selection: scope === 'selection' ? selection : null,
    format,
    ...(format === 'xlsx' && choice.names && { headings: 'names' as const }),
    ...(format === 'csv' && choice.spreadsheet && { spreadsheet: { separator: listSeparator(locale) } }),
    target,
    descriptor,
  };
}
