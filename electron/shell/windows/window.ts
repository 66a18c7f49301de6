import path from 'node:path';
import { app, BrowserWindow, nativeTheme, screen } from 'electron';
import type { Bounds } from '../settings/settings.ts';

const initialSize = { width: 1280, height: 820 };

/** An id for a new window: newer ids sort after older ones. */
export function newWindowId(): string {
  return Date.now().toString(36);
}

/** What {@link openWindow} needs. */
export interface WindowParts {
  readonly pageAddress: string;
  readonly id: string;
  /** Ids of all windows, including this one. */
  readonly ids: readonly string[];
  readonly bounds: Bounds | null;
}

/** Opens a window at its former position. It becomes visible once its first frame is drawn, so that nothing flashes. */
export function openWindow({ pageAddress, id, ids, bounds }: WindowParts): BrowserWindow {
  const window = new BrowserWindow({
    ...(bounds !== null && isOnScreen(bounds) ? sizeOf(bounds) : initialSize),
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
        `--almanac-window=${id}`,
        `--almanac-windows=${ids.join(',')}`,
        `--almanac-opened=${newWindowId()}`,
      ],
    },
  });
  if (bounds?.maximized) window.maximize();
  window.once('ready-to-show', () => window.show());
  void window.loadURL(pageAddress);
  return window;
}

/** The current bounds of a window. */
export function boundsOf(window: BrowserWindow): Bounds {
  return { ...window.getNormalBounds(), maximized: window.isMaximized() };
}

function sizeOf({ x, y, width, height }: Bounds) {
  return { x, y, width, height };
}

/** A screen may have been disconnected: a window whose title bar is out of reach opens in the middle instead. */
function isOnScreen({ x, y, width }: Bounds): boolean {
  return screen.getAllDisplays().some(({ workArea }) => {
    const visible = Math.min(x + width, workArea.x + workArea.width) - Math.max(x, workArea.x);
    return visible > 100 && y >= workArea.y && y < workArea.y + workArea.height - 40;
  });
}
