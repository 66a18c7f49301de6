import { Box, Button, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { asksForSignIn, failureOf, failureWords } from '../../lib/format/failure-texts.ts';
import formStyles from '../../ui/actions/form.module.css';
import { formHandler } from '../../ui/actions/form-actions.tsx';
import { Note } from '../../ui/states/note.tsx';
import styles from './follow.module.css';
import { changeFollow, lookAt, lookBack, type Step, useFollow } from './follow-store.ts';
import { SecretField } from './secret-field.tsx';

interface AddressFormProps {
  /** The address that is looked at. */
  readonly step: Step | undefined;
  /** Why nothing was found. */
  readonly failure: Error | null;
  readonly isLooking: boolean;
  /** Looks at the same address again. */
  readonly again: () => void;
}

/** The host of whatever was pasted, to say what is waited for. */
function hostOf(address: string): string {
  return URL.parse(address)?.host || URL.parse(`https://${address}`)?.host || address;
}

/** The field for the address; what is wrong with the address is said below it. */
export function AddressForm({ step, failure, isLooking, again }: AddressFormProps) {
  const { t } = useTranslation();
  const address = useFollow((draft) => draft.address);
  const isMissing = useFollow((draft) => draft.tried && draft.steps.length === 0 && draft.address.trim() === '');
  const found = failure === null || step === undefined ? null : failureOf(failure);
  const isPrivate = found?.kind === 'private-address' && step?.allowPrivate === false;
  const words = found === null || isPrivate ? null : failureWords(t, found);
  const submit = () => {
    const trimmed = address.trim();
    if (trimmed === '') changeFollow({ tried: true });
    else if (step?.address === trimmed) again();
    else lookAt(trimmed, false);
  };
  return (
    <>
      <form className={styles.address} onSubmit={formHandler(submit)} noValidate>
        <div className={formStyles.line}>
          <TextInput
            label={t('follow.address')}
            description={t('follow.addressHint')}
            placeholder="https://"
            value={address}
            error={isMissing || words !== null}
            data-autofocus
            spellCheck={false}
            maxLength={2000}
            onChange={(event) => changeFollow({ address: event.currentTarget.value })}
          />
          <Button type="submit" variant={step === undefined ? 'filled' : 'default'} loading={isLooking}>
            {t('follow.look')}
          </Button>
        </div>
        {(isMissing || words !== null) && (
          <Box component="p" c="var(--danger)" role="alert">
            {words === null ? t('follow.addressMissing') : `${words.text} ${words.detail}`}
          </Box>
        )}
        <div aria-live="polite">
          {isLooking && step !== undefined && (
            <div className={styles.looking}>
              <Note tone="plain">{t('follow.looking', { host: hostOf(step.address) })}</Note>
              <Button variant="default" onClick={lookBack}>
                {t('common.cancel')}
              </Button>
            </div>
          )}
          {isPrivate && step !== undefined && <PrivateAddress step={step} />}
        </div>
      </form>
      {found !== null && step !== undefined && asksForSignIn(found) && (
        <SecretField address={step.address} onKept={again} />
      )}
    </>
  );
}

/** Asks before an address within this computer or its network is looked at. */
function PrivateAddress({ step }: { step: Step }) {
  const { t } = useTranslation();
  const allow = () => lookAt(step.address, true, useFollow.getState().steps.slice(0, -1));
  return (
    <Note tone="warning">
      <p>
        <strong>{t('follow.privateTitle')}</strong>
      </p>
      <p>{t('follow.privateText')}</p>
      <Button mt={6} size="compact-sm" variant="default" onClick={allow}>
        {t('follow.privateAllow')}
      </Button>
    </Note>
  );
}
