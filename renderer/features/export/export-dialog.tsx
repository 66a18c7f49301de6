import { Box, Button, Checkbox, Modal, Radio, SegmentedControl, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chooseTarget, downloadRows } from '../../backend/files.ts';
import { startJob } from '../../backend/jobs.ts';
import { can } from '../../backend/shell.ts';
import { helpFor } from '../../lib/help.ts';
import { closeDialog, closerOf, type ExportSubject, showJobs, useDialog } from '../../state/dialogs.ts';
import { useWords } from '../../state/settings.ts';
import formStyles from '../../ui/actions/form.module.css';
import { FailureNote } from '../../ui/states/failure-note.tsx';
import styles from './export.module.css';
import {
  countRows,
  downloadParameters,
  type ExportChoice,
  exportRequest,
  firstChoice,
  formatsOf,
  listSeparator,
  proposedName,
  type Scope,
  scopesOf,
} from './export-choice.ts';

/** The export dialog. */
export function ExportDialog() {
  const { t } = useTranslation();
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
      {subject !== null && <ExportForm subject={can('jobs') ? subject : { ...subject, selection: [] }} />}
    </Modal>
  );
}

/** Only a job exports a selection. */
function ExportForm({ subject }: { subject: ExportSubject }) {
  const { t, locale } = useWords();
  const [choice, setChoice] = useState(() => firstChoice(subject));
  const change = (part: Partial<ExportChoice>) => setChoice((before) => ({ ...before, ...part }));
  const run = useMutation({
    mutationFn: async () => {
      const close = closerOf('files');
      const kinds = [{ name: t(`export.${choice.format}`), extensions: [choice.format] }];
      if (!can('jobs')) {
        await downloadRows(subject.reference, downloadParameters(subject, choice));
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
      {can('jobs') && <FileOptions choice={choice} change={change} />}
      <FailureNote failure={run.error} />
      <div className={formStyles.actions}>
        <Button variant="default" onClick={() => closeDialog('files')}>
          {t('common.cancel')}
        </Button>
        <Button data-autofocus loading={run.isPending} onClick={() => run.mutate()}>
          {t('export.submit')}
        </Button>
      </div>
    </div>
  );
}

/** What a job can write besides the rows. */
function FileOptions({ choice, change }: Omit<ChoiceProps, 'subject'>) {
  const { t, locale } = useWords();
  return (
    <>
      {choice.format === 'csv' && (
        <Checkbox
          size="xs"
          label={t('export.spreadsheet', { separator: listSeparator(locale) })}
          checked={choice.spreadsheet}
          onChange={(event) => change({ spreadsheet: event.currentTarget.checked })}
        />
      )}
      {choice.format === 'xlsx' && (
        <Checkbox
          size="xs"
          label={t('export.names')}
          checked={choice.names}
          onChange={(event) => change({ names: event.currentTarget.checked })}
        />
      )}
      <Checkbox
        size="xs"
        label={t('export.descriptor')}
        description={t('export.descriptorHint')}
        checked={choice.descriptor}
        onChange={(event) => change({ descriptor: event.currentTarget.checked })}
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
  const { t } = useTranslation();
  const onScope = (scope: Scope) => {
    const formats = formatsOf(subject, scope);
    change({ scope, format: formats.includes(choice.format) ? choice.format : 'csv' });
  };
  return (
    <Stack gap="xs">
      <Box id="export-scope" component="span" fz={12} fw={600}>
        {t('export.scope')}
      </Box>
      <SegmentedControl
        fullWidth
        aria-labelledby="export-scope"
        data={scopesOf(subject).map((scope) => ({ value: scope, label: t(`export.${scope}`) }))}
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
  const { t } = useTranslation();
  const formats = formatsOf(subject, choice.scope);
  return (
    <Radio.Group size="xs" label={t('export.format')} value={choice.format} onChange={(format) => change({ format })}>
      <div className={styles.formats}>
        {formats.map((format) => (
          <Radio key={format} size="xs" value={format} label={t(`export.${format}`)} />
        ))}
      </div>
      <span className={styles.hint}>{t(`export.${choice.format}Hint`)}</span>
    </Radio.Group>
  );
}
