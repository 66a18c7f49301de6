import { foldedText } from '#shared/text/folded-text.ts';
import { trimEndOf } from '#shared/text/trim.ts';

/** What something is found by. Both are folded: without case and accents. */
export interface Findable {
  readonly text: string;
  /** Only words with a slash are looked for in addresses: others would find everything at a host. */
  readonly addresses: string;
}

/** A text without case and accents, and with plain spaces: `Zürich` is found by `zurich`. */
export function folded(text: string): string {
  return foldedText(text)
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .replaceAll(/\s+/gu, ' ');
}

/** What is found by these texts, and by nothing else. */
export function findable(...texts: readonly string[]): Findable {
  return { text: folded(texts.join('\n')), addresses: '' };
}

export function findableAt(addresses: readonly string[], ...texts: readonly string[]): Findable {
  return { ...findable(...texts), addresses: folded(addresses.join('\n')) };
}

/** The words that a user looks for, in any order. */
export function wordsOf(typed: string): readonly string[] {
  return folded(typed)
    .split(' ')
    .filter((word) => word !== '');
}

/**
 * The one rule of finding, wherever the window searches names: each word is somewhere in one of the parts. Without
 * words, everything is found.
 */
export function isFound(words: readonly string[], ...parts: readonly Findable[]): boolean {
  return words.every((word) => parts.some((part) => holds(part, word)));
}

function holds({ text, addresses }: Findable, word: string): boolean {
  return text.includes(word) || (word.includes('/') && addresses.includes(trimEndOf(word, '/')));
}
