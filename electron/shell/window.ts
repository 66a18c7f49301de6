import path from 'node:path';
import { app, BrowserWindow, nativeTheme, screen } from 'electron';
import type { Settings, SettingsFile } from './settings.ts';

const initialSize = { width: 1280, height: 820 };

/** Opens a window where the last one stood. It shows itself once its first frame is drawn, so that nothing flashes. */
export function openWindow({ pageAddress, settings }: { pageAddress: string; settings: SettingsFile }): BrowserWindow {
  const remembered = settings.read().window;
  const window = new BrowserWindow({
    ...(remembered && isOnScreen(remembered) ? boundsOf(remembered) : initialSize),
    minWidth: 640,
    minHeight: 420,
    title: app.name,
    show: false,
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#0f172a' : '#ffffff',
    webPreferences: {
      preload: path.join(import.meta.dirname, 'preload.cjs'),
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webSecurity: true,
      spellcheck: false,
      additionalArguments: [
        `--almanac-version=${app.getVersion()}`,
        `--almanac-languages=${app.getPreferredSystemLanguages().join(',')}`,
      ],
    },
  });
  if (remembered?.maximized) window.maximize();
  window.once('ready-to-show', () => window.show());
  window.on('close', () => {
    settings.change({ window: { ...window.getNormalBounds(), maximized: window.isMaximized() } });
  });
  void window.loadURL(pageAddress);
  return window;
}

type RememberedWindow = NonNullable<Settings['window']>;

function boundsOf({ x, y, width, height }: RememberedWindow) {
  return { x, y, width, height };
}

/** A screen may have gone since: a window whose title bar nobody can reach opens in the middle instead. */
function isOnScreen({ x, y, width }: RememberedWindow): boolean {
  return screen.getAllDisplays().some(({ workArea }) => {
    const visible = Math.min(x + width, workArea.x + workArea.width) - Math.max(x, workArea.x);
    return visible > 100 && y >= workArea.y && y < workArea.y + workArea.height - 40;
  });
}
