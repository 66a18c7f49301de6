import { onBackendEvent } from './api/backend.ts';
import { shell } from './api/shell.ts';
import { showsOwnRowsOnly } from './own-rows.ts';
import { keepOnlyRowsInFront } from './read-ahead.ts';
import { useSession } from './session.ts';
import { useSettings } from './settings.ts';

/** How long a window has not changed when its picture is taken, in milliseconds. */
const rest = 1000;
/** How long the picture stays at most where what it shows does not come, in milliseconds from the start of the program. */
const longest = 4000;

/** What does not stand there for good: being read, being done, or open over the window for a moment. */
const arriving = '.dataset-skeleton, [data-settling], .rows-loading, [aria-busy="true"], .mantine-Skeleton-root';
const passing =
  '[role="dialog"], [role="menu"], [role="listbox"], [role="tooltip"], [role="alert"], [role="progressbar"]';

const inputs = ['pointerdown', 'keydown', 'wheel', 'dragenter'] as const;
const watching = { capture: true, passive: true } as const;

function isThere(selectors: string): boolean {
  return [...document.querySelectorAll(selectors)].some((element) => element.checkVisibility());
}

/** Whether the window shows what it is going to show. */
function isLive(): boolean {
  const drawn =
    document.querySelector('[role="treeitem"]') !== null && document.querySelector('.status-service') !== null;
  return drawn && !isThere(arriving);
}

/**
 * Takes away the picture of how the window was left, with which it began, in the frame in which the window itself shows
 * as much, and at once when the person does anything: the picture is as old as the last run and leads nowhere.
 */
export function uncoverWhenLive(): void {
  const picture = document.querySelector('#kept-picture');
  if (picture === null) return;
  const uncover = () => {
    picture.remove();
    for (const input of inputs) window.removeEventListener(input, uncover, watching);
  };
  for (const input of inputs) window.addEventListener(input, uncover, watching);
  const latest = performance.now() + longest;
  const look = () => {
    if (!picture.isConnected) return;
    if (isLive() || performance.now() > latest) uncover();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Keys that close the window must not have forgotten it before: what others change is heard of by the change. */
function isShortcut(event: Event): boolean {
  if (!(event instanceof KeyboardEvent)) return false;
  const { key, ctrlKey, metaKey, altKey } = event;
  return ctrlKey || metaKey || altKey || ['Control', 'Meta', 'Alt', 'AltGraph', 'Shift'].includes(key);
}

/** From now on keeps a picture of the window, taken whenever it has been at rest, for its next start. */
export function keepPicture(): void {
  let kept = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const take = () => {
    if (document.hidden || !showsOwnRowsOnly(useSession.getState())) {
      keepOnlyRowsInFront();
      return;
    }
    if (!isLive() || isThere(passing)) {
      soon();
      return;
    }
    kept = true;
    const rows = keepOnlyRowsInFront();
    const { innerWidth: width, innerHeight: height, devicePixelRatio: ratio } = window;
    const dark = matchMedia('(prefers-color-scheme: dark)').matches;
    void shell.call('keepPicture', { width, height, ratio, dark, rows }).catch(() => undefined);
  };
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(take, rest);
  };
  const touched = () => {
    soon();
    if (!kept) return;
    kept = false;
    void shell.call('forgetPicture', {}).catch(() => undefined);
  };
  for (const input of inputs) {
    window.addEventListener(input, (event) => (isShortcut(event) ? soon() : touched()), watching);
  }
  window.addEventListener('resize', touched);
  useSettings.subscribe(touched);
  useSession.subscribe((now, before) => {
    if (now.tabs !== before.tabs || now.activeTab !== before.activeTab) touched();
  });
  for (const change of ['pointerup', 'keyup', 'scroll', 'visibilitychange']) {
    window.addEventListener(change, soon, watching);
  }
  onBackendEvent(soon);
  soon();
}
