import { emptySummary, type Summary } from '#shared/summary.ts';
import { openUndoSteps } from '../../lib/undo-steps.ts';
import { noteSummary, useSession } from '../../session/session.ts';

/** The summary of each tab, with its undo steps. */
export const summarySteps = openUndoSteps<Summary>(
  (tab) => useSession.getState().tabs.find(({ id }) => id === tab)?.summary ?? emptySummary,
  noteSummary,
);
