import type { Page } from '@playwright/test';

/** Puts the list of jobs away, where a test before has left it open: it lies over the tools of a dataset. */
export async function hideJobs(window: Page): Promise<void> {
  const hide = window.getByRole('button', { name: 'Hide jobs' });
  if (await hide.isVisible()) await hide.click();
}
