import type { storeValues } from '#shared/failures/store.ts';
import type { NumberWords, TextsOf } from '#shared/failures/texts.ts';

/** What lies beside a catalogue: files of versions, or at least records. */
function beside(versions: number, f: NumberWords): string {
  if (versions === 0) return 'des descriptions d’espaces de noms, de jeux de données ou de comptes';
  return `les fichiers de ${f.number(versions)} ${f.plural(versions, 'version', 'versions')}`;
}

/** Explanations about the store as a whole, its repair and its backups, in French. */
export const storeFr: TextsOf<typeof storeValues> = {
  'catalogue-missing': ({ file, versions, folder }, f) =>
    `Le catalogue ${file} est absent, mais il y a à côté ${beside(versions, f)}. Rien n’a été modifié ni supprimé. Remettez le fichier en place, ou reconstruisez-le à partir de ces fichiers : almanac repair --data "${folder}"`,
  'catalogue-empty': ({ file, versions, folder }, f) =>
    `Le catalogue ${file} est vide, mais il y a à côté ${beside(versions, f)}. Rien n’a été modifié ni supprimé. Remettez le bon fichier en place, ou reconstruisez-le à partir de ces fichiers : almanac repair --data "${folder}"`,
  'catalogue-of-another-store': ({ file, versions, folder }, f) =>
    `Le catalogue ${file} ne correspond pas ${f.plural(versions, 'à la', 'aux')} ${f.number(versions)} ${f.plural(versions, 'version', 'versions')} qui l’accompagnent. Rien n’a été modifié ni supprimé. Remettez le bon fichier en place, ou intégrez-y ces versions : almanac repair --data "${folder}"`,
  'catalogue-damaged': ({ file, found, folder }) =>
    `Le catalogue ${file} est endommagé (${found}). Rien n’a été modifié. Remettez le fichier d’une sauvegarde en place, ou reconstruisez-le à partir des fichiers qui l’accompagnent : almanac repair --data "${folder}"`,
  'store-repaired': ({ datasets, versions }, f) =>
    `${f.number(datasets)} ${f.plural(datasets, 'jeu de données a été rétabli', 'jeux de données ont été rétablis')} et ${f.number(versions)} ${f.plural(versions, 'version vérifiée', 'versions vérifiées')}. Les mots de passe et les jetons ne peuvent pas être rétablis.`,
  'made-private': ({ names }) => `Désormais privés, car on ne sait pas avec certitude qui pouvait les lire : ${names}.`,
  'rows-recovered': ({ versions }, f) =>
    `De ${f.number(versions)} ${f.plural(versions, 'version', 'versions')}, il ne restait que les lignes ; elles sont dans un espace de noms privé.`,
  'versions-broken': ({ versions }, f) =>
    `Les fichiers de ${f.number(versions)} ${f.plural(versions, 'version', 'versions')} sont absents ou endommagés.`,
  'without-password': ({ names }) => `Ces comptes ont besoin d’un nouveau mot de passe : ${names}.`,
  'backup-no-store': ({ folder }) => `Il n’y a pas d’entrepôt dans ${folder}.`,
  'backup-inside': ({ target, folder }) =>
    `La sauvegarde ne peut pas être écrite dans ${target}, qui se trouve à l’intérieur de l’entrepôt ${folder} lui-même. Choisissez un emplacement extérieur, de préférence sur un autre disque.`,
  'backup-not-ours': ({ target }) =>
    `${target} contient autre chose qu’une sauvegarde d’Almanac. Rien n’a été modifié. Choisissez un dossier vide ou nouveau, ou un nouveau fichier dont le nom se termine par .tar.`,
  'backup-other-store': ({ target }) =>
    `${target} contient la sauvegarde d’un autre entrepôt. Rien n’a été modifié. Choisissez un autre emplacement pour celle-ci.`,
  'backup-newer': ({ source }) =>
    `La sauvegarde ${source} a été faite par une version plus récente d’Almanac. Rien n’a été modifié. Installez cette version pour l’utiliser.`,
  'backup-in-use': ({ target }) =>
    `Un autre processus écrit en ce moment la sauvegarde ${target}. Réessayez quand il aura terminé.`,
  'backup-no-room': ({ folder, needed, free }, f) =>
    `Il n’y a pas assez de place dans ${folder} : il faut ${f.number(needed)} Mio, ${f.number(free)} Mio sont libres. Rien n’a été modifié. Libérez de la place, ou choisissez un autre disque.`,
  'backup-disk-full': ({ place }) =>
    `Le disque s’est rempli pendant l’utilisation de ${place}. Ce qui s’y trouvait est intact. Libérez de la place et réessayez.`,
  'backup-place': ({ place, reason }) =>
    `${place} ne peut être lu ou écrit (${reason}). Ce qui s’y trouvait est intact. Vérifiez le disque et les droits.`,
  'backup-outrun':
    'Des jeux de données ont été supprimés plus vite qu’ils ne pouvaient être copiés. La sauvegarde précédente est intacte. Réessayez plus tard.',
  'backup-none': ({ source }) => `Il n’y a pas de sauvegarde d’Almanac à l’emplacement ${source}.`,
  'backup-incomplete': ({ source }) =>
    `La sauvegarde ${source} est incomplète : elle s’arrête avant sa fin. Rien n’a été modifié. Utilisez-en une autre, ou sauvegardez à nouveau.`,
  'backup-list-damaged': ({ source }) =>
    `La liste des fichiers de la sauvegarde ${source} est endommagée, ou a été modifiée à la main. Rien n’a été modifié. Utilisez une autre sauvegarde.`,
  'backup-odd-entry': ({ source, name }) =>
    `La sauvegarde ${source} contient une entrée qu’aucune sauvegarde d’Almanac n’a, nommée ${name}. Rien n’a été modifié. N’utilisez pas comme sauvegardes des fichiers d’inconnus.`,
  'backup-content-missing': ({ source, file }) =>
    `La sauvegarde ${source} est endommagée : le contenu de ${file} manque. Rien n’a été modifié. Utilisez une autre sauvegarde, ou restaurez ce qui est intact dans celle-ci : almanac restore "${source}" --skip-damaged`,
  'backup-content-differs': ({ source, file }) =>
    `La sauvegarde ${source} est endommagée : le contenu de ${file} n’est pas celui qui a été écrit. Rien n’a été modifié. Utilisez une autre sauvegarde, ou restaurez ce qui est intact dans celle-ci : almanac restore "${source}" --skip-damaged`,
  'restore-not-empty': ({ folder }) =>
    `L’entrepôt ${folder} n’est pas vide. Rien n’a été modifié. Avec --replace, il est mis de côté et la sauvegarde est restaurée à sa place.`,
  'settings-not-json': ({ file, problem }) => `${file} ne peut pas être lu comme JSON : ${problem}.`,
  'settings-none': ({ file }) => `${file} ne contient pas de réglages d’Almanac.`,
  'settings-newer': ({ file }) =>
    `${file} a été écrit par une version plus récente d’Almanac. Installez cette version pour l’importer.`,
  'settings-wrong': ({ file, place, problem }) =>
    `${file} ne peut pas être importé : ${place} ${problem}. Rien n’a été modifié.`,
  'settings-address': ({ file, place, address }) =>
    `${file} ne peut pas être importé : ${place} n’est pas une adresse web (${address}). Rien n’a été modifié.`,
  'file-not-written': ({ file, reason }) => `${file} ne peut pas être écrit (${reason}).`,
  'restore-running': 'Une sauvegarde est déjà en cours de restauration dans cet entrepôt.',
  'system-no-access': ({ mark }) => `cet utilisateur n’a pas le droit de l’utiliser${mark}`,
  'system-no-change': ({ mark }) => `cet utilisateur n’a pas le droit de le modifier${mark}`,
  'system-read-only': ({ mark }) => `son disque est en lecture seule${mark}`,
  'system-disk-full': ({ mark }) => `son disque est plein${mark}`,
  'system-quota': ({ mark }) => `le quota de son disque est épuisé${mark}`,
  'system-io': ({ mark }) => `son disque ne peut être ni lu ni écrit${mark}`,
  'system-file-for-folder': ({ mark }) => `c’est un fichier là où il faut un dossier${mark}`,
  'system-folder-for-file': ({ mark }) => `c’est un dossier là où il faut un fichier${mark}`,
  'system-broken-link': ({ mark }) => `c’est un lien qui ne mène nulle part${mark}`,
  'system-path-long': ({ mark }) => `son chemin est trop long${mark}`,
  'system-unopened': ({ mark }) => `il ne peut pas être ouvert${mark}`,
  'store-unopened': ({ file, why }) =>
    `L’entrepôt ne peut pas être ouvert : ${file} : ${why}. Rien n’a été modifié. Remédiez-y (son type, son propriétaire et ses droits, la place sur son disque), ou choisissez un autre dossier.`,
  'store-unlocked': ({ file, why }) =>
    `L’entrepôt ne peut pas être verrouillé : ${file} ne peut pas être écrit : ${why}. Vérifiez que le dossier en est un, qu’il peut être écrit et que son disque n’est pas plein.`,
  'store-in-use': ({ folder }) =>
    `Le dossier de données ${folder} est utilisé par un autre Almanac en cours d’exécution. Fermez d’abord celui-ci, ou choisissez un autre dossier.`,
  'catalogue-unavailable': ({ server, why }) => `Le catalogue à l’adresse ${server} est inutilisable : ${why}.`,
  'catalogue-server-newer': ({ server, found, known }) =>
    `Le catalogue à l’adresse ${server} a été converti par un Almanac plus récent (version ${found}, celui-ci connaît ${known}). Rien n’a été modifié. Installez l’Almanac plus récent sur ce nœud.`,
  'catalogue-older-nodes': ({ server, nodes }) =>
    `Le catalogue à l’adresse ${server} doit être converti, et des nœuds d’un Almanac plus ancien, qui ne pourraient plus l’utiliser, sont en marche (${nodes}). Rien n’a été modifié. Arrêtez-les d’abord, puis démarrez ce nœud.`,
  'catalogue-not-copied': ({ server }) =>
    `Le catalogue de ces données se trouve dans PostgreSQL (${server}) : la sauvegarde et la réparation d’Almanac ne s’y appliquent pas. Sauvegardez-le comme toute base de PostgreSQL, par exemple avec pg_dump.`,
  'catalogue-beside-server': ({ folder, server }) =>
    `Le dossier de données ${folder} a un catalogue ou des lignes à lui, que ${server} ne connaît pas. Rien n’a été modifié. Choisissez un nouveau dossier pour ce nœud.`,
  'catalogue-of-another-server': ({ folder, server }) =>
    `Les lignes dans ${folder} appartiennent à un autre catalogue que celui à l’adresse ${server}. Rien n’a été modifié. Vérifiez l’adresse, ou choisissez un nouveau dossier pour ce nœud.`,
  'password-file': ({ file, code }) => `Le fichier du mot de passe, ${file}, est illisible (${code}).`,
  'postgres-password': ({ said }) =>
    `PostgreSQL refuse le mot de passe (${said}). Définissez ALMANAC_CATALOGUE_PASSWORD, ou utilisez --catalogue-password-file`,
  'postgres-user': ({ said }) =>
    `PostgreSQL n’admet pas cet utilisateur (${said}). Vérifiez l’utilisateur dans l’adresse, et pg_hba.conf`,
  'postgres-no-password': ({ said }) =>
    `PostgreSQL demande un mot de passe, et aucun n’a été donné (${said}). Définissez ALMANAC_CATALOGUE_PASSWORD, ou utilisez --catalogue-password-file`,
  'postgres-no-database': ({ said }) => `la base de données n’existe pas (${said}). Créez-la, ou corrigez l’adresse`,
  'postgres-no-rights': ({ said }) =>
    `il manque un droit à l’utilisateur (${said}). Faites-en le propriétaire de la base, ou accordez-lui ce droit`,
  'postgres-refused': ({ said }) =>
    `aucun programme n’y répond (${said}). Vérifiez que PostgreSQL fonctionne, ainsi que l’hôte et le port`,
  'postgres-no-host': ({ said }) => `cet hôte n’existe pas (${said}). Vérifiez l’adresse`,
  'postgres-silent': ({ said }) => `il ne répond pas (${said}). Vérifiez le réseau, et que PostgreSQL fonctionne`,
  'postgres-too-many': ({ said }) =>
    `PostgreSQL n’a plus de connexion libre (${said}). Augmentez max_connections : chaque nœud en utilise jusqu’à 16`,
  'postgres-stopping': ({ said }) =>
    `PostgreSQL démarre ou s’arrête (${said}). Il sera de nouveau utilisé dès qu’il répondra`,
  'postgres-read-only': ({ said }) => `il est en lecture seule (${said}). Utilisez l’adresse du serveur primaire`,
  'postgres-disk-full': ({ said }) => `le disque de PostgreSQL est plein (${said})`,
  'postgres-busy': ({ said }) => `un autre nœud a retenu les modifications trop longtemps (${said}). Réessayez`,
  'postgres-slow': ({ said }) => `PostgreSQL a mis trop de temps pour une instruction (${said}). Réessayez`,
  'postgres-idle': ({ said }) =>
    `ce nœud s’est arrêté au milieu d’une modification, que PostgreSQL a annulée (${said}). Réessayez`,
  'postgres-no-tls': ({ said }) =>
    `PostgreSQL n’y offre pas de connexion chiffrée (${said}). Activez TLS, ou retirez sslmode de l’adresse`,
  'postgres-certificate': ({ said }) =>
    `la connexion chiffrée a échoué (${said}). Vérifiez sslmode et sslrootcert dans l’adresse`,
  'postgres-lost': ({ said }) => `la connexion a été perdue (${said}). Elle sera rétablie dès que PostgreSQL répondra`,
  'catalogue-nothing-to-move': ({ folder, server }) =>
    `Le dossier ${folder} n’a pas de catalogue à déplacer vers ou depuis ${server}. Rien n’a été modifié. Vérifiez le dossier et l’adresse.`,
  'catalogue-not-empty': ({ where }) =>
    `${where} contient déjà d’autres enregistrements. Rien n’a été modifié. Choisissez une base vide.`,
  'catalogue-copy-differs': ({ where, tables }) =>
    `La copie dans ${where} diffère de l’original (${tables}) et a été abandonnée. Rien n’a été modifié. Vérifiez PostgreSQL, et réessayez.`,
  'catalogue-rows-elsewhere': ({ folder, missing }, f) =>
    `Les lignes de ${f.number(missing)} ${f.plural(missing, 'version', 'versions')} ne sont pas dans ${folder}, car un autre nœud les a publiées. Rien n’a été modifié. Ramenez le catalogue sur un nœud qui a toutes les lignes.`,
  'catalogue-newer': ({ found, known }) =>
    `Ce dossier de données a été écrit par une version plus récente d’Almanac (version ${found} du catalogue, celle-ci connaît la ${known}). Installez cette version pour l’ouvrir.`,
  'port-taken': ({ port, address }) =>
    `Le port ${port} ne peut pas être utilisé : un autre programme l’occupe, ou le système le réserve. Les jeux de données de cet ordinateur répondent à l’adresse ${address} jusqu’au prochain démarrage d’Almanac.`,
  'copies-closed':
    'Certaines copies de jeux de données d’autres services pouvaient être lues par quiconque joint le service de cet ordinateur, alors que l’original n’est pas lisible par tous, ou que son service n’a pu être interrogé. Désormais, vous seul pouvez les lire :',
  'update-available': ({ version, own }) =>
    `Almanac ${version} est disponible ; ceci est la version ${own}. Vous le trouverez sur la page des versions ou dans les paquets de votre système.`,
  'store-of-another-user': ({ folder }) =>
    `L’entrepôt ne peut pas être ouvert : ${folder} appartient à un autre utilisateur de cet ordinateur, qui pourrait remplacer ses fichiers. Rien n’a été modifié. Choisissez un dossier qui vous appartient, ou faites-en changer le propriétaire.`,
};
