import { NotFoundError } from '../service/local-service.ts';
import type { JobError } from './queue/job-failure.ts';

/** What a request names and the local service does not have, in the words that fit the request. */
export async function explainNotFound<Result>(
  work: Promise<Result>,
  explained: (missing: NotFoundError) => JobError,
): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof NotFoundError ? explained(error) : error;
  }
}
