import type { TextsLike } from '../shape.ts';
import type { namespacesEn } from './en.ts';

/** The same in German. */
export const namespacesDe: TextsLike<typeof namespacesEn> = {
  namespacePage: {
    open: 'Alle Datensätze zeigen',
    datasets_one: '{{count, number}} Datensatz',
    datasets_other: '{{count, number}} Datensätze',
    table: 'Datensätze von {{name}}',
    search: 'Diese Datensätze durchsuchen',
    noMatch: 'Kein Datensatz passt zu „{{text}}“.',
    name: 'Datensatz',
    rows: 'Zeilen',
    columns: 'Spalten',
    versions: 'Versionen',
    size: 'Größe',
    updated: 'Neueste Version',
    noDescription: 'Noch keine Beschreibung.',
    emptyTitle: 'Noch keine Datensätze',
    emptyText: 'Mit dem Veröffentlichen einer Datei entsteht der erste.',
    gone: 'Diesen Namensraum gibt es nicht mehr, oder Sie dürfen ihn nicht lesen.',
    image: 'Bild von {{name}}',
    more: 'Weitere Aktionen',
    publish: 'Datei veröffentlichen…',
    addData: 'Erste Version veröffentlichen…',
  },
};
