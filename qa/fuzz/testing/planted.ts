/** Fails for one text in 32,768, each condition behind the one before: chance alone would take long to find it. */
export function planted(text: string): void {
  if (text.charCodeAt(0) % 8 !== 3) return;
  if (text.charCodeAt(1) % 8 !== 6) return;
  if (text.charCodeAt(2) % 8 !== 1) return;
  if (text.charCodeAt(3) % 8 !== 4) return;
  if (text.charCodeAt(4) % 8 !== 7) return;
  throw new Error('The planted fault.');
}
