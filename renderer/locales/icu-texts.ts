import type { I18nFormatModule } from 'i18next';
import type { FormatText } from '#shared/locales/text-formatter.ts';

/** Lets i18next format texts in ICU MessageFormat, in which a text has its plurals within itself. */
export function icuTexts(format: FormatText) {
  return {
    type: 'i18nFormat',
    init: () => {},
    // One key a text: none for its plurals.
    addLookupKeys: (keys: readonly string[]) => keys,
    parse(text: string, values: Readonly<Record<string, unknown>>): string {
      try {
        return format(text, values);
      } catch {
        // A value that a caller forgot: the text is shown as it is written, and the window keeps working.
        return text;
      }
    },
  } satisfies I18nFormatModule & Record<string, unknown>;
}
