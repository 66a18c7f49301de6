import { app, type BrowserWindow, dialog } from 'electron';

/** So long a page may take until it first asks for the backend, in milliseconds; slow computers start in a few seconds. */
const patience = 45_000;

/** How the shell hears of and writes down what goes wrong with a window. */
export interface FaultParts {
  readonly report: (where: string, error: unknown) => void;
  /** Whether the page of this window has asked for the backend since it was loaded. */
  readonly isAlive: (window: BrowserWindow) => boolean;
}

/**
 * Sees to it that a window never stays blank or frozen without a word: a page that crashed, hangs, could not be loaded
 * or never came to life is told of in a dialog of the system's, which offers to load it anew. What the page keeps
 * (open tabs, their views) is there again afterwards.
 */
export function watchWindow(window: BrowserWindow, { report, isAlive }: FaultParts): void {
  const contents = window.webContents;
  const offer = singleOffer(window);
  contents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit') return;
    report('window', `The page ended: ${reason} (code ${exitCode})`);
    void offer('The window stopped working.', 'Load it again to go on where you were; open datasets are kept.');
  });
  contents.on('preload-error', (_event, _file, error) => report('window', error));
  contents.on('did-fail-load', (_event, code, description, _address, isMainFrame) => {
    if (!isMainFrame) return;
    report('window', `The page could not be loaded: ${description} (${code})`);
    void offer(
      'The window could not be loaded.',
      'If this happens again, install Almanac anew: its files are damaged.',
    );
  });
  contents.on('did-finish-load', () => {
    setTimeout(() => {
      if (window.isDestroyed() || isAlive(window)) return;
      report('window', 'The page was loaded but did not come to life');
      void offer(
        'The window did not start.',
        'Load it again. What it keeps of its looks is reset by “Reset and reload”.',
        'reset',
      );
    }, patience);
  });
  window.on('unresponsive', () => {
    report('window', 'The page does not respond');
    // Choosing to reload ends the page's process first: one that hangs hears of nothing.
    void offer('The window does not respond.', 'Wait for it, or load it again; open datasets are kept.', 'wait');
  });
}

type Offer = (message: string, detail: string, beside?: keyof typeof choicesBeside) => Promise<void>;

/** What may be chosen in place of loading the page again. */
const choicesBeside = { close: ['Close'], reset: ['Reset and reload', 'Close'], wait: ['Wait'] } as const;

/** One dialog at a time for one window. */
function singleOffer(window: BrowserWindow): Offer {
  let open = false;
  return async (message, detail, beside = 'close') => {
    if (open || window.isDestroyed()) return;
    open = true;
    const choices = ['Reload', ...choicesBeside[beside]];
    try {
      const { response } = await dialog.showMessageBox(window, {
        type: 'error',
        title: app.name,
        message,
        detail,
        buttons: choices,
        defaultId: 0,
        cancelId: choices.length - 1,
      });
      await act(window, choices[response] ?? '', beside === 'wait');
    } finally {
      open = false;
    }
  };
}

async function act(window: BrowserWindow, choice: string, hanging: boolean): Promise<void> {
  if (window.isDestroyed()) return;
  if (choice === 'Close') window.destroy();
  if (choice === 'Reset and reload') await window.webContents.session.clearStorageData({ storages: ['localstorage'] });
  if (!choice.toLowerCase().endsWith('reload')) return;
  if (hanging) {
    const gone = new Promise<void>((resolve) => window.webContents.once('render-process-gone', () => resolve()));
    window.webContents.forcefullyCrashRenderer();
    await gone;
  }
  window.webContents.reload();
}
