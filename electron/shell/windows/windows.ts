import path from 'node:path';
import { app, BrowserWindow, nativeTheme, screen } from 'electron';
import { languageTags } from '../language-tags.ts';
import type { Bounds, SavedWindow, SettingsFile } from '../settings/settings.ts';

const firstId = 'first';
/** Offset of a new window from the one it was opened from, in pixels. */
const cascadeOffset = 28;

/** What {@link Windows} needs. */
interface WindowsParts {
  readonly watch: (window: BrowserWindow) => void;
  readonly mayQuit: () => boolean;
}

interface Opened {
  readonly id: string;
  readonly window: BrowserWindow;
}

/**
 * The windows of the application. Those of the last run are opened again with their tabs. A window that is closed while
 * others remain is removed; the last one, and all that are open when the application quits, are saved.
 */
export class Windows {
  readonly #settings: SettingsFile;
  readonly #parts: WindowsParts;
  /** Most recently used last. */
  #opened: readonly Opened[] = [];
  #pageAddress = '';
  #ending = false;

  constructor(settings: SettingsFile, parts: WindowsParts) {
    this.#settings = settings;
    this.#parts = parts;
    app.on('before-quit', (event) => {
      if (!parts.mayQuit()) {
        event.preventDefault();
        return;
      }
      if (this.#opened.length > 0) this.#keep();
      this.#ending = true;
    });
  }

  /** Opens the windows of the last run, or a first one. */
  openSaved(pageAddress: string): void {
    this.#pageAddress = pageAddress;
    const { windows } = this.#settings.read();
    const kept = windows.length > 0 ? windows : [{ id: firstId, bounds: null }];
    const ids = kept.map(({ id }) => id);
    for (const one of kept) this.#open(one, ids);
  }

  /** Opens another window, empty, beside the most recently used one. */
  openNew(): void {
    const last = this.lastUsed();
    const beside = last === undefined ? null : boundsOf(last);
    const bounds: Bounds | null =
      beside === null
        ? null
        : { ...beside, x: beside.x + cascadeOffset, y: beside.y + cascadeOffset, maximized: false };
    const id = newWindowId();
    this.#open({ id, bounds }, [...this.#opened.map((one) => one.id), id]);
    this.#keep();
  }

  lastUsed(): BrowserWindow | undefined {
    return this.#opened.at(-1)?.window;
  }

  /** Brings the most recently used window to the front, or opens those of the last run. */
  show(): void {
    const window = this.lastUsed();
    if (window === undefined) {
      if (this.#pageAddress !== '') this.openSaved(this.#pageAddress);
      return;
    }
    if (window.isMinimized()) window.restore();
    window.focus();
  }

  #open({ id, bounds }: SavedWindow, ids: readonly string[]): void {
    const window = openWindow({ pageAddress: this.#pageAddress, id, ids, bounds });
    const opened = { id, window };
    this.#opened = [...this.#opened, opened];
    const others = () => this.#opened.filter((one) => one !== opened);
    window.on('focus', () => {
      if (this.#opened.includes(opened)) this.#opened = [...others(), opened];
    });
    window.on('close', (event) => {
      if (this.#ending) return;
      // Except on macOS the application quits with its last window, which stays open until the user has decided.
      if (others().length === 0 && process.platform !== 'darwin' && !this.#parts.mayQuit()) {
        event.preventDefault();
        return;
      }
      // Immediately, because the application may be asked to quit before the window has closed.
      if (others().length > 0) this.#opened = others();
      this.#keep();
    });
    window.on('closed', () => {
      this.#opened = others();
    });
    this.#parts.watch(window);
  }

  #keep(): void {
    const windows = this.#opened.map(({ id, window }) => ({ id, bounds: boundsOf(window) }));
    this.#settings.change({ windows });
  }
}

const initialSize = { width: 1280, height: 820 };

/** An id for a new window: newer ids sort after older ones. */
function newWindowId(): string {
  return Date.now().toString(36);
}

/** What {@link openWindow} needs. */
interface WindowParts {
  readonly pageAddress: string;
  readonly id: string;
  /** Ids of all windows, including this one. */
  readonly ids: readonly string[];
  readonly bounds: Bounds | null;
}

/** Opens a window at its former position. It becomes visible once its first frame is drawn, so that nothing flashes. */
function openWindow({ pageAddress, id, ids, bounds }: WindowParts): BrowserWindow {
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
        `--almanac-languages=${languageTags(app.getPreferredSystemLanguages()).join(',')}`,
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

function boundsOf(window: BrowserWindow): Bounds {
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
