import { openSpotlight } from '@mantine/spotlight';
import { flushSync } from 'react-dom';
import { focusField } from './commands.ts';

/**
 * Opens the palette with the keyboard in it, before another key can be pressed: a user who knows the command types on
 * at once, and the letters would go to what had the focus before.
 */
export function openPalette(): void {
  flushSync(openSpotlight);
  focusField('palette');
}
