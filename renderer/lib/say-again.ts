import type { TFunction } from 'i18next';
import { type Recognised, recognise } from '#shared/sentences/recognise.ts';

/** Values that are sentences themselves, or what others have said. */
const told: ReadonlySet<string> = new Set(['why', 'said', 'where']);

/** Numbers of things are written as the person writes them; those of lines and states are names. */
function valueAgain(t: TFunction, name: string, text: string): string {
  if (name === 'count' && /^\d{1,15}$/.test(text)) return t('common.number', { value: Number(text) });
  return told.has(name) ? inWords(t, text) : text;
}

function again(t: TFunction, { kind, values }: Recognised): string {
  const inner = Object.entries(values).map(([name, text]) => [name, valueAgain(t, name, text)]);
  return t(`sentences.${kind}`, Object.fromEntries(inner));
}

function sentencesAgain(t: TFunction, text: string): string | null {
  return (
    recognise(text)
      ?.map((sentence) => again(t, sentence))
      .join(' ') ?? null
  );
}

/** Notes name the column, refusals the parameter, that they are about. */
const subject = /^[^:]{1,200}: /;

/** What the backend said, in the person's language; null where it is not of its own sentences. */
export function sayAgain(t: TFunction, text: string): string | null {
  const whole = sentencesAgain(t, text);
  const [about] = subject.exec(text) ?? [];
  if (whole !== null || about === undefined) return whole;
  const rest = sentencesAgain(t, text.slice(about.length));
  return rest === null ? null : about + rest;
}

/** What the backend said, in the person's language as far as it can be said. */
export function inWords(t: TFunction, text: string): string {
  return sayAgain(t, text) ?? text;
}
