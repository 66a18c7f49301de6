import 'i18next';
import type { messages } from './all.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: (typeof messages)['en'] };
    returnNull: false;
  }
}
