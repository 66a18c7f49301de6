import { Menu } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import { type KeyboardEvent, type RefObject, useMemo, useRef, useState } from 'react';
import type { Column } from '#shared/api/column.ts';
import { reportFailure } from '../../backend/failure.ts';
import { namespacesQuery } from '../../backend/records.ts';
import { sqlPreviewQuery } from '../../backend/sql.ts';
import type { DataColumn } from '../../lib/data-column.ts';
import { failureOf } from '../../lib/format/failure-texts.ts';
import { mac } from '../../lib/keyboard/pressed-keys.ts';
import { statementProblem } from '../../lib/query/statement-problem.ts';
import { type History, stepped, withStep } from '../../state/history.ts';
import { useLocale } from '../../state/settings.ts';
import { changeStatement } from '../../state/statements.ts';
import type { WrittenStatement } from '../../state/tab.ts';
import { IconButton, MenuItem, PlainButton } from '../../ui/actions/icon-button.tsx';
import { UndoBar } from '../../ui/groups/group-view.tsx';
import { RowsTable } from '../../ui/rows-table.tsx';
import { Note } from '../../ui/states/note.tsx';
import { EmptyState, FailureState } from '../../ui/states/states.tsx';
import { defaultStep } from './default-step.ts';
import type { RecipeStep, StepFormProps, StepKind } from './model/steps.ts';
import { readSteps, stepsSql } from './model/steps-sql.ts';
import styles from './recipes.module.css';
import { ReferenceButton } from './reference-form.tsx';
import { StepForm } from './step-form.tsx';

const kinds = [
  'filter',
  'choose',
  'compute',
  'unpivot',
  'pivot',
  'join',
  'group',
  'stack',
  'distinct',
  'sort',
] as const satisfies readonly StepKind[];

/** Milliseconds after the last change until a step is computed. */
const debounceMs = 250;

interface StepsProps {
  readonly id: string;
  readonly statement: WrittenStatement;
  /** Position of the step that is shown; null for the last. */
  readonly chosen: number | null;
  readonly onChoose: (at: number | null) => void;
}

/** The statement of the first steps, up to the chosen one; null for one that no steps wrote. */
export function chosenSql(sql: string, chosen: number | null): string | null {
  const steps = readSteps(sql);
  return steps === null ? null : stepsSql(chosen === null ? steps : steps.slice(0, chosen + 1));
}

/** The datasets of a service as a statement names them, with their columns. */
function useDatasets(connection: string): ReadonlyMap<string, readonly Column[]> {
  const { data: namespaces } = useQuery(namespacesQuery(connection));
  return useMemo(() => {
    const all = (namespaces ?? []).flatMap(({ slug, datasets }) =>
      datasets.map((dataset) => [`${slug}/${dataset.slug}`, dataset.columns] as const),
    );
    return new Map(all);
  }, [namespaces]);
}

/** The steps that a statement was written by. Each change of them writes it again. */
function useSteps({ id, statement: { sql } }: Pick<StepsProps, 'id' | 'statement'>) {
  const [history, setHistory] = useState<History<string>>({ past: [], future: [] });
  const steps = useMemo(() => readSteps(sql), [sql]);
  const write = (next: readonly RecipeStep[]) => {
    const text = stepsSql(next);
    if (text === sql) return;
    setHistory(withStep(history, sql));
    changeStatement(id, { sql: text });
  };
  const move = (from: keyof History<string>) => () => {
    const step = stepped(history, from, sql);
    if (step === null) return;
    setHistory(step.history);
    changeStatement(id, { sql: step.state });
  };
  const [canUndo, canRedo] = [history.past.length > 0, history.future.length > 0];
  return { steps, write, undoing: { canUndo, canRedo, undo: move('past'), redo: move('future') } };
}

