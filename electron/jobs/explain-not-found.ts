import { NotFoundError } from '../service/service.ts';
import type { JobError } from './queue/job-failure.ts';

/** Explains in terms of the request what the local service does not have. */
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
