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
