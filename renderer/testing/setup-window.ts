import './test-window.ts';
import { notifications } from '@mantine/notifications';
import { cleanup } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { records } from '../backend/records.ts';
import { startMessages } from '../locales/language.ts';
import { currentLanguage, currentLocale, useSettings } from '../state/settings.ts';
import { backend, shell } from './far-side.ts';

/** More than the time after which a grid that left the page is destroyed. */
const gridDestroyedMs = 200;

// Nothing stays of the file before.
localStorage.clear();
await startMessages(currentLanguage(useSettings.getState()), currentLocale());

afterEach(async () => {
  // A part that is still being loaded must not arrive after its window is gone.
  await vi.dynamicImportSettled();
  const hadGrid = document.querySelector('.ag-root-wrapper') !== null;
  cleanup();
  // A grid is destroyed some time after it has left the page, for which it needs the window.
  if (hadGrid) await new Promise((resolve) => setTimeout(resolve, gridDestroyedMs));
  notifications.clean();
  records.clear();
  backend.reset();
  shell.reset();
});
