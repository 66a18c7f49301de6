import { configure } from '@testing-library/react';
import { backend, shell } from './far-side.ts';

/** Size in pixels of everything that has no size of its own: this window has no layout. */
const view = { width: 800, height: 600 };

function sizeOf(element: HTMLElement, side: 'width' | 'height'): number {
  const set = element.style[side];
  return set.endsWith('px') ? Number.parseFloat(set) : view[side];
}

for (const [name, side] of [
  ['offsetWidth', 'width'],
  ['offsetHeight', 'height'],
  ['clientWidth', 'width'],
  ['clientHeight', 'height'],
] as const) {
  Object.defineProperty(HTMLElement.prototype, name, {
    configurable: true,
    get(this: HTMLElement) {
      return sizeOf(this, side);
    },
  });
}

/** Pixels that an element is moved down by. */
function topOf({ style }: HTMLElement): number {
  return Number(/translateY\((-?[\d.]+)px\)/.exec(style.transform)?.[1] ?? 0);
}

HTMLElement.prototype.getBoundingClientRect = function (this: HTMLElement) {
  return new DOMRect(0, topOf(this), sizeOf(this, 'width'), sizeOf(this, 'height'));
};

// Text fields that grow wait for fonts, which this window has none of.
Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() });

// Nor is there a frame after which it would be idle.
Object.assign(globalThis, {
  requestIdleCallback: (callback: () => void) => setTimeout(callback),
  cancelIdleCallback: clearTimeout,
});

// What is waited for comes when the machine gets to it.
configure({ asyncUtilTimeout: 60_000 });

// The window is that of all test files of a process.
Object.defineProperty(window, 'almanac', { value: shell.bridge(() => backend.connect()) });

// Loaded here and not above: what they are made of reads the bridge as soon as it is loaded.
const { listenToEvents } = await import('../backend/events.ts');
const { closeOnEscape } = await import('../state/dialogs.ts');

listenToEvents();
closeOnEscape();
