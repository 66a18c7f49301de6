import type { TFunction } from 'i18next';
import { type Recognised, recognise } from '#shared/sentences/recognise.ts';

/** Values that are sentences themselves, or what others have said. */
const told: ReadonlySet<string> = new Set(['why', 'said', 'where']);

function again(t: TFunction, { kind, values }: Recognised): string {
  const inner = Object.entries(values).map(([name, text]) => [name, told.has(name) ? inWords(t, text) : text]);
  return t(`sentences.${kind}`, Object.fromEntries(inner));
}

/** What the backend said, in the person's language; null where it is not of its own sentences. */
export function sayAgain(t: TFunction, text: string): string | null {
  const known = recognise(text);
  if (known !== null) return known.map((sentence) => again(t, sentence)).join(' ');
  // Notes name the column, refusals the parameter, that they are about.
  const [, about = '', rest = ''] = /^([^:]{1,200}: )(.+)$/s.exec(text) ?? [];
  const note = rest === '' ? null : recognise(rest);
  return note === null ? null : about + note.map((sentence) => again(t, sentence)).join(' ');
}

/** What the backend said, in the person's language as far as it can be said. */
export function inWords(t: TFunction, text: string): string {
  return sayAgain(t, text) ?? text;
}
