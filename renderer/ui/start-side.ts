/**
 * The side on which reading starts. The grid pins columns to a side of the screen whatever the direction of the page; row
 * numbers and frozen columns belong where reading starts.
 */
export function startSide(): 'left' | 'right' {
  return document.documentElement.dir === 'rtl' ? 'right' : 'left';
}
