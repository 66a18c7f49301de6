import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { closeQueryDialog, type QueryDialog } from '../../dialogs/query-dialogs.ts';
import { openTab } from '../../state/session.ts';
import formStyles from '../../ui/actions/form.module.css';
import { Note } from '../../ui/states/note.tsx';

/** Lists the missing parts of a view, and opens the rest only if the user agrees. */
export function IncompleteView({ fitted, rest }: Extract<QueryDialog, { kind: 'incomplete' }>) {
  const { t } = useTranslation();
  const open = () => {
    closeQueryDialog();
    // It differs from what was saved, so it is no longer that query.
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
        <Button variant="default" data-autofocus onClick={closeQueryDialog}>
          {t('common.cancel')}
        </Button>
        <Button onClick={open}>{t('queries.openWithout')}</Button>
      </div>
    </div>
  );
}
