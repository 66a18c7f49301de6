import type { servicesValues } from '#shared/failures/services.ts';
import type { TextsOf } from '#shared/failures/texts.ts';

/** Explanations about remote services, in French. */
export const servicesFr: TextsOf<typeof servicesValues> = {
  'no-web-address': 'Ce n’est pas une adresse web. Elle ressemble à https://statistics.example.org/',
  'other-scheme': ({ scheme }) =>
    `Les adresses qui commencent par ${scheme}:// ne peuvent pas être lues, seulement http:// et https://.`,
  'record-without-name': ({ host }) => `${host} a répondu par un enregistrement sans nom.`,
  'list-without-end': ({ host, pages }, f) =>
    `Cette liste de ${host} a plus de ${f.number(pages)} pages. Prévenez les responsables du service.`,
  'list-in-a-circle': ({ host }) =>
    `Les pages de cette liste de ${host} forment une boucle. Prévenez les responsables du service.`,
  'query-not-told': ({ host }) =>
    `${host} a accepté la requête mais ne dit pas ce qu’il a conservé. Consultez sa liste de requêtes.`,
  'no-query-address': 'Ce n’est pas l’adresse d’une requête enregistrée.',
  'no-such-connection': 'Cette connexion n’existe plus.',
  'not-with-own-service': 'Cela est impossible avec le service qu’Almanac exécute lui-même.',
  'connection-changed': 'La connexion a été supprimée ou modifiée entre-temps.',
  'namespaces-unread': ({ why }) => `Sa liste d’espaces de noms est illisible : ${why}`,
  'own-service-failed': ({ why }) => `Le service de cet ordinateur n’a pas pu démarrer. ${why}`,
  'sign-in-unread': ({ name }) =>
    `La connexion à « ${name} » n’a pas pu être lue dans le trousseau. Seul ce qui est public s’affiche tant que vous ne vous reconnectez pas.`,
  'no-keychain': ({ why }) =>
    `Le trousseau de cet ordinateur est inaccessible : ${why} Vous pouvez conserver la connexion pour cette session seulement.`,
  'token-left': ({ name, account }) =>
    `Almanac n’utilise plus le jeton de « ${name} », mais n’a pas pu le retirer du trousseau. Supprimez-y l’entrée « Almanac » de ${account}.`,
  'rows-elsewhere': ({ host }) =>
    `Les lignes de ce jeu de données se trouvent sur un autre serveur, ${host}. Elles sont lues sans votre connexion.`,
  'comparison-malformed': ({ host }) => `La comparaison de ${host} n’a pas la forme que promet sa description.`,
  'other-kind': ({ host }) =>
    `Le serveur à l’adresse ${host} n’est pas un service statistique du type que lit Almanac.`,
  'no-image': 'Le fichier n’est pas une image PNG, JPEG ou WebP.',
  'image-gone': 'L’image n’existe plus.',
  'image-too-large': 'L’image dépasse 10 Mo.',
  'name-required': 'Rien ne peut être créé ici sans nom.',
  'web-server-only': ({ host }) =>
    `Il y a un serveur web à l’adresse ${host}, mais aucun service statistique du type que lit Almanac n’y a été trouvé. Demandez à ses responsables l’adresse de son API ; elle se termine souvent par /api/v1/.`,
  'answer-too-big': ({ host, size }, f) =>
    `${host} a envoyé plus qu’Almanac n’accepte en une réponse (${f.number(size)} Mo). Si le service sait paginer, demandez à ses responsables de l’activer.`,
  'answer-packed': ({ host }) => `La réponse de ${host} est compressée dans un format non pris en charge.`,
  'answer-too-slow': ({ host }) => `${host} envoie sa réponse trop lentement. Réessayez plus tard.`,
  'it-says': ({ said }) => `Message : ${said}`,
  'fewer-requests-seconds': ({ host, seconds }, f) =>
    `${host} demande moins de requêtes. Réessayez dans ${f.number(seconds)} ${f.plural(seconds, 'seconde', 'secondes')}.`,
  'fewer-requests': ({ host }) => `${host} demande moins de requêtes. Réessayez un peu plus tard.`,
  'busy-seconds': ({ host, seconds }, f) =>
    `${host} n’est pas disponible pour le moment. Réessayez dans ${f.number(seconds)} ${f.plural(seconds, 'seconde', 'secondes')}.`,
  busy: ({ host }) => `${host} n’est pas disponible pour le moment. Réessayez un peu plus tard.`,
  'service-storage-away': ({ host }) =>
    `${host} ne peut pas accéder à son stockage pour le moment. Rien n’est perdu. Réessayez bientôt.`,
  'sign-in-to-change': ({ host }) => `${host} ne laisse modifier ceci qu’aux personnes connectées.`,
  'sign-in-to-see': ({ host }) => `${host} ne montre ceci qu’aux personnes connectées.`,
  'sign-in-ended': ({ host }) =>
    `${host} n’accepte plus votre connexion. Reconnectez-vous, ou déconnectez-vous pour voir ce qui est public.`,
  'may-not-change': ({ host }) => `${host} ne vous laisse pas modifier ceci, bien que vous soyez connecté.`,
  'may-not-see': ({ host }) => `${host} ne vous montre pas ceci, bien que vous soyez connecté.`,
  'nothing-here': ({ host }) => `${host} n’a rien (ou plus rien) à cette adresse.`,
  'proxy-sign-in': 'Le proxy demande une connexion. Vérifiez HTTPS_PROXY et HTTP_PROXY.',
  'service-disk-full': ({ host }) => `Il n’y a pas assez de place pour cela sur le disque de ${host}.`,
  'service-problem': ({ host, status }) =>
    `${host} a rencontré une erreur interne (état ${status}). Réessayez plus tard.`,
  'gave-up-waiting': ({ host }) => `${host} a cessé d’attendre la demande. Réessayez.`,
  'changed-meanwhile': ({ host }) =>
    `Ceci a été modifié sur ${host} depuis que vous l’avez ouvert. Rien n’a été enregistré.`,
  'more-groups-than-calculated': ({ host }) =>
    `Il y a plus de groupes que ${host} n’en calcule. Retirez une colonne, choisissez des pas plus larges ou filtrez les lignes.`,
  'request-refused': ({ host, status }) => `${host} n’a pas accepté la demande (état ${status}).`,
  'certificate-expired': ({ host }) =>
    `Le certificat de ${host} a expiré. Vérifiez la date de cet ordinateur ; sinon, prévenez les responsables du service.`,
  'certificate-early': ({ host }) =>
    `Le certificat de ${host} n’est pas encore valable. Vérifiez la date de cet ordinateur.`,
  'certificate-of-another': ({ host }) =>
    `Le certificat appartient à un autre nom que ${host}. Vérifiez l’adresse ; vous communiquez peut-être avec un autre ordinateur.`,
  'certificate-untrusted': ({ host }) =>
    `Le certificat de ${host} n’est pas signé par une autorité à laquelle cet ordinateur se fie. Si votre organisation signe ses propres certificats, démarrez Almanac en indiquant son fichier de certificats dans NODE_EXTRA_CA_CERTS.`,
  'no-answer': ({ host }) => `${host} ne répond pas. Vérifiez l’adresse et votre réseau, ou réessayez plus tard.`,
  'no-answer-in-time': ({ host }) => `${host} a pris la demande mais n’a pas répondu à temps. Réessayez plus tard.`,
  'answer-stopped': ({ host }) => `${host} s’est arrêté au milieu de sa réponse. Réessayez.`,
  'proxy-wants-sign-in': ({ proxy }) =>
    `Le proxy ${proxy} demande une connexion. Vérifiez HTTPS_PROXY, HTTP_PROXY et NO_PROXY.`,
  'proxy-refused': ({ proxy }) =>
    `Le proxy ${proxy} n’a pas laissé passer la demande. Vérifiez HTTPS_PROXY, HTTP_PROXY et NO_PROXY.`,
  'no-secure-connection': ({ host }) =>
    `Aucune connexion sécurisée à ${host} n’a pu être établie. Il ne parle peut-être que HTTP sans chiffrement : essayez l’adresse avec http://.`,
  'no-such-computer': ({ host }) =>
    `Aucun ordinateur ne se nomme ${host}. Vérifiez l’orthographe, et si cet ordinateur est en ligne.`,
  'nothing-answers': ({ host }) =>
    `Rien ne répond à l’adresse ${host}. Vérifiez l’adresse et le port, ou si le service fonctionne.`,
  unreachable: ({ host }) => `${host} est injoignable d’ici. Vérifiez votre réseau.`,
  'broken-off': ({ host }) => `${host} a rompu la connexion avant la fin de sa réponse. Réessayez.`,
  'head-too-long': ({ host }) =>
    `${host} commence sa réponse par plus qu’Almanac ne lit : ses en-têtes sont trop longs.`,
  'no-http': ({ host }) => `Le serveur à l’adresse ${host} ne parle pas HTTP. Vérifiez le port.`,
  'not-reached': ({ host }) => `${host} n’a pas pu être joint.`,
  'web-page': ({ host }) =>
    `${host} a répondu par une page web alors que des données étaient attendues. Vous devez peut-être vous connecter au réseau où vous êtes, ou l’adresse est celle d’un site web.`,
  'answer-empty': ({ host }) => `La réponse de ${host} est vide.`,
  'answer-cut-off': ({ host }) => `La réponse de ${host} s’arrête au milieu. Réessayez.`,
  'answer-no-json': ({ host }) => `La réponse de ${host} n’est pas du JSON.`,
  'answer-no-json-but': ({ host, said }) => `La réponse de ${host} n’est pas du JSON ; elle commence par : ${said}.`,
  'sent-elsewhere': 'Le service envoie Almanac ailleurs.',
  'redirect-without-end': 'Cela mène d’une adresse à l’autre sans fin.',
  'redirect-nowhere': 'La destination n’est pas indiquée.',
  'not-followed': 'Cela n’a pas été suivi.',
  'leads-to-no-web-address': ({ scheme }) => `Cela mène à une adresse qui n’est pas une adresse web (« ${scheme} »).`,
  'leads-to-plain-http': ({ host }) => `Cela mène d’une connexion sécurisée à HTTP sans chiffrement (${host}).`,
  'leads-inside': ({ host }) => `Cela mène à l’intérieur de cet ordinateur (${host}).`,
  'leads-into-network': ({ host }) => `Cela mène dans le réseau local (${host}).`,
  'session-refused':
    'Le service n’accepte plus votre connexion. Reconnectez-vous, ou déconnectez-vous pour voir ce qui est public.',
  'sign-in-to-itself-alone': 'Une connexion n’est envoyée qu’au service lui-même.',
  'sign-in-not-sent-on': 'Une connexion n’est pas transmise à une autre adresse.',
  'written-to-itself-alone': 'Ce qui est écrit n’est envoyé qu’au service lui-même.',
  'written-not-sent-on': 'Ce qui est écrit n’est pas transmis à une autre adresse.',
  'token-not-sent': ({ address }) =>
    `L’adresse mène à ${address}. Votre jeton n’y a pas été envoyé ; indiquez cette adresse si vous vous y fiez.`,
  'became-another': ({ host }) =>
    `Ce que donne ${host} ne correspond pas à ce qu’il disait auparavant du même jeu de données.`,
  'no-way-to-the-others': ({ host, count, given }, f) =>
    `${host} annonce ${f.number(count)} ${f.plural(count, 'ligne', 'lignes')}, mais en donne ${f.number(given)} et aucun accès aux autres.`,
  'no-list-of-rows': ({ host }) => `${host} a répondu par quelque chose qui n’est pas une liste de lignes.`,
  'row-is-a-page': ({ address, row, found }) =>
    `La réponse de ${address} contient toute une page de lignes là où devrait se trouver la ligne ${row} : ${found}. Le service doit être corrigé.`,
  'row-without-columns': ({ row, address, columns, found }) =>
    `La ligne ${row} de la réponse de ${address} n’a aucune des colonnes de ce jeu de données (${columns}). C’est ${found}.`,
  'row-of-other-length': ({ row, address, found, columns }, f) =>
    `La ligne ${row} de la réponse de ${address} a ${f.number(found)} ${f.plural(found, 'valeur', 'valeurs')}, mais le jeu de données a ${f.number(columns)} ${f.plural(columns, 'colonne', 'colonnes')}.`,
  'next-is-no-address': ({ address, found }) =>
    `La réponse de ${address} nomme une page suivante dont l’adresse est inutilisable : ${found}. Les lignes qui suivent ne peuvent pas être lues.`,
  'not-utf8': ({ address, position }) =>
    `La réponse de ${address} n’est pas de l’UTF-8, ce que JSON doit être : l’octet ${position} ne peut pas être décodé.`,
  'count-is-no-number': ({ address, found }) =>
    `La réponse de ${address} indique le nombre de lignes par quelque chose qui n’en est pas un : ${found}. Le service doit être corrigé.`,
  'same-rows-again': ({ address, rows }, f) =>
    `${address} a donné exactement les mêmes ${f.number(rows)} ${f.plural(rows, 'ligne', 'lignes')} pour deux pages de suite. Des lignes manqueraient ou seraient en double.`,
  'answer-repeated-member': ({ address, name }) =>
    `La réponse de ${address} contient un objet ayant deux membres nommés « ${name} », dont l’un serait perdu. Le service doit être corrigé.`,
  'answer-half-character': ({ address }) =>
    `La réponse de ${address} contient une moitié de caractère (un substitut isolé comme \\ud800), qui ne peut pas s’écrire en UTF-8. Le service doit être corrigé.`,
  'answer-number-too-large': ({ address }) =>
    `La réponse de ${address} contient un nombre au-delà de ±1,8e308, qui ne peut être représenté. Le service doit être corrigé.`,
  'answer-too-deep': ({ address, limit }, f) =>
    `La réponse de ${address} contient des listes et des objets sur plus de ${f.number(limit)} niveaux, ce qu’Almanac ne lit pas.`,
  'unexpected-status': ({ host, status }) =>
    `${host} a répondu par l’état ${status} alors que 200 était attendu ; ce n’est donc pas une réponse complète.`,
  'columns-of-one-name': ({ column }) =>
    `Le service a dans ce jeu de données deux colonnes nommées « ${column} », dont les valeurs ne peuvent être distinguées.`,
  'page-removed': ({ host, address }) => `${host} mène à une page qu’il n’a pas : ${address}.`,
  'next-skips': ({ address, given, next, expected }, f) =>
    `La page ${address} a ${f.number(given)} ${f.plural(given, 'ligne', 'lignes')}, mais mène à la ligne ${next} au lieu de la ligne ${expected}. Des lignes manqueraient ou seraient en double.`,
  'contradicts-itself': 'La réponse a été deux fois la même ; relire n’y change rien. Le service doit être corrigé.',
  'asks-to-wait': ({ host, seconds }, f) =>
    `${host} demande de ne rien envoyer ${f.plural(seconds, 'pendant la prochaine seconde', `pendant les ${f.number(seconds)} prochaines secondes`)}.`,
  'quiet-too-long': ({ host, seconds }, f) =>
    `${host} n’a pas répondu depuis ${f.number(seconds)} ${f.plural(seconds, 'seconde', 'secondes')}.`,
  'pages-in-a-circle': ({ host }) =>
    `Les pages de ${host} forment une boucle ou ne finissent jamais. Ce qui a été lu est tout ce que l’on peut obtenir ; prévenez les responsables du service.`,
  'place-forgotten': ({ host }) => `${host} ne connaît plus la position atteinte.`,
  'filter-passed-over': ({ host, column }) =>
    `${host} ne tient pas compte du filtre sur « ${column} » : ses lignes sont les mêmes avec et sans lui. Retirez-le pour les voir.`,
  'join-passed-over': ({ host }) =>
    `${host} n’indique pas pouvoir montrer les lignes qui remplissent l’une des conditions ; il montrerait celles qui les remplissent toutes.`,
  'search-passed-over': ({ host }) =>
    `${host} ne tient pas compte de la recherche : ses lignes sont les mêmes avec et sans elle. Retirez-la pour les voir.`,
  'collation-passed-over': ({ host }) =>
    `${host} n’indique pas pouvoir trier les textes comme dans une langue. Retirez cet ordre pour voir les lignes.`,
  'order-passed-over': ({ host, column }) =>
    `${host} ne tient pas compte de l’ordre selon « ${column} » : ses lignes sont les mêmes avec et sans lui. Retirez-le pour les voir.`,
  'profile-malformed': ({ host }) => `Ce que ${host} dit de ses colonnes n’a pas la forme que promet sa description.`,
  'plain-http': ({ host }) =>
    `${host} est joint en HTTP sans chiffrement : quiconque partage le réseau peut lire ce que vous envoyez. Ne vous connectez que si vous l’acceptez pour cette connexion.`,
  'credentials-wrong': 'Le nom d’utilisateur ou le mot de passe est incorrect, ou le compte n’est pas actif.',
  'no-tokens-given': ({ host }) =>
    `${host} ne délivre pas de jeton contre un nom d’utilisateur et un mot de passe. Demandez un jeton à ses responsables, et collez-le.`,
  'token-not-taken': 'Le service n’accepte pas ce jeton.',
  'no-token': 'Ce n’est pas un jeton : il contient des espaces ou des lettres qu’aucun jeton n’a.',
  'newer-meanwhile':
    'Une version plus récente du jeu de données est apparue pendant la lecture ; les lignes peuvent appartenir aux deux. Recommencez.',
  'no-such-column': 'Cette colonne n’existe plus.',
  'no-older-versions': ({ host }) =>
    `${host} ne peut pas montrer les versions antérieures : il donne les lignes les plus récentes quelle que soit la version demandée.`,
  'rows-not-whole': ({ host }) =>
    `Les pages de ${host} forment une boucle ou ne finissent jamais ; les lignes ne peuvent donc être obtenues en entier.`,
  'grew-or-shrank': ({ host, before, now }, f) =>
    `${host} a d’abord annoncé ${f.number(before)} ${f.plural(before, 'ligne', 'lignes')}, puis ${f.number(now)}.`,
  'fewer-than-said': ({ host, total, given }, f) =>
    `${host} annonce ${f.number(total)} ${f.plural(total, 'ligne', 'lignes')}, mais en a donné ${f.number(given)}.`,
  'pages-changed': ({ host }) => `Les pages de ${host} ont changé de taille pendant la lecture.`,
  'service-moved': 'Le service a changé d’adresse depuis l’arrêt de la lecture. Recommencez.',
  'connections-lost': ({ file }) =>
    `La liste des connexions dans ${file} ne peut être ni lue ni mise de côté. Les connexions que vous ajoutez seront perdues à la fermeture d’Almanac.`,
  'connections-put-aside': ({ file, name }) =>
    `La liste des connexions était illisible et a été mise de côté sous ${file}. Ajoutez vos connexions à nouveau, ou réparez ce fichier, nommez-le ${name} et redémarrez Almanac.`,
  'led-to': ({ host, address }) => `${host} a mené à ${address}. Cette adresse est conservée.`,
  'led-to-securely': ({ host, address }) =>
    `${host} a mené à ${address} par une connexion sécurisée. Cette adresse est conservée.`,
  'no-reason-given': 'Aucune raison n’est donnée.',
  'keychain-silent': 'Il ne répond pas.',
  'keychain-no-library':
    'La bibliothèque libsecret est absente. Installez-la (sous Debian et Ubuntu, le paquet libsecret-1-0), puis redémarrez Almanac.',
  'keychain-no-program':
    'Aucun programme de gestion des mots de passe n’est lancé. Lancez GNOME Keyring, KWallet ou KeePassXC, puis réessayez.',
  'keychain-locked': 'Il est verrouillé. Déverrouillez-le, puis réessayez.',
  'keychain-reported': ({ text }) => `Il signale « ${text} ».`,
  'order-incomplete': 'Le nouvel ordre doit nommer chaque connexion une fois.',
};
