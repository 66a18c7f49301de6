import { contextBridge, type IpcRendererEvent, ipcRenderer, webUtils } from 'electron';
import { desktopCapabilities } from '#shared/rpc/shell/capabilities.ts';
import type { ShellAnswer, ShellBridge } from '#shared/rpc/shell/shell.ts';
import {
  backendPortChannel,
  backendPortMessage,
  shellChannel,
  shellEventChannel,
} from '#shared/rpc/shell/shell-channels.ts';

const argument = (name: string) =>
  process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3) ?? '';

function call(name: string, parameters: unknown): Promise<ShellAnswer> {
  // The main process answers each call so.
  return ipcRenderer.invoke(shellChannel, name, parameters) as Promise<ShellAnswer>;
}

function onEvent(listener: (event: unknown) => void): () => void {
  // The page gets what was said, never Electron's own event with its `sender`.
  const receive = (_event: IpcRendererEvent, message: unknown) => listener(message);
  ipcRenderer.on(shellEventChannel, receive);
  return () => ipcRenderer.off(shellEventChannel, receive);
}

const bridge: ShellBridge = {
  platform: process.platform === 'darwin' || process.platform === 'win32' ? process.platform : 'linux',
  version: argument('almanac-version'),
  capabilities: desktopCapabilities,
  languages: argument('almanac-languages').split(',').filter(Boolean),
  window: argument('almanac-window'),
  windows: argument('almanac-windows').split(',').filter(Boolean),
  opened: argument('almanac-opened'),
  call,
  onEvent,
  takeFile: async (file) => ({ kind: 'done', result: file instanceof File ? webUtils.getPathForFile(file) : '' }),
  connectBackend: () => ipcRenderer.send(backendPortChannel),
};

contextBridge.exposeInMainWorld('almanac', bridge);

// A port cannot cross the context bridge, so the page gets it as a message of its own window.
ipcRenderer.on(backendPortChannel, (event) => {
  window.postMessage({ type: backendPortMessage }, location.origin, event.ports);
});