/** The list of steps, with the settings of the chosen one. */
export function StepsList({ id, statement, chosen, onChoose }: StepsProps) {
  const { connection } = statement;
  const datasets = useDatasets(connection);
  const { steps, write, undoing } = useSteps({ id, statement });
  const [added, setAdded] = useState<RecipeStep | null>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const before = steps === null ? '' : stepsSql(steps);
  const { data: last } = useQuery({ ...sqlPreviewQuery({ connection, sql: before }), enabled: before !== '' });
  if (steps === null) return <BeginSteps id={id} connection={connection} sql={statement.sql} datasets={datasets} />;
  const open = added === null ? (chosen ?? steps.length - 1) : null;
  const add = async (kind: (typeof kinds)[number]) => {
    const step = await defaultStep(kind, { connection, before, columns: last?.columns ?? [], datasets });
    // How a join matches is known before it is made.
    if (step.kind === 'join') setAdded(step);
    else write([...steps, step]);
    onChoose(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isUndo = event.key.toLowerCase() === 'z' && (mac ? event.metaKey : event.ctrlKey);
    if (!isUndo || event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.shiftKey) undoing.redo();
    else undoing.undo();
  };
  return (
    <section className={styles.steps} aria-label={t('steps.title')} onKeyDown={onKeyDown}>
      <div className={styles.actions}>
        <AddStep
          button={addButton}
          isPossible={last !== undefined}
          onAdd={(kind) => void add(kind).catch(reportFailure)}
        />
        <UndoBar steps={undoing} label={t('steps.title')} />
      </div>
      <ol className={styles.stepList}>
        {steps.map((step, at) => (
          <StepItem
            // biome-ignore lint/suspicious/noArrayIndexKey: a step has no name but its place.
            key={`${at} ${step.kind}`}
            steps={steps}
            at={at}
            connection={connection}
            datasets={datasets}
            isOpen={open === at}
            onOpen={() => {
              setAdded(null);
              onChoose(at);
            }}
            onChange={(next) => write(steps.with(at, next))}
            onRemove={() => {
              onChoose(null);
              write(steps.toSpliced(at, 1));
              addButton.current?.focus();
            }}
          />
        ))}
        {added !== null && (
          <AddedStep
            {...{ connection, datasets, before }}
            step={added}
            columns={last?.columns ?? []}
            onDone={(step) => {
              setAdded(null);
              if (step !== null) write([...steps, step]);
              addButton.current?.focus();
            }}
          />
        )}
      </ol>
    </section>
  );
}

interface AddStepProps {
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly isPossible: boolean;
  readonly onAdd: (kind: (typeof kinds)[number]) => void;
}

/** Chooses the kind of a further step. */
function AddStep({ button, isPossible, onAdd }: AddStepProps) {
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <PlainButton
          text={t('steps.add')}
          ref={button}
          size="compact-sm"
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={!isPossible}
        />
      </Menu.Target>
      <Menu.Dropdown>
        {kinds.map((kind) => (
          <MenuItem text={t(`steps.kind_${kind}`)} key={kind} onClick={() => onAdd(kind)} />
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

interface AddedStepProps extends Omit<StepFormProps, 'isNew' | 'onChange'> {
  /** The step is part of the statement from now on; null if it was cancelled. */
  readonly onDone: (step: RecipeStep | null) => void;
}

/** A step that is not part of the statement yet. */
function AddedStep({ onDone, ...form }: AddedStepProps) {
  return (
    <li className={styles.step} data-open>
      <strong>{t(`steps.kind_${form.step.kind}`)}</strong>
      <div className={styles.stepForm}>
        <StepForm {...form} isNew onChange={onDone} />
        <PlainButton text={t('common.cancel')} variant="subtle" onClick={() => onDone(null)} />
      </div>
    </li>
  );
}

interface StepItemProps {
  readonly steps: readonly RecipeStep[];
  readonly at: number;
  readonly connection: string;
  readonly datasets: ReadonlyMap<string, readonly Column[]>;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  readonly onChange: (step: RecipeStep) => void;
  readonly onRemove: () => void;
}

/** A step: what it does, rows and columns before and after it, and its settings while it is open. */
function StepItem({ steps, at, connection, datasets, isOpen, onOpen, onChange, onRemove }: StepItemProps) {
  const step = steps[at] as RecipeStep;
  const [draft, setDraft] = useState(step);
  const [shown, setShown] = useState(step);
  // Another step stands here, or it was undone.
  if (shown !== step && JSON.stringify(shown) !== JSON.stringify(step)) {
    setShown(step);
    setDraft(step);
  }
  const change = useDebouncedCallback(onChange, debounceMs);
  const before = at === 0 ? '' : stepsSql(steps.slice(0, at));
  const sql = stepsSql(steps.slice(0, at + 1));
  const { data: from } = useQuery({ ...sqlPreviewQuery({ connection, sql: before }), enabled: before !== '' });
  const { data: to } = useQuery(sqlPreviewQuery({ connection, sql }));
  const name = t(`steps.kind_${step.kind}`);
  return (
    <li className={styles.step} data-open={isOpen || undefined}>
      <div className={styles.stepHead}>
        <button type="button" className={styles.stepName} aria-expanded={isOpen} onClick={onOpen}>
          <strong>{name}</strong>
          <span className={styles.stepWords}>{wordsOf(step)}</span>
          {to !== undefined && (
            <span className={styles.stepSize}>
              {from === undefined
                ? t('steps.size', { rows: to.count, columns: to.columns.length })
                : t('steps.sizes', {
                    rowsBefore: from.count,
                    rows: to.count,
                    columnsBefore: from.columns.length,
                    columns: to.columns.length,
                  })}
            </span>
          )}
        </button>
        {at > 0 && <IconButton size="xs" label={t('steps.remove', { name })} onClick={onRemove} icon={IconTrash} />}
      </div>
      {isOpen && (
        <div className={styles.stepForm}>
          <StepForm
            step={draft}
            isNew={false}
            columns={from?.columns ?? []}
            before={before}
            connection={connection}
            datasets={datasets}
            onChange={(next) => {
              setDraft(next);
              change(next);
            }}
          />
        </div>
      )}
    </li>
  );
}

/** What a step works on, in the words of the statement. */
function wordsOf(step: RecipeStep): string {
  switch (step.kind) {
    case 'data':
    case 'stack':
      return step.input;
    case 'filter':
      return step.condition;
    case 'choose':
      return step.columns.map(({ as }) => as).join(', ');
    case 'compute':
      return `${step.name} = ${step.expression}`;
    case 'unpivot':
      return `${step.name}, ${step.values.join(', ')}`;
    case 'pivot':
      return `${step.column}, ${step.value}`;
    case 'join':
      return `${step.input}: ${step.on.map(([left, right]) => (left === right ? left : `${left} = ${right}`)).join(', ')}`;
    case 'group':
      return step.keys.join(', ');
    case 'distinct':
      return '';
    case 'sort':
      return step.terms.map(({ column }) => column).join(', ');
  }
}

interface BeginStepsProps {
  readonly id: string;
  readonly connection: string;
  readonly sql: string;
  readonly datasets: ReadonlyMap<string, readonly Column[]>;
}

/** The dataset to begin with; a statement that was written by hand stays as it is. */
function BeginSteps({ id, connection, sql, datasets }: BeginStepsProps) {
  return (
    <section className={styles.steps} aria-label={t('steps.title')}>
      {sql.trim() !== '' && (
        <Note tone="plain">
          <p>{t('steps.notSteps')}</p>
        </Note>
      )}
      <p className={styles.label}>{t('steps.begin')}</p>
      <ul className={styles.names}>
        {[...datasets.keys()].map((input) => (
          <li key={input}>
            <button
              type="button"
              className={styles.name}
              onClick={() => changeStatement(id, { sql: stepsSql([{ kind: 'data', input }]) })}
            >
              {input}
            </button>
          </li>
        ))}
      </ul>
      <div>
        <ReferenceButton connection={connection} />
      </div>
    </section>
  );
}

/** The first rows after the chosen step. */
export function StepPreview({ connection, sql }: { connection: string; sql: string | null }) {
  const locale = useLocale();
  const { data, error, refetch } = useQuery({
    ...sqlPreviewQuery({ connection, sql: sql ?? '' }),
    placeholderData: keepPreviousData,
    enabled: sql !== null,
  });
  if (sql === null) return <EmptyState title={t('steps.title')} text={t('steps.lead')} />;
  const problem = error === null ? null : statementProblem(failureOf(error));
  if (error !== null && problem === null) return <FailureState failure={error} onRetry={refetch} />;
  return (
    <>
      {problem !== null && (
        <Note tone="bad">
          <p>{problem.text}</p>
        </Note>
      )}
      {data !== undefined && (
        <RowsTable
          label={t('sql.firstRows')}
          columns={data.columns as readonly DataColumn[]}
          rows={data.rows}
          locale={locale}
        />
      )}
    </>
  );
}
