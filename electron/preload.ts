import { contextBridge, ipcRenderer } from 'electron';
import { backendPortChannel, backendPortMessage, type ShellBridge, shellChannel } from '#shared/rpc/shell.ts';

const argument = (name: string) =>
  process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3) ?? '';

const bridge: ShellBridge = {
  platform: process.platform === 'darwin' || process.platform === 'win32' ? process.platform : 'linux',
  version: argument('almanac-version'),
  languages: argument('almanac-languages').split(',').filter(Boolean),
  call: (name, parameters) => ipcRenderer.invoke(shellChannel, name, parameters),
  connectBackend: () => ipcRenderer.send(backendPortChannel),
};

contextBridge.exposeInMainWorld('almanac', bridge);

// A port cannot cross the context bridge, so the page gets it as a message of its own window.
ipcRenderer.on(backendPortChannel, (event) => {
  window.postMessage({ type: backendPortMessage }, location.origin, event.ports);
});
