import type { filesValues } from '#shared/failures/files.ts';
import type { TextsOf } from '#shared/failures/texts.ts';

/** Explanations of files that are read or published, in French. */
export const filesFr: TextsOf<typeof filesValues> = {
  'archive-empty': 'L’archive est vide.',
  'file-damaged': ({ said }) => `Le fichier est endommagé : ${said}.`,
  'archive-unreadable': ({ said }) => `L’archive est illisible : ${said}`,
  'archive-encrypted': ({ name }) =>
    `Le fichier ${name} de l’archive est protégé par un mot de passe. Extrayez-le et choisissez le fichier lui-même.`,
  'archive-method': ({ name, method }) =>
    `Le fichier ${name} de l’archive est compressé en ${method}, qui n’est pas pris en charge. Extrayez-le et choisissez le fichier lui-même.`,
  'archive-of-several': ({ names }) =>
    `L’archive contient plusieurs fichiers (${names}). Choisissez-en un, publiez chacun comme jeu de données, ou réunissez-les en un seul.`,
  'no-whole-number': 'Ce n’est pas un nombre entier de 64 bits.',
  'no-number': 'Ce n’est pas un nombre.',
  'no-geometry': 'Ce n’est pas une géométrie.',
  'no-position': 'Ce n’est pas une position : il faut une longitude de −180 à 180 et une latitude de −90 à 90.',
  'cannot-be-read': 'C’est illisible.',
  'too-few-values': 'L’enregistrement a trop peu de valeurs.',
  'too-many-values-uncorrected':
    'L’enregistrement avait trop de valeurs, dont certaines manquent encore : corrigez ses valeurs, ou videz son champ « text » pour les reprendre telles quelles.',
  'too-many-values': 'L’enregistrement a trop de valeurs.',
  'quote-not-closed': 'Un guillemet n’est pas fermé, ou quelque chose le suit.',
  'record-too-long': 'L’enregistrement est trop long.',
  'record-no-text': 'L’enregistrement n’est pas un texte valide.',
  'geometry-unread': ({ why }) => `Une géométrie est illisible : ${why}`,
  'json-malformed-at': ({ why, line, column, excerpt }) =>
    `Le fichier n’est pas du JSON lisible : ${why} Ligne ${line}, colonne ${column}, près de « ${excerpt} ».`,
  'json-malformed': ({ why, column, excerpt }) =>
    `Ce n’est pas du JSON lisible : ${why} Colonne ${column}, près de « ${excerpt} ».`,
  'json-value-expected': 'Une valeur est attendue ici.',
  'json-name-expected': 'Un nom entre guillemets doubles est attendu ici.',
  'json-colon-expected': 'Un deux-points est attendu ici.',
  'json-comma-expected': 'Une virgule ou un crochet fermant est attendu ici.',
  'json-bracket-mismatch': 'Ce crochet ne ferme pas ce qui a été ouvert.',
  'json-number-malformed': 'JSON n’écrit pas les nombres ainsi.',
  'json-word-unknown': 'JSON ne connaît pas ce mot.',
  'json-escape-unknown': 'JSON ne connaît pas cette séquence d’échappement.',
  'json-half-character': 'Une séquence d’échappement désigne une moitié de caractère.',
  'json-control-character': 'Dans un texte, un caractère de contrôle doit être échappé.',
  'json-not-utf8': 'Ces octets ne sont pas de l’UTF-8 valide.',
  'json-no-member': ({ name }) => `Le fichier n’a pas de liste d’enregistrements « ${name} ».`,
  'json-topology': 'lu comme du TopoJSON : un enregistrement par forme',
  'topology-broken': ({ record }, f) =>
    `La forme ${f.number(record)} du TopoJSON ne peut pas être assemblée : un arc manque ou est mal formé.`,
  'json-esri': 'lu comme du JSON d’Esri : une colonne par attribut',
  'json-sdmx': 'C’est du SDMX-JSON, qui n’est pas pris en charge. Téléchargez les données en CSV.',
  'json-several-texts': ({ names }) =>
    `le fichier contient plusieurs textes JSON, chacun avec une liste d’enregistrements (${names}) ; chacun est lu comme un seul enregistrement : réunissez les listes en une seule pour lire leurs enregistrements`,
  'became-text': ({ count, value }, f) =>
    `texte, car ${f.number(count)} ${f.plural(count, 'valeur', 'valeurs')} plus bas ne ${f.plural(count, 'peut', 'peuvent')} pas être ${f.plural(count, 'lue', 'lues')} comme les premières, par exemple « ${value} »`,
  'json-several-lists': ({ names }) =>
    `le fichier a plusieurs listes d’enregistrements (${names}) et est lu comme un seul enregistrement ; indiquez laquelle lire`,
  'json-one-page': ({ evidence }) =>
    `le fichier est une page d’une réponse plus longue (${evidence}) : il ne contient pas les enregistrements des autres pages`,
  'json-nested': ({ names }) => `les objets restent du texte JSON, mais peuvent être répartis en colonnes : ${names}`,
  'json-records-of': ({ name }) => `les enregistrements sont ceux de « ${name} »`,
  'json-records-of-beside': ({ name, others }) =>
    `les enregistrements sont ceux de « ${name} » ; laissés de côté : ${others}`,
  'json-preamble-left-out': 'ce qui précède le texte JSON a été laissé de côté',
  'json-columns': 'lu comme un tableau de colonnes : chaque membre contient les valeurs de l’une d’elles',
  'json-split': 'lu comme un tableau formé de colonnes, d’un index et de lignes',
  'json-by-column':
    'lu comme un tableau de colonnes : chaque membre contient les valeurs de l’une d’elles, par nom d’enregistrement',
  'json-by-record': 'lu comme un tableau d’enregistrements : chaque membre en est un',
  'json-bindings': 'lu comme des résultats de SPARQL : un enregistrement par solution',
  'json-hits': 'lu comme des résultats de recherche : un enregistrement par source de chacun',
  'json-visualisation': 'lu comme un tableau de l’API Visualization de Google',
  'json-px-web': 'lu comme du JSON de PxWeb : un enregistrement par clé',
  'json-statistics': 'lu comme du JSON-stat : un enregistrement par valeur du cube',
  'eurostat-table': 'lu comme un tableau d’Eurostat : un enregistrement par valeur, avec ses marqueurs',
  'eurostat-line-unfit': ({ line, values, expected }, f) =>
    `La ligne ${f.number(line)} de ce tableau d’Eurostat compte ${f.number(values)} codes et valeurs, mais la première ligne ${f.number(expected)} noms. Le fichier est peut-être incomplet : téléchargez-le à nouveau.`,
  'px-table': 'lu comme du PC-Axis : un enregistrement par cellule du tableau',
  'px-unit': ({ unit }) => `unité de toutes les valeurs : ${unit}`,
  'px-rows-left-out':
    'les lignes que le fichier omet, parce que toutes leurs valeurs sont 0, n’ont pas d’enregistrements',
  'px-no-data':
    'Il manque à ce fichier PC-Axis le mot-clé DATA avec les cellules. Il est peut-être incomplet : téléchargez-le de nouveau.',
  'px-no-variables':
    'Ce fichier PC-Axis ne nomme aucune variable : ses mots-clés STUB et HEADING manquent ou sont vides.',
  'px-variable-repeated': ({ variable }) => `Ce fichier PC-Axis nomme deux fois la variable « ${variable} ».`,
  'px-values-missing': ({ variable }) =>
    `Ce fichier PC-Axis n’a pas de valeurs pour la variable « ${variable} » : il lui faut VALUES("${variable}").`,
  'px-codes-unfit': ({ variable, codes, values }, f) =>
    `La variable « ${variable} » de ce fichier PC-Axis a ${f.number(codes)} ${f.plural(codes, 'code', 'codes')} pour ${f.number(values)} ${f.plural(values, 'valeur', 'valeurs')}.`,
  'px-cell-unfit': ({ line, text }, f) =>
    `« ${text} », à la ligne ${f.number(line)}, n’est ni un nombre ni le signe d’une valeur manquante. Corrigez la cellule dans le fichier.`,
  'px-cells-unfit': ({ cells, expected }, f) =>
    `Ce fichier PC-Axis a ${f.number(cells)} cellules, mais ses variables en ont ${f.number(expected)}. Il est peut-être incomplet : téléchargez-le de nouveau.`,
  'px-key-unknown': ({ line, key, variable }, f) =>
    `La rangée de la ligne ${f.number(line)} commence par « ${key} », qui n’est pas une valeur de la variable « ${variable} ».`,
  'json-statistics-unfit': 'Les dimensions de ce fichier JSON-stat ne concordent pas.',
  'json-columns-uneven': ({ counts }) => `Les colonnes n’ont pas le même nombre de valeurs (${counts}).`,
  'json-split-uneven': ({ row, count }, f) =>
    `La ligne ${row} n’a pas ${f.number(count)} ${f.plural(count, 'valeur', 'valeurs')}, ou l’index n’a pas la même longueur que les lignes.`,
  'json-table-too-large': ({ limit }, f) =>
    `Un tableau dans cette forme de JSON peut compter au plus ${f.number(limit)} Mio. Écrivez-le comme une liste d’enregistrements, un objet chacun.`,
  'json-name-repeated': ({ name, count, record }, f) =>
    `${name} : figure plusieurs fois dans ${f.number(count)} ${f.plural(count, 'enregistrement', 'enregistrements')}, dont le premier est ${record} ; sa première valeur a été gardée`,
  'no-list': 'Ce n’est pas une liste, contrairement aux enregistrements précédents.',
  'feature-properties': 'Les propriétés d’une entité doivent être un objet.',
  'feature-members-left-out': ({ names }) =>
    `des membres d’entités autres que leurs propriétés ont été laissés de côté : ${names}`,
  'geometry-beyond': ({ count, record }, f) =>
    `geometry : ${f.number(count)} ${f.plural(count, 'a', 'ont')} des positions au-delà de 180 ou 90 degrés, la première dans l’enregistrement ${record} ; indiquez leur système de coordonnées`,
  'coordinate-system-unknown': ({ system }) =>
    `Le système de coordonnées ${system} n’est pas assez connu pour convertir ses positions. Convertissez le fichier en longitude et latitude (EPSG:4326).`,
  'position-not-in-system': ({ system }) => `Une position n’existe pas dans ${system}.`,
  'behind-the-list': 'Il y a quelque chose après la fin de la liste.',
  'text-incomplete': 'Le texte s’arrête avant d’être complet.',
  'text-empty': 'Le texte est vide.',
  'no-delimited-text':
    'Le fichier n’a pas pu être compris comme texte délimité. Un autre format, délimiteur, guillemet ou encodage peut convenir.',
  'no-records': 'Le fichier n’a pas d’enregistrements.',
  'no-json': ({ said }) => `Le fichier n’est pas du JSON lisible : ${said}`,
  'no-object': 'Ce n’est pas un objet.',
  'record-no-object': ({ number }) => `L’enregistrement ${number} n’est pas un objet.`,
  'sheet-chosen': ({ sheet }) => `la feuille « ${sheet} » a été lue, la première visible qui contient un tableau`,
  'cells-with-errors': ({ count }, f) =>
    `cellules en erreur (#N/A, #DIV/0!, …) traitées comme manquantes : ${f.number(count)}`,
  'formulas-uncalculated': ({ count }, f) =>
    `formules jamais calculées, donc manquantes : ${f.number(count)} ; ouvrez le classeur et enregistrez-le à nouveau`,
  'hidden-rows-read': ({ count }, f) => `lignes masquées lues aussi : ${f.number(count)}`,
  'hidden-columns-read': ({ count }, f) => `colonnes masquées lues aussi : ${f.number(count)}`,
  'sheet-empty': 'La feuille n’a pas d’enregistrements.',
  'file-not-there': 'Le fichier est absent.',
  'file-unreadable': ({ said }) => `Le fichier est illisible : ${said}.`,
  'file-not-readable': 'Vous n’êtes pas autorisé à lire le fichier.',
  'file-not-viewed': 'Le fichier n’est plus ouvert.',
  'no-file': 'Ce n’est pas un fichier.',
  'file-empty': 'Le fichier est vide.',
  'file-has-no-column': ({ column }) => `Le fichier n’a pas de colonne « ${column} ».`,
  'point-of-two': 'Choisissez la colonne de la latitude et celle de la longitude.',
  'made-of': ({ longitude, latitude }) => `formé de « ${longitude} » et « ${latitude} »`,
  'not-unpacked': ({ said }) => `Le fichier ne peut pas être décompressé : ${said}.`,
  'encoding-unknown': ({ encoding }) => `L’encodage « ${encoding} » est inconnu.`,
  'file-not-there-or-closed': 'Le fichier est absent, ou ne peut pas être lu.',
  'no-utf8': ({ encoding }) =>
    `Le texte n’est pas de l’UTF-8 ; il ressemble à ${encoding}. Vérifiez les lettres accentuées.`,
  'codes-stay-text': 'les codes commençant par des zéros restent du texte',
  'long-numbers-stay-text': 'les nombres de plus de 64 bits restent du texte',
  'digits-stay-text': 'les nombres qui ont plus de chiffres qu’un nombre ne peut en garder ici restent du texte',
  'marks-missing': ({ marks }) => `${marks} pris pour manquant`,
  'dates-to-text': ({ column }) =>
    `${column} : affichée comme texte, car les nouvelles valeurs ne sont pas toutes des dates ou des heures`,
  'times-to-iso': 'dates et heures en texte ISO 8601',
  'decimal-or-thousands':
    'reste du texte, car le signe dans ses nombres peut marquer les décimales ou séparer les milliers',
  'years-of-two-digits': 'reste du texte, car les années de ses dates ont deux chiffres',
  'table-below': ({ line, above }, f) =>
    `un autre tableau semble commencer à la ligne ${line} et est lu avec le premier : écartez ses lignes, ou ignorez ${f.number(above)} ${f.plural(above, 'ligne', 'lignes')} pour le lire seul`,
  'table-beside': ({ column }) =>
    `la colonne ${column} n’a ni nom ni valeurs : si un autre tableau se trouve derrière elle, écartez les colonnes de l’un des deux`,
  'too-many-columns': ({ count, limit }, f) =>
    `Le fichier a ${f.number(count)} colonnes ; un jeu de données peut en avoir ${f.number(limit)} au plus. Écartez-en, ou faites-en des lignes.`,
  'day-or-month-first': 'reste du texte, car rien n’indique si le jour ou le mois vient en premier',
  'some-are-others': ({ count, total }, f) =>
    `reste du texte, car ${f.number(count)} ${f.plural(count, 'valeur', 'valeurs')} sur ${f.number(total)} ${f.plural(count, 'n’est pas un nombre ou une date', 'ne sont pas des nombres ou des dates')}`,
  'written-differently': 'reste du texte, car ses nombres ou ses dates ne sont pas tous écrits de la même façon',
  'numbers-with-unit': ({ sign }) =>
    `nombres avec ${sign} : en décimal ou en entier, ils sont enregistrés sans ce signe`,
  'encoding-unsure': ({ encodings }) =>
    `Le texte n’est pas de l’UTF-8 ; il peut s’agir de ${encodings}. Choisissez celui dont les lettres sont justes.`,
  'encoding-not-whole': ({ encoding }) =>
    `Le texte ressemble à ${encoding}, mais contient des octets qui n’en sont pas. Indiquez son encodage.`,
  'bytes-no-characters': ({ line, encoding }) =>
    `La ligne ${line} contient des octets qui ne forment pas de caractère en ${encoding}. Corrigez-les dans le fichier, ou indiquez un autre encodage.`,
  'characters-replaced': ({ count, encoding, line }, f) =>
    `${f.number(count)} ${f.plural(count, 'caractère n’a pas pu être lu', 'caractères n’ont pas pu être lus')} en ${encoding} et ${f.plural(count, 'devient', 'deviennent')} U+FFFD, le premier à la ligne ${line}`,
  'some-no-utf8': ({ count, line }, f) =>
    `${f.number(count)} ${f.plural(count, 'ligne n’est pas', 'lignes ne sont pas')} de l’UTF-8 valide, la première est la ligne ${line}, alors que les autres le sont. Enregistrez le fichier en UTF-8, ou indiquez son encodage ; avec « utf-8 », les octets en cause sont remplacés.`,
  'zstd-text': 'Un fichier compressé en zstd doit être en UTF-8.',
  'read-as': ({ encoding }) => `texte lu en ${encoding}`,
  'first-quote-not-closed': ({ line }, f) =>
    `Le tableau commence à la ligne ${f.number(line)}, où un guillemet n’est jamais fermé, ou est suivi d’un autre texte. Corrigez-le dans le fichier, ou choisissez un autre guillemet ou aucun.`,
  'header-without-first': ({ column }) =>
    `l’en-tête a un nom de moins que les enregistrements n’ont de valeurs : les premières valeurs ont été lues comme noms des lignes (${column})`,
  'header-without-last': ({ column }) =>
    `l’en-tête a un nom de moins que les enregistrements n’ont de valeurs : la dernière colonne n’a pas de nom (${column})`,
  'empty-records-left-out': ({ count, line }, f) =>
    `lignes écartées qui n’ont que des séparateurs ou des espaces : ${f.number(count)}, la première est la ligne ${f.number(line)}`,
  'codes-with-zeros': ({ one, other }) =>
    `les codes restent du texte : ${one} et ${other} deviendraient le même nombre`,
  'merged-cells': ({ count }, f) =>
    `cellules fusionnées, dont seule la première a la valeur et les autres sont manquantes : ${f.number(count)}`,
  'zero-padded-numbers': ({ count }, f) =>
    `les nombres affichés avec des zéros devant sont du texte avec ces zéros : ${f.number(count)} ${f.plural(count, 'cellule', 'cellules')}`,
  'nul-in-names': ({ columns }) => `le caractère NUL dans des noms de colonnes est devenu ␀ : ${columns}`,
  'finer-than-microseconds': ({ columns }) =>
    `des heures en nanosecondes, les microsecondes sont conservées : ${columns}`,
  'json-socrata': 'lu comme lignes de Socrata : nombres selon ses types, sans les colonnes marquées comme masquées',
  'read-as-unsure': ({ encoding, second }) =>
    `texte lu en ${encoding}, l’encodage le plus probable ; le deuxième est ${second} : vérifiez les accents et les symboles`,
  'no-workbook': 'Le fichier n’est pas un classeur Excel.',
  'workbook-empty': 'Le classeur n’a aucune feuille contenant des cellules.',
  'workbook-text-missing': ({ cell }) =>
    `La cellule ${cell} renvoie à un texte que le classeur n’a pas. Ouvrez-le dans un tableur et enregistrez-le à nouveau.`,
  'in-file': ({ file, said }) => `Dans le fichier ${file} : ${said}`,
  'too-many-to-combine': ({ count, limit }, f) =>
    `Il y a ${f.number(count)} ${f.plural(count, 'fichier', 'fichiers')} ; ${f.number(limit)} au plus peuvent former un jeu de données.`,
  'archive-name-twice': ({ name }) =>
    `L’archive contient deux fichiers nommés ${name}. Extrayez-les et choisissez-en un.`,
  'archive-no-entry': ({ name }) => `L’archive ne contient pas de fichier ${name}.`,
  'formats-differ': ({ first, format, file, other }) =>
    `Seuls des fichiers du même format forment un jeu de données : ${first} est en ${format}, ${file} en ${other}.`,
  'columns-differ': ({ first, count, files }, f) =>
    `Seuls des fichiers ayant les mêmes colonnes forment un jeu de données. Par rapport à ${first}, ${f.number(count)} des fichiers ${f.plural(count, 'diffère', 'diffèrent')} (− manquante, + en plus) : ${files}`,
  'column-types-differ': ({ column, type, file, otherType, other }) =>
    `La colonne ${column} a des types qui ne vont pas ensemble : ${type} dans ${file}, ${otherType} dans ${other}.`,
  'file-column-taken': ({ column }) =>
    `Il y a déjà une colonne ${column} : choisissez un autre nom pour la colonne des noms de fichiers.`,
  'files-combined': ({ count }, f) =>
    `${f.number(count)} ${f.plural(count, 'fichier a été réuni', 'fichiers ont été réunis')} dans l’ordre de leurs noms.`,
  'empty-files-left-out': ({ count, files }, f) =>
    `${f.number(count)} ${f.plural(count, 'fichier vide a été laissé', 'fichiers vides ont été laissés')} de côté : ${files}`,
  'no-record-on-line': ({ lines }) =>
    `Aucun enregistrement ne commence à la ligne ${lines} ; aucun ne peut donc y être écarté. L’aperçu montre la ligne de chaque enregistrement.`,
  'chosen-left-out': ({ count }, f) =>
    `${f.number(count)} ${f.plural(count, 'ligne choisie a été écartée', 'lignes choisies ont été écartées')}.`,
  'leave-out-not-here': 'Seuls les textes délimités et les classeurs permettent d’écarter des lignes une à une.',
  'folder-without-data': ({ folder }) => `Le dossier ${folder} ne contient aucun fichier qui puisse être publié.`,
  'no-sheet': ({ sheet }) => `Le classeur n’a pas de feuille « ${sheet} ».`,
  'workbook-damaged': ({ said }) => `Le classeur est endommagé : ${said}`,
  'too-many-records': ({ count }, f) =>
    `Le fichier a plus de ${f.number(count)} ${f.plural(count, 'enregistrement', 'enregistrements')}.`,
  'not-finite': ({ column, count }, f) => `${column} : ${f.number(count)} NaN et infinis traités comme manquants`,
  'boolean-to-text': 'booléen en « true » et « false »',
  'date-to-text': 'date en texte ISO 8601',
  'time-to-utc-text': 'heure en texte ISO 8601 en UTC',
  'time-to-text': 'heure en texte ISO 8601',
  'binary-as-text': 'binaire en texte : toutes ses valeurs sont de l’UTF-8',
  'column-reprojected': ({ column, system }) =>
    `${column} : positions de ${system} converties en longitude et latitude (WGS 84)`,
  'binary-to-text': 'binaire en texte hexadécimal',
  'nested-to-text': 'valeurs imbriquées en texte JSON',
  'lines-below-left-out': ({ line, count }, f) =>
    `lignes écartées sous les enregistrements, à partir de la ligne ${line} : ${f.number(count)}`,
  'headers-repeated': ({ count }, f) => `lignes écartées qui répètent l’en-tête : ${f.number(count)}`,
  'other-table': ({ line, count }, f) =>
    `un autre tableau commence à la ligne ${line} : ${f.number(count)} de ses ${f.plural(count, 'lignes a été écartée', 'lignes ont été écartées')}. Pour lire ce tableau, ignorez les lignes qui le précèdent.`,
  'comments-left-out': ({ count }, f) => `lignes de commentaire écartées : ${f.number(count)}`,
  'records-advice': 'Corrigez-les dans le fichier, ou faites-les écarter et écrire dans un fichier à part.',
  'of-pdf':
    'C’est un document PDF. Demandez à son éditeur le tableau en CSV ou XLSX, ou exportez-le avec un autre programme.',
  'of-encrypted-parquet': 'Ce fichier Parquet est chiffré. Écrivez-le à nouveau sans chiffrement.',
  'of-statistics-program': ({ program }) => `C’est un fichier de ${program}. Exportez-le de là en CSV ou Parquet.`,
  'of-archive': ({ kind }) =>
    `C’est compressé en ${kind}. Décompressez-le d’abord ; zip, gzip et zstd sont lus tels quels.`,
  'of-database': ({ kind }) =>
    `C’est un fichier de type ${kind}, qui n’est pas pris en charge. Exportez sa table en CSV ou Parquet.`,
  'of-picture': 'C’est une image, pas un tableau.',
  'of-program': ({ kind }) => `Ce n’est pas un texte, mais un programme (${kind}).`,
  'of-recording': 'C’est un enregistrement audio ou vidéo, pas un tableau.',
  'of-zeros':
    'Le fichier ne contient que des octets nuls : il n’a pas été écrit complètement. Récupérez-le à nouveau à sa source.',
  'of-binary':
    'Ce n’est pas un texte, mais un fichier binaire d’un type qui n’est pas pris en charge. Exportez son tableau en CSV, XLSX ou Parquet avec le programme qui l’a créé.',
  'of-protected-workbook': 'Le classeur est protégé par un mot de passe. Enregistrez-le sans et réessayez.',
  'of-web-page':
    'C’est une page web, pas des données : peut-être une page d’erreur ou de connexion enregistrée sous un nom de fichier. Téléchargez le fichier lui-même.',
  'of-markup': 'C’est un document XML, qui n’est pas pris en charge. Exportez son tableau en CSV ou JSON.',
  'of-source-text': ({ format }) =>
    `Il s’agit d’un texte sous forme de ${format}, et non d’un tableau d’enregistrements. S’il contient un tableau, enregistrez celui-ci seul en CSV.`,
  'of-text-format': ({ format }) =>
    `C’est un fichier au format ${format}, qui n’est pas pris en charge. Exportez son tableau en CSV.`,
  'of-lfs-pointer':
    'Ceci ne fait que désigner un fichier que Git LFS conserve ailleurs. Téléchargez le fichier lui-même.',
  'of-lock-file':
    'Office garde ce fichier à côté d’un document tant que celui-ci est ouvert. Choisissez le document lui-même.',
  'file-incomplete': 'Le fichier est incomplet : sa fin manque. Téléchargez-le ou copiez-le à nouveau.',
  'unseparated-sign': ({ sign }) =>
    `chaque ligne contient ${sign} le même nombre de fois, mais est lue comme une seule colonne : s’il sépare des colonnes, choisissez-le comme délimiteur`,
  'unseparated-fixed-width': ({ starts }) =>
    `les lignes ressemblent à des colonnes de largeur fixe et sont lues comme une seule colonne : coupez-les aux caractères ${starts}`,
  'table-drawn':
    'le fichier ressemble à un tableau dessiné pour la lecture, comme en Markdown ; ses traits et son cadre sont lus comme des valeurs : enregistrez-le en CSV',
  'of-spreadsheet': ({ format }) => `C’est une feuille de calcul au format ${format}. Enregistrez-la en .xlsx ou CSV.`,
  'of-document': ({ kind }) =>
    `C’est un document (${kind}), pas un tableau. Copiez son tableau dans un tableur et enregistrez celui-ci en .xlsx ou CSV.`,
  'of-geodata': ({ kind }) =>
    `Ce sont des données géographiques au format ${kind}, qui n’est pas pris en charge. Exportez-les en GeoJSON, GeoParquet ou CSV, par exemple avec QGIS.`,
  'records-together': ({ from, to }) =>
    `Ils se suivent, des lignes ${from} à ${to} : s’il s’agit d’un autre tableau ou de notes, ignorez-les.`,
  'totals-below': ({ lines, column, value }) =>
    `les derniers enregistrements (ligne ${lines}) ressemblent à des totaux des autres ; sans eux, « ${column} » ne serait pas du texte : « ${value} »`,
  'columns-touch': ({ count, line, position }, f) =>
    `lignes où les valeurs de deux colonnes se touchent : ${f.number(count)}, la première est la ligne ${f.number(line)}, au caractère ${f.number(position)}`,
  'column-start-inside': ({ line, position, text }, f) =>
    `À la ligne ${f.number(line)}, une valeur traverse le caractère ${f.number(position)}, où une colonne doit commencer : « ${text} ». Modifiez les positions ou ignorez les lignes au-dessus du tableau.`,
  'column-starts-order': 'Les positions auxquelles commencent les colonnes doivent être croissantes.',
  'header-joined': ({ count }, f) =>
    `noms de colonnes composés à partir des ${f.number(count)} premières lignes du tableau`,
  'first-record-units':
    'le premier enregistrement ressemble à des unités ou à des descriptions, pas à des valeurs ; sans lui, des colonnes de texte seraient des nombres',
  'log-lines':
    'les lignes ressemblent au journal d’un programme et sont lues comme une seule colonne : convertissez-le en CSV ou JSON avec un outil prévu pour de tels journaux',
  'log-of-server':
    'les lignes ressemblent au journal d’un serveur web ; les colonnes portent les noms des champs de tels journaux',
  'of-ebcdic':
    'C’est un texte en EBCDIC, un encodage de gros systèmes, qui n’est pas pris en charge. Convertissez-le en UTF-8 avec un délimiteur entre les colonnes, par exemple en CSV.',
  'lines-above-left-out': ({ count }, f) => `lignes écartées au-dessus de l’en-tête : ${f.number(count)}`,
  'no-geojson': 'Ce n’est pas une géométrie GeoJSON.',
  'geometry-too-deep': ({ count }, f) =>
    `Une géométrie peut contenir des collections imbriquées sur ${f.number(count)} niveaux.`,
  'position-not-finite': 'Une position a un nombre au-delà de ±1,8e308.',
  'position-of-two': 'Une position demande deux nombres.',
  'coordinates-lists': 'Les coordonnées doivent être des listes.',
  'value-unread': ({ where, why }) => `Une valeur est illisible, la première à l’emplacement ${where} : ${why}`,
  'values-unread': ({ count, where, why }, f) =>
    `${f.number(count)} ${f.plural(count, 'valeur est illisible', 'valeurs sont illisibles')}, la première à l’emplacement ${where} : ${why}`,
  'record-unread': ({ where, why }) => `Un enregistrement est illisible, le premier à l’emplacement ${where} : ${why}`,
  'records-unread': ({ count, where, why }, f) =>
    `${f.number(count)} ${f.plural(count, 'enregistrement est illisible', 'enregistrements sont illisibles')}, le premier à l’emplacement ${where} : ${why}`,
  'in-line': ({ line }) => `ligne ${line}`,
  'in-line-column': ({ line, column }) => `ligne ${line}, colonne « ${column} »`,
  'in-record': ({ record }) => `enregistrement ${record}`,
  'in-record-column': ({ record, column }) => `enregistrement ${record}, colonne « ${column} »`,
  'values-hopeless': ({ count }, f) =>
    `${f.plural(count, 'Le premier enregistrement', `Aucun des ${f.number(count)} premiers enregistrements`)} ${f.plural(count, `(${f.number(count)}) est illisible`, 'n’est lisible')} ; la suite n’a donc pas été lue.`,
  'records-hopeless': 'Aucun des premiers enregistrements n’est lisible ; la suite n’a donc pas été lue.',
  'record-unreadable': ({ said }) => `L’enregistrement est illisible (${said}).`,
  'reading-took-memory': ({ file, limit }, f) =>
    `La lecture de « ${file} » a demandé plus de ${f.number(limit)} Mio de mémoire et a été arrêtée. Le fichier est peut-être endommagé ou conçu pour épuiser la mémoire ; un fichier ayant moins de colonnes ou des valeurs plus courtes peut être lu.`,
  'reading-took-time': ({ file, minutes }, f) =>
    `La lecture de « ${file} » n’a pas progressé pendant ${f.number(minutes)} ${f.plural(minutes, 'minute', 'minutes')} et a été arrêtée. Le fichier est peut-être endommagé ou conçu pour bloquer son lecteur.`,
  'reading-crashed': ({ file, said }) =>
    `Le lecteur de « ${file} » s’est arrêté brutalement (${said}). Le fichier est probablement endommagé ; écrivez-le à nouveau avec le programme qui l’a créé, ou dans un autre format.`,
  'part-too-large': ({ file }) => `Une valeur ou une partie de « ${file} » est trop grande pour être lue.`,
  'part-too-deep': ({ file }) => `Une valeur de « ${file} » est trop imbriquée pour être lue.`,
  'nested-too-deep': ({ limit }, f) =>
    `Des valeurs sont imbriquées sur plus de ${f.number(limit)} niveaux, le maximum qui soit lu.`,
  'record-nested-too-deep': ({ number, limit }, f) =>
    `L’enregistrement ${number} est imbriqué sur plus de ${f.number(limit)} niveaux, le maximum qui soit lu.`,
  'parquet-columns-encrypted':
    'Des colonnes de ce fichier Parquet sont chiffrées. Écrivez-le à nouveau sans chiffrement.',
  'parquet-codec': ({ column, codec }) =>
    `La colonne « ${column} » du fichier Parquet est compressée en ${codec}, qui n’est pas pris en charge. Écrivez-le à nouveau en zstd, snappy ou gzip.`,
  'parquet-encoding': ({ column, encoding }) =>
    `La colonne « ${column} » du fichier Parquet est encodée en ${encoding}, qui n’est lu que pour les types float et double. Écrivez-le à nouveau avec un encodage simple.`,
  'parquet-decimal-too-long': ({ column, precision, limit }, f) =>
    `La colonne « ${column} » du fichier Parquet a des nombres décimaux de ${f.number(precision)} chiffres ; ${f.number(limit)} au plus sont lus. Écrivez-la comme texte ou avec moins de chiffres.`,
  'parquet-page-damaged': ({ column }) =>
    `La colonne « ${column} » du fichier Parquet est endommagée : ses octets ne correspondent pas à leur somme de contrôle. Récupérez le fichier à nouveau, ou réécrivez-le depuis sa source.`,
  'parquet-unreadable':
    'Le fichier Parquet est illisible : il est endommagé ou utilise ce qui n’est pas pris en charge. Écrivez-le avec un autre programme ou une autre version.',
  'parquet-two-values': ({ column }) =>
    `La colonne « ${column} » du fichier Parquet est endommagée : elle a deux valeurs au même endroit. Écrivez à nouveau le fichier à partir de sa source.`,
  'parquet-levels-damaged': ({ column }) =>
    `La colonne « ${column} » du fichier Parquet est endommagée : ses valeurs ne correspondent pas au nombre de lignes. Écrivez à nouveau le fichier à partir de sa source.`,
  'parquet-damaged': ({ said }) =>
    `Les valeurs du fichier Parquet sont illisibles (${said}). Il est endommagé ou utilise ce qui n’est pas pris en charge ; écrivez-le avec un autre programme ou une autre version.`,
  'parquet-takes-memory': ({ said }) =>
    `Une partie du fichier Parquet demande, une fois décompressée, plus de mémoire qu’il n’est permis (${said}). Écrivez-le avec des groupes de lignes et des pages plus petits.`,
  'parquet-too-deep': ({ limit }, f) =>
    `Le fichier Parquet a des colonnes imbriquées sur plus de ${f.number(limit)} niveaux, le maximum qui soit lu.`,
  'parquet-too-wide': ({ limit }, f) =>
    `Le fichier Parquet a plus de ${f.number(limit)} ${f.plural(limit, 'colonne ou groupe', 'colonnes et groupes')}, le maximum qui soit lu.`,
  'unpacks-to-too-much': ({ limit, ratio }, f) =>
    `Décompressé, le fichier dépasse ${f.number(limit)} Mio, soit plus de ${f.number(ratio)} fois ce que permet sa taille. Décompressez-le d’abord s’il est bien ce qu’il doit être.`,
  'sheet-too-wide': ({ cell, limit }) =>
    `La cellule ${cell} se trouve au-delà de la colonne ${limit}, la dernière qu’une feuille puisse avoir.`,
  'sheet-too-long': ({ row, limit }) =>
    `La feuille a une ligne ${row} ; la dernière qu’une feuille puisse avoir est ${limit}.`,
  'values-take-memory':
    'Les enregistrements du fichier demandent plus de mémoire qu’il n’est permis. Un fichier ayant moins de colonnes ou des valeurs plus courtes peut être lu.',
  'parquet-rows-contradict': ({ stated, found }, f) =>
    `Le fichier Parquet annonce ${f.number(stated)} ${f.plural(stated, 'ligne', 'lignes')}, mais ses groupes de lignes en ont ${f.number(found)}. Il est endommagé ou n’a pas été écrit complètement.`,
  'column-name-too-long': ({ column, characters, limit }, f) =>
    `Le nom de la colonne qui commence par « ${column} » compte ${f.number(characters)} caractères. ${f.number(limit)} au plus sont possibles. Donnez-lui un nom plus court, ou écartez-la.`,
  'column-names-too-long': ({ characters, limit }, f) =>
    `Les noms des colonnes comptent ${f.number(characters)} caractères en tout. ${f.number(limit)} au plus sont possibles. Raccourcissez-les, ou écartez des colonnes.`,
  'workbook-not-in-encoding': ({ encoding }) =>
    `Le classeur est illisible : il contient des octets qui ne sont pas de l’${encoding}, alors qu’il l’annonce.`,
  'workbook-half-character':
    'Le classeur est illisible : l’un de ses textes contient une moitié de caractère (un substitut isolé comme _xD800_).',
  'workbook-texts-too-large': ({ limit }, f) =>
    `Les textes du classeur dépassent ${f.number(limit)} Mio. Enregistrez la feuille en CSV pour la publier.`,
  'records-too-large': ({ limit }, f) =>
    `Le fichier donne plus de ${f.number(limit)} Mio d’enregistrements. Publiez-le en plusieurs parties ou enregistrez son tableau en CSV.`,
  'json-comma-trailing': 'une virgule n’est suivie de rien',
  'read-as-replaced': ({ encoding, count, line }, f) =>
    `texte lu en ${encoding} ; ${f.number(count)} ${f.plural(count, 'caractère n’a pas pu être lu et devient', 'caractères n’ont pas pu être lus et deviennent')} U+FFFD, le premier à la ligne ${line}`,
  recast: ({ from, to }) => `${from} en ${to}`,
  widened: ({ column, from, to }) => `${column} : ${from} en ${to}, pour accueillir les nouvelles lignes`,
  'missing-in-new': ({ column }) => `${column} : manque dans les nouvelles lignes`,
  'missing-in-old': ({ column }) => `${column} : manque dans les lignes précédentes`,
  'integers-to-text': ({ type }) => `${type} en texte, car il s’y trouve des entiers de plus de 64 bits`,
  'digits-to-text': ({ type }) => `${type} en texte, car il y a plus de chiffres qu’un nombre ne peut en garder ici`,
  'archive-damaged': 'elle est endommagée',
};
