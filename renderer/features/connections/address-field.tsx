import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { FoundService } from '#shared/rpc/records.ts';
import { callBackend } from '../../backend/port.ts';
import formStyles from '../../ui/actions/form.module.css';
import { Explanations, FailureNote } from '../../ui/states/failure-note.tsx';
import { Note } from '../../ui/states/note.tsx';

interface AddressFieldProps {
  readonly address: string;
  readonly error: string | null;
  readonly onChange: (address: string) => void;
  readonly onFound: (found: FoundService) => void;
}

/** An address field with a button that checks the address and reports what was found. */
export function AddressField({ address, error, onChange, onFound }: AddressFieldProps) {
  const { t } = useTranslation();
  const test = useMutation({
    mutationFn: () => callBackend('testAddress', { address: address.trim() }),
    onSuccess: onFound,
  });
  return (
    <>
      <div className={formStyles.line}>
        <TextInput
          label={t('connections.address')}
          description={t('connections.addressHint')}
          placeholder="https://"
          value={address}
          error={error}
          data-autofocus
          spellCheck={false}
          onChange={(event) => {
            test.reset();
            onChange(event.currentTarget.value);
          }}
        />
        <Button
          variant="default"
          disabled={address.trim() === ''}
          loading={test.isPending}
          onClick={() => test.mutate()}
        >
          {t('connections.test')}
        </Button>
      </div>
      <div aria-live="polite">
        {test.isPending && <Note tone="plain">{t('connections.testing')}</Note>}
        <FailureNote failure={test.error} />
        {test.data !== undefined && <Found found={test.data} />}
      </div>
    </>
  );
}

function Found({ found }: { found: FoundService }) {
  const { t } = useTranslation();
  return (
    <Note tone="good">
      <p>{t('connections.found', { address: found.address })}</p>
      <p>
        {found.namespaces === null
          ? t('connections.namespacesHidden')
          : t('connections.namespaces', { count: found.namespaces })}
      </p>
      {found.transport === 'ask' && <p>{t('connections.plainHttpNote')}</p>}
      <Explanations of={found.notices} />
    </Note>
  );
}
