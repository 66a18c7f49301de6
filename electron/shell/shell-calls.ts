import { BrowserWindow, clipboard, type IpcMainEvent, type IpcMainInvokeEvent, ipcMain, nativeTheme } from 'electron';
import { Value } from 'typebox/value';
import {
  backendPortChannel,
  type ShellCallName,
  type ShellFunctions,
  shellCalls,
  shellChannel,
} from '#shared/rpc/shell.ts';
import type { BackendProcess } from './backend-process.ts';
import type { SettingsFile } from './settings.ts';

/** Answers the page's calls to the shell: only from the top frame of a window of ours, and only what a schema allows. */
export function answerShellCalls({ settings, backend }: { settings: SettingsFile; backend: BackendProcess }): void {
  const functions: ShellFunctions = {
    setTheme: async ({ theme }) => {
      nativeTheme.themeSource = theme;
      settings.change({ theme });
    },
    copyText: async ({ text }) => clipboard.writeText(text),
  };
  ipcMain.handle(shellChannel, (event, name: unknown, parameters: unknown) => {
    checkSender(event);
    if (!isCallName(name)) throw new Error(`The shell knows no call "${String(name)}"`);
    return callShell(functions, name, parameters);
  });
  ipcMain.on(backendPortChannel, (event) => {
    checkSender(event);
    backend.connect(event.sender);
  });
}

function callShell<Name extends ShellCallName>(functions: ShellFunctions, name: Name, parameters: unknown) {
  const schema = shellCalls[name];
  return functions[name](Value.Parse(schema, parameters) as Parameters<ShellFunctions[Name]>[0]);
}

function isCallName(name: unknown): name is ShellCallName {
  return typeof name === 'string' && Object.hasOwn(shellCalls, name);
}

function checkSender(event: IpcMainInvokeEvent | IpcMainEvent): void {
  const window = BrowserWindow.fromWebContents(event.sender);
  if (window === null || event.senderFrame !== window.webContents.mainFrame) {
    throw new Error('Only the top frame of a window of Almanac may call the shell');
  }
}
