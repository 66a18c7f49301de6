import { Autocomplete, SegmentedControl } from '@mantine/core';
import { IconDatabasePlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import { useState } from 'react';
import { guardsOf } from '#shared/api/records/source.ts';
import { isSlug } from '#shared/file-name.ts';
import { type Guards, usualGuards } from '#shared/follow.ts';
import { namedDatasets } from '#shared/text/view-sql.ts';
import { namespacesQuery } from '../../backend/records.ts';
import { deriveDataset, recipeQuery, sqlPreviewQuery } from '../../backend/sql.ts';
import { failureOf } from '../../lib/format/failure-texts.ts';
import { statementProblem } from '../../lib/query/statement-problem.ts';
import { openDialog, type RecipeDialog, useDialogMutation } from '../../state/dialogs.ts';
import { openCreatedDataset } from '../../state/open-view.ts';
import type { WrittenStatement } from '../../state/tab.ts';
import { MutationForm } from '../../ui/actions/form-actions.tsx';
import { PlainButton } from '../../ui/actions/icon-button.tsx';
import { CheckField, TextField } from '../../ui/fields.tsx';
import { GuardsField } from '../../ui/guards-field.tsx';
import { Note } from '../../ui/states/note.tsx';
import styles from './recipes.module.css';

/** Publishes the result of a statement as a dataset that can be made again. */
export function DeriveButton({ statement: { connection, sql, recipeOf } }: { statement: WrittenStatement }) {
  return (
    <PlainButton
      text={t(recipeOf === undefined ? 'recipes.publish' : 'recipes.save')}
      size="compact-sm"
      disabled={sql.trim() === ''}
      leftSection={<IconDatabasePlus size={14} aria-hidden />}
      onClick={() => openDialog({ kind: 'derive', connection, sql, reference: recipeOf ?? null })}
    />
  );
}

interface DeriveFormProps extends Extract<RecipeDialog, { readonly kind: 'derive' }> {
  readonly onClose: () => void;
}

/** Lets a statement make the versions of a dataset. */
export function DeriveForm({ connection, sql, reference, onClose }: DeriveFormProps) {
  const { data: namespaces = [] } = useQuery(namespacesQuery(connection));
  const [namespace, setNamespace] = useState(reference?.namespace ?? '');
  const [dataset, setDataset] = useState(reference?.dataset ?? '');
  const { data: before } = useQuery({
    ...recipeQuery(reference ?? { connection, namespace, dataset }),
    enabled: reference !== null,
  });
  const [chosen, setRun] = useState<'on-change' | 'by-hand' | null>(null);
  const run = chosen ?? before?.run ?? 'on-change';
  const [changed, setGuards] = useState<Guards | null>(null);
  const guards = changed ?? (before == null ? usualGuards : guardsOf(before.guards));
  const { data: result } = useQuery(sqlPreviewQuery({ connection, sql }));
  // A column of a check may be gone from the result.
  const checked = guards.checks.map(({ column }) => column);
  const columns = [...new Set([...(result?.columns.map(({ name }) => name) ?? []), ...checked])];
  const [confirmPrivate, setConfirmPrivate] = useState(false);
  const [isTried, setTried] = useState(false);
  const named = { connection, namespace, dataset };
  const sending = useDialogMutation(
    'recipes',
    () => deriveDataset({ reference: named, sql, run, guards, confirmPrivate }),
    () => void openCreatedDataset(named),
  );
  const problem = sending.error === null ? null : statementProblem(failureOf(sending.error));
  const isPrivate = problem?.field === 'confirm_private_inputs';
  const wrong = (text: string) => (isTried && !isSlug(text) ? t('recipes.slugNeeded') : undefined);
  const submit = () => {
    setTried(true);
    if (isSlug(namespace) && isSlug(dataset)) sending.mutate();
  };
  return (
    <MutationForm
      action={t('recipes.publishAction')}
      sending={{ isPending: sending.isPending, error: problem === null ? sending.error : null }}
      onSubmit={submit}
      onCancel={onClose}
    >
      <div>
        <p className={styles.label}>{t('recipes.inputs')}</p>
        <ul className={styles.names}>
          {[...namedDatasets(sql)].map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      </div>
      <Autocomplete
        label={t('recipes.namespace')}
        data-autofocus
        data={namespaces.map((one) => one.slug)}
        value={namespace}
        disabled={reference !== null}
        error={wrong(namespace)}
        onChange={setNamespace}
      />
      <TextField
        label={t('publish.datasetSlug')}
        value={dataset}
        disabled={reference !== null}
        error={wrong(dataset)}
        onChange={setDataset}
      />
      <div>
        <p className={styles.label} id="recipe-run">
          {t('recipes.when')}
        </p>
        <SegmentedControl
          fullWidth
          aria-labelledby="recipe-run"
          data={[
            { value: 'on-change', label: t('recipes.onChange') },
            { value: 'by-hand', label: t('recipes.byHand') },
          ]}
          value={run}
          onChange={setRun}
        />
      </div>
      <p className="quiet">{t('recipes.hidden')}</p>
      <GuardsField guards={guards} columns={columns} onChange={setGuards} />
      {problem !== null && (
        <Note tone="bad">
          <p>{problem.text}</p>
        </Note>
      )}
      {(isPrivate || confirmPrivate) && (
        <CheckField label={t('recipes.confirmPrivate')} checked={confirmPrivate} onChange={setConfirmPrivate} />
      )}
    </MutationForm>
  );
}
