import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { QuerySummary } from '#shared/rpc/calls/queries.ts';
import { copyText } from '../../backend/window/shell.ts';
import { closeQueryDialog, openQueryDialog } from '../../dialogs/query-dialogs.ts';
import { CloseAction } from '../../ui/actions/close-action.tsx';
import { CopyButton } from '../../ui/actions/copy-button.tsx';
import formStyles from '../../ui/actions/form.module.css';
import styles from './queries.module.css';

/** Shows a query that only its service understands: as text, with the address of its rows. */
export function UnsupportedQuery({ query }: { query: QuerySummary }) {
  const { t } = useTranslation();
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
      <CloseAction onClose={closeQueryDialog}>
        {query.data !== '' && (
          <Button variant="default" onClick={() => openQueryDialog({ kind: 'run', query })}>
            {t('queries.run')}
          </Button>
        )}
      </CloseAction>
    </div>
  );
}
