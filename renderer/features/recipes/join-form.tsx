import { SegmentedControl, Select } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import { useState } from 'react';
import type { Column } from '#shared/api/column.ts';
import { quoteIdentifier } from '#shared/text/quoting.ts';
import { callKey } from '../../backend/port.ts';
import { runSql } from '../../backend/sql.ts';
import { failureOf } from '../../lib/format/failure-texts.ts';
import { statementProblem } from '../../lib/query/statement-problem.ts';
import { PlainButton } from '../../ui/actions/icon-button.tsx';
import { CheckField, ChoiceField, NamesField } from '../../ui/fields.tsx';
import { FailureText, Note } from '../../ui/states/note.tsx';
import { addedColumns, needsText, proposeKeys } from './model/propose.ts';
import { joinKinds, type StepFormProps, type StepOf } from './model/steps.ts';
import { joinCondition } from './model/steps-sql.ts';
import styles from './recipes.module.css';
import { ReferenceButton } from './reference-form.tsx';

/**
 * Another dataset, the keys by which it is joined, and how they match over all rows. The join is made on request, and
 * only repeats rows if that was allowed.
 */
export function JoinForm({
  step: made,
  isNew,
  columns,
  before,
  connection,
  datasets,
  onChange,
}: StepFormProps<'join'>) {
  const [step, setStep] = useState(made);
  const [mayRepeat, setMayRepeat] = useState(false);
  const { data: report, error } = useQuery(joinReportQuery(connection, before, step));
  const right = datasets.get(step.input) ?? [];
  const multiplies = step.how !== 'anti' && report !== undefined && report.joined > report.matched;
  const change = (part: Partial<StepOf<'join'>>) => setStep({ ...step, ...part });
  const setKeys = (input: string, on: StepOf<'join'>['on']) => {
    const other = datasets.get(input) ?? [];
    change({ input, on, asText: needsText(columns, other, on), columns: addedColumns(columns, other, on) });
  };
  const isMade = !isNew && JSON.stringify(made) === JSON.stringify(step);
  return (
    <>
      <ChoiceField
        label={t('steps.joinWith')}
        searchable
        choices={[...datasets.keys()]}
        value={step.input}
        onChange={(input) => setKeys(input, proposeKeys(columns, datasets.get(input) ?? []))}
      />
      <div>
        <ReferenceButton connection={connection} />
      </div>
      <KeyPairs left={columns} right={right} on={step.on} onKeys={(on) => setKeys(step.input, on)} />
      <div>
        <p className={styles.label}>{t('steps.joinKind')}</p>
        <SegmentedControl
          fullWidth
          aria-label={t('steps.joinKind')}
          data={joinKinds.map((kind) => ({ value: kind, label: t(`steps.join_${kind}`) }))}
          value={step.how}
          onChange={(how) => change({ how })}
        />
      </div>
      {step.how !== 'anti' && (
        <NamesField
          label={t('steps.addColumns')}
          names={right.map(({ name }) => name).filter((name) => !step.on.some(([, key]) => key === name))}
          value={step.columns.map(({ name }) => name)}
          onChange={(chosen) =>
            change({ columns: addedColumns(columns, right, step.on).filter(({ name }) => chosen.includes(name)) })
          }
        />
      )}
      <Findings report={report} error={error} />
      {multiplies && <CheckField label={t('steps.mayRepeat')} checked={mayRepeat} onChange={setMayRepeat} />}
      <PlainButton
        text={t('steps.useJoin')}
        disabled={isMade || report === undefined || (multiplies && !mayRepeat)}
        onClick={() => onChange(step)}
      />
    </>
  );
}

interface KeyPairsProps {
  readonly left: readonly Column[];
  readonly right: readonly Column[];
  readonly on: StepOf<'join'>['on'];
  readonly onKeys: (on: StepOf<'join'>['on']) => void;
}

