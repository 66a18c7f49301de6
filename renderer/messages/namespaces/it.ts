import type { TextsLike } from '../shape.ts';
import type { namespacesEn } from './en.ts';

/** The same in Italian. */
export const namespacesIt: TextsLike<typeof namespacesEn> = {
  namespacePage: {
    open: 'Mostra tutti i dataset',
    datasets_one: '{{count, number}} dataset',
    datasets_other: '{{count, number}} dataset',
    datasets_many: '{{count, number}} dataset',
    table: 'Dataset di {{name}}',
    search: 'Cerca tra questi dataset',
    noMatch: 'Nessun dataset corrisponde a «{{text}}».',
    name: 'Dataset',
    rows: 'Righe',
    columns: 'Colonne',
    versions: 'Versioni',
    size: 'Dimensione',
    updated: 'Versione più recente',
    noDescription: 'Ancora nessuna descrizione.',
    emptyTitle: 'Nessun dataset',
    emptyText: 'Pubblica un file per creare il primo.',
    gone: 'Questo spazio dei nomi non esiste più, oppure non puoi leggerlo.',
    image: 'Immagine di {{name}}',
    more: 'Altre azioni',
    publish: 'Pubblica un file…',
    addData: 'Pubblica la prima versione…',
  },
};
