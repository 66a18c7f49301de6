import { Button } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import type { DatasetDetails, DatasetReference } from '#shared/rpc/records.ts';
import { recipeOfVersion } from '#shared/version-metadata.ts';
import { followedQuery } from '../../backend/follow.ts';
import { callBackend } from '../../backend/port.ts';
import { useThisComputer } from '../../backend/records.ts';
import { can } from '../../backend/shell.ts';
import { recipeQuery } from '../../backend/sql.ts';
import { newestVersion, versionDay } from '../../lib/versions/version-metadata.ts';
import { useLocale } from '../../state/settings.ts';
import { openStatement } from '../../state/statements.ts';
import { openDataset } from '../../state/tabs.ts';
import { PlainButton } from '../../ui/actions/icon-button.tsx';
import { FailureNote, Note } from '../../ui/states/note.tsx';
import styles from './recipes.module.css';

interface RecipeAboutProps {
  readonly reference: DatasetReference;
  readonly details: DatasetDetails;
  /** Slug of the version that is shown; null for the newest. */
  readonly version: string | null;
}

/** What a dataset is made from, and what is made from it; nothing for any other dataset. */
export function RecipeAbout({ reference, details: { dataset }, version }: RecipeAboutProps) {
  const { data: recipe = null } = useQuery(recipeQuery(reference));
  const dependents = useDependents(reference);
  const slug = version ?? newestVersion(dataset);
  const made = recipeOfVersion(dataset.versions.find((one) => one.slug === slug)?.metadata ?? '');
  const isMade = recipe !== null || made !== null;
  if (!isMade && dependents.length === 0) return null;
  const title = t(isMade ? 'recipes.madeFrom' : 'recipes.usedBy');
  const sql = recipe?.sql ?? made?.sql ?? '';
  return (
    <section className={styles.about} aria-label={title}>
      <h3>{title}</h3>
      <div className={styles.graph}>
        {isMade && (
          <>
            <Names
              label={t('recipes.inputs')}
              connection={reference.connection}
              named={made?.inputs ?? recipe?.inputs ?? []}
            />
            <IconArrowRight size={18} stroke={1.5} aria-hidden />
          </>
        )}
        <strong>{dataset.label || dataset.slug}</strong>
        {dependents.length > 0 && (
          <>
            <IconArrowRight size={18} stroke={1.5} aria-hidden />
            <Names label={t('recipes.usedBy')} connection={reference.connection} named={dependents} />
          </>
        )}
      </div>
      {isMade && (
        <details>
          <summary>{t('recipes.statement')}</summary>
          <pre className={styles.statement}>{sql}</pre>
        </details>
      )}
      {recipe !== null && recipe.problem !== '' && (
        <Note tone="bad">
          <p>{recipe.problem}</p>
        </Note>
      )}
      {isMade && can('publish') && (
        <RecipeActions
          reference={reference}
          sql={sql}
          version={made === null ? null : slug}
          hasRecipe={recipe !== null}
        />
      )}
    </section>
  );
}

/** Names of the datasets of this computer that a recipe makes from a dataset; those of other services are unknown. */
function useDependents({ connection, namespace, dataset }: DatasetReference) {
  const isOwn = useThisComputer()?.id === connection;
  const { data: followed = [] } = useQuery({ ...followedQuery, enabled: isOwn });
  const isInput = (reads: string | undefined) => reads?.split(' ').includes(`${namespace}/${dataset}`) === true;
  return followed
    .filter(({ choice }) => isOwn && choice.kind === 'recipe' && isInput(choice.parameters.reads))
    .map((one) => ({ name: `${one.namespace}/${one.dataset}`, version: null }));
}

interface NamesProps {
  readonly label: string;
  readonly connection: string;
  readonly named: readonly { readonly name: string; readonly version: string | null }[];
}

/** Datasets that open when they are chosen, in the version that was read. */
function Names({ label, connection, named }: NamesProps) {
  const locale = useLocale();
  return (
    <ul className={styles.names} aria-label={label}>
      {named.map(({ name, version }) => {
        const [plain = ''] = name.split('@', 1);
        const [namespace = '', dataset = ''] = plain.split('/');
        const words =
          version === null ? plain : t('tabs.version', { name: plain, version: versionDay(version, locale) });
        return (
          <li key={name}>
            <button
              type="button"
              className={styles.name}
              onClick={() => openDataset({ connection, namespace, dataset }, dataset, version)}
            >
              {words}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

const verdicts = { same: 'recipes.same', differs: 'recipes.differs', 'input-gone': 'recipes.gone' } as const;

interface RecipeActionsProps {
  readonly reference: DatasetReference;
  readonly sql: string;
  /** Slug of a version that the recipe made; null if none did. */
  readonly version: string | null;
  readonly hasRecipe: boolean;
}

/** Makes a version, changes or removes the recipe, and proves a version. */
function RecipeActions({ reference, sql, version, hasRecipe }: RecipeActionsProps) {
  const run = useMutation({ mutationFn: () => callBackend('runRecipe', reference) });
  const remove = useMutation({ mutationFn: () => callBackend('removeRecipe', reference) });
  const check = useMutation({
    mutationFn: (version: string) => callBackend('recomputeVersion', { reference, version }),
  });
  const change = () =>
    openStatement(reference.connection, sql, t('sql.title'), { recipeOf: hasRecipe ? reference : undefined });
  const plain = { variant: 'default', size: 'compact-sm' } as const;
  return (
    <>
      <div className={styles.actions}>
        {hasRecipe && (
          <Button {...plain} loading={run.isPending} onClick={() => run.mutate()}>
            {t('recipes.run')}
          </Button>
        )}
        <Button {...plain} onClick={change}>
          {t('recipes.change')}
        </Button>
        {version !== null && (
          <Button {...plain} loading={check.isPending} onClick={() => check.mutate(version)}>
            {t('recipes.check')}
          </Button>
        )}
        {hasRecipe && (
          <PlainButton
            text={t('recipes.remove')}
            {...plain}
            variant="subtle"
            color="red"
            loading={remove.isPending}
            onClick={() => remove.mutate()}
          />
        )}
      </div>
      {run.data !== undefined && (
        <Note tone={run.data.outcome === 'held' ? 'warning' : 'good'}>
          <p>{[t(`recipes.${run.data.outcome}`), ...run.data.reasons].join(' ')}</p>
        </Note>
      )}
      {check.data !== undefined && (
        <Note tone={check.data.verdict === 'same' ? 'good' : 'bad'}>
          <p>{t(verdicts[check.data.verdict], { count: check.data.rows ?? 0 })}</p>
        </Note>
      )}
      <FailureNote failure={run.error ?? check.error ?? remove.error} />
    </>
  );
}
