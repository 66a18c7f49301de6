import { Box, Button, Modal } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import { useEffect } from 'react';
import type { Choice } from '#shared/follow.ts';
import type { ResultOf } from '#shared/rpc/backend.ts';
import { reportFailure } from '../../backend/failure.ts';
import { followedQuery } from '../../backend/follow.ts';
import { jobsQuery } from '../../backend/jobs.ts';
import { callQuery } from '../../backend/port.ts';
import { records } from '../../backend/records.ts';
import { asksForSignIn, failureOf, failureWords } from '../../lib/format/failure-texts.ts';
import { helpFor } from '../../lib/help.ts';
import { closeDialog, useDialog } from '../../state/dialogs.ts';
import { openCreatedDataset } from '../../state/open-view.ts';
import formStyles from '../../ui/actions/form.module.css';
import { formHandler } from '../../ui/actions/form-actions.tsx';
import { PlainButton } from '../../ui/actions/icon-button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Note } from '../../ui/states/note.tsx';
import { FailureNotice } from '../../ui/states/states.tsx';
import { EntryDetails } from './entry-details.tsx';
import { EntryList } from './entry-list.tsx';
import styles from './follow.module.css';
import { FollowDestination } from './follow-destination.tsx';
import { changeFollow, clearFollow, lookAt, lookBack, type Step, useFollow } from './follow-store.ts';
import { SecretField } from './secret-field.tsx';

/** The dialog that follows an address: what is there, what of it, and where it goes. */
export function FollowDialog() {
  const { dialog, layer } = useDialog('program');
  const isOpen = dialog?.kind === 'follow';
  const hasStep = useFollow(({ steps }) => steps.length > 0);
  useFollowedDataset(isOpen);
  return (
    <Modal
      {...helpFor('following')}
      opened={isOpen}
      {...layer}
      title={t('follow.title')}
      size={hasStep ? 'min(1080px, calc(100vw - 48px))' : 560}
      closeOnClickOutside={false}
    >
      <Content />
    </Modal>
  );
}

function Content() {
  const step = useFollow(({ steps }) => steps.at(-1));
  const look = useQuery({
    ...callQuery('lookAtAddress', { address: step?.address ?? '', allowPrivate: step?.allowPrivate ?? false }),
    enabled: step !== undefined,
    staleTime: 60_000,
  });
  return (
    <div className={styles.follow}>
      <AddressForm
        step={step}
        failure={look.isFetching ? null : look.error}
        isLooking={look.isFetching}
        again={look.refetch}
      />
      {step !== undefined && look.data !== undefined && !look.isFetching && (
        <FoundSource
          key={`${step.address} ${step.allowPrivate}`}
          step={step}
          listing={look.data}
          lookedAt={look.dataUpdatedAt}
        />
      )}
    </div>
  );
}

/** Opens the dataset once it is followed, if the dialog is still open, and makes room for another address. */
function useFollowedDataset(isOpen: boolean): void {
  const id = useFollow(({ job }) => job);
  const { data: jobs } = useQuery(jobsQuery);
  const job = id === null ? undefined : jobs?.find((one) => one.id === id);
  const reference = job?.state === 'done' && job.result?.kind === 'follow' ? job.result.reference : null;
  useEffect(() => {
    if (reference === null) return;
    clearFollow();
    void records.invalidateQueries({ queryKey: followedQuery.queryKey });
    if (!isOpen) return;
    closeDialog('program');
    void openCreatedDataset(reference).catch(reportFailure);
  }, [reference, isOpen]);
}

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
function AddressForm({ step, failure, isLooking, again }: AddressFormProps) {
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
          <TextField
            label={t('follow.address')}
            description={t('follow.addressHint')}
            placeholder="https://"
            value={address}
            error={isMissing || words !== null}
            data-autofocus
            spellCheck={false}
            maxLength={2000}
            onChange={(text) => changeFollow({ address: text })}
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
              <PlainButton text={t('common.cancel')} onClick={lookBack} />
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
  const allow = () => lookAt(step.address, true, useFollow.getState().steps.slice(0, -1));
  return (
    <Note tone="warning" title={t('follow.privateTitle')}>
      <p>{t('follow.privateText')}</p>
      <PlainButton text={t('follow.privateAllow')} mt={6} size="compact-sm" onClick={allow} />
    </Note>
  );
}

interface FoundSourceProps {
  readonly step: Step;
  readonly listing: ResultOf<'lookAtAddress'>;
  /** When the listing was read: a later one has other entries. */
  readonly lookedAt: number;
}

const noChoice: Choice = { kind: 'unknown', address: '-', entry: '', parameters: {} };

/** What is at an address: its tables on the left, the chosen one below, and where it goes on the right. */
function FoundSource({ step, listing, lookedAt }: FoundSourceProps) {
  const { allowPrivate } = step;
  const before = useFollow(({ steps }) => steps.at(-2));
  const chosen = useFollow(({ entry }) => entry);
  const parameters = useFollow((draft) => draft.parameters);
  const [only] = listing.entries;
  const isOnly = listing.entries.length === 1 && listing.more === null && only?.leadsTo === undefined;
  const entry = chosen ?? (isOnly && only !== undefined ? only.id : null);
  const choice: Choice | null =
    entry === null ? null : { kind: listing.kind, address: listing.address, entry, parameters: { ...parameters } };
  const details = useQuery({
    ...callQuery('describeSourceEntry', { choice: choice ?? noChoice, allowPrivate }),
    enabled: choice !== null,
    staleTime: 60_000,
    placeholderData: (previous) => (previous?.id === entry ? previous : undefined),
  });
  return (
    <div className={styles.found}>
      <div className={styles.what}>
        {before !== undefined && (
          <PlainButton
            text={t('follow.back', { title: before.title })}
            className={styles.back}
            variant="subtle"
            size="compact-sm"
            leftSection={<IconArrowLeft size={14} stroke={1.5} aria-hidden />}
            onClick={lookBack}
          />
        )}
        <div>
          <h3>{listing.title}</h3>
          <p className={styles.facts}>
            {[t(`sourceKind.${listing.kind}`), listing.publisher, listing.licence].filter(Boolean).join(' · ')}
          </p>
          {listing.description !== null && <p className={styles.description}>{listing.description}</p>}
        </div>
        <EntryList listing={listing} lookedAt={lookedAt} allowPrivate={allowPrivate} chosen={entry} />
        {details.error !== null && !details.isFetching && (
          <FailureNotice failure={details.error} onRetry={details.refetch} />
        )}
        {choice !== null && details.data === undefined && details.isFetching && (
          <p className="quiet" role="status">
            {t('common.loading')}
          </p>
        )}
        {choice !== null && details.data !== undefined && (
          <EntryDetails key={choice.entry} choice={choice} allowPrivate={allowPrivate} details={details.data} />
        )}
      </div>
      <FollowDestination listing={listing} choice={choice} allowPrivate={allowPrivate} details={details.data} />
    </div>
  );
}
