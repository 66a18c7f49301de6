import type { TextsOf } from '#shared/failures/texts.ts';
import type { workValues } from '#shared/failures/work.ts';

/** Explanations of jobs, stored data and requests, in German. */
export const workDe: TextsOf<typeof workValues> = {
  'in-turn': ({ parts }) => parts,
  about: ({ subject, what }) => `${subject}: ${what}`,
  recorded: ({ text }) => text,
  'program-said': ({ text }) => text,
  'service-said': ({ text }) => text,
  'not-needed': 'Nicht mehr gebraucht.',
  'dataset-not-in': ({ namespace, dataset }) => `In „${namespace}“ gibt es keinen Datensatz „${dataset}“.`,
  'dataset-gone': 'Diesen Datensatz gibt es nicht mehr.',
  'no-data-yet': 'Der Datensatz hat noch keine Daten.',
  'no-version': ({ version }) => `Es gibt keine Version ${version}.`,
  'newer-while-read': 'Während die Zeilen gelesen wurden, erschien eine neuere Version des Datensatzes.',
  'export-anew':
    'Der Datensatz bekam inzwischen eine neue Version; der Export begann von vorn, damit die beiden nicht vermischt werden.',
  'export-restarts': 'Die Zeilen werden noch einmal von der ersten an gelesen.',
  'export-waits': ({ row }) => `Der Export wartet und geht bei Zeile ${row} weiter.`,
  'being-made': 'Ein anderes Almanac macht gerade diese Datei. Warten Sie darauf, oder beenden Sie es.',
  'no-folder': ({ folder }) => `Den Ordner „${folder}“ gibt es nicht.`,
  'is-a-folder': ({ file }) => `„${file}“ ist ein Ordner, keine Datei.`,
  'already-local': 'Dieser Datensatz ist schon auf diesem Computer.',
  'no-namespace': ({ namespace }) => `Es gibt keinen Namensraum „${namespace}“.`,
  'no-dataset': ({ dataset }) => `Es gibt keinen Datensatz „${dataset}“.`,
  'file-not-taken': 'Der Dienst konnte die Datei nicht aufnehmen.',
  'no-part-of-an-address': ({ name }) =>
    `„${name}“ kann nicht Teil einer Adresse sein: Nehmen Sie Buchstaben, Ziffern, „-“ und „_“.`,
  'changed-by-others':
    'Andere haben diesen Datensatz gleichzeitig immer wieder geändert. Versuchen Sie es noch einmal.',
  'group-gone': 'Eine der Gruppen gibt es nicht mehr.',
  'disk-failed':
    'Der Datenträger lässt sich nicht lesen oder beschreiben. Prüfen Sie ihn und das Protokoll des Systems und versuchen Sie es noch einmal.',
  'disk-full':
    'Auf dem Datenträger ist kein Platz mehr. Schaffen Sie Platz oder wählen Sie einen anderen Ort, und versuchen Sie es noch einmal.',
  'disk-space-needed': ({ needed, free }, f) =>
    `Auf dem Datenträger des Dienstes ist nicht genug Platz: etwa ${f.number(needed)} MiB werden gebraucht, ${f.number(free)} MiB sind frei. Nichts wurde geschrieben. Schaffen Sie Platz, und versuchen Sie es noch einmal.`,
  'quota-used':
    'Ihr Anteil am Datenträger ist verbraucht. Schaffen Sie Platz oder wählen Sie einen anderen Ort, und versuchen Sie es noch einmal.',
  'read-only-place': 'An diesem Ort kann nur gelesen werden. Wählen Sie einen anderen.',
  'may-not-there':
    'Sie dürfen dort nicht lesen oder schreiben. Wählen Sie einen anderen Ort oder ändern Sie seine Rechte.',
  'file-or-folder-gone': 'Die Datei oder den Ordner gibt es nicht mehr.',
  'path-through-a-file': 'Ein Teil des Pfads ist eine Datei, kein Ordner.',
  'this-is-a-folder': 'Das ist ein Ordner, keine Datei.',
  'too-many-files': 'Zu viele Dateien sind offen. Schließen Sie andere Programme und versuchen Sie es noch einmal.',
  closing: 'Almanac wird geschlossen.',
  'job-unknown': 'Diesen Auftrag gibt es nicht mehr.',
  'version-of-two-gone': 'Eine der Versionen gibt es nicht mehr.',
  'compares-not':
    'Dieser Dienst vergleicht keine Versionen. Behalten Sie beide auf diesem Computer, und vergleichen Sie die Kopien.',
  'other-bytes': 'Die Bytes sind nicht die, von denen die Prüfsumme stammt.',
  'base-gone':
    'Die Version, an die diese Zeilen angefügt werden sollten, wurde inzwischen gelöscht. Veröffentlichen Sie sie noch einmal: Sie folgen dann der neuesten verbliebenen Version.',
  'replaces-rows': ({ before, after }, f) =>
    `${f.number(after)} ${f.plural(after, 'Zeile', 'Zeilen')} statt ${f.number(before)}.`,
  'replaces-equal': 'Die neueste Version hat dieselben Zeilen und Spalten.',
  'replacement-loses': ({ changes }) =>
    `Mit der neuen Version gingen Daten verloren. ${changes} Nichts wurde veröffentlicht.`,
  'version-gone': 'Diese Version gibt es nicht mehr.',
  'stored-file-gone': 'Die gespeicherte Datei fehlt.',
  'stored-file-altered':
    'Die gespeicherte Datei ist abgeschnitten oder verändert: Ihre Bytes sind nicht die veröffentlichten.',
  'no-descriptor': 'Neben der Datei liegt keine Beschreibung, die ihre SHA-256 nennt.',
  'no-checksum-told': 'Der Dienst nennt keine SHA-256 dieser Version.',
  'stored-file-withheld': 'Der Dienst gibt die gespeicherte Datei einer Version nicht heraus.',
  'deleted-already': 'Es ist beim Dienst schon gelöscht.',
  'key-repeated-before': ({ columns }) => `In der Version davor haben mehrere Zeilen dasselbe ${columns}.`,
  'key-repeated-after': ({ columns }) => `In der Version danach haben mehrere Zeilen dasselbe ${columns}.`,
  'key-missing-before': ({ columns }) => `In der Version davor haben manche Zeilen kein ${columns}.`,
  'key-missing-after': ({ columns }) => `In der Version danach haben manche Zeilen kein ${columns}.`,
  'key-not-in-both': ({ column }) => `Die Spalte „${column}“ gibt es nicht in beiden Versionen.`,
  'key-is-geometry': ({ column }) => `Die Spalte „${column}“ ist eine Geometrie.`,
  'no-column': ({ column }) => `Es gibt keine Spalte „${column}“.`,
  'geometry-has-no-order': ({ column }) => `Die Spalte „${column}“ ist eine Geometrie, die nicht sortiert werden kann.`,
  'whole-number-required': 'Geben Sie eine ganze Zahl ein.',
  'whole-number-too-big': 'Geben Sie eine ganze Zahl von höchstens 64 Bit ein.',
  'number-required': 'Geben Sie eine Zahl ein.',
  'box-upside-down': 'Der Süden eines Rechtecks liegt unter seinem Norden.',
  'no-pattern': 'Dieser reguläre Ausdruck wird hier nicht unterstützt.',
  'version-file-missing': 'Die Datei dieser Version fehlt.',
  'version-file-size': ({ found, expected }, f) =>
    `Die Datei dieser Version hat ${f.number(found)} statt ${f.number(expected)} Bytes.`,
  'columns-take-memory': ({ columns }, f) =>
    `${f.number(columns)} ${f.plural(columns, 'Spalte', 'Spalten')} auf einmal zu lesen braucht mehr Speicher als verfügbar. Wählen Sie weniger Spalten, oder nehmen Sie den ganzen Datensatz als Parquet.`,
  'read-takes-memory': 'Das braucht mehr Speicher als verfügbar. Wählen Sie weniger Spalten oder keine Sortierung.',
  'version-file-altered': 'Die Datei dieser Version ist nicht, was geschrieben wurde.',
  'user-taken': ({ name }) => `Einen Benutzer „${name}“ gibt es schon.`,
  'group-taken': ({ name }) => `Eine Gruppe „${name}“ gibt es schon.`,
  'group-guards': ({ datasets }) =>
    `Nur diese Gruppe darf ${datasets} lesen. Ohne sie könnten es alle: Sagen Sie zuerst, wer lesen darf.`,
  'something-wrong': 'In Almanac ist etwas schiefgegangen.',
  'backend-gone': 'Der Datendienst von Almanac wurde beendet und wird neu gestartet.',
  'link-too-long': 'Der Link ist zu lang.',
  'link-unknown': 'Das ist kein Link, den Almanac kennt.',
  'link-service': 'Der Link nennt einen Dienst durch etwas, das keine Web-Adresse ist.',
  'link-without-namespace': 'Der Link nennt einen Datensatz ohne seinen Namensraum.',
  'link-conditions': 'Der Link stellt mehr als 200 Bedingungen.',
  'link-chart':
    'Das Diagramm im Link ist nicht lesbar. Kopieren Sie den Link noch einmal ganz; er kann von einem neueren Almanac sein.',
  'link-damaged': 'Der Link ist beschädigt: Ein Zeichen darin ist falsch umschrieben.',
  'link-namespace': 'Der Link nennt keinen möglichen Namensraum.',
  'link-dataset': 'Der Link nennt keinen möglichen Datensatz.',
  'long-text':
    'Ein Text ist länger als die 32.767 Zeichen, die eine Zelle einer Arbeitsmappe fasst: Der Rest steht im Blatt „Long texts“.',
  'long-texts': ({ count }, f) =>
    `${f.number(count)} ${f.plural(count, 'Text', 'Texte')} ${f.plural(count, 'ist', 'sind')} länger als die 32.767 Zeichen, die eine Zelle einer Arbeitsmappe fasst: Der Rest steht im Blatt „Long texts“.`,
  'long-numbers': ({ count }, f) =>
    `${f.number(count)} ${f.plural(count, 'ganze Zahl hat', 'ganze Zahlen haben')} mehr als die 15 Stellen, die Excel von einer Zahl speichert, und ${f.plural(count, 'steht', 'stehen')} als Text in der Arbeitsmappe.`,
  'text-moments': ({ count }, f) =>
    `${f.number(count)} ${f.plural(count, 'Datum oder Zeitpunkt steht', 'Daten oder Zeitpunkte stehen')} als Text in der Arbeitsmappe: Excel kennt keine Tage vor März 1900, keine Zeitzone außer UTC und keine Sekundenbruchteile außer Millisekunden.`,
  'answer-unexpected': ({ call }) =>
    `Die Antwort auf „${call}“ hat eine unerwartete Form. Starten Sie Almanac neu; tritt das wieder auf, melden Sie es.`,
  'call-unknown': ({ call }) => `Einen Aufruf „${call}“ gibt es nicht.`,
  'call-misused': ({ call }) => `Der Aufruf „${call}“ hat Parameter bekommen, die er nicht annimmt.`,
  'stopped-cleanly': 'Der Vorgang wurde abgebrochen. Nichts blieb zurück; derselbe Befehl beginnt wieder von vorn.',
  stopped: 'Der Vorgang wurde abgebrochen.',
  both: ({ first, second }) => `${first}; ${second}`,
  'group-name': 'Der Name einer Gruppe muss 1 bis 150 Zeichen lang sein.',
  'no-such-group': 'Diese Gruppe gibt es nicht mehr.',
  'password-short': ({ count }, f) => `Ein Passwort hat mindestens ${f.number(count)} Zeichen.`,
  'password-long': ({ count }, f) => `Ein Passwort hat höchstens ${f.number(count)} Zeichen.`,
  username: 'Ein Benutzername hat 1 bis 150 Buchstaben, Ziffern und @ . + - _.',
  'no-user-named': ({ name }) => `Einen Benutzer „${name}“ gibt es nicht.`,
  'no-such-user': 'Diesen Benutzer gibt es nicht mehr.',
  'operator-account': ({ name }) => `Das Konto „${name}“ gehört zu diesem Computer und hat kein Passwort.`,
  'version-conflict':
    'Inzwischen wurde eine andere Version veröffentlicht: Diese Zeilen sollten auf die der vorigen folgen.',
  'box-needs-geometry': 'Nur eine Geometrie kann in einem Rechteck liegen.',
  'range-required': 'Ein Bereich braucht zwei Werte, durch ein Komma getrennt.',
  'lookup-unknown': ({ lookup }) => `Der Vergleich „${lookup}“ ist unbekannt.`,
  'boolean-required': 'Geben Sie „true“ oder „false“ ein.',
  'geometry-lookup': ({ lookup }) => `Eine Geometrie lässt den Vergleich „${lookup}“ nicht zu.`,
  'box-required': 'Ein Rechteck braucht vier Zahlen: Westen, Süden, Osten, Norden.',
  'caller-not-a-window': 'Nur der oberste Rahmen eines Fensters von Almanac darf das aufrufen.',
  'shell-failed': 'Almanac konnte das nicht ausführen. Das Protokoll sagt mehr.',
  'only-web-addresses': 'Im Browser werden nur Webadressen (http oder https) geöffnet.',
  'address-with-credentials': 'Eine Adresse mit Namen oder Passwort wird nicht geöffnet.',
  'only-own-files-shown': 'Nur Dateien, die Almanac geschrieben hat, lassen sich zeigen.',
  'only-chosen-places-written': 'Eine Datei wird nur dorthin geschrieben, wo Sie es in einem Dialog gewählt haben.',
  'only-own-files-opened': 'Nur Dateien, die Almanac geschrieben hat, lassen sich öffnen.',
  'file-gone': ({ file }) => `Die Datei gibt es nicht mehr: ${file}`,
  'map-file-gone': ({ file }) =>
    `Der Kartenhintergrund kann nicht gelesen werden, weil seine Datei fehlt: ${file}. Schließen Sie den Datenträger an, oder wählen Sie eine andere Datei.`,
  'map-file-unread': ({ file, reason }) => `Der Kartenhintergrund ${file} kann nicht gelesen werden: ${reason}`,
  'map-file-not-pmtiles': ({ file }) =>
    `${file} ist keine PMTiles-Datei der Version 3. Kartenausschnitte in diesem Format bieten mehrere Anbieter an; aus MBTiles entstehen sie mit dem Programm „pmtiles“.`,
  'map-file-tiles': ({ file, kind }) =>
    `Die Kacheln in ${file} sind ${kind} und lassen sich nicht zeichnen. Wählen Sie eine Datei mit Vektorkacheln (MVT), PNG, JPEG oder WebP, unkomprimiert oder mit gzip komprimiert.`,
  'only-data-files': 'Nur Datendateien lassen sich öffnen.',
  'asking-already': 'Almanac stellt diese Frage bereits: Antworten Sie im Dialog.',
  'only-numbers-compared': ({ name, type }) => `${name} ist ${type}, verglichen werden hier nur Zahlen.`,
  'too-many-groups': ({ limit, column }) =>
    `Es sind mehr als ${limit} Gruppen. Die meisten verschiedenen Werte hat ${column}.`,
  'no-such-period': ({ period, column, kind }) =>
    `${period} ist für ${column} nicht bekannt, dessen Werte von der Art „${kind}“ sind.`,
};
