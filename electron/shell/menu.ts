import { app, BrowserWindow, Menu, type MenuItemConstructorOptions, shell } from 'electron';
import { type DiagnosticsParts, saveDiagnostics } from './diagnostics.ts';

/** The native menu, of the platform's own commands. */
export function setMenu(diagnostics: DiagnosticsParts): void {
  const mac = process.platform === 'darwin';
  const view: MenuItemConstructorOptions[] = [
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    { type: 'separator' },
    { role: 'togglefullscreen' },
  ];
  if (!app.isPackaged) view.push({ type: 'separator' }, { role: 'reload' }, { role: 'toggleDevTools' });
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...(mac ? [{ role: 'appMenu' } as const] : []),
      { role: 'fileMenu' },
      { role: 'editMenu' },
      { role: 'viewMenu', submenu: view },
      { role: 'windowMenu' },
      { role: 'help', submenu: help(diagnostics) },
    ]),
  );
}

function help(diagnostics: DiagnosticsParts): MenuItemConstructorOptions[] {
  return [
    {
      label: 'Save diagnostics…',
      click: async () => {
        const window = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0];
        const target = window && (await saveDiagnostics(window, diagnostics));
        // It opens as text, so that it is read before it is given to anybody.
        if (target) await shell.openPath(target);
      },
    },
    { label: 'Show log', click: () => shell.showItemInFolder(diagnostics.places.logs) },
  ];
}
