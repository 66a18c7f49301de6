import { filesSentences } from './files.ts';
import { servicesSentences } from './services.ts';
import { storeSentences } from './store.ts';
import { workSentences } from './work.ts';

/**
 * Every sentence that the backend has for a person, in English, by its kind. Failures, reasons and notices cross to the
 * window, into the lists of jobs and over HTTP as such sentences; the window knows them again (`recognise.ts`) and says
 * them in the person's language. What it does not know was said by somebody else.
 */
export const sentences = { ...servicesSentences, ...filesSentences, ...storeSentences, ...workSentences } as const;
export type SentenceKind = keyof typeof sentences;

type NamesIn<Text extends string> = Text extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;
type ValuesOf<Kind extends SentenceKind> = { readonly [Name in NamesIn<(typeof sentences)[Kind]>]: string | number };

/** Says a sentence with its values. */
export function say<Kind extends SentenceKind>(
  kind: Kind,
  ...[values]: [NamesIn<(typeof sentences)[Kind]>] extends [never] ? [] : [ValuesOf<Kind>]
): string {
  const known: Readonly<Record<string, string | number>> = values ?? {};
  return sentences[kind].replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(known[name]));
}
