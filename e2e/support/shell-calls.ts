import type { Page } from '@playwright/test';
import { englishText } from '#shared/english/english-text.ts';
import type { ShellAnswer, ShellCallName, ShellParameters, ShellResult } from '#shared/rpc/shell/shell.ts';

type AnyCall = (name: unknown, parameters: unknown) => Promise<unknown>;

async function answerOf(window: Page, name: string, parameters: unknown): Promise<ShellAnswer> {
  const given: [string, unknown] = [name, parameters];
  const answer = await window.evaluate(
    ([called, words]) => (Reflect.get(globalThis, 'almanac').call as AnyCall)(called, words),
    given,
  );
  return answer as ShellAnswer;
}

/** Calls the shell as the page does. */
export async function callShell<Name extends ShellCallName>(
  window: Page,
  name: Name,
  parameters: ShellParameters<Name>,
): Promise<ShellResult<Name>> {
  const answer = await answerOf(window, name, parameters);
  if (answer.kind === 'refused') throw new Error(englishText(answer.reason));
  return answer.result as ShellResult<Name>;
}

/** The reason why the shell refuses a call, in English; null if it does not. */
export async function refusalOf(window: Page, name: string, parameters: unknown): Promise<string | null> {
  const answer = await answerOf(window, name, parameters);
  return answer.kind === 'refused' ? englishText(answer.reason) : null;
}
