import type { HelpMessages } from './en.ts';

/** Words of the help, in Italian. */
export const helpIt: HelpMessages = {
  help: {
    title: 'Guida',
    open: 'Guida per ciò su cui stai lavorando',
    search: 'Cerca nella guida',
    pages: 'Pagine della guida',
    results: 'Trovato nella guida',
    found_one: '{{count, number}} sezione trovata',
    found_many: '{{count, number}} sezioni trovate',
    found_other: '{{count, number}} sezioni trovate',
    nothing: 'Nessun risultato. Prova con un’altra parola.',
    readHow: 'Leggi come fare',
    releaseNotes: 'Note di rilascio',
    report: 'Segnala un problema',
    reportCommand: 'Segnala un problema…',
  },
  report: {
    lead: 'Descrivi il problema in poche parole e invia la descrizione, insieme al rapporto qui sotto, a chi ti ha fornito Almanac.',
    did: 'Che cosa hai fatto',
    expected: 'Che cosa ti aspettavi',
    happened: 'Che cosa è successo invece',
    contents:
      'Il rapporto contiene versioni, dimensioni e il log, ma nessun nome, indirizzo, cella o token. Leggilo prima di condividerlo.',
    text: 'Il rapporto',
    copy: 'Copia il rapporto',
    save: 'Salva il rapporto…',
    failed: 'Impossibile copiare il rapporto. Salvalo invece in un file.',
  },
};
