import { app, type BrowserWindow } from 'electron';
import type { Bounds, SavedWindow, SettingsFile } from '../app/settings.ts';
import { boundsOf, newWindowId, openWindow } from './window.ts';

/** The id of the window that there always was. */
const firstId = 'first';
/** How far a new window stands from the one it was opened from, in pixels. */
const step = 28;

/** What the windows work with. */
interface WindowsParts {
  /** Is given every window that is opened. */
  readonly watch: (window: BrowserWindow) => void;
  /** Whether the application may end just now. */
  readonly mayQuit: () => boolean;
}

interface Opened {
  readonly id: string;
  readonly window: BrowserWindow;
}

/**
 * The windows of the application: those of the last run are opened again, each with what was open in it. One that is
 * closed while others stay is dropped; the last one, and all that are open when the application ends, are saved.
 */
export class Windows {
  readonly #settings: SettingsFile;
  readonly #parts: WindowsParts;
  /** The one that was used last comes last. */
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

  /** Opens one more window, empty, beside the one used last. */
  openNew(): void {
    const last = this.lastUsed();
    const beside = last === undefined ? null : boundsOf(last);
    const bounds: Bounds | null =
      beside === null ? null : { ...beside, x: beside.x + step, y: beside.y + step, maximized: false };
    const id = newWindowId();
    this.#open({ id, bounds }, [...this.#opened.map((one) => one.id), id]);
    this.#keep();
  }

  /** The window that the person used last. */
  lastUsed(): BrowserWindow | undefined {
    return this.#opened.at(-1)?.window;
  }

  /** Brings the window used last to the front; where there is none, those of the last run. */
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
      // Elsewhere than on macOS the application ends with its last window, which stays until that is settled.
      if (others().length === 0 && process.platform !== 'darwin' && !this.#parts.mayQuit()) {
        event.preventDefault();
        return;
      }
      // At once: the application may be asked to quit before the window has closed.
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
