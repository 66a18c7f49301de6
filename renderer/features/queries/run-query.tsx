import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { QuerySummary } from '#shared/rpc/calls/queries.ts';
import { failureOf } from '../../backend/failure.ts';
import { reportFailure } from '../../backend/report-failure.ts';
import { queryRunQuery } from '../../backend/service/queries.ts';
import { datasetQuery } from '../../backend/service/records.ts';
import { signInTo } from '../../dialogs/dialogs.ts';
import { closeQueryDialog } from '../../dialogs/query-dialogs.ts';
import { describedColumns } from '../../lib/data-column.ts';
import { openSavedQuery } from '../../state/open-view.ts';
import { CloseAction } from '../../ui/actions/close-action.tsx';
import formStyles from '../../ui/actions/form.module.css';
import { FailureState } from '../../ui/states/states.tsx';
import { RunAnswer } from './run-answer.tsx';
import styles from './run-query.module.css';

/** Shows the service's own answer to a query: the only reliable statement of what the query returns. */
export function RunQuery({ query }: { query: QuerySummary }) {
  const { t } = useTranslation();
  const { data: run, error, isFetching, refetch } = useQuery(queryRunQuery(query));
  const { data: details } = useQuery(datasetQuery(query.reference));
  const open = () => {
    closeQueryDialog();
    void openSavedQuery(query).catch(reportFailure);
  };
  return (
    <div className={formStyles.form}>
      <div className={styles.answer} aria-busy={isFetching}>
        {error !== null && !isFetching && (
          <FailureState
            failure={failureOf(error)}
            onRetry={() => void refetch()}
            onSignIn={signInTo(query.reference.connection)}
          />
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
