import { app } from 'electron';

/** How much a window's memory may grow, in per cent of what it holds, before what it no longer needs is collected. */
const growth = 100;

/**
 * Keeps the memory of windows near what they hold. While rows go by, the elements that drew them are what is left over,
 * and the engine would let them come to several times what the window needs: it weighs its own small heap, and memory
 * is the machine's to give to others. Only processes that start later are meant; to be called before the first window.
 */
export function boundWindowMemory(): void {
  app.commandLine.appendSwitch('js-flags', `--heap-growing-percent=${growth}`);
}
