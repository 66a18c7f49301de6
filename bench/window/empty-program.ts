import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses';

const main = `import { app, BrowserWindow } from 'electron';
void app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 1280, height: 820, show: false, webPreferences: { sandbox: true } });
  window.once('ready-to-show', () => window.show());
  void window.loadURL('data:text/html,<title>empty</title><p>empty');
});
app.on('window-all-closed', () => app.quit());
`;

/**
 * The same packaged Electron with only an empty window: the minimum cost of any such application.
 * @returns the program
 */
export async function emptyProgram(packed: string, target: string): Promise<string> {
  await cp(packed, target, { recursive: true, verbatimSymlinks: true });
  const resources = path.join(target, 'resources');
  await rm(resources, { recursive: true });
  await mkdir(path.join(resources, 'app'), { recursive: true });
  await writeFile(path.join(resources, 'app', 'package.json'), '{"name":"empty","type":"module","main":"main.js"}');
  await writeFile(path.join(resources, 'app', 'main.js'), main);
  const program = path.join(target, 'almanac-window');
  await flipFuses(program, { version: FuseVersion.V1, [FuseV1Options.OnlyLoadAppFromAsar]: false });
  return program;
}
