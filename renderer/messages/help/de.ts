import type { HelpMessages } from './en.ts';

/** Words of the help, in German. */
export const helpDe: HelpMessages = {
  help: {
    title: 'Hilfe',
    open: 'Hilfe zu dem, woran Sie arbeiten',
    search: 'Handbuch durchsuchen',
    pages: 'Seiten des Handbuchs',
    results: 'Im Handbuch gefunden',
    found_one: '{{count, number}} Abschnitt gefunden',
    found_other: '{{count, number}} Abschnitte gefunden',
    nothing: 'Nichts gefunden. Versuchen Sie ein anderes Wort.',
    readHow: 'Anleitung lesen',
    releaseNotes: 'Versionshinweise',
    report: 'Problem melden',
    reportCommand: 'Problem melden…',
  },
  report: {
    lead: 'Beschreiben Sie das Problem in wenigen Worten und senden Sie die Beschreibung zusammen mit dem Bericht unten an die Stelle, von der Sie Almanac haben.',
    did: 'Was Sie getan haben',
    expected: 'Was Sie erwartet haben',
    happened: 'Was stattdessen geschah',
    contents:
      'Der Bericht enthält Versionen, Größen und das Protokoll, aber keine Namen, Adressen, Zellen oder Token. Lesen Sie ihn, bevor Sie ihn weitergeben.',
    text: 'Der Bericht',
    copy: 'Bericht kopieren',
    save: 'Bericht speichern…',
    failed: 'Der Bericht konnte nicht kopiert werden. Speichern Sie ihn stattdessen.',
  },
};
