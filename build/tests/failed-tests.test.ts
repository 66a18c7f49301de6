import { expect, it } from 'vitest';
import { failedJourneys, failedUnitTests } from './failed-tests.ts';

it('names each failed unit test, and the command that runs it alone', () => {
  const file = '/project/electron/lib/a.test.ts';
  const assertionResults = [
    { fullName: 'lists are sorted', title: 'are sorted', status: 'passed' },
    { fullName: "lists are 'equal' (all)", title: "are 'equal' (all)", status: 'failed' },
  ];
  expect(failedUnitTests({ testResults: [{ name: file, status: 'failed', assertionResults }] }, '/project')).toEqual([
    {
      title: "electron/lib/a.test.ts: lists are 'equal' (all)",
      command: String.raw`npm run unit -- electron/lib/a.test.ts -t 'are '\''equal'\'' \(all\)'`,
    },
  ]);
});

it('names a file that could not be loaded', () => {
  const testResults = [{ name: '/project/shared/b.test.ts', status: 'failed', assertionResults: [] }];
  expect(failedUnitTests({ testResults }, '/project')).toEqual([
    { title: 'shared/b.test.ts', command: 'npm run unit -- shared/b.test.ts' },
  ]);
});

it('names each failed journey by its line, also within groups, and errors outside of journeys', () => {
  const specs = [
    { title: 'opens', ok: true, file: 'explore/c.spec.ts', line: 3 },
    { title: 'closes', ok: false, file: 'explore/c.spec.ts', line: 9 },
  ];
  const report = { suites: [{ specs: [], suites: [{ specs }] }], errors: [{ message: 'no samples\nat …' }] };
  expect(failedJourneys(report)).toEqual([
    { title: 'e2e: no samples', command: 'npm run e2e' },
    { title: 'e2e/explore/c.spec.ts: closes', command: 'npm run e2e -- explore/c.spec.ts:9' },
  ]);
});
