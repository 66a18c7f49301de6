import { Button } from '@mantine/core';
import { t } from 'i18next';
import type { QueryPart, QuerySummary } from '#shared/rpc/calls/queries.ts';
import { useConnection } from '../../backend/records.ts';
import { copyText } from '../../backend/shell.ts';
import { connectionName } from '../../lib/format/connection-state.ts';
import { closeDialog, openDialog, type QueryDialog } from '../../state/dialogs.ts';
import { openTab } from '../../state/tabs.ts';
import formStyles from '../../ui/actions/form.module.css';
import { CloseAction } from '../../ui/actions/form-actions.tsx';
import { CopyButton, PlainButton } from '../../ui/actions/icon-button.tsx';
import { Note } from '../../ui/states/note.tsx';
import styles from './queries.module.css';

/** Lists the missing parts of a view, and opens the rest only if the user agrees. */
export function IncompleteView({ fitted, rest }: Extract<QueryDialog, { kind: 'incomplete' }>) {
  const open = () => {
    closeDialog('queries');
    // A view without those parts is no longer the saved query.
    openTab({ ...rest, saved: null });
  };
  return (
    <div className={formStyles.form}>
      <Note tone="warning">
        {fitted.columns.length > 0 && <p>{t('queries.incompleteColumns', { columns: fitted.columns.join(', ') })}</p>}
        {fitted.version !== null && <p>{t('queries.incompleteVersion', { version: fitted.version })}</p>}
      </Note>
      <span>{t('queries.incompleteText')}</span>
      <div className={formStyles.actions}>
        <PlainButton text={t('common.cancel')} data-autofocus onClick={() => closeDialog('queries')} />
        <Button onClick={open}>{t('queries.openWithout')}</Button>
      </div>
    </div>
  );
}

/** Reports what the service of a connection did not save of a view. */
export function PartlySaved({ parts, connection }: { parts: readonly QueryPart[]; connection: string }) {
  const service = useConnection(connection);
  return <LostParts parts={parts} service={connectionName(t, service)} />;
}

/** Reports what a service did not save of a view: a query must not show less than intended without notice. */
export function LostParts({ parts, service }: { parts: readonly QueryPart[]; service: string }) {
  return (
    <div className={formStyles.form}>
      <Note tone="warning">
        {t('queries.notFullySaved', { service, parts: parts.map((part) => t(`queries.part-${part}`)).join(', ') })}
      </Note>
      <CloseAction onClose={() => closeDialog('queries')} />
    </div>
  );
}

/** Shows a query that only its service understands: as text, with the address of its rows. */
export function UnsupportedQuery({ query }: { query: QuerySummary }) {
  const text = query.asks.kind === 'unsupported' ? query.asks.text : '';
  return (
    <div className={formStyles.form}>
      <span>{t('queries.unsupportedText')}</span>
      {text !== '' && <pre className={`${styles.unsupported} mono`}>{text}</pre>}
      {query.data !== '' && (
        <div className={styles.address}>
          <span className="mono">{query.data}</span>
          <CopyButton label={t('queries.copyData')} text={query.data} copy={copyText} />
        </div>
      )}
      <CloseAction onClose={() => closeDialog('queries')}>
        {query.data !== '' && (
          <PlainButton text={t('queries.run')} onClick={() => openDialog({ kind: 'run', query })} />
        )}
      </CloseAction>
    </div>
  );
}
