import { parentPort, workerData } from 'node:worker_threads';
import { RE2JS, RE2JSException } from 're2js';
import type { MatchEvent, MatchTask } from './match-patterns.ts';

// A thread for the patterns of one request, so that their cost ends with it.

function matched(task: MatchTask, started: (condition: number) => void): readonly boolean[] {
  const fits = Array.from({ length: task.items }, () => true);
  for (const [at, { pattern, ignoresCase, column }] of task.conditions.entries()) {
    started(at);
    const compiled = RE2JS.compile(pattern, ignoresCase ? RE2JS.CASE_INSENSITIVE : 0);
    const texts = task.columns[column] ?? [];
    for (let item = 0; item < task.items; item += 1) {
      const text = texts[item] ?? null;
      fits[item] = fits[item] === true && text !== null && compiled.test(text);
    }
  }
  return fits;
}

function post(event: MatchEvent): void {
  parentPort?.postMessage(event);
}

try {
  post({ kind: 'done', fits: matched(workerData as MatchTask, (condition) => post({ kind: 'started', condition })) });
} catch (error) {
  if (!(error instanceof RE2JSException)) throw error;
  post({ kind: 'no-pattern' });
}
