import 'i18next';
import type en from '#shared/locales/en.json';

type Texts = typeof en;
type Group = keyof Texts & string;
/** `group.name` of every text. */
type Key = { [Name in Group]: `${Name}.${keyof Texts[Name] & string}` }[Group];

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    // Given flat: the library's own way through nested texts outgrows the compiler as they become many.
    resources: { translation: Record<Key, string> };
    keySeparator: false;
    returnNull: false;
  }
}
