import { emptySummary, type Summary } from '#shared/summary.ts';
import { noteSummary, useSession } from '../../session/session.ts';
import { openTabSteps } from '../../session/view-steps.ts';

/** The summary of each tab, with its undo steps. */
export const summarySteps = openTabSteps<Summary>(
  (tab) => useSession.getState().tabs.find(({ id }) => id === tab)?.summary ?? emptySummary,
  noteSummary,
);
