import { expect, it, vi } from 'vitest';
import type { ViewProgress } from '#shared/api/view-progress.ts';
import { everyRow, type RowQuery } from '#shared/row-query.ts';
import type { Progress } from '../../service/service.ts';
import { reportPreparation } from './paged-file.ts';

const byName: RowQuery = { ...everyRow, ordering: [{ column: 'name', descending: false }], search: 'a' };
const none: ViewProgress = { state: 'none', phase: null, fraction: null, seconds: 0, found: 0, count: null };

/** Follows a service with these answers, of which the last is repeated. */
function follow(query: RowQuery, ...answers: readonly (ViewProgress | null | Error)[]) {
  const reports: Progress[] = [];
  let asked = 0;
  const viewProgress = async () => {
    const answer = answers[Math.min(asked, answers.length - 1)] ?? null;
    asked += 1;
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const work = { signal: new AbortController().signal, report: (progress: Progress) => void reports.push(progress) };
  const end = reportPreparation(viewProgress, query, work, 1);
  return { reports, end, asked: () => asked };
}

it('reports how far a service is in filtering and sorting, until the first page is there', async () => {
  const filtering: ViewProgress = { ...none, state: 'preparing', phase: 'filtering', fraction: 0.5, found: 7 };
  const sorting: ViewProgress = { ...filtering, phase: 'sorting', fraction: 0.25, found: 12, count: 12 };
  const followed = follow(byName, none, filtering, sorting);
  await vi.waitUntil(() => followed.reports.length >= 2, { timeout: 60_000 });
  expect(followed.reports.slice(0, 2)).toEqual([
    { phase: 'filtering', rows: 7, bytes: 0, fraction: 0.5 },
    { phase: 'sorting', rows: 0, bytes: 0, fraction: 0.25 },
  ]);
  followed.end();
  const { length } = followed.reports;
  const asked = followed.asked();
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(followed.reports).toHaveLength(length);
  expect(followed.asked()).toBeLessThanOrEqual(asked + 1);
});

it.each([
  ['that does not say so', byName, null, 1],
  ['that cannot be asked', byName, new Error('The line is dead.'), 1],
  ['that has nothing to prepare', everyRow, none, 0],
])('reports nothing of a service %s', async (_, query, answer, asked) => {
  const followed = follow(query, answer);
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect([followed.reports, followed.asked()]).toEqual([[], asked]);
  followed.end();
});
