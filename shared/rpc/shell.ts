import { type Static, Type } from 'typebox';

/** What the window may ask of the main process: only what the operating system's shell can do. */
export const shellCalls = {
  setTheme: Type.Object({ theme: Type.Union([Type.Literal('light'), Type.Literal('dark'), Type.Literal('system')]) }),
  copyText: Type.Object({ text: Type.String({ maxLength: 1_000_000 }) }),
} as const;

export type ShellCallName = keyof typeof shellCalls;
export type ShellFunctions = {
  [Name in ShellCallName]: (parameters: Static<(typeof shellCalls)[Name]>) => Promise<void>;
};

/** Name of the IPC channel that carries all of them. */
export const shellChannel = 'almanac:shell';

/** IPC channel by which a page asks main for a port to the backend, and by which main hands one over. */
export const backendPortChannel = 'almanac:backend-port';

/** `type` of the window message that brings the page its port to the backend. A new one comes after the backend restarts. */
export const backendPortMessage = 'almanac:backend-port';

/** What the preload script offers the page as `window.almanac`. */
export interface ShellBridge {
  readonly platform: 'linux' | 'darwin' | 'win32';
  readonly version: string;
  /** The person's languages, most wanted first, as BCP 47 tags. */
  readonly languages: readonly string[];
  /** Calls the main process; rejects with words for a person. */
  readonly call: <Name extends ShellCallName>(
    name: Name,
    parameters: Static<(typeof shellCalls)[Name]>,
  ) => Promise<void>;
  /** Asks for a port to the backend; it arrives as a window message of type {@link backendPortMessage} with one port. */
  readonly connectBackend: () => void;
}
