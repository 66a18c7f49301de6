import { app, type BrowserWindow, dialog } from 'electron';
import type { ShellWords } from '../texts.ts';

/**
 * How long a page may take until it first connects to the backend, in milliseconds; slow computers need a few seconds.
 */
const unresponsiveMs = 45_000;

/** What {@link watchWindow} needs. */
export interface FaultParts {
  readonly report: (where: string, error: unknown) => void;
  readonly words: () => ShellWords;
  /** Whether the page of this window has connected to the backend since it was loaded. */
  readonly isAlive: (window: BrowserWindow) => boolean;
}

/**
 * Never leaves a window blank or frozen without a message: a page that crashed, hangs or failed to load is reported in
 * a system dialog that offers to reload it. Open tabs and their views are restored afterwards.
 */
export function watchWindow(window: BrowserWindow, { report, isAlive, words }: FaultParts): void {
  const contents = window.webContents;
  const offer = singleOffer(window, words);
  contents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit') return;
    report('window', `The page ended: ${reason} (code ${exitCode})`);
    void offer('faultStopped', 'faultStoppedText');
  });
  contents.on('preload-error', (_event, _file, error) => report('window', error));
  contents.on('did-fail-load', (_event, code, description, _address, isMainFrame) => {
    if (!isMainFrame) return;
    report('window', `The page could not be loaded: ${description} (${code})`);
    void offer('faultNotLoaded', 'faultNotLoadedText');
  });
  contents.on('did-finish-load', () => {
    setTimeout(() => {
      if (window.isDestroyed() || isAlive(window)) return;
      report('window', 'The page was loaded but did not come to life');
      void offer('faultNotStarted', 'faultNotStartedText', 'faultReset');
    }, unresponsiveMs);
  });
  window.on('unresponsive', () => {
    report('window', 'The page does not respond');
    // Reloading first kills the page's process, because a hanging one does not react.
    void offer('faultHangs', 'faultHangsText', 'faultWait');
  });
}

type Choice = 'faultReload' | 'faultReset' | 'faultClose' | 'faultWait';
type Offer = (
  message: keyof ShellWords,
  detail: keyof ShellWords,
  beside?: keyof typeof choicesBeside,
) => Promise<void>;

/** The alternatives to reloading the page. */
const choicesBeside = {
  faultClose: ['faultClose'],
  faultReset: ['faultReset', 'faultClose'],
  faultWait: ['faultWait'],
} as const;

/** Shows one dialog at a time per window. */
function singleOffer(window: BrowserWindow, currentWords: () => ShellWords): Offer {
  let open = false;
  return async (message, detail, beside = 'faultClose') => {
    if (open || window.isDestroyed()) return;
    open = true;
    const choices: Choice[] = ['faultReload', ...choicesBeside[beside]];
    const words = currentWords();
    try {
      const { response } = await dialog.showMessageBox(window, {
        type: 'error',
        title: app.name,
        message: words[message],
        detail: words[detail],
        buttons: choices.map((choice) => words[choice]),
        defaultId: 0,
        cancelId: choices.length - 1,
      });
      await act(window, choices[response] ?? 'faultWait', beside === 'faultWait');
    } finally {
      open = false;
    }
  };
}

async function act(window: BrowserWindow, choice: Choice, hanging: boolean): Promise<void> {
  if (window.isDestroyed() || choice === 'faultWait') return;
  if (choice === 'faultClose') {
    window.destroy();
    return;
  }
  if (choice === 'faultReset') await window.webContents.session.clearStorageData({ storages: ['localstorage'] });
  if (hanging) {
    const crashed = new Promise<void>((resolve) => window.webContents.once('render-process-gone', () => resolve()));
    window.webContents.forcefullyCrashRenderer();
    await crashed;
  }
  window.webContents.reload();
}
