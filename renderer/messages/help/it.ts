import type { HelpMessages } from './en.ts';

/** Words of the help, in Italian. */
export const helpIt: HelpMessages = {
  help: {
    title: 'Guida',
    open: 'Guida per ciò su cui si sta lavorando',
    search: 'Cerca nella guida',
    pages: 'Pagine della guida',
    results: 'Trovato nella guida',
    found_one: '{{count, number}} sezione trovata',
    found_many: '{{count, number}} sezioni trovate',
    found_other: '{{count, number}} sezioni trovate',
    nothing: 'Nessun risultato. Provare con un’altra parola.',
    readHow: 'Leggi come fare',
    releaseNotes: 'Note di rilascio',
    report: 'Segnala un problema',
    reportCommand: 'Segnala un problema…',
  },
  report: {
    lead: 'Descrivere il problema in poche parole e inviare la descrizione, insieme al rapporto qui sotto, a chi ha fornito Almanac.',
    did: 'Che cosa è stato fatto',
    expected: 'Che cosa ci si aspettava',
    happened: 'Che cosa è successo invece',
    contents:
      'Il rapporto contiene versioni, dimensioni e il registro, ma nessun nome, indirizzo, cella o token. Leggerlo prima di condividerlo.',
    text: 'Il rapporto',
    copy: 'Copia il rapporto',
    save: 'Salva il rapporto…',
    failed: 'Non è stato possibile copiare il rapporto. Salvarlo invece in un file.',
  },
};
