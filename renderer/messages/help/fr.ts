import type { HelpMessages } from './en.ts';

/** Words of the help, in French. */
export const helpFr: HelpMessages = {
  help: {
    title: 'Aide',
    open: 'Aide sur ce que vous faites',
    search: 'Rechercher dans le guide',
    pages: 'Pages du guide',
    results: 'Trouvé dans le guide',
    found_one: '{{count, number}} section trouvée',
    found_other: '{{count, number}} sections trouvées',
    nothing: 'Aucun résultat. Essayez un autre mot.',
    readHow: 'Lire le mode d’emploi',
    releaseNotes: 'Notes de version',
    report: 'Signaler un problème',
    reportCommand: 'Signaler un problème…',
  },
  report: {
    lead: 'Décrivez le problème en quelques mots et envoyez cette description, avec le rapport ci-dessous, à la personne qui vous a fourni Almanac.',
    did: 'Ce que vous avez fait',
    expected: 'Ce que vous attendiez',
    happened: 'Ce qui s’est produit à la place',
    contents:
      'Le rapport contient des versions, des tailles et le journal. Il ne contient ni noms, ni adresses, ni cellules, ni jetons. Lisez-le avant de le partager.',
    text: 'Le rapport',
    copy: 'Copier le rapport',
    save: 'Enregistrer le rapport…',
    failed: 'Le rapport n’a pas pu être copié. Enregistrez-le plutôt.',
  },
};
