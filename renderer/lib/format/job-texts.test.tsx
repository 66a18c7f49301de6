import i18next from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import { phases } from '#shared/phases.ts';
import { startMessages } from '../../locales/language.ts';
import { jobPhase } from './job-texts.ts';

beforeAll(() => startMessages('de', 'de-DE'));

test.each([
  ['fetching', 'Wird abgerufen'],
  ['unpacking', 'Wird entpackt'],
  ['waiting-for-version', 'Wartet auf eine andere Version'],
] as const)('the phase %s is in the language of the window', (phase, text) => {
  expect(jobPhase(i18next.t, phase)).toBe(text);
});

test('every phase has a text', () => {
  for (const phase of phases) expect(jobPhase(i18next.t, phase)).toMatch(/^\p{Lu}(?!.*phase)/u);
});
