import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Job, PinResult } from '#shared/rpc/jobs.ts';
import { reportFailure } from '../../backend/failure.ts';
import { jobsQuery, startJob } from '../../backend/jobs.ts';
import { hasEnded } from '../../lib/format/job-texts.ts';
import { showJobs } from '../../state/dialogs.ts';
import type { DatasetTab } from '../../state/tab.ts';
import { openDataset, sameDataset } from '../../state/tabs.ts';
import { EmptyState } from '../../ui/states/states.tsx';
import type { Pair } from './comparison-head.tsx';

/** The last job that copies a version to this computer. */
function pinOf(jobs: readonly Job[], tab: DatasetTab, version: string): Job | null {
  const pins = jobs.filter(
    ({ request }) =>
      request.kind === 'pin' && request.version === version && sameDataset(request.reference, tab.reference),
  );
  return pins.reduce<Job | null>((last, job) => (last === null || job.created > last.created ? job : last), null);
}

function copyIn(job: Job | null): PinResult | null {
  return job?.state === 'done' && job.result?.kind === 'pin' ? job.result : null;
}

/** Explains that this service does not compare versions, and offers to copy both to this computer, which does. */
export function KeepBoth({ tab, pair }: { tab: DatasetTab; pair: Pair }) {
  const { t } = useTranslation();
  const { data: jobs = [] } = useQuery(jobsQuery);
  // The older one first: a copy's versions are ordered by creation.
  const slugs = pair.before < pair.after ? [pair.before, pair.after] : [pair.after, pair.before];
  const pins = slugs.map((slug) => pinOf(jobs, tab, slug));
  const copies = pins.map(copyIn);
  const [copy] = copies;
  const under = pins.some((job) => job !== null && !hasEnded(job));
  async function keep(): Promise<void> {
    try {
      for (const [position, version] of slugs.entries()) {
        if (copies[position] === null) await startJob({ kind: 'pin', reference: tab.reference, version });
      }
      showJobs(true);
    } catch (error) {
      reportFailure(error);
    }
  }
  if (copy != null && copies.every((one) => one !== null)) {
    return (
      <EmptyState title={t('comparing.keptTitle')} text={t('comparing.keptText')}>
        <Button onClick={() => openDataset(copy.reference, tab.label)}>{t('comparing.openCopy')}</Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState title={t('comparing.notHereTitle')} text={t('comparing.notHereText')}>
      <Button variant="default" loading={under} onClick={() => void keep()}>
        {t('comparing.keepBoth')}
      </Button>
    </EmptyState>
  );
}
