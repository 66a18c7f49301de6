import { emptySummary, type Summary } from '#shared/summary.ts';
import { noteSummary, useSession } from '../../state/session.ts';
import { openTabHistory } from '../../state/view-steps.ts';

/** The summary of each tab, with its undo steps. */
export const summarySteps = openTabHistory().stepsOf<Summary>(
  (tab) => useSession.getState().tabs.find(({ id }) => id === tab)?.summary ?? emptySummary,
  noteSummary,
);
