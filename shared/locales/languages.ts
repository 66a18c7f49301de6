/** The languages of the texts. */
export const languages = ['en', 'de', 'es', 'fr', 'it'] as const;
export type Language = (typeof languages)[number];
