import type { Page } from '@playwright/test';

/** Closes the list of jobs if an earlier test has left it open: it covers the tools of a dataset. */
export async function hideJobs(window: Page): Promise<void> {
  const hide = window.getByRole('button', { name: 'Hide jobs' });
  if (await hide.isVisible()) await hide.click();
}
