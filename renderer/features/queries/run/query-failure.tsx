import { Button } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Failure } from '#shared/failures.ts';
import { failureOf } from '../../../api/failure.ts';
import { openDialog } from '../../../dialogs/dialogs.ts';
import { closeQueryDialog } from '../../../dialogs/query-dialogs.ts';
import { asksForSignIn } from '../../../lib/format/failure-texts.ts';
import { FailureText } from '../../../ui/states/failure-text.tsx';
import { Note } from '../../../ui/states/note.tsx';

/** What is done with a query when it fails. */
type QueryAct = 'save' | 'change';

/** What a failure means for a query, where the words of reading do not fit that which was to be written. */
function failureText(t: TFunction, { kind }: Failure, act: QueryAct): string | null {
  if (kind === 'sign-in-needed') return t('queries.signInNeeded');
  if (kind === 'forbidden') return t(act === 'save' ? 'queries.forbiddenToSave' : 'queries.forbidden');
  return kind === 'not-found' && act === 'change' ? t('queries.notFound') : null;
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
      {asksForSignIn(failure) && <SignInButton connection={props.connection} />}
    </Note>
  );
}
