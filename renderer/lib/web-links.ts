/** A stretch of a text: plain, or a web address that a person may follow. */
export type TextPart =
  | { readonly kind: 'plain'; readonly text: string }
  /** `address` is what would be opened; it may be written otherwise in the text. */
  | { readonly kind: 'link'; readonly text: string; readonly address: string };

/** Behind this many characters a text is no longer searched. */
const searched = 20_000;

const candidates = /https?:\/\/[^\s<>"'`\\]+/gi;
const closing: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/** Takes away what more likely ends a sentence than an address. */
function withoutEnding(text: string): string {
  let end = text.length;
  for (;;) {
    const last = text[end - 1] ?? '';
    const opening = closing[last];
    const kept = text.slice(0, end);
    if (opening !== undefined && kept.split(opening).length >= kept.split(last).length) return kept;
    if (opening === undefined && !/[.,;:!?]/.test(last)) return kept;
    end -= 1;
  }
}

/** The address as it would be opened: http or https, with a host and without a name or password; null for any other. */
function followable(text: string): string | null {
  const address = URL.canParse(text) ? new URL(text) : null;
  if (address === null || !/^https?:$/.test(address.protocol) || address.hostname === '') return null;
  return address.username === '' && address.password === '' && address.href.length <= 4096 ? address.href : null;
}

/** Splits a text at the web addresses in it; joined again, the parts are the text. */
export function webLinks(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  for (const match of text.slice(0, searched).matchAll(candidates)) {
    const found = withoutEnding(match[0]);
    const address = followable(found);
    if (address === null) continue;
    if (match.index > at) parts.push({ kind: 'plain', text: text.slice(at, match.index) });
    parts.push({ kind: 'link', text: found, address });
    at = match.index + found.length;
  }
  if (at < text.length) parts.push({ kind: 'plain', text: text.slice(at) });
  return parts;
}
