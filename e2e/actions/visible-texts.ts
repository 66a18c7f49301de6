import type { Page } from '@playwright/test';

/**
 * Every text that the window displays or announces now: contents, names, hints and titles. Text that does not come from
 * the window is omitted: addresses, code and paths, and names in the catalogue, the tree and the palette.
 * @param within restricts the result to the contents of these elements
 */
export function visibleTexts(window: Page, within = 'body'): Promise<string[]> {
  return window.evaluate((place) => {
    const palette = '[role="dialog"] button:has(.tabler-icon-table)';
    const foreign = `body [lang="en"], .mono, pre, code, [role="treeitem"], [role="tabpanel"] > header, [data-foreign], ${palette}`;
    const found = new Set<string>();
    for (const element of document.querySelectorAll<HTMLElement>(`${place} *`)) {
      if (element.closest(foreign) !== null || !element.checkVisibility()) continue;
      for (const node of element.childNodes) {
        if (node.nodeType === Node.TEXT_NODE) found.add(node.textContent?.trim() ?? '');
      }
      for (const name of ['aria-label', 'aria-description', 'data-tooltip', 'placeholder', 'aria-valuetext', 'alt']) {
        found.add(element.getAttribute(name)?.trim() ?? '');
      }
    }
    return [...found].filter((text) => /\p{L}{2}/u.test(text));
  }, within);
}

type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Words that never occur in German, French, Italian or Spanish sentences. */
const english = /\b(the|of|and|is|are|with|from|yet|rows?|columns?|this|that|by|to|for|show|open|close)\b/i;

function asPattern(text: string): RegExp {
  const literal = text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^${literal.replaceAll(/\\\{\\\{.*?\\\}\\\}/g, '.+')}$`);
}

/**
 * Finds texts that were left in English.
 * @param language of the window
 * @returns for a text, whether it is one of the window's English texts with another form in the language, or reads as
 * English
 */
export async function englishIn(language: 'de' | 'es' | 'fr' | 'it'): Promise<(text: string) => boolean> {
  const place = new URL('../../renderer/locales/all.ts', import.meta.url).href;
  const { messages } = (await import(place)) as { readonly messages: Readonly<Record<'en' | typeof language, Texts>> };
  const own = new Set(Object.values(messages[language]).flatMap((group) => Object.values(group)));
  const left = Object.values(messages.en)
    .flatMap((group) => Object.values(group))
    .filter((text) => !own.has(text) && text.replaceAll(/\{\{.*?\}\}/g, '').length > 3)
    .map(asPattern);
  return (text) => english.test(text) || left.some((pattern) => pattern.test(text));
}
