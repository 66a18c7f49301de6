import type { SummaryMessages } from './en.ts';

/** The same in French. */
export const summaryFr: SummaryMessages = {
  summary: {
    columnsHint:
      'Faites glisser une colonne vers un champ ci-dessous, ou appuyez sur Entrée pour l’ajouter aux lignes.',
    addFor: 'Synthétiser par {{column}}',
    settings: 'Réglages de la synthèse',
    rows: 'Lignes',
    columns: 'Colonnes',
    measures: 'Valeurs',
    add: 'Ajouter…',
    full: '{{count, number}} entrées au maximum sous {{place}} : retirez-en une pour en ajouter une autre.',
    remove: 'Supprimer {{name}}',
    moveUp: 'Monter {{name}}',
    moveDown: 'Descendre {{name}}',
    functionOf: 'Fonction de {{name}}',
    emptyTitle: 'Choisissez une colonne de regroupement',
    emptyText:
      'Les totaux sont calculés sur toutes les lignes retenues par les filtres, jamais à partir de sous-totaux.',
    title: '{{measures}} par {{keys}}',
    grid: 'Synthèse de {{name}}',
    total: 'Total',
    heat: 'Dégradé de couleurs',
    collapseAll: 'Tout replier',
    expandAll: 'Tout déplier',
    loading: 'Calcul…',
    nothing: 'Aucune ligne à synthétiser',
    nothingText: 'Les filtres de cet onglet ne laissent aucune ligne.',
    tooLarge: 'Trop de groupes',
    tooLargeText:
      'Cette synthèse compte {{count, number}} groupes ; {{most, number}} au plus sont affichés. Retirez une clé, choisissez des pas plus larges ou filtrez les lignes.',
    actions: 'Actions de la synthèse',
    saveXlsx: 'Enregistrer en XLSX…',
    saveCsv: 'Enregistrer en CSV…',
    copy: 'Copier le tableau',
    copyAddress: 'Copier l’adresse des données',
    saved: '{{name}} enregistré',
    noRowsBehind: 'Aucun filtre ne sélectionne exactement ces lignes',
    keys: 'Les flèches déplacent ; Gauche et Droite sur un en-tête de ligne le replient et le déplient ; Entrée affiche les lignes d’une cellule.',
  },
};
