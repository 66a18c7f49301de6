import { openSpotlight } from '@mantine/spotlight';
import { flushSync } from 'react-dom';
import { focusField } from './commands.ts';

/**
 * Opens the palette and focuses its input before another key can be pressed: users who know a command keep typing, and
 * the letters would otherwise go to the previously focused element.
 */
export function openPalette(): void {
  flushSync(openSpotlight);
  focusField('palette');
}
