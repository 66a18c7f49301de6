import { report, runStep, type Step, type StepResult } from '../tests/run-steps.ts';

/**
 * All checks and tests that protect a change. What fails before the tests ends the run, because it would make them fail
 * too; after a failed unit test the journeys run all the same. It ends with what failed and how long each step took.
 */
const beforeTests: readonly Step[] = ['setup', 'check', 'build'];
const results: StepResult[] = [];
for (const step of beforeTests) {
  const result = runStep(step);
  results.push(result);
  if (!result.passed) break;
}
if (results.every(({ passed }) => passed)) results.push(runStep('unit'), runStep('e2e'));
report(results);
process.exitCode = results.every(({ passed }) => passed) ? 0 : 1;
