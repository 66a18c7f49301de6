import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { root } from '../paths.ts';
import {
  type FailedTest,
  failedJourneys,
  failedUnitTests,
  type JourneyReport,
  type UnitReport,
} from './failed-tests.ts';

/** A part of the tests: a script of package.json. */
export type Step = 'setup' | 'check' | 'build' | 'unit' | 'e2e';

/** A step's outcome. */
export interface StepResult {
  readonly step: Step;
  readonly passed: boolean;
  readonly seconds: number;
  /** Empty for a step that consists of no tests. */
  readonly failed: readonly FailedTest[];
}

const reports = path.join(root, 'out', 'tests');
const reportOf = (step: Step) => path.join(reports, `${step}.json`);

/**
 * Runs a step, with its output on the terminal.
 * @param words added to the command
 * @param env added to the environment
 */
export function runStep(step: Step, words: readonly string[] = [], env: NodeJS.ProcessEnv = {}): StepResult {
  mkdirSync(reports, { recursive: true });
  rmSync(reportOf(step), { force: true });
  const began = performance.now();
  const { status } = spawnSync('npm', ['run', step, '--', ...reporterOf(step), ...words], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      // The tests of the command line run the one that was built, as users do; alone they run the sources.
      ALMANAC_COMMAND_LINE: path.join(root, 'out', 'cli.cjs'),
      PLAYWRIGHT_JSON_OUTPUT_FILE: reportOf('e2e'),
      ...env,
    },
    // npm is a script of the shell on Windows.
    shell: process.platform === 'win32',
  });
  const seconds = Math.round((performance.now() - began) / 1000);
  return { step, passed: status === 0, seconds, failed: status === 0 ? [] : failedTests(step) };
}

/** Prints what failed with the commands that run it alone, and ends with one line of times. */
export function report(results: readonly StepResult[]): void {
  for (const { step, failed } of results.filter(({ passed }) => !passed)) {
    if (failed.length === 0) print(`\nfailed: npm run ${step}`);
    for (const { title, command } of failed) print(`\nfailed: ${title}\n  ${command}`);
  }
  const times = results.map(({ step, seconds }) => `${step} ${clock(seconds)}`);
  const passed = results.every((result) => result.passed);
  print(`\n${passed ? 'passed' : 'failed'}: ${times.join(', ')}`);
}

/** Minutes and seconds, such as `3:05`. */
export function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

function print(line: string): void {
  process.stderr.write(`${line}\n`);
}

function reporterOf(step: Step): string[] {
  if (step === 'unit') return ['--reporter=default', '--reporter=json', `--outputFile.json=${reportOf(step)}`];
  return step === 'e2e' ? ['--reporter=list,json'] : [];
}

function failedTests(step: Step): readonly FailedTest[] {
  if ((step !== 'unit' && step !== 'e2e') || !existsSync(reportOf(step))) return [];
  const text = readFileSync(reportOf(step), 'utf8');
  return step === 'unit'
    ? failedUnitTests(JSON.parse(text) as UnitReport, root)
    : failedJourneys(JSON.parse(text) as JourneyReport);
}
