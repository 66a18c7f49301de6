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

/** Type of the window message that brings the port to the backend, and of the one that asks main for it. */
export const backendPortMessage = 'almanac:backend-port';
