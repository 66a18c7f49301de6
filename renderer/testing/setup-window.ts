import { notifications } from '@mantine/notifications';
import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';
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

Object.defineProperty(window, 'almanac', { value: shell.bridge(() => backend.connect()) });

// Loaded here and not above: what they are made of reads the bridge as soon as it is loaded.
const { followBackend, records } = await import('../api/service/records.ts');
const { followJobs } = await import('../api/jobs.ts');
const { followQueries } = await import('../api/service/queries.ts');
const { followReached } = await import('../api/service/rows-reached.ts');
const { startMessages } = await import('../messages/language.ts');
const { currentLanguage, currentLocale, useSettings } = await import('../session/settings.ts');

await startMessages(currentLanguage(useSettings.getState()), currentLocale());
followBackend();
followQueries();
followJobs();
followReached();

afterEach(() => {
  cleanup();
  notifications.clean();
  records.clear();
  backend.reset();
  shell.reset();
});
