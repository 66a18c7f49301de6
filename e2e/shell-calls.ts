import type { Page } from '@playwright/test';
import type { ShellCallName, ShellParameters, ShellResult } from '#shared/rpc/shell.ts';

type AnyCall = (name: unknown, parameters: unknown) => Promise<unknown>;

/** Calls the shell as the page does. */
export async function callShell<Name extends ShellCallName>(
  window: Page,
  name: Name,
  parameters: ShellParameters<Name>,
): Promise<ShellResult<Name>> {
  const given: [string, unknown] = [name, parameters];
  const result = await window.evaluate(
    ([called, words]) => (Reflect.get(globalThis, 'almanac').call as AnyCall)(called, words),
    given,
  );
  return result as ShellResult<Name>;
}

/** The words with which the shell refuses a call; null where it does not. */
export async function refusalOf(window: Page, name: string, parameters: unknown): Promise<string | null> {
  return window.evaluate(
    async ([called, given]) => {
      const call = Reflect.get(globalThis, 'almanac').call as AnyCall;
      try {
        await call(called, given);
        return null;
      } catch (error) {
        return error instanceof Error ? error.message : String(error);
      }
    },
    [name, parameters] as const,
  );
}
