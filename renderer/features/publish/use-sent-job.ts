import { useQuery } from '@tanstack/react-query';
import type { Job } from '#shared/rpc/jobs.ts';
import { jobsQuery } from '../../backend/jobs.ts';
import { usePublish } from './publish-store.ts';

/** The job of the open file's last submission; null if there is none. */
export function useSentJob(): Job | null {
  const sent = usePublish((store) => store.sent);
  const { data: jobs } = useQuery(jobsQuery);
  return (sent !== null && jobs?.find((job) => job.id === sent.job)) || null;
}
