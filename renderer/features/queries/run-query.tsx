import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { isNumeric } from '#shared/api/column.ts';
import type { Cell } from '#shared/cell.ts';
import type { Failure } from '#shared/failures.ts';
import type { QueryRun, QuerySummary } from '#shared/rpc/calls/queries.ts';
import { reportFailure } from '../../backend/failure.ts';
import { queryRunQuery } from '../../backend/queries.ts';
import { datasetQuery } from '../../backend/records.ts';
import { type DataColumn, describedColumns } from '../../lib/data-column.ts';
import { type CellFormat, cellText, formatOfColumn } from '../../lib/format/cell-text.ts';
import { fractionPadding, widestFraction } from '../../lib/format/decimal-alignment.ts';
import { asksForSignIn, failureOf } from '../../lib/format/failure-texts.ts';
import { closeDialog, openDialog, signInTo } from '../../state/dialogs.ts';
import { openSavedQuery } from '../../state/open-view.ts';
import { useLocale } from '../../state/settings.ts';
import formStyles from '../../ui/actions/form.module.css';
import { CloseAction } from '../../ui/actions/form-actions.tsx';
import sheetStyles from '../../ui/layout/sheet.module.css';
import { FailureText } from '../../ui/states/failure-note.tsx';
import { Note } from '../../ui/states/note.tsx';
import { FailureState } from '../../ui/states/states.tsx';
import styles from './run-query.module.css';

/** Shows the service's own answer to a query: the only reliable statement of what the query returns. */
export function RunQuery({ query }: { query: QuerySummary }) {
  const { t } = useTranslation();
  const { data: run, error, isFetching, refetch } = useQuery(queryRunQuery(query));
  const { data: details } = useQuery(datasetQuery(query.reference));
  const open = () => {
    closeDialog('queries');
    void openSavedQuery(query).catch(reportFailure);
  };
  return (
    <div className={formStyles.form}>
      <div className={styles.answer} aria-busy={isFetching}>
        {error !== null && !isFetching && (
          <FailureState failure={error} onRetry={refetch} onSignIn={signInTo(query.reference.connection)} />
        )}
        {isFetching && run === undefined && <p role="status">{t('queries.running')}</p>}
        {run !== undefined && (
          <RunAnswer
            run={run}
            label={query.label}
            known={details === undefined ? [] : describedColumns(details.dataset, null)}
          />
        )}
      </div>
      <CloseAction onClose={() => closeDialog('queries')}>
        {query.asks.kind === 'view' && (
          <Button variant="default" onClick={open}>
            {t('queries.openView')}
          </Button>
        )}
      </CloseAction>
    </div>
  );
}

type QueryAct = 'save' | 'change';

/** The message for a failed write, where that of a failed read would not fit. */
function failureText(t: TFunction, { kind }: Failure, act: QueryAct): string | null {
  if (kind === 'sign-in-needed') return t('queries.signInNeeded');
  if (kind === 'forbidden') return t(act === 'save' ? 'queries.forbiddenToSave' : 'queries.forbidden');
  return kind === 'not-found' && act === 'change' ? t('queries.notFound') : null;
}

/** Opens the sign-in dialog. */
export function SignInButton({ connection }: { connection: string }) {
  const { t } = useTranslation();
  const signIn = () => {
    closeDialog('queries');
    openDialog({ kind: 'sign-in', connection });
  };
  return (
    <Button variant="default" size="compact-sm" onClick={signIn}>
      {t('queries.signIn')}
    </Button>
  );
}

/** Why a query could not be saved or changed, and how to proceed. */
export function QueryFailure(props: { error: unknown; act: QueryAct; connection: string }) {
  const { t } = useTranslation();
  const failure = failureOf(props.error);
  return (
    <Note tone="bad">
      <p>{failureText(t, failure, props.act) ?? <FailureText failure={failure} />}</p>
      {asksForSignIn(failure) && <SignInButton connection={props.connection} />}
    </Note>
  );
}

interface RunAnswerProps {
  readonly run: QueryRun;
  readonly label: string;
  /** The dataset's columns, which provide labels and formats for equal columns of the answer. */
  readonly known: readonly DataColumn[];
}

interface Written {
  readonly column: DataColumn;
  readonly number: boolean;
  readonly format: CellFormat;
  /** Number of decimals, so that decimal separators align. */
  readonly fraction: number;
}

/** The result of a run: the row count and the first rows. */
function RunAnswer({ run: { columns, rows, count }, label, known }: RunAnswerProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const part = count !== null && count > rows.length;
  const written = columns.map((own, at): Written => {
    const column = known.find(({ name }) => name === own.name) ?? (own as DataColumn);
    const format = { locale, raw: false, ...formatOfColumn(column) };
    const number = isNumeric(column.type);
    return { column, number, format, fraction: number ? widestFraction(rows, at, format) : 0 };
  });
  return (
    <>
      <p role="status">
        {count === null ? t('queries.notCounted') : t('common.rows', { count })}
        {part && <span className="quiet"> · {t('queries.runPart', { count: rows.length })}</span>}
      </p>
      {rows.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by the keyboard.
        <section className={styles.scroller} tabIndex={0} aria-label={t('queries.runRows', { label })}>
          <table className={`${sheetStyles.table} ${styles.table}`} aria-label={t('queries.runRows', { label })}>
            <thead>
              <tr>
                {written.map(({ column, number }) => (
                  <th key={column.name} scope="col" data-number={number || undefined}>
                    {column.label || column.name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, position) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name but their place, and never move.
                <tr key={position}>
                  {written.map((one, at) => (
                    <Value key={one.column.name} value={row[at] ?? null} written={one} />
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </>
  );
}

function Value({ value, written: { number, format, fraction } }: { value: Cell; written: Written }) {
  const { t } = useTranslation();
  if (value === null) {
    return (
      <td data-number={number || undefined}>
        <span role="img" className="quiet" aria-label={t('rows.missing')}>
          –
        </span>
      </td>
    );
  }
  const text = cellText(value, format);
  const padding = typeof value === 'number' ? fractionPadding(text, fraction) : 0;
  return (
    <td data-number={number || undefined} data-tooltip={text}>
      <span style={padding === 0 ? {} : { paddingRight: `${padding}ch` }}>{text}</span>
    </td>
  );
}
