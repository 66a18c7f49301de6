import type { Page } from '@playwright/test';

/** The rows around a distant one are drawn again when they have come; a person's next key is not as quick as that. */
export async function focusSettled(window: Page): Promise<void> {
  await window.evaluate(async () => {
    const stillFrames = 15;
    let focused = document.activeElement;
    for (let still = 0; still < stillFrames; still += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      if (document.activeElement === focused) continue;
      focused = document.activeElement;
      still = 0;
    }
  });
}
