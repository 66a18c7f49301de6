import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { reportFailure } from '../../backend/failure.ts';
import { followedQuery, lookQuery } from '../../backend/follow.ts';
import { jobsQuery } from '../../backend/jobs.ts';
import { records } from '../../backend/records.ts';
import { helpFor } from '../../lib/help.ts';
import { closeDialog, useDialog } from '../../state/dialogs.ts';
import { openCreatedDataset } from '../../state/open-view.ts';
import { AddressForm } from './address-form.tsx';
import styles from './follow.module.css';
import { clearFollow, useFollow } from './follow-store.ts';
import { FoundSource } from './found-source.tsx';

/** The dialog that follows an address: what is there, what of it, and where it goes. */
export function FollowDialog() {
  const { t } = useTranslation();
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
    ...lookQuery(step ?? { address: '', allowPrivate: false }),
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