/** The pairs of columns that must be equal, and an empty one for another. */
function KeyPairs({ left, right, on, onKeys }: KeyPairsProps) {
  const [draft, setDraft] = useState('');
  const labels = [t('steps.leftKey'), t('steps.rightKey')] as const;
  return [...on, [draft, ''] as const].map(([one, other], at) => {
    const isNew = at === on.length;
    const put = (pair: readonly [string, string] | null) =>
      onKeys([...on.slice(0, at), ...(pair === null ? [] : [pair]), ...on.slice(at + 1)]);
    const chooseRight = (name: string | null) => {
      if (name === null || one === '') return;
      if (isNew) setDraft('');
      put([one, name]);
    };
    const field = (side: 0 | 1, columns: readonly Column[]) => ({
      label: at === 0 && labels[side],
      'aria-label': labels[side],
      placeholder: labels[side],
      data: columns.map(({ name }) => name),
      value: (side === 0 ? one : other) || null,
    });
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: pairs have no name but their place.
      <div key={at} className={styles.pair}>
        <Select
          {...field(0, left)}
          clearable
          onChange={(name) => (isNew ? setDraft(name ?? '') : put(name === null ? null : [name, other]))}
        />
        <Select {...field(1, right)} onChange={chooseRight} />
      </div>
    );
  });
}

/** How the keys match, or why that is unknown. */
function Findings({ report, error }: { report: StepJoinReport | undefined; error: Error | null }) {
  if (error === null) return report === undefined ? null : <Report report={report} />;
  return (
    <Note tone="bad">
      <p>{statementProblem(failureOf(error))?.text ?? <FailureText failure={error} />}</p>
    </Note>
  );
}

function Report({ report: { rows, matched, joined, repeated, unmatched } }: { report: StepJoinReport }) {
  const tone = matched === 0 ? 'bad' : joined > matched ? 'warning' : 'plain';
  return (
    <Note tone={tone}>
      <p>{t('steps.matched', { matched, rows })}</p>
      {unmatched !== '' && <p>{t('steps.unmatched', { keys: unmatched })}</p>}
      {repeated > 0 && <p>{t('steps.repeated', { count: repeated })}</p>}
      {joined > matched && <p>{t('steps.multiplies', { joined, matched })}</p>}
    </Note>
  );
}

/** How the rows before a join match those of its input. */
interface StepJoinReport {
  readonly rows: number;
  readonly matched: number;
  /** Rows of an inner join. */
  readonly joined: number;
  /** Keys of the input that occur more than once. */
  readonly repeated: number;
  /** The first keys without a match. */
  readonly unmatched: string;
}

/** The report of a join over all rows, before it runs. @param before the statement of the steps before it */
function joinReportQuery(connection: string, before: string, step: Pick<StepOf<'join'>, 'input' | 'on' | 'asText'>) {
  const sql = reportSql(before, step);
  return queryOptions({
    queryKey: callKey('runSql', { connection, sql }, ['join']),
    queryFn: async ({ signal }): Promise<StepJoinReport> => {
      const { rows } = await runSql({ connection, sql }, signal);
      const [all, matched, joined, repeated, unmatched] = rows[0] ?? [];
      const numbers = { rows: Number(all), matched: Number(matched), joined: Number(joined) };
      return { ...numbers, repeated: Number(repeated), unmatched: String(unmatched ?? '') };
    },
    enabled: step.on.length > 0,
  });
}

function reportSql(before: string, { input, on, asText }: Pick<StepOf<'join'>, 'input' | 'on' | 'asText'>): string {
  const side = (at: 0 | 1) => on.map((pair) => quoteIdentifier(pair[at])).join(', ');
  const condition = joinCondition(on, asText);
  const key = on.map(([left]) => `CAST(l.${quoteIdentifier(left)} AS VARCHAR)`).join(', ');
  return `WITH l AS (SELECT ${side(0)}, count(*) AS n_rows FROM (${before}) GROUP BY ALL),
r AS (SELECT ${side(1)}, count(*) AS n_rows FROM ${quoteIdentifier(input)} GROUP BY ALL),
m AS (SELECT l.n_rows AS ln, r.n_rows AS rn FROM l JOIN r ON ${condition}),
u AS (SELECT concat_ws(' · ', ${key}) AS k FROM l ANTI JOIN r ON ${condition} ORDER BY k LIMIT 10)
SELECT (SELECT coalesce(sum(n_rows), 0) FROM l) AS n_left, (SELECT coalesce(sum(ln), 0) FROM m) AS n_matched,
  (SELECT coalesce(sum(ln * rn), 0) FROM m) AS n_joined, (SELECT count(*) FROM r WHERE n_rows > 1) AS n_repeated,
  (SELECT string_agg(k, ', ' ORDER BY k) FROM u) AS unmatched`;
}
