import type { filesValues } from '#shared/failures/files.ts';
import type { TextsOf } from '#shared/failures/texts.ts';

/** Explanations of files that are read or published, in German. */
export const filesDe: TextsOf<typeof filesValues> = {
  'archive-empty': 'Das Archiv ist leer.',
  'file-damaged': ({ said }) => `Die Datei ist beschädigt: ${said}.`,
  'archive-unreadable': ({ said }) => `Das Archiv kann nicht gelesen werden: ${said}`,
  'archive-encrypted': ({ name }) =>
    `Die Datei ${name} im Archiv ist durch ein Passwort geschützt. Entpacken Sie sie und wählen Sie die Datei selbst.`,
  'archive-method': ({ name, method }) =>
    `Die Datei ${name} im Archiv ist mit ${method} komprimiert, was nicht gelesen wird. Entpacken Sie sie und wählen Sie die Datei selbst.`,
  'archive-of-several': ({ names }) =>
    `Das Archiv enthält mehrere Dateien (${names}). Wählen Sie eine davon, veröffentlichen Sie jede als eigenen Datensatz oder fügen Sie sie zu einem Datensatz zusammen.`,
  'no-whole-number': 'Das ist keine ganze Zahl von 64 Bit.',
  'no-number': 'Das ist keine Zahl.',
  'no-geometry': 'Das ist keine Geometrie.',
  'no-position':
    'Das ist keine Position: Sie braucht einen Längengrad von −180 bis 180 und einen Breitengrad von −90 bis 90.',
  'cannot-be-read': 'Das kann nicht gelesen werden.',
  'too-few-values': 'Der Eintrag hat zu wenige Werte.',
  'too-many-values-uncorrected':
    'Der Eintrag hatte zu viele Werte, von denen noch einige fehlen: Korrigieren Sie seine Werte, oder leeren Sie sein Feld „text“, um sie so zu übernehmen.',
  'too-many-values': 'Der Eintrag hat zu viele Werte.',
  'quote-not-closed': 'Ein Anführungszeichen ist nicht geschlossen, oder dahinter steht etwas.',
  'record-too-long': 'Der Eintrag ist zu lang.',
  'record-no-text': 'Der Eintrag ist kein gültiger Text.',
  'geometry-unread': ({ why }) => `Eine Geometrie kann nicht gelesen werden: ${why}`,
  'json-malformed-at': ({ why, line, column, excerpt }) =>
    `Die Datei ist kein lesbares JSON: ${why} Zeile ${line}, Spalte ${column}, bei „${excerpt}“.`,
  'json-malformed': ({ why, column, excerpt }) =>
    `Das ist kein lesbares JSON: ${why} Spalte ${column}, bei „${excerpt}“.`,
  'json-value-expected': 'Hier wird ein Wert erwartet.',
  'json-name-expected': 'Hier wird ein Name in doppelten Anführungszeichen erwartet.',
  'json-colon-expected': 'Hier wird ein Doppelpunkt erwartet.',
  'json-comma-expected': 'Hier wird ein Komma oder eine schließende Klammer erwartet.',
  'json-bracket-mismatch': 'Diese Klammer schließt nicht, was geöffnet wurde.',
  'json-number-malformed': 'So schreibt JSON keine Zahlen.',
  'json-word-unknown': 'JSON kennt dieses Wort nicht.',
  'json-escape-unknown': 'JSON kennt diese Escape-Folge nicht.',
  'json-half-character': 'Eine Escape-Folge steht für ein halbes Zeichen.',
  'json-control-character': 'Ein Steuerzeichen in einem Text muss als Escape-Folge stehen.',
  'json-not-utf8': 'Diese Bytes sind kein gültiges UTF-8.',
  'json-no-member': ({ name }) => `Die Datei hat keine Liste von Einträgen „${name}“.`,
  'json-topology': 'als TopoJSON gelesen: ein Eintrag für jede Form',
  'topology-broken': ({ record }, f) =>
    `Form ${f.number(record)} des TopoJSON lässt sich nicht zusammensetzen: ein Bogen fehlt oder ist fehlerhaft.`,
  'json-esri': 'als Esri-JSON gelesen: eine Spalte für jedes Attribut',
  'json-sdmx': 'Das ist SDMX-JSON, das nicht gelesen wird. Laden Sie die Daten als CSV herunter.',
  'json-several-texts': ({ names }) =>
    `die Datei enthält mehrere JSON-Texte, jeder mit einer Liste von Einträgen (${names}); jeder wird als ein Eintrag gelesen: fassen Sie die Listen zu einer zusammen, um ihre Einträge zu lesen`,
  'became-text': ({ count, value }, f) =>
    `Text, weil ${f.number(count)} ${f.plural(count, 'Wert', 'Werte')} weiter unten nicht wie die ersten zu lesen ${f.plural(count, 'ist', 'sind')}, etwa „${value}“`,
  'json-several-lists': ({ names }) =>
    `die Datei hat mehrere Listen von Einträgen (${names}) und wird als ein Eintrag gelesen; sagen Sie, welche gelesen werden soll`,
  'json-one-page': ({ evidence }) =>
    `die Datei ist eine Seite einer längeren Antwort (${evidence}): die Einträge der anderen Seiten enthält sie nicht`,
  'json-nested': ({ names }) => `Objekte bleiben JSON-Text, lassen sich aber in Spalten aufteilen: ${names}`,
  'json-records-of': ({ name }) => `die Einträge sind die von „${name}“`,
  'json-records-of-beside': ({ name, others }) => `die Einträge sind die von „${name}“; weggelassen: ${others}`,
  'json-preamble-left-out': 'was vor dem JSON-Text steht, wurde weggelassen',
  'json-columns': 'als Tabelle aus Spalten gelesen: jedes Element enthält die Werte einer Spalte',
  'json-split': 'als Tabelle aus Spalten, Index und Zeilen gelesen',
  'json-by-column':
    'als Tabelle aus Spalten gelesen: jedes Element enthält die Werte einer Spalte nach dem Namen des Eintrags',
  'json-by-record': 'als Tabelle aus Einträgen gelesen: jedes Element ist einer',
  'json-bindings': 'als Ergebnisse von SPARQL gelesen: ein Eintrag für jede Lösung',
  'json-hits': 'als Treffer einer Suche gelesen: ein Eintrag für die Quelle jedes Treffers',
  'json-visualisation': 'als Tabelle der Visualization API von Google gelesen',
  'json-px-web': 'als JSON von PxWeb gelesen: ein Eintrag für jeden Schlüssel',
  'json-statistics': 'als JSON-stat gelesen: ein Eintrag für jeden Wert des Würfels',
  'eurostat-table': 'als Tabelle von Eurostat gelesen: ein Eintrag für jeden Wert, mit seinen Kennzeichen',
  'eurostat-line-unfit': ({ line, values, expected }, f) =>
    `Zeile ${f.number(line)} dieser Tabelle von Eurostat hat ${f.number(values)} Codes und Werte, die erste Zeile aber ${f.number(expected)} Namen. Die Datei ist vielleicht unvollständig. Laden Sie sie noch einmal herunter.`,
  'px-table': 'als PC-Axis gelesen: ein Eintrag für jede Zelle der Tabelle',
  'px-unit': ({ unit }) => `Einheit aller Werte: ${unit}`,
  'px-rows-left-out': 'Zeilen, die in der Datei fehlen, weil alle ihre Werte 0 sind, haben keine Einträge',
  'px-no-data':
    'Dieser PC-Axis-Datei fehlt das Schlüsselwort DATA mit den Zellen. Vielleicht ist sie unvollständig: Laden Sie sie noch einmal herunter.',
  'px-no-variables':
    'Diese PC-Axis-Datei nennt keine Variablen: Die Schlüsselwörter STUB und HEADING fehlen oder sind leer.',
  'px-variable-repeated': ({ variable }) => `Diese PC-Axis-Datei nennt die Variable „${variable}“ zweimal.`,
  'px-values-missing': ({ variable }) =>
    `Diese PC-Axis-Datei hat keine Werte für die Variable „${variable}“: Sie braucht VALUES("${variable}").`,
  'px-codes-unfit': ({ variable, codes, values }, f) =>
    `Die Variable „${variable}“ dieser PC-Axis-Datei hat ${f.number(codes)} ${f.plural(codes, 'Code', 'Codes')} für ${f.number(values)} ${f.plural(values, 'Wert', 'Werte')}.`,
  'px-cell-unfit': ({ line, text }, f) =>
    `„${text}“ in Zeile ${f.number(line)} ist weder eine Zahl noch ein Zeichen für einen fehlenden Wert. Berichtigen Sie die Zelle in der Datei.`,
  'px-cells-unfit': ({ cells, expected }, f) =>
    `Diese PC-Axis-Datei hat ${f.number(cells)} Zellen, ihre Variablen haben aber ${f.number(expected)}. Vielleicht ist sie unvollständig: Laden Sie sie noch einmal herunter.`,
  'px-key-unknown': ({ line, key, variable }, f) =>
    `Die Tabellenzeile in Zeile ${f.number(line)} beginnt mit „${key}“. Das ist kein Wert der Variablen „${variable}“.`,
  'json-statistics-unfit': 'Die Dimensionen dieser JSON-stat-Datei passen nicht zusammen.',
  'json-columns-uneven': ({ counts }) => `Die Spalten haben verschieden viele Werte (${counts}).`,
  'json-split-uneven': ({ row, count }, f) =>
    `Zeile ${row} hat nicht ${f.number(count)} ${f.plural(count, 'Wert', 'Werte')}, oder der Index ist anders lang als die Zeilen.`,
  'json-table-too-large': ({ limit }, f) =>
    `Eine Tabelle in dieser Form von JSON darf höchstens ${f.number(limit)} MiB haben. Schreiben Sie sie als Liste von Einträgen, je ein Objekt.`,
  'json-name-repeated': ({ name, count, record }, f) =>
    `${name}: steht in ${f.number(count)} ${f.plural(count, 'Eintrag', 'Einträgen')} mehr als einmal, zuerst in ${record}; der erste Wert wurde behalten`,
  'no-list': 'Das ist keine Liste wie die Einträge davor.',
  'feature-properties': 'Die Eigenschaften eines Features müssen ein Objekt sein.',
  'feature-members-left-out': ({ names }) =>
    `Elemente von Features neben ihren Eigenschaften wurden weggelassen: ${names}`,
  'geometry-beyond': ({ count, record }, f) =>
    `geometry: ${f.number(count)} ${f.plural(count, 'hat', 'haben')} Positionen jenseits von 180 oder 90 Grad, zuerst in Eintrag ${record}; geben Sie ihr Koordinatensystem an`,
  'coordinate-system-unknown': ({ system }) =>
    `Das Koordinatensystem ${system} ist nicht genau genug bekannt, um seine Positionen umzurechnen. Wandeln Sie die Datei in Länge und Breite um (EPSG:4326).`,
  'position-not-in-system': ({ system }) => `Eine Position hat keinen Ort in ${system}.`,
  'behind-the-list': 'Hinter dem Ende der Liste steht noch etwas.',
  'text-incomplete': 'Der Text endet, ehe er vollständig ist.',
  'text-empty': 'Der Text ist leer.',
  'no-delimited-text':
    'Die Datei konnte nicht als Text mit Trennzeichen gelesen werden. Vielleicht passt ein anderes Format, Trennzeichen, Anführungszeichen oder eine andere Kodierung.',
  'no-records': 'Die Datei hat keine Einträge.',
  'no-json': ({ said }) => `Die Datei ist kein lesbares JSON: ${said}`,
  'no-object': 'Das ist kein Objekt.',
  'record-no-object': ({ number }) => `Der Eintrag ${number} ist kein Objekt.`,
  'sheet-chosen': ({ sheet }) => `das Blatt „${sheet}“ wurde gelesen, das erste sichtbare, das eine Tabelle enthält`,
  'cells-with-errors': ({ count }, f) => `Zellen mit einem Fehler (#NV, #DIV/0!, …) zu fehlend: ${f.number(count)}`,
  'formulas-uncalculated': ({ count }, f) =>
    `nie berechnete Formeln fehlen: ${f.number(count)}; öffnen Sie die Arbeitsmappe und speichern Sie sie neu`,
  'hidden-rows-read': ({ count }, f) => `mitgelesene ausgeblendete Zeilen: ${f.number(count)}`,
  'hidden-columns-read': ({ count }, f) => `mitgelesene ausgeblendete Spalten: ${f.number(count)}`,
  'sheet-empty': 'Das Blatt hat keine Einträge.',
  'file-not-there': 'Die Datei wurde nicht gefunden.',
  'file-unreadable': ({ said }) => `Die Datei kann nicht gelesen werden: ${said}.`,
  'file-not-readable': 'Sie dürfen diese Datei nicht lesen.',
  'file-not-viewed': 'Die Datei ist nicht mehr geöffnet.',
  'no-file': 'Das ist keine Datei.',
  'file-empty': 'Die Datei ist leer.',
  'file-has-no-column': ({ column }) => `Die Datei hat keine Spalte „${column}“.`,
  'point-of-two': 'Wählen Sie die Spalte mit dem Breitengrad und die mit dem Längengrad.',
  'made-of': ({ longitude, latitude }) => `aus „${longitude}“ und „${latitude}“ gemacht`,
  'not-unpacked': ({ said }) => `Die Datei kann nicht entpackt werden: ${said}.`,
  'encoding-unknown': ({ encoding }) => `Die Kodierung „${encoding}“ ist nicht bekannt.`,
  'file-not-there-or-closed': 'Die Datei wurde nicht gefunden oder darf nicht gelesen werden.',
  'no-utf8': ({ encoding }) =>
    `Der Text ist kein UTF-8; er sieht nach ${encoding} aus. Prüfen Sie die Umlaute und Akzente.`,
  'codes-stay-text': 'Kennungen mit Nullen vorn bleiben Text',
  'long-numbers-stay-text': 'Zahlen von mehr als 64 Bit bleiben Text',
  'digits-stay-text': 'Zahlen mit mehr Stellen, als eine Zahl hier behält, bleiben Text',
  'marks-missing': ({ marks }) => `${marks} als fehlend gelesen`,
  'dates-to-text': ({ column }) => `${column}: als Text angezeigt, weil nicht alle neuen Werte Daten oder Zeiten sind`,
  'times-to-iso': 'Daten und Zeiten als Text nach ISO 8601',
  'decimal-or-thousands':
    'bleibt Text, weil das Zeichen in den Zahlen vor Dezimalstellen oder zwischen Tausendern stehen kann',
  'years-of-two-digits': 'bleibt Text, weil die Jahre der Daten zwei Ziffern haben',
  'day-or-month-first': 'bleibt Text, weil nichts zeigt, ob der Tag oder der Monat vorn steht',
  'written-differently': 'bleibt Text, weil die Zahlen oder Daten nicht alle gleich geschrieben sind',
  'numbers-with-unit': ({ sign }) =>
    `Zahlen mit ${sign}: als Dezimalzahl oder Ganzzahl werden sie ohne dieses Zeichen gespeichert`,
  'some-are-others': ({ count, total }, f) =>
    `bleibt Text, weil ${f.number(count)} von ${f.number(total)} Werten weder Zahlen noch Daten ${f.plural(count, 'ist', 'sind')}`,
  'encoding-unsure': ({ encodings }) =>
    `Der Text ist kein UTF-8; er kann ${encodings} sein. Wählen Sie die Kodierung, deren Buchstaben stimmen.`,
  'encoding-not-whole': ({ encoding }) =>
    `Der Text sieht nach ${encoding} aus, hat aber Bytes, die es darin nicht gibt. Geben Sie seine Kodierung an.`,
  'bytes-no-characters': ({ line, encoding }) =>
    `Zeile ${line} hat Bytes, die in ${encoding} kein Zeichen sind. Korrigieren Sie sie in der Datei, oder geben Sie eine andere Kodierung an.`,
  'characters-replaced': ({ count, encoding, line }, f) =>
    `${f.number(count)} Zeichen ${f.plural(count, 'ließ', 'ließen')} sich nicht als ${encoding} lesen und ${f.plural(count, 'ist', 'sind')} nun U+FFFD, das erste in Zeile ${line}`,
  'some-no-utf8': ({ count, line }, f) =>
    `${f.number(count)} ${f.plural(count, 'Zeile', 'Zeilen')} ${f.plural(count, 'ist', 'sind')} kein gültiges UTF-8, die erste ist Zeile ${line}; die anderen sind es. Speichern Sie die Datei als UTF-8, oder geben Sie die Kodierung an; mit „utf-8“ werden die fraglichen Bytes ersetzt.`,
  'zstd-text': 'Eine mit zstd komprimierte Datei muss in UTF-8 sein.',
  'read-as': ({ encoding }) => `Text als ${encoding} gelesen`,
  'first-quote-not-closed': ({ line }, f) =>
    `Mit Zeile ${f.number(line)} beginnt die Tabelle; ein Anführungszeichen darin wird nie geschlossen, oder es folgt anderer Text. Berichtigen Sie es in der Datei, oder wählen Sie ein anderes Anführungszeichen oder keines.`,
  'header-without-first': ({ column }) =>
    `die Überschrift hat einen Namen weniger als die Einträge Werte: die ersten Werte wurden als Namen der Zeilen gelesen (${column})`,
  'header-without-last': ({ column }) =>
    `die Überschrift hat einen Namen weniger als die Einträge Werte: die letzte Spalte hat keinen Namen (${column})`,
  'empty-records-left-out': ({ count, line }, f) =>
    `ausgelassene Zeilen, die nur Trennzeichen oder Leerzeichen enthalten: ${f.number(count)}, die erste ist Zeile ${f.number(line)}`,
  'codes-with-zeros': ({ one, other }) => `Kennungen bleiben Text: ${one} und ${other} würden dieselbe Zahl`,
  'merged-cells': ({ count }, f) =>
    `verbundene Zellen, deren Wert nur in der ersten steht, während die übrigen fehlen: ${f.number(count)}`,
  'zero-padded-numbers': ({ count }, f) =>
    `mit führenden Nullen angezeigte Zahlen sind Text mit diesen Nullen: ${f.number(count)} ${f.plural(count, 'Zelle', 'Zellen')}`,
  'nul-in-names': ({ columns }) => `das Zeichen NUL in Namen von Spalten wurde zu ␀: ${columns}`,
  'finer-than-microseconds': ({ columns }) => `von Zeiten in Nanosekunden bleiben die Mikrosekunden: ${columns}`,
  'json-socrata':
    'als Zeilen von Socrata gelesen: Zahlen nach seinen Typen, ohne die als verborgen gekennzeichneten Spalten',
  'read-as-unsure': ({ encoding, second }) =>
    `Text als ${encoding} gelesen, die wahrscheinlichste Kodierung; die zweitbeste ist ${second}: Prüfen Sie Umlaute und Sonderzeichen`,
  'no-workbook': 'Die Datei ist keine Excel-Arbeitsmappe.',
  'workbook-empty': 'Die Arbeitsmappe hat kein Blatt mit Zellen.',
  'workbook-text-missing': ({ cell }) =>
    `Die Zelle ${cell} verweist auf einen Text, den die Arbeitsmappe nicht hat. Öffnen Sie sie in einer Tabellenkalkulation und speichern Sie sie neu.`,
  'in-file': ({ file, said }) => `In der Datei ${file}: ${said}`,
  'too-many-to-combine': ({ count, limit }, f) =>
    `Das ${f.plural(count, 'ist', 'sind')} ${f.number(count)} ${f.plural(count, 'Datei', 'Dateien')}; höchstens ${f.number(limit)} werden ein Datensatz.`,
  'archive-name-twice': ({ name }) =>
    `Das Archiv enthält zwei Dateien mit dem Namen ${name}. Entpacken Sie es, und wählen Sie eine davon.`,
  'archive-no-entry': ({ name }) => `Das Archiv enthält keine Datei ${name}.`,
  'formats-differ': ({ first, format, file, other }) =>
    `Nur Dateien eines Formats werden ein Datensatz: ${first} ist ${format}, ${file} ist ${other}.`,
  'columns-differ': ({ first, count, files }, f) =>
    `Nur Dateien mit denselben Spalten werden ein Datensatz. Gegenüber ${first} ${f.plural(count, 'weicht', 'weichen')} ${f.number(count)} der Dateien ab (− fehlt, + zusätzlich): ${files}`,
  'column-types-differ': ({ column, type, file, otherType, other }) =>
    `Die Spalte ${column} hat Typen, zu denen kein gemeinsamer passt: ${type} in ${file}, ${otherType} in ${other}.`,
  'file-column-taken': ({ column }) =>
    `Eine Spalte ${column} gibt es schon: Wählen Sie einen anderen Namen für die Spalte der Dateinamen.`,
  'files-combined': ({ count }, f) =>
    `${f.number(count)} ${f.plural(count, 'Datei', 'Dateien')} ${f.plural(count, 'wurde', 'wurden')} in der Reihenfolge ihrer Namen zusammengefügt.`,
  'empty-files-left-out': ({ count, files }, f) =>
    `${f.number(count)} ${f.plural(count, 'leere Datei', 'leere Dateien')} ${f.plural(count, 'wurde', 'wurden')} weggelassen: ${files}`,
  'no-record-on-line': ({ lines }) =>
    `In Zeile ${lines} beginnt kein Eintrag, der weggelassen werden könnte. Die Vorschau zeigt die Zeile jedes Eintrags.`,
  'chosen-left-out': ({ count }, f) =>
    `${f.number(count)} ${f.plural(count, 'ausgewählte Zeile', 'ausgewählte Zeilen')} ${f.plural(count, 'wurde', 'wurden')} weggelassen.`,
  'leave-out-not-here': 'Einzelne Zeilen lassen sich nur bei Text mit Trennzeichen und bei Arbeitsmappen weglassen.',
  'folder-without-data': ({ folder }) =>
    `Der Ordner ${folder} enthält keine Dateien, die veröffentlicht werden können.`,
  'no-sheet': ({ sheet }) => `Die Arbeitsmappe hat kein Blatt „${sheet}“.`,
  'workbook-damaged': ({ said }) => `Die Arbeitsmappe ist beschädigt: ${said}`,
  'too-many-records': ({ count }, f) =>
    `Die Datei hat mehr als ${f.number(count)} ${f.plural(count, 'Eintrag', 'Einträge')}.`,
  'not-finite': ({ column, count }, f) => `${column}: ${f.number(count)} von NaN und unendlich zu fehlend`,
  'boolean-to-text': 'Wahrheitswert zu „true“ und „false“',
  'date-to-text': 'Datum zu Text nach ISO 8601',
  'time-to-utc-text': 'Zeit zu Text nach ISO 8601 in UTC',
  'time-to-text': 'Zeit zu Text nach ISO 8601',
  'binary-as-text': 'Binärwerte zu Text: alle sind UTF-8',
  'column-reprojected': ({ column, system }) => `${column}: Positionen in ${system} zu Länge und Breite (WGS 84)`,
  'binary-to-text': 'Binärwert zu hexadezimalem Text',
  'nested-to-text': 'verschachtelte Werte zu JSON-Text',
  'lines-below-left-out': ({ line, count }, f) =>
    `ausgelassene Zeilen unter den Einträgen, ab Zeile ${line}: ${f.number(count)}`,
  'headers-repeated': ({ count }, f) => `ausgelassene Zeilen, die die Überschrift wiederholen: ${f.number(count)}`,
  'other-table': ({ line, count }, f) =>
    `In Zeile ${line} beginnt eine weitere Tabelle: ${f.number(count)} ${f.plural(count, 'ihrer Zeilen wurde', 'ihrer Zeilen wurden')} ausgelassen. Überspringen Sie die Zeilen darüber, um sie zu lesen.`,
  'comments-left-out': ({ count }, f) => `ausgelassene Kommentarzeilen: ${f.number(count)}`,
  'records-advice':
    'Korrigieren Sie sie in der Datei, oder lassen Sie sie auslassen und in eine eigene Datei schreiben.',
  'of-pdf':
    'Das ist ein PDF-Dokument. Fragen Sie den Herausgeber nach der Tabelle als CSV oder XLSX, oder exportieren Sie sie mit einem anderen Programm.',
  'of-encrypted-parquet': 'Diese Parquet-Datei ist verschlüsselt. Schreiben Sie sie ohne Verschlüsselung neu.',
  'of-statistics-program': ({ program }) =>
    `Das ist eine Datei von ${program}. Exportieren Sie sie dort als CSV oder Parquet.`,
  'of-archive': ({ kind }) =>
    `Das ist mit ${kind} komprimiert. Entpacken Sie es zuerst; zip, gzip und zstd werden direkt gelesen.`,
  'of-database': ({ kind }) =>
    `Das ist eine Datei der Art ${kind}, die nicht gelesen wird. Exportieren Sie ihre Tabelle als CSV oder Parquet.`,
  'of-picture': 'Das ist ein Bild, keine Tabelle.',
  'of-program': ({ kind }) => `Das ist kein Text, sondern ein Programm (${kind}).`,
  'of-recording': 'Das ist eine Ton- oder Videoaufnahme, keine Tabelle.',
  'of-zeros':
    'Die Datei enthält nur Nullbytes: Sie wurde nicht vollständig geschrieben. Holen Sie sie noch einmal von ihrer Quelle.',
  'of-binary':
    'Das ist kein Text, sondern eine Binärdatei einer Art, die nicht gelesen wird. Exportieren Sie ihre Tabelle als CSV, XLSX oder Parquet mit dem Programm, das sie erstellt hat.',
  'of-protected-workbook':
    'Die Arbeitsmappe ist durch ein Passwort geschützt. Speichern Sie sie ohne Passwort und versuchen Sie es noch einmal.',
  'of-web-page':
    'Das ist eine Webseite, keine Daten: vielleicht eine Fehler- oder Anmeldeseite, die unter dem Namen einer Datei gespeichert wurde. Laden Sie die Datei selbst herunter.',
  'of-markup': 'Das ist ein XML-Dokument, das nicht gelesen wird. Exportieren Sie seine Tabelle als CSV oder JSON.',
  'of-source-text': ({ format }) =>
    `Das ist ein Text in der Form von ${format}, keine Tabelle aus Einträgen. Wenn er eine Tabelle enthält, speichern Sie diese allein als CSV.`,
  'of-text-format': ({ format }) =>
    `Das ist eine Datei im Format ${format}, das nicht gelesen wird. Exportieren Sie ihre Tabelle als CSV.`,
  'of-lfs-pointer':
    'Das verweist nur auf eine Datei, die Git LFS an anderer Stelle aufbewahrt. Laden Sie die Datei selbst herunter.',
  'of-lock-file':
    'Diese Datei legt Office neben ein Dokument, solange es geöffnet ist. Wählen Sie das Dokument selbst.',
  'file-incomplete': 'Die Datei ist unvollständig: Ihr Ende fehlt. Laden oder kopieren Sie sie noch einmal.',
  'unseparated-sign': ({ sign }) =>
    `jede Zeile enthält ${sign} gleich oft, wird aber als eine Spalte gelesen: wenn es Spalten trennt, geben Sie es als Trennzeichen an`,
  'unseparated-fixed-width': ({ starts }) =>
    `die Zeilen sehen nach Spalten fester Breite aus und werden als eine Spalte gelesen: trennen Sie sie an den Zeichen ${starts}`,
  'table-below': ({ line, above }, f) =>
    `in Zeile ${line} scheint eine weitere Tabelle zu beginnen, die mit der ersten gelesen wird: lassen Sie ihre Zeilen aus, oder überspringen Sie ${f.number(above)} ${f.plural(above, 'Zeile', 'Zeilen')}, um sie allein zu lesen`,
  'table-beside': ({ column }) =>
    `Spalte ${column} hat weder Namen noch Werte: wenn dahinter eine weitere Tabelle steht, lassen Sie die Spalten der einen oder der anderen aus`,
  'table-drawn':
    'die Datei sieht nach einer zum Lesen gezeichneten Tabelle aus, etwa in Markdown; ihre Linien und Rahmen werden als Werte gelesen: speichern Sie sie als CSV',
  'of-spreadsheet': ({ format }) => `Das ist eine Tabelle im Format ${format}. Speichern Sie sie als .xlsx oder CSV.`,
  'of-document': ({ kind }) =>
    `Das ist ein Dokument (${kind}), keine Tabelle. Kopieren Sie seine Tabelle in eine Tabellenkalkulation und speichern Sie sie als .xlsx oder CSV.`,
  'of-geodata': ({ kind }) =>
    `Das sind Geodaten im Format ${kind}, das nicht gelesen wird. Exportieren Sie sie als GeoJSON, GeoParquet oder CSV, zum Beispiel mit QGIS.`,
  'records-together': ({ from, to }) =>
    `Sie folgen aufeinander in den Zeilen ${from} bis ${to}: Wenn das eine andere Tabelle ist oder Anmerkungen, lassen Sie sie aus.`,
  'totals-below': ({ lines, column, value }) =>
    `die letzten Einträge (Zeile ${lines}) sehen nach Summen der übrigen aus; ohne sie wäre „${column}“ kein Text: „${value}“`,
  'columns-touch': ({ count, line, position }, f) =>
    `Zeilen, in denen sich Werte zweier Spalten berühren: ${f.number(count)}, zuerst Zeile ${f.number(line)} bei Zeichen ${f.number(position)}`,
  'column-start-inside': ({ line, position, text }, f) =>
    `In Zeile ${f.number(line)} überschreitet ein Wert das Zeichen ${f.number(position)}, an dem eine Spalte beginnen soll: „${text}“. Ändern Sie die Positionen, oder überspringen Sie die Zeilen über der Tabelle.`,
  'column-starts-order': 'Die Positionen, an denen Spalten beginnen, müssen aufsteigen.',
  'header-joined': ({ count }, f) =>
    `Spaltennamen aus den ersten ${f.number(count)} Zeilen der Tabelle zusammengesetzt`,
  'first-record-units':
    'der erste Eintrag sieht nach Einheiten oder Beschreibungen aus, nicht nach Werten; ohne ihn wären Textspalten Zahlen',
  'log-lines':
    'die Zeilen sehen nach dem Protokoll eines Programms aus und werden als eine Spalte gelesen: wandeln Sie es mit einem Werkzeug für solche Protokolle in CSV oder JSON um',
  'log-of-server':
    'die Zeilen sehen nach dem Protokoll eines Webservers aus; die Spalten wurden nach den Feldern solcher Protokolle benannt',
  'of-ebcdic':
    'Das ist Text in EBCDIC, einer Kodierung von Großrechnern, die nicht gelesen wird. Wandeln Sie ihn in UTF-8 mit einem Trennzeichen zwischen den Spalten um, etwa in CSV.',
  'lines-above-left-out': ({ count }, f) => `ausgelassene Zeilen über der Überschrift: ${f.number(count)}`,
  'no-geojson': 'Das ist keine GeoJSON-Geometrie.',
  'geometry-too-deep': ({ count }, f) =>
    `Eine Geometrie darf Sammlungen in Sammlungen bis zur Tiefe ${f.number(count)} enthalten.`,
  'position-not-finite': 'Eine Position enthält eine Zahl jenseits von ±1,8e308.',
  'position-of-two': 'Eine Position braucht zwei Zahlen.',
  'coordinates-lists': 'Koordinaten müssen Listen sein.',
  'value-unread': ({ where, why }) => `Ein Wert war nicht lesbar, in ${where}: ${why}`,
  'values-unread': ({ count, where, why }, f) =>
    `${f.number(count)} ${f.plural(count, 'Wert', 'Werte')} ${f.plural(count, 'war', 'waren')} nicht lesbar, der erste in ${where}: ${why}`,
  'record-unread': ({ where, why }) => `Ein Eintrag war nicht lesbar, in ${where}: ${why}`,
  'records-unread': ({ count, where, why }, f) =>
    `${f.number(count)} ${f.plural(count, 'Eintrag', 'Einträge')} ${f.plural(count, 'war', 'waren')} nicht lesbar, der erste in ${where}: ${why}`,
  'in-line': ({ line }) => `Zeile ${line}`,
  'in-line-column': ({ line, column }) => `Zeile ${line}, Spalte „${column}“`,
  'in-record': ({ record }) => `Eintrag ${record}`,
  'in-record-column': ({ record, column }) => `Eintrag ${record}, Spalte „${column}“`,
  'values-hopeless': ({ count }, f) =>
    `Von den ersten ${f.number(count)} Einträgen ist keiner zu lesen, darum wurde der Rest nicht gelesen.`,
  'records-hopeless': 'Keiner der ersten Einträge ist zu lesen, darum wurde der Rest nicht gelesen.',
  'record-unreadable': ({ said }) => `Der Eintrag ist nicht lesbar (${said}).`,
  'reading-took-memory': ({ file, limit }, f) =>
    `Das Lesen von „${file}“ hat mehr als ${f.number(limit)} MiB Speicher gebraucht und wurde abgebrochen. Die Datei ist vielleicht beschädigt oder soll den Speicher erschöpfen; mit weniger Spalten oder kürzeren Werten lässt sie sich lesen.`,
  'reading-took-time': ({ file, minutes }, f) =>
    `Das Lesen von „${file}“ ist ${f.number(minutes)} ${f.plural(minutes, 'Minute', 'Minuten')} lang nicht vorangekommen und wurde abgebrochen. Die Datei ist vielleicht beschädigt oder soll das Lesen aufhalten.`,
  'reading-crashed': ({ file, said }) =>
    `Beim Lesen von „${file}“ ist der Leser abgestürzt (${said}). Die Datei ist wahrscheinlich beschädigt; schreiben Sie sie mit ihrem Programm neu oder in einem anderen Format.`,
  'part-too-large': ({ file }) => `Ein Wert oder Teil von „${file}“ ist zu groß, um gelesen zu werden.`,
  'part-too-deep': ({ file }) => `Ein Wert von „${file}“ ist zu tief verschachtelt, um gelesen zu werden.`,
  'nested-too-deep': ({ limit }, f) =>
    `Werte sind tiefer als ${f.number(limit)} Ebenen verschachtelt; mehr wird nicht gelesen.`,
  'record-nested-too-deep': ({ number, limit }, f) =>
    `Eintrag ${number} ist tiefer als ${f.number(limit)} Ebenen verschachtelt; mehr wird nicht gelesen.`,
  'parquet-columns-encrypted':
    'Spalten dieser Parquet-Datei sind verschlüsselt. Schreiben Sie sie ohne Verschlüsselung neu.',
  'parquet-codec': ({ column, codec }) =>
    `Die Spalte „${column}“ der Parquet-Datei ist mit ${codec} komprimiert, was nicht gelesen wird. Schreiben Sie die Datei mit zstd, snappy oder gzip neu.`,
  'parquet-encoding': ({ column, encoding }) =>
    `Die Spalte „${column}“ der Parquet-Datei ist als ${encoding} kodiert, was nur bei float und double gelesen wird. Schreiben Sie die Datei mit einfacher Kodierung (plain) neu.`,
  'parquet-decimal-too-long': ({ column, precision, limit }, f) =>
    `Die Spalte „${column}“ der Parquet-Datei hat Dezimalzahlen mit ${f.number(precision)} Stellen; gelesen werden höchstens ${f.number(limit)}. Schreiben Sie sie als Text oder mit weniger Stellen.`,
  'parquet-page-damaged': ({ column }) =>
    `Die Spalte „${column}“ der Parquet-Datei ist beschädigt: Ihre Bytes passen nicht zu ihrer Prüfsumme. Holen Sie die Datei noch einmal, oder schreiben Sie sie aus ihrer Quelle neu.`,
  'parquet-unreadable':
    'Die Parquet-Datei lässt sich nicht lesen: Sie ist beschädigt oder verwendet etwas, das nicht gelesen wird. Schreiben Sie sie mit einem anderen Programm oder einer anderen Version neu.',
  'parquet-two-values': ({ column }) =>
    `Die Spalte „${column}“ der Parquet-Datei ist beschädigt: Sie hat zwei Werte an einer Stelle. Schreiben Sie die Datei aus ihrer Quelle neu.`,
  'parquet-levels-damaged': ({ column }) =>
    `Die Spalte „${column}“ der Parquet-Datei ist beschädigt: Ihre Werte passen nicht zur Zahl der Zeilen. Schreiben Sie die Datei aus ihrer Quelle neu.`,
  'parquet-damaged': ({ said }) =>
    `Die Werte der Parquet-Datei lassen sich nicht lesen (${said}). Sie ist beschädigt oder verwendet etwas, das nicht gelesen wird; schreiben Sie sie mit einem anderen Programm oder einer anderen Version neu.`,
  'parquet-takes-memory': ({ said }) =>
    `Ein Teil der Parquet-Datei braucht beim Entpacken mehr Speicher, als verwendet werden darf (${said}). Schreiben Sie sie in kleineren Zeilengruppen und Seiten neu.`,
  'parquet-too-deep': ({ limit }, f) =>
    `Die Parquet-Datei hat Spalten, die tiefer als ${f.number(limit)} Ebenen verschachtelt sind; mehr wird nicht gelesen.`,
  'parquet-too-wide': ({ limit }, f) =>
    `Die Parquet-Datei hat mehr als ${f.number(limit)} ${f.plural(limit, 'Spalte', 'Spalten')} und Gruppen; mehr wird nicht gelesen.`,
  'unpacks-to-too-much': ({ limit, ratio }, f) =>
    `Entpackt wird die Datei größer als ${f.number(limit)} MiB und damit größer als das ${f.number(ratio)}-Fache ihrer Größe zulässt. Entpacken Sie sie vorher, wenn sie ist, was sie sein soll.`,
  'sheet-too-wide': ({ cell, limit }) =>
    `Die Zelle ${cell} liegt hinter Spalte ${limit}, der letzten, die ein Blatt haben kann.`,
  'sheet-too-long': ({ row, limit }) =>
    `Das Blatt hat eine Zeile ${row}; die letzte, die ein Blatt haben kann, ist ${limit}.`,
  'values-take-memory':
    'Die Einträge der Datei brauchen mehr Speicher, als verwendet werden darf. Eine mit weniger Spalten oder kürzeren Werten kann gelesen werden.',
  'parquet-rows-contradict': ({ stated, found }, f) =>
    `Die Parquet-Datei gibt ${f.number(stated)} ${f.plural(stated, 'Zeile', 'Zeilen')} an, aber ihre Zeilengruppen haben ${f.number(found)}. Sie ist beschädigt oder wurde nicht vollständig geschrieben.`,
  'column-name-too-long': ({ column, characters, limit }, f) =>
    `Der Name der Spalte, der mit „${column}“ beginnt, hat ${f.number(characters)} Zeichen. Möglich sind höchstens ${f.number(limit)}. Geben Sie ihr einen kürzeren Namen, oder lassen Sie sie weg.`,
  'too-many-columns': ({ count, limit }, f) =>
    `Die Datei hat ${f.number(count)} Spalten; ein Datensatz kann bis zu ${f.number(limit)} haben. Lassen Sie einige weg, oder machen Sie Zeilen daraus.`,
  'column-names-too-long': ({ characters, limit }, f) =>
    `Die Namen der Spalten haben zusammen ${f.number(characters)} Zeichen. Möglich sind höchstens ${f.number(limit)}. Kürzen Sie sie, oder lassen Sie Spalten weg.`,
  'workbook-not-in-encoding': ({ encoding }) =>
    `Die Arbeitsmappe ist nicht lesbar: Sie enthält Bytes, die nicht ${encoding} sind, wie sie es angibt.`,
  'workbook-half-character':
    'Die Arbeitsmappe ist nicht lesbar: Einer ihrer Texte enthält ein halbes Zeichen (ein einzelnes Surrogat wie _xD800_).',
  'workbook-texts-too-large': ({ limit }, f) =>
    `Die Texte der Arbeitsmappe nehmen mehr als ${f.number(limit)} MiB ein. Speichern Sie das Blatt als CSV, um es zu veröffentlichen.`,
  'records-too-large': ({ limit }, f) =>
    `Aus der Datei werden Einträge von mehr als ${f.number(limit)} MiB. Veröffentlichen Sie sie in Teilen, oder speichern Sie ihre Tabelle als CSV.`,
  'json-comma-trailing': 'nach einem Komma folgt nichts',
  'read-as-replaced': ({ encoding, count, line }, f) =>
    `Text als ${encoding} gelesen; ${f.number(count)} Zeichen ${f.plural(count, 'war', 'waren')} nicht lesbar und ${f.plural(count, 'ist', 'sind')} jetzt U+FFFD, das erste in Zeile ${line}`,
  recast: ({ from, to }) => `${from} zu ${to}`,
  widened: ({ column, from, to }) => `${column}: ${from} zu ${to}, damit die neuen Zeilen passen`,
  'missing-in-new': ({ column }) => `${column}: fehlt in den neuen Zeilen`,
  'missing-in-old': ({ column }) => `${column}: fehlt in den bisherigen Zeilen`,
  'integers-to-text': ({ type }) => `${type} zu Text, weil die Spalte ganze Zahlen von mehr als 64 Bit enthält`,
  'digits-to-text': ({ type }) => `${type} zu Text, weil die Spalte mehr Stellen hat, als eine Zahl hier behält`,
  'archive-damaged': 'sie ist beschädigt',
};
