import '../../ui/sheet.css';
import './run-query.css';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Column } from '#shared/api/column.ts';
import type { Cell } from '#shared/cell.ts';
import type { QueryRun, QuerySummary } from '#shared/rpc/query-calls.ts';
import { failureOf } from '../../api/failure.ts';
import { queryRunQuery } from '../../api/queries.ts';
import { datasetQuery } from '../../api/records.ts';
import { reportFailure } from '../../api/report-failure.ts';
import { signInTo } from '../../dialogs.ts';
import { cellText, isQuantity } from '../../lib/cell-text.ts';
import { openSavedQuery } from '../../open-view.ts';
import { closeQueryDialog } from '../../query-dialogs.ts';
import { useLocale } from '../../settings.ts';
import { CloseAction } from '../../ui/close-action.tsx';
import { FailureState } from '../../ui/states.tsx';

/** Shows what the service answers when it runs a query itself: the one sure word on what the query gives. */
export function RunQuery({ query }: { query: QuerySummary }) {
  const { t } = useTranslation();
  const { data: run, error, isFetching, refetch } = useQuery(queryRunQuery(query));
  const { data: details } = useQuery(datasetQuery(query.reference));
  const open = () => {
    closeQueryDialog();
    void openSavedQuery(query).catch(reportFailure);
  };
  return (
    <div className="form">
      <div className="run-answer" aria-busy={isFetching}>
        {error !== null && !isFetching && (
          <FailureState
            failure={failureOf(error)}
            onRetry={() => void refetch()}
            onSignIn={signInTo(query.reference.connection)}
          />
        )}
        {isFetching && run === undefined && <p role="status">{t('queries.running')}</p>}
        {run !== undefined && <Answer run={run} label={query.label} known={details?.dataset.columns ?? []} />}
      </div>
      <CloseAction onClose={closeQueryDialog}>
        {query.asks.kind === 'view' && (
          <Button variant="default" onClick={open}>
            {t('queries.openView')}
          </Button>
        )}
      </CloseAction>
    </div>
  );
}

interface AnswerProps {
  readonly run: QueryRun;
  readonly label: string;
  /** The columns of the dataset, by which those of the answer are named and written where they are the same. */
  readonly known: readonly Column[];
}

function Answer({ run: { columns, rows, count }, label, known }: AnswerProps) {
  const { t } = useTranslation();
  const named = columns.map((column) => known.find(({ name }) => name === column.name) ?? column);
  const part = count !== null && count > rows.length;
  return (
    <>
      <p role="status">
        {count === null ? t('queries.notCounted') : t('common.rows', { count })}
        {part && <span className="quiet"> · {t('queries.runPart', { count: rows.length })}</span>}
      </p>
      {rows.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by the keyboard.
        <section className="run-scroller" tabIndex={0} aria-label={t('queries.runRows', { label })}>
          <table className="sheet-table run-table" aria-label={t('queries.runRows', { label })}>
            <thead>
              <tr>
                {named.map((column) => (
                  <th key={column.name} scope="col" data-number={isNumber(column) || undefined}>
                    {column.label || column.name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, position) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name but their place, and never move.
                <tr key={position}>
                  {named.map((column, at) => (
                    <Value key={column.name} value={row[at] ?? null} column={column} />
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

function isNumber({ type }: Column): boolean {
  return type === 'integer' || type === 'float';
}

function Value({ value, column }: { value: Cell; column: Column }) {
  const { t } = useTranslation();
  const locale = useLocale();
  if (value === null) {
    return (
      <td data-number={isNumber(column) || undefined}>
        <span role="img" className="quiet" aria-label={t('rows.missing')}>
          –
        </span>
      </td>
    );
  }
  const text = cellText(value, { locale, raw: false, grouped: isQuantity(column) });
  return (
    <td data-number={isNumber(column) || undefined} title={text}>
      {text}
    </td>
  );
}
