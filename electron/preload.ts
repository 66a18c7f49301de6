import { contextBridge, type IpcRendererEvent, ipcRenderer, webUtils } from 'electron';
import type { ShellAnswer, ShellBridge } from '#shared/rpc/shell.ts';
import { backendPortChannel, backendPortMessage, shellChannel, shellEventChannel } from '#shared/rpc/shell-channels.ts';

const argument = (name: string) =>
  process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3) ?? '';

async function call(name: string, parameters: unknown): Promise<unknown> {
  const answer = (await ipcRenderer.invoke(shellChannel, name, parameters)) as ShellAnswer;
  if (answer.kind === 'refused') throw new Error(answer.message);
  return answer.result;
}

function onEvent(listener: (event: unknown) => void): () => void {
  // The page gets what was said, never Electron's own event with its `sender`.
  const hear = (_event: IpcRendererEvent, said: unknown) => listener(said);
  ipcRenderer.on(shellEventChannel, hear);
  return () => ipcRenderer.off(shellEventChannel, hear);
}

const bridge: ShellBridge = {
  platform: process.platform === 'darwin' || process.platform === 'win32' ? process.platform : 'linux',
  version: argument('almanac-version'),
  languages: argument('almanac-languages').split(',').filter(Boolean),
  window: argument('almanac-window'),
  windows: argument('almanac-windows').split(',').filter(Boolean),
  opened: argument('almanac-opened'),
  // The main process answers each name with the result of its schema.
  call: call as ShellBridge['call'],
  onEvent,
  pathOf: (file) => (file instanceof File ? webUtils.getPathForFile(file) : ''),
  connectBackend: () => ipcRenderer.send(backendPortChannel),
};

contextBridge.exposeInMainWorld('almanac', bridge);

// A port cannot cross the context bridge, so the page gets it as a message of its own window.
ipcRenderer.on(backendPortChannel, (event) => {
  window.postMessage({ type: backendPortMessage }, location.origin, event.ports);
});
