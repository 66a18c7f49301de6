import 'i18next';
import type { en } from './en.ts';
import type { filesEn } from './files/en.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof en & typeof filesEn };
    returnNull: false;
  }
}
