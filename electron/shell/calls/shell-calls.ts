import { BrowserWindow, type IpcMainEvent, type IpcMainInvokeEvent, ipcMain } from 'electron';
import { Value } from 'typebox/value';
import { ExplainedError } from '#shared/english/explained-error.ts';
import { explain } from '#shared/failures.ts';
import { type ShellAnswer, type ShellCallName, type ShellFunctions, shellCalls } from '#shared/rpc/shell/shell.ts';
import { backendPortChannel, shellChannel } from '#shared/rpc/shell/shell-channels.ts';
import type { Notices } from '../backend-process/notices.ts';
import type { DiagnosticsParts } from '../diagnostics/diagnostics.ts';
import type { AllowedTargets } from '../files/allowed-targets.ts';
import type { OpenRequests } from '../opening/open-requests.ts';
import type { SettingsFile } from '../settings/settings.ts';
import type { ShellWords } from '../texts.ts';
import type { Windows } from '../windows/windows.ts';

export interface CallParts {
  readonly settings: SettingsFile;
  readonly words: () => ShellWords;
  readonly windows: Windows;
  readonly restartBackend: () => Promise<void>;
  /** Restarts the backend, which repairs the store first. */
  readonly repairStore: () => Promise<void>;
  /** Applies the cache size of the settings to the backend. */
  readonly limitCache: () => void;
  /** Applies the settings of followed data to the backend, and to queued notifications. */
  readonly setAutomaticChecks: () => void;
  readonly targets: AllowedTargets;
  readonly requests: OpenRequests;
  readonly notices: Notices;
  readonly diagnostics: DiagnosticsParts;
}

/** The shell's calls; each receives its window. */
export type WindowFunctions = ShellFunctions<BrowserWindow>;

/** Answers the page's calls to the shell: only from the top frame of our own windows, and only what a schema allows. */
export function answerShellCalls(functions: WindowFunctions, connect: Connect, report: Report): void {
  ipcMain.handle(shellChannel, async (event, name: unknown, parameters: unknown): Promise<ShellAnswer> => {
    try {
      const window = windowOf(event);
      if (!isCallName(name)) throw new ExplainedError(explain('call-unknown', { call: String(name) }));
      return { kind: 'done', result: await callShell(functions, name, parameters, window) };
    } catch (error) {
      if (error instanceof ExplainedError) return { kind: 'refused', reason: error.reason };
      report(`shell call ${String(name)}`, error);
      return { kind: 'refused', reason: explain('shell-failed') };
    }
  });
  ipcMain.on(backendPortChannel, (event) => {
    connect(windowOf(event));
  });
}

/** Hands the page of a window a port to the backend. */
export type Connect = (window: BrowserWindow) => void;

export type Report = (where: string, error: unknown) => void;

function callShell<Name extends ShellCallName>(
  functions: WindowFunctions,
  name: Name,
  parameters: unknown,
  window: BrowserWindow,
): Promise<unknown> {
  const schema = shellCalls[name].parameters;
  if (!Value.Check(schema, parameters)) {
    throw new ExplainedError(explain('call-misused', { call: name }));
  }
  return functions[name](parameters as Parameters<WindowFunctions[Name]>[0], window);
}

function isCallName(name: unknown): name is ShellCallName {
  return typeof name === 'string' && Object.hasOwn(shellCalls, name);
}

function windowOf(event: IpcMainInvokeEvent | IpcMainEvent): BrowserWindow {
  const window = BrowserWindow.fromWebContents(event.sender);
  if (window === null || event.senderFrame !== window.webContents.mainFrame) {
    throw new ExplainedError(explain('caller-not-a-window'));
  }
  return window;
}
