import { useQuery } from '@tanstack/react-query';
import { type TFunction, t } from 'i18next';
import type { Failure } from '#shared/failures.ts';
import type { QueryRun, QuerySummary } from '#shared/rpc/calls/queries.ts';
import { reportFailure } from '../../backend/failure.ts';
import { callQuery } from '../../backend/port.ts';
import { datasetQuery } from '../../backend/records.ts';
import { type DataColumn, describedColumns } from '../../lib/data-column.ts';
import { asksForSignIn, failureOf } from '../../lib/format/failure-texts.ts';
import { closeDialog, openDialog, signInTo } from '../../state/dialogs.ts';
import { openSavedQuery } from '../../state/open-view.ts';
import { useLocale } from '../../state/settings.ts';
import formStyles from '../../ui/actions/form.module.css';
import { CloseAction } from '../../ui/actions/form-actions.tsx';
import { PlainButton } from '../../ui/actions/icon-button.tsx';
import { RowsTable } from '../../ui/rows-table.tsx';
import { FailureText, Note } from '../../ui/states/note.tsx';
import { FailureState } from '../../ui/states/states.tsx';
import styles from './run-query.module.css';

/** Shows the service's own answer to a query: the only reliable statement of what the query returns. */
export function RunQuery({ query }: { query: QuerySummary }) {
  const parameters = { connection: query.reference.connection, data: query.data };
  const running = callQuery('runQuery', parameters, { staleTime: 0, gcTime: 0 });
  const { data: run, error, isFetching, refetch } = useQuery(running);
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
        {query.asks.kind === 'view' && <PlainButton text={t('queries.openView')} onClick={open} />}
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
  const signIn = () => {
    closeDialog('queries');
    openDialog({ kind: 'sign-in', connection });
  };
  return <PlainButton text={t('queries.signIn')} size="compact-sm" onClick={signIn} />;
}

/** Why a query could not be saved or changed, and how to proceed. */
export function QueryFailure(props: { error: unknown; act: QueryAct; connection: string }) {
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

/** The result of a run: the row count and the first rows. */
function RunAnswer({ run: { columns, rows, count }, label, known }: RunAnswerProps) {
  const locale = useLocale();
  const part = count !== null && count > rows.length;
  const shown = columns.map((own) => known.find(({ name }) => name === own.name) ?? (own as DataColumn));
  return (
    <>
      <p role="status">
        {count === null ? t('queries.notCounted') : t('common.rows', { count })}
        {part && <span className="quiet"> · {t('queries.runPart', { count: rows.length })}</span>}
      </p>
      {rows.length > 0 && (
        <RowsTable label={t('queries.runRows', { label })} columns={shown} rows={rows} locale={locale} />
      )}
    </>
  );
}
