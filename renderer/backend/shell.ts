import { Value } from 'typebox/value';
import { failure } from '#shared/failures.ts';
import { BackendFailure } from '#shared/rpc/backend-failure.ts';
import type { ShellCapabilities } from '#shared/rpc/shell/capabilities.ts';
import {
  type ShellBridge,
  type ShellCallName,
  ShellEvent,
  type ShellParameters,
  type ShellResult,
} from '#shared/rpc/shell/shell.ts';

declare global {
  interface Window {
    /** Set by the preload script, or by that of a browser page. */
    readonly almanac: ShellBridge;
  }
}

/** The API of the page's surroundings. */
export const shell = { ...window.almanac, call };

/** Whether the surroundings of the page let it do something. */
export function can(what: keyof ShellCapabilities): boolean {
  return shell.capabilities[what];
}

/** Calls the main process. @throws {BackendFailure} if it refuses */
async function call<Name extends ShellCallName>(
  name: Name,
  parameters: ShellParameters<Name>,
): Promise<ShellResult<Name>> {
  const answer = await window.almanac.call(name, parameters);
  if (answer.kind === 'refused') throw new BackendFailure(failure('unexpected', answer.reason, { retry: true }));
  // The main process answers each call with a result of its schema.
  return answer.result as ShellResult<Name>;
}

/** Goes to the page of the service that starts or ends the session of this browser; it leads back here. */
export function goToAccountPage(page: 'login' | 'logout'): void {
  const address = new URL(`../auth/${page}/`, document.baseURI);
  address.search = `?next=${encodeURIComponent(location.pathname + location.search)}`;
  location.assign(address);
}

export function copyText(text: string): Promise<void> {
  return shell.call('copyText', { text });
}

/** Puts a table on the clipboard, as text and as HTML. */
export function copyTable(table: { readonly text: string; readonly html: string }): Promise<void> {
  return shell.call('copyTable', table);
}

/** Listens to an event of the main process until the returned function is called. */
export function onShellEvent(listener: (event: ShellEvent) => void): () => void {
  return shell.onEvent((event) => {
    if (Value.Check(ShellEvent, event)) listener(event);
  });
}
