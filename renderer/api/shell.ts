import type { ShellBridge } from '#shared/rpc/shell.ts';

declare global {
  interface Window {
    /** Put there by the preload script. */
    readonly almanac: ShellBridge;
  }
}

/** The operating system's shell, through the preload script. */
export const shell: ShellBridge = window.almanac;

/** Puts text on the clipboard. */
export function copyText(text: string): Promise<void> {
  return shell.call('copyText', { text });
}

/** Opens a web address in the person's browser. @throws unless the shell finds it fit: http or https, without a password. */
export function openAddress(address: string): Promise<void> {
  return shell.call('openAddress', { address });
}
