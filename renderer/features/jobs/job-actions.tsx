import { ActionIcon, Flex } from '@mantine/core';
import {
  type Icon,
  IconExternalLink,
  IconFolder,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
  IconRefresh,
  IconTable,
  IconX,
} from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Job } from '#shared/rpc/jobs.ts';
import { reportFailure } from '../../backend/failure.ts';
import { type JobAction, performJobAction } from '../../backend/jobs.ts';
import { shell } from '../../backend/shell.ts';
import { hasEnded, jobTitle } from '../../lib/format/job-texts.ts';
import { openCreatedDataset } from '../../state/open-view.ts';

interface Action {
  readonly label: string;
  readonly icon: Icon;
  readonly run: () => unknown;
}

function madeDataset({ result }: Job) {
  const makes = result?.kind === 'publish' || result?.kind === 'pin' || result?.kind === 'follow';
  return makes ? result.reference : null;
}

function actionsOf(t: TFunction, job: Job): Action[] {
  const act = (name: JobAction, icon: Icon): Action => ({
    label: t(`jobs.${name}`),
    icon,
    run: () => performJobAction(name, job.id),
  });
  const made = madeDataset(job);
  const path = job.result?.kind === 'export' ? job.result.path : null;
  const actions: Action[] = [];
  if (made !== null) {
    actions.push({ label: t('jobs.openDataset'), icon: IconTable, run: () => openCreatedDataset(made) });
  }
  if (path !== null) {
    actions.push({ label: t('jobs.openFile'), icon: IconExternalLink, run: () => shell.call('openFile', { path }) });
    actions.push({ label: t('jobs.showInFolder'), icon: IconFolder, run: () => shell.call('showInFolder', { path }) });
  }
  if (job.state === 'running' || job.state === 'queued') {
    const pause = act('pause', IconPlayerPause);
    // Cancelling a job that has not started loses nothing.
    const loses = job.state === 'running' && !job.resumable;
    actions.push(loses ? { ...pause, label: t('jobs.pauseAgain') } : pause);
  }
  if (job.state === 'paused') actions.push(act('resume', IconPlayerPlay));
  if (job.state === 'failed' || job.state === 'cancelled' || job.state === 'cut-off') {
    actions.push(act('retry', IconRefresh));
  }
  actions.push(hasEnded(job) ? act('clear', IconX) : act('cancel', IconPlayerStop));
  return actions;
}

/** The actions that a job currently allows. */
export function JobActions({ job }: { job: Job }) {
  const { t } = useTranslation();
  const title = jobTitle(t, job.request);
  const run = async (action: Action) => {
    try {
      await action.run();
    } catch (error) {
      reportFailure(error);
    }
  };
  return (
    <Flex gap={2}>
      {actionsOf(t, job).map((action) => (
        <ActionIcon
          key={action.label}
          aria-label={t('jobs.actNamed', { act: action.label, title })}
          data-tooltip={action.label}
          onClick={() => void run(action)}
        >
          <action.icon size={15} stroke={1.5} aria-hidden />
        </ActionIcon>
      ))}
    </Flex>
  );
}
