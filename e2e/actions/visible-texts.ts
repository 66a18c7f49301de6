import { isLiteralElement, type MessageFormatElement, parse } from '@formatjs/icu-messageformat-parser';
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

const anyValue = '.+';

/** Regular expressions of what a text may look like, one for each of its plurals. */
function patternsOf(elements: readonly MessageFormatElement[]): string[] {
  return elements.reduce<string[]>(
    (starts, element) => {
      const parts = isLiteralElement(element)
        ? [element.value.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)]
        : 'options' in element
          ? Object.values(element.options).flatMap(({ value }) => patternsOf(value))
          : [anyValue];
      return starts.flatMap((start) => parts.map((part) => start + part));
    },
    [''],
  );
}

/** The patterns of every text of the window. */
function patternsIn({ explanations, menu, ...texts }: Texts): string[] {
  const all = Object.values(texts).flatMap((group) => Object.values(group));
  return all.flatMap((text) => patternsOf(parse(text, { ignoreTag: true })));
}

/**
 * Finds texts that were left in English.
 * @param language of the window
 * @returns for a text, whether it is one of the window's English texts with another form in the language, or reads as
 * English
 */
export async function englishIn(language: 'de' | 'es' | 'fr' | 'it'): Promise<(text: string) => boolean> {
  const place = new URL('../../shared/testing/all-texts.ts', import.meta.url).href;
  const { allTexts } = (await import(place)) as { readonly allTexts: Readonly<Record<'en' | typeof language, Texts>> };
  const own = new Set(patternsIn(allTexts[language]));
  const left = patternsIn(allTexts.en)
    .filter((pattern) => !own.has(pattern) && pattern.replaceAll(anyValue, '').length > 3)
    .map((pattern) => new RegExp(`^${pattern}$`));
  return (text) => english.test(text) || left.some((pattern) => pattern.test(text));
}
