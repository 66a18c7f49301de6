import { Button } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Failure } from '#shared/failures.ts';
import { failureOf } from '../../backend/failure.ts';
import { openDialog } from '../../dialogs/dialogs.ts';
import { closeQueryDialog } from '../../dialogs/query-dialogs.ts';
import { asksForSignIn } from '../../lib/format/failure-texts.ts';
import { FailureText } from '../../ui/states/failure-text.tsx';
import { Note } from '../../ui/states/note.tsx';

/** The action that failed. */
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
    closeQueryDialog();
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
