/**
 * Attributes of an element whose tooltip says more than its name and contents: the text is its description for screen
 * readers too. A tooltip that repeats a name or a cut text needs only `data-tooltip`.
 */
export function hint(text: string | undefined): { 'data-tooltip'?: string; 'aria-description'?: string } {
  return text === undefined || text === '' ? {} : { 'data-tooltip': text, 'aria-description': text };
}
