import type { sourcesValues } from '#shared/failures/sources.ts';
import type { TextsOf } from '#shared/failures/texts.ts';

/** Explanations of followed sources, in French. */
export const sourcesFr: TextsOf<typeof sourcesValues> = {
  'source-malformed': ({ host, protocol, address }) =>
    `La réponse de ${host} n’a pas la forme de ${protocol} : ${address}`,
  'source-entry-gone': ({ host, entry }) => `${host} ne propose plus « ${entry} ».`,
  'source-without-data': ({ host, entry }) =>
    `« ${entry} » sur ${host} ne contient ni table ni fichier qui puisse être publié.`,
  'source-count-differs': ({ host, expected, found }, f) =>
    `${host} compte ${f.number(expected)} ${f.plural(expected, 'ligne', 'lignes')}, mais en a envoyé ${f.number(found)}. Rien n’a été publié.`,
  'source-length-differs': ({ host, file, expected, found }, f) =>
    `${file} de ${host} a ${f.number(found)} octets, alors que sa description en annonce ${f.number(expected)}. Rien n’a été publié.`,
  'source-checksum-differs': ({ host, file }) =>
    `${file} de ${host} ne correspond pas à la somme de contrôle de sa description. Rien n’a été publié.`,
  'source-page-twice': ({ host, address }) =>
    `${host} a envoyé deux fois les mêmes lignes pendant la lecture page par page : ${address}`,
  'source-changed-meanwhile': ({ host }) => `Les données de ${host} ont changé pendant leur lecture.`,
  'source-says': ({ host, said }) => `${host} signale une erreur : ${said}`,
  'source-preparing': ({ host, entry }) => `${host} prépare encore « ${entry} ». Réessayez plus tard.`,
  'source-too-much': ({ host, entry, choices }) =>
    `« ${entry} » dépasse ce que ${host} envoie en une fois. Choisissez moins de valeurs de ${choices}, ou une période plus courte.`,
  'source-only-part': ({ host, entry }) =>
    `${host} ne propose qu’une partie de « ${entry} » sous forme de fichiers. Rien n’a été publié.`,
  'source-file-outside': ({ host, file }) =>
    `La description de ${host} désigne un fichier hors de son propre dossier, qui n’est pas lu : ${file}`,
  'source-parameter-unknown': ({ host, name, value }) => `${host} n’a pas de valeur « ${value} » pour « ${name} ».`,
};
