import type { TextsLike } from '../shape.ts';
import type { namespacesEn } from './en.ts';

/** The same in French. */
export const namespacesFr: TextsLike<typeof namespacesEn> = {
  namespacePage: {
    open: 'Afficher tous les jeux de données',
    datasets_one: '{{count, number}} jeu de données',
    datasets_other: '{{count, number}} jeux de données',
    table: 'Jeux de données de {{name}}',
    search: 'Rechercher parmi ces jeux de données',
    noMatch: 'Aucun jeu de données ne correspond à « {{text}} ».',
    name: 'Jeu de données',
    rows: 'Lignes',
    columns: 'Colonnes',
    versions: 'Versions',
    size: 'Taille',
    updated: 'Version la plus récente',
    noDescription: 'Pas encore de description.',
    emptyTitle: 'Aucun jeu de données',
    emptyText: 'Publiez un fichier pour créer le premier.',
    gone: 'Cet espace de noms n’existe plus, ou vous n’avez pas le droit de le lire.',
    image: 'Image de {{name}}',
    more: 'Autres actions',
    publish: 'Publier un fichier…',
    addData: 'Publier sa première version…',
  },
};
