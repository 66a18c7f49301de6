import type { TextsOf } from '#shared/failures/texts.ts';
import type { workValues } from '#shared/failures/work.ts';

/** Explanations about jobs, stored data and requests, in French. */
export const workFr: TextsOf<typeof workValues> = {
  'in-turn': ({ parts }) => parts,
  about: ({ subject, what }) => `${subject} : ${what}`,
  recorded: ({ text }) => text,
  'program-said': ({ text }) => text,
  'service-said': ({ text }) => text,
  'not-needed': 'Cela n’est plus nécessaire.',
  'dataset-not-in': ({ dataset, namespace }) => `Il n’y a pas de jeu de données « ${dataset} » dans « ${namespace} ».`,
  'dataset-gone': 'Ce jeu de données n’existe plus.',
  'no-data-yet': 'Le jeu de données n’a pas encore de données.',
  'no-version': ({ version }) => `Il n’y a pas de version ${version}.`,
  'newer-while-read': 'Une version plus récente du jeu de données est apparue pendant la lecture de ses lignes.',
  'export-anew':
    'Le jeu de données a reçu une nouvelle version entre-temps ; l’exportation a recommencé, pour ne pas mélanger les deux.',
  'export-restarts': 'Les lignes sont relues depuis la première.',
  'export-waits': ({ row }) => `L’exportation attend, et reprendra à la ligne ${row}.`,
  'being-made': 'Un autre Almanac est en train de créer ce même fichier. Attendez qu’il ait terminé, ou fermez-le.',
  'no-folder': ({ folder }) => `Il n’y a pas de dossier « ${folder} » où écrire.`,
  'is-a-folder': ({ file }) => `« ${file} » est un dossier, pas un fichier.`,
  'already-local': 'Ce jeu de données est déjà sur cet ordinateur.',
  'no-namespace': ({ namespace }) => `Il n’y a pas d’espace de noms « ${namespace} ».`,
  'no-dataset': ({ dataset }) => `Il n’y a pas de jeu de données « ${dataset} ».`,
  'file-not-taken': 'Le service n’a pas pu importer le fichier.',
  'no-part-of-an-address': ({ name }) =>
    `« ${name} » ne peut pas figurer dans une adresse : utilisez des lettres, des chiffres, « - » et « _ ».`,
  'changed-by-others': 'D’autres ont modifié ce jeu de données sans cesse au même moment. Réessayez.',
  'group-gone': 'L’un des groupes n’existe plus.',
  'disk-failed': 'Le disque ne peut être ni lu ni écrit. Vérifiez-le, ainsi que le journal du système, puis réessayez.',
  'disk-full': 'Il n’y a plus de place sur le disque. Libérez-en ou choisissez un autre emplacement, puis réessayez.',
  'disk-space-needed': ({ needed, free }, f) =>
    `Il n’y a pas assez de place sur le disque du service : il faut environ ${f.number(needed)} Mio, ${f.number(free)} Mio sont libres. Rien n’a été écrit. Libérez de la place, puis réessayez.`,
  'quota-used':
    'Votre part du disque est épuisée. Libérez de la place ou choisissez un autre emplacement, puis réessayez.',
  'read-only-place': 'L’emplacement où écrire est en lecture seule. Choisissez-en un autre.',
  'may-not-there':
    'Vous n’avez pas le droit de lire ou d’écrire à cet endroit. Choisissez un autre emplacement ou modifiez ses droits.',
  'file-or-folder-gone': 'Le fichier ou le dossier n’existe plus.',
  'path-through-a-file': 'Un élément du chemin est un fichier, pas un dossier.',
  'this-is-a-folder': 'C’est un dossier, pas un fichier.',
  'too-many-files': 'Trop de fichiers sont ouverts. Fermez d’autres programmes et réessayez.',
  closing: 'Almanac se ferme.',
  'job-unknown': 'Cette tâche n’existe plus.',
  'version-of-two-gone': 'L’une des versions n’existe plus.',
  'compares-not':
    'Ce service ne compare pas les versions. Conservez-les toutes deux sur cet ordinateur, et comparez les copies.',
  'other-bytes': 'Les octets ne sont pas ceux dont la somme de contrôle a été calculée.',
  'base-gone':
    'La version à laquelle ces lignes devaient faire suite a été supprimée entre-temps. Publiez-les à nouveau : elles suivront alors la plus récente de celles qui restent.',
  'replaces-rows': ({ before, after }, f) =>
    `${f.number(after)} ${f.plural(after, 'ligne', 'lignes')} au lieu de ${f.number(before)}.`,
  'replaces-equal': 'La version la plus récente a les mêmes lignes et colonnes.',
  'replacement-loses': ({ changes }) => `La nouvelle version perdrait des données. ${changes} Rien n’a été publié.`,
  'version-gone': 'Cette version n’existe plus.',
  'stored-file-gone': 'Le fichier enregistré a disparu.',
  'stored-file-altered':
    'Le fichier enregistré est tronqué ou altéré : ses octets ne sont pas ceux qui ont été publiés.',
  'no-descriptor': 'Aucun descripteur contenant sa SHA-256 n’accompagne le fichier.',
  'no-checksum-told': 'Le service ne donne pas de SHA-256 pour cette version.',
  'stored-file-withheld': 'Le service ne délivre pas le fichier enregistré d’une version.',
  'deleted-already': 'L’élément a déjà été supprimé du service.',
  'key-repeated-before': ({ columns }) => `Dans la version d’avant, plusieurs lignes ont la même valeur de ${columns}.`,
  'key-repeated-after': ({ columns }) => `Dans la version d’après, plusieurs lignes ont la même valeur de ${columns}.`,
  'key-missing-before': ({ columns }) => `Dans la version d’avant, des lignes n’ont pas de valeur de ${columns}.`,
  'key-missing-after': ({ columns }) => `Dans la version d’après, des lignes n’ont pas de valeur de ${columns}.`,
  'key-not-in-both': ({ column }) => `Les deux versions n’ont pas toutes deux une colonne « ${column} ».`,
  'key-is-geometry': ({ column }) => `La colonne « ${column} » est une géométrie.`,
  'no-column': ({ column }) => `Il n’y a pas de colonne « ${column} ».`,
  'geometry-has-no-order': ({ column }) => `La colonne « ${column} » est une géométrie, qui n’a pas d’ordre.`,
  'whole-number-required': 'Saisissez un nombre entier.',
  'whole-number-too-big': 'Saisissez un nombre entier de 64 bits au plus.',
  'number-required': 'Saisissez un nombre.',
  'box-upside-down': 'Le sud d’un rectangle se trouve au-dessous de son nord.',
  'no-pattern': 'Ce n’est pas une expression rationnelle utilisable ici.',
  'version-file-missing': 'Le fichier de cette version manque.',
  'version-file-size': ({ found, expected }, f) =>
    `Le fichier de cette version compte ${f.number(found)} ${f.plural(found, 'octet', 'octets')} au lieu de ${f.number(expected)}.`,
  'columns-take-memory': ({ columns }, f) =>
    `Lire ${f.number(columns)} ${f.plural(columns, 'colonne', 'colonnes')} à la fois demande plus de mémoire que disponible. Demandez moins de colonnes, ou prenez tout le jeu de données en Parquet.`,
  'read-takes-memory': 'Cela demande plus de mémoire que disponible. Demandez moins de colonnes, ou renoncez au tri.',
  'version-file-altered': 'Le fichier de cette version n’est pas celui qui a été écrit.',
  'user-taken': ({ name }) => `Il y a déjà un utilisateur « ${name} ».`,
  'group-taken': ({ name }) => `Il y a déjà un groupe « ${name} ».`,
  'group-guards': ({ datasets }) =>
    `Seul ce groupe peut lire ${datasets}. Sans lui, tout le monde le pourrait : indiquez d’abord qui peut lire.`,
  'something-wrong': 'Une erreur s’est produite dans Almanac.',
  'backend-gone': 'Le service de données d’Almanac s’est arrêté et redémarre.',
  'link-too-long': 'Le lien est trop long.',
  'link-unknown': 'Almanac ne reconnaît pas ce lien.',
  'link-service': 'Le lien désigne un service par quelque chose qui n’est pas une adresse web.',
  'link-without-namespace': 'Le lien nomme un jeu de données sans son espace de noms.',
  'link-conditions': 'Le lien demande plus de 200 conditions.',
  'link-chart':
    'Le graphique du lien est illisible. Copiez le lien à nouveau, en entier ; il vient peut-être d’une version plus récente d’Almanac.',
  'link-damaged': 'Le lien est endommagé : il contient une séquence d’échappement incomplète.',
  'link-namespace': 'Le lien nomme un espace de noms impossible.',
  'link-dataset': 'Le lien nomme un jeu de données impossible.',
  'long-text':
    'Un texte dépasse les 32 767 caractères que contient une cellule de classeur : la suite est dans la feuille « Long texts ».',
  'long-texts': ({ count }, f) =>
    `${f.number(count)} ${f.plural(count, 'texte dépasse', 'textes dépassent')} les 32 767 caractères que contient une cellule de classeur : la suite est dans la feuille « Long texts ».`,
  'long-numbers': ({ count }, f) =>
    `${f.number(count)} ${f.plural(count, 'nombre entier a', 'nombres entiers ont')} plus que les 15 chiffres qu’Excel enregistre d’un nombre, et ${f.plural(count, 'est', 'sont')} en texte dans le classeur.`,
  'text-moments': ({ count }, f) =>
    `${f.number(count)} ${f.plural(count, 'date ou heure est', 'dates ou heures sont')} en texte dans le classeur : Excel n’a ni jours avant mars 1900, ni fuseau horaire autre qu’UTC, ni fractions de seconde autres que les millisecondes.`,
  'answer-unexpected': ({ call }) =>
    `La réponse à « ${call} » a une forme inattendue. Redémarrez Almanac ; si cela se reproduit, signalez-le.`,
  'call-unknown': ({ call }) => `Il n’y a pas d’appel « ${call} ».`,
  'call-misused': ({ call }) => `L’appel « ${call} » a reçu des paramètres qu’il n’accepte pas.`,
  'stopped-cleanly': 'Interrompu. Rien n’est resté derrière ; relancez la commande pour recommencer.',
  stopped: 'Interrompu.',
  both: ({ first, second }) => `${first} ; ${second}`,
  'group-name': 'Le nom d’un groupe doit compter de 1 à 150 caractères.',
  'no-such-group': 'Ce groupe n’existe plus.',
  'password-short': ({ count }, f) =>
    `Un mot de passe compte au moins ${f.number(count)} ${f.plural(count, 'caractère', 'caractères')}.`,
  'password-long': ({ count }, f) =>
    `Un mot de passe compte au plus ${f.number(count)} ${f.plural(count, 'caractère', 'caractères')}.`,
  username: 'Un nom d’utilisateur compte de 1 à 150 lettres, chiffres et @ . + - _ uniquement.',
  'no-user-named': ({ name }) => `Il n’y a pas d’utilisateur « ${name} ».`,
  'no-such-user': 'Cet utilisateur n’existe plus.',
  'operator-account': ({ name }) => `Le compte « ${name} » appartient à l’application et n’a pas de mot de passe.`,
  'version-conflict':
    'Une autre version a été publiée entre-temps : ces lignes devaient suivre celles de la précédente.',
  'box-needs-geometry': 'Seule une géométrie peut se trouver dans un rectangle.',
  'range-required': 'Un intervalle demande deux valeurs séparées par une virgule.',
  'lookup-unknown': ({ lookup }) => `L’opérateur « ${lookup} » est inconnu.`,
  'boolean-required': 'Saisissez « true » ou « false ».',
  'geometry-lookup': ({ lookup }) => `L’opérateur « ${lookup} » ne s’applique pas à une géométrie.`,
  'box-required': 'Un rectangle demande quatre nombres : ouest, sud, est, nord.',
  'caller-not-a-window': 'Seul le cadre principal d’une fenêtre d’Almanac peut appeler l’application.',
  'shell-failed': 'Almanac n’a pas pu faire cela. Son journal en dit plus.',
  'only-web-addresses': 'Seules les adresses web (http ou https) s’ouvrent dans le navigateur.',
  'address-with-credentials': 'Une adresse qui contient un nom ou un mot de passe n’est pas ouverte.',
  'only-own-files-shown': 'Seuls les fichiers écrits par Almanac peuvent être affichés.',
  'only-chosen-places-written': 'Un fichier n’est écrit qu’à un emplacement choisi dans une boîte de dialogue.',
  'only-own-files-opened': 'Seuls les fichiers écrits par Almanac peuvent être ouverts.',
  'file-gone': ({ file }) => `Le fichier n’est plus là : ${file}`,
  'map-file-gone': ({ file }) =>
    `Le fond de carte ne peut pas être lu, car son fichier est introuvable : ${file}. Branchez son disque ou choisissez un autre fichier.`,
  'map-file-unread': ({ file, reason }) => `Le fond de carte ${file} ne peut pas être lu : ${reason}`,
  'map-file-not-pmtiles': ({ file }) =>
    `${file} n’est pas un fichier PMTiles de version 3. Plusieurs fournisseurs proposent des extraits de carte dans ce format ; le programme « pmtiles » les convertit depuis MBTiles.`,
  'map-file-tiles': ({ file, kind }) =>
    `Les tuiles de ${file} sont en ${kind} et ne peuvent pas être dessinées. Choisissez un fichier de tuiles vectorielles (MVT), PNG, JPEG ou WebP, non compressées ou compressées avec gzip.`,
  'only-data-files': 'Seuls des fichiers de données peuvent être ouverts.',
  'asking-already': 'Almanac pose déjà cette question : répondez dans sa boîte de dialogue.',
  'only-numbers-compared': ({ name, type }) => `${name} est de type ${type}, et seuls des nombres se comparent ici.`,
  'too-many-groups': ({ limit, column }) =>
    `Il y a plus de ${limit} groupes. C’est ${column} qui a le plus de valeurs différentes.`,
  'no-such-period': ({ period, column, kind }) =>
    `${period} n’est pas connu pour ${column}, dont les valeurs sont du type « ${kind} ».`,
};
