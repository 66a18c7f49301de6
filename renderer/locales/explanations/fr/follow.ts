import type { followValues } from '#shared/failures/follow.ts';
import type { TextsOf } from '#shared/failures/texts.ts';

/** Explanations about data of the web that are followed, in French. */
export const followFr: TextsOf<typeof followValues> = {
  'address-private': ({ host }) =>
    `${host} se trouve sur cet ordinateur ou dans son réseau. De telles adresses ne sont interrogées qu’avec votre accord.`,
  'not-a-source': ({ host }) =>
    `Ce que ${host} a envoyé n’est ni un fichier de données ni un catalogue de données qu’Almanac comprend.`,
  'page-for-data': ({ host }) => `${host} a envoyé une page web au lieu de données.`,
  'rows-incomplete': ({ expected, found }, f) =>
    `La source compte ${f.plural(expected, `${f.number(expected)} ligne`, `${f.number(expected)} lignes`)}, mais en a envoyé ${f.number(found)}.`,
  'length-differs': ({ expected, found }, f) =>
    `La source a annoncé ${f.number(expected)} octets, mais en a envoyé ${f.number(found)}.`,
  'download-too-big': ({ host, size }, f) => `${host} envoie plus de ${f.number(size)} Go.`,
  'entry-required': ({ entries }) => `Il y a plusieurs tables à cette adresse. Choisissez-en une : ${entries}.`,
  'entry-gone': ({ entry }) => `« ${entry} » n’existe plus à cette adresse.`,
  'source-kind-unknown': ({ kind }) => `Cette version ne connaît pas les sources de type « ${kind} ».`,
  'is-not-followed': ({ dataset }) => `${dataset} n’est pas suivi.`,
  'followed-already': ({ dataset, address }) => `${dataset} suit déjà ${address}.`,
  'nothing-held': ({ dataset }) => `Aucune version de ${dataset} n’attend de décision.`,
  'host-budget-spent': ({ host, seconds }, f) =>
    `Toutes les requêtes que ${host} autorise ont été utilisées. La prochaine sera possible dans ${f.number(seconds)} ${f.plural(seconds, 'seconde', 'secondes')}.`,
  'guard-rows': ({ before, after }, f) => `Le nombre de lignes est passé de ${f.number(before)} à ${f.number(after)}.`,
  'guard-columns-gone': ({ columns }) => `Des colonnes manquent : ${columns}.`,
  'guard-columns-retyped': ({ columns }) => `Des colonnes ont changé de type : ${columns}.`,
  'guard-incomplete': ({ column, count }, f) =>
    `${f.plural(count, `${f.number(count)} valeur manque`, `${f.number(count)} valeurs manquent`)} dans « ${column} ».`,
  'guard-repeated': ({ column }) => `Des valeurs se répètent dans « ${column} ».`,
  'guard-range': ({ column, from, to }) =>
    `Les valeurs de « ${column} » vont de ${from} à ${to} et dépassent les limites.`,
  'guard-no-column': ({ column }) => `La colonne à contrôler « ${column} » n’existe pas.`,
  'change-added': ({ count }, f) =>
    f.plural(count, `${f.number(count)} ligne ajoutée.`, `${f.number(count)} lignes ajoutées.`),
  'change-removed': ({ count }, f) =>
    f.plural(count, `${f.number(count)} ligne supprimée.`, `${f.number(count)} lignes supprimées.`),
  'change-rows': ({ count }, f) =>
    f.plural(count, `${f.number(count)} ligne modifiée.`, `${f.number(count)} lignes modifiées.`),
  'change-values': ({ count, column }, f) =>
    f.plural(
      count,
      `${f.number(count)} valeur modifiée dans « ${column} ».`,
      `${f.number(count)} valeurs modifiées dans « ${column} ».`,
    ),
  'change-values-largest': ({ count, column, change, row }, f) =>
    f.plural(
      count,
      `${f.number(count)} valeur modifiée dans « ${column} » : ${f.signed(change)} (${row}).`,
      `${f.number(count)} valeurs modifiées dans « ${column} », plus forte variation : ${f.signed(change)} (${row}).`,
    ),
  'change-column-new': ({ column }) => `La colonne « ${column} » est nouvelle.`,
  'change-column-gone': ({ column }) => `La colonne « ${column} » a disparu.`,
  'change-column-retyped': ({ column, before, after }) =>
    `La colonne « ${column} » était de type ${before} ; elle est maintenant de type ${after}.`,
  'change-order': 'Seul l’ordre des lignes ou des colonnes a changé.',
};
