import { failure } from '#shared/failures.ts';
import { BackendFailure } from '#shared/rpc/port-protocol.ts';
import type { ShellBridge, ShellCallName, ShellParameters, ShellResult } from '#shared/rpc/shell/shell.ts';

declare global {
  interface Window {
    /** Put there by the preload script. */
    readonly almanac: ShellBridge;
  }
}

/** The operating system's shell, through the preload script. */
export const shell = { ...window.almanac, call };

/** Calls the main process. @throws {BackendFailure} where it refuses */
async function call<Name extends ShellCallName>(
  name: Name,
  parameters: ShellParameters<Name>,
): Promise<ShellResult<Name>> {
  const answer = await window.almanac.call(name, parameters);
  if (answer.kind === 'refused') throw new BackendFailure(failure('unexpected', answer.reason, { retry: true }));
  // The main process answers each name with the result of its schema.
  return answer.result as ShellResult<Name>;
}

/** Puts text on the clipboard. */
export function copyText(text: string): Promise<void> {
  return shell.call('copyText', { text });
}

/** Opens a web address in the person's browser. @throws unless the shell finds it fit: http or https, without a password. */
export function openAddress(address: string): Promise<void> {
  return shell.call('openAddress', { address });
}

/** Puts a PNG image, as base64, on the clipboard. */
export function copyImage(png: string): Promise<void> {
  return shell.call('copyImage', { png });
}
