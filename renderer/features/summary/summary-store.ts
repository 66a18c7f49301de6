import { emptySummary, type Summary } from '#shared/summary.ts';
import { openUndoSteps } from '../../lib/undo-steps.ts';
import { noteSummary, useSession } from '../../session/session.ts';

/** The summary of each tab, and what was done to it. */
export const summarySteps = openUndoSteps<Summary>(
  (tab) => useSession.getState().tabs.find(({ id }) => id === tab)?.summary ?? emptySummary,
  noteSummary,
);
