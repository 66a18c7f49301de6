import { create } from 'zustand';
import { emptySummary, type Summary } from '#shared/summary.ts';
import { noteSummary, useSession } from '../../session/session.ts';

/** Steps that can be undone. */
const maxSteps = 100;

interface Steps {
  readonly past: readonly Summary[];
  readonly future: readonly Summary[];
}

const noSteps: Steps = { past: [], future: [] };

/** What was done to the summary of each tab. */
export const useSummarySteps = create<Readonly<Record<string, Steps>>>(() => ({}));

export function stepsOf(all: Readonly<Record<string, Steps>>, tab: string): Steps {
  return all[tab] ?? noSteps;
}

function summaryOf(tab: string): Summary {
  return useSession.getState().tabs.find(({ id }) => id === tab)?.summary ?? emptySummary;
}

/** Changes a tab's summary, as a step that can be undone. */
export function changeSummary(tab: string, change: (summary: Summary) => Summary): void {
  const before = summaryOf(tab);
  const after = change(before);
  if (after === before) return;
  const { past } = stepsOf(useSummarySteps.getState(), tab);
  useSummarySteps.setState({ [tab]: { past: [...past, before].slice(-maxSteps), future: [] } });
  noteSummary(tab, after);
}

/** Goes back before the last step. */
export function undoSummary(tab: string): void {
  move(tab, 'past', 'future');
}

/** Takes the last step again that was undone. */
export function redoSummary(tab: string): void {
  move(tab, 'future', 'past');
}

function move(tab: string, from: keyof Steps, to: keyof Steps): void {
  const steps = stepsOf(useSummarySteps.getState(), tab);
  const target = steps[from].at(-1);
  if (target === undefined) return;
  useSummarySteps.setState({
    [tab]: { ...steps, [from]: steps[from].slice(0, -1), [to]: [...steps[to], summaryOf(tab)] },
  });
  noteSummary(tab, target);
}
