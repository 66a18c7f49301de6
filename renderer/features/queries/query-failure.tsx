import { Button } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Failure } from '#shared/rpc/records.ts';
import { failureOf } from '../../api/failure.ts';
import { openDialog } from '../../dialogs.ts';
import { closeQueryDialog } from '../../query-dialogs.ts';
import { FailureText } from '../../ui/failure-text.tsx';
import { Note } from '../../ui/note.tsx';

/** What is done with a query when it fails. */
type QueryAct = 'save' | 'change';

/** What a failure means for a query, where the words of reading do not fit that which was to be written. */
function failureText(t: TFunction, { code }: Failure, act: QueryAct): string | null {
  if (code === 'sign-in-needed') return t('queries.signInNeeded');
  if (code === 'forbidden') return t(act === 'save' ? 'queries.forbiddenToSave' : 'queries.forbidden');
  return code === 'not-found' && act === 'change' ? t('queries.gone') : null;
}

/** Whether signing in (anew) may help. */
function wantsSignIn(code: string): boolean {
  return code === 'sign-in-needed' || code === 'token-refused';
}

/** Leads from here to signing in. */
export function SignInButton({ connection }: { connection: string }) {
  const { t } = useTranslation();
  const signIn = () => {
    closeQueryDialog();
    openDialog({ kind: 'sign-in', connection });
  };
  return (
    <Button variant="default" size="compact-sm" onClick={signIn}>
      {t('queries.signIn')}
    </Button>
  );
}

/** Why a query could not be saved or changed, and the way on where there is one. */
export function QueryFailure(props: { error: unknown; act: QueryAct; connection: string }) {
  const { t } = useTranslation();
  const failure = failureOf(props.error);
  return (
    <Note tone="bad">
      <p>{failureText(t, failure, props.act) ?? <FailureText failure={failure} />}</p>
      {wantsSignIn(failure.code) && <SignInButton connection={props.connection} />}
    </Note>
  );
}
