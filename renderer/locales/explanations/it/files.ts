import type { filesValues } from '#shared/failures/files.ts';
import type { TextsOf } from '#shared/failures/texts.ts';

/** Explanations of files that are read or published, in Italian. */
export const filesIt: TextsOf<typeof filesValues> = {
  'archive-empty': 'L’archivio è vuoto.',
  'file-damaged': ({ said }) => `Il file è danneggiato: ${said}.`,
  'archive-unreadable': ({ said }) => `Impossibile leggere l’archivio: ${said}`,
  'archive-encrypted': ({ name }) =>
    `Il file ${name} nell’archivio è protetto da una password. Estrailo e scegli il file stesso.`,
  'archive-method': ({ name, method }) =>
    `Il file ${name} nell’archivio è compresso con ${method}, che non viene letto. Estrailo e scegli il file stesso.`,
  'archive-of-several': ({ names }) =>
    `L’archivio contiene più file (${names}). Scegline uno, pubblica ciascuno come dataset a sé, oppure uniscili in un dataset.`,
  'no-whole-number': 'Questo non è un numero intero a 64 bit.',
  'no-number': 'Questo non è un numero.',
  'no-geometry': 'Questa non è una geometria.',
  'no-position': 'Questa non è una posizione: servono una longitudine da −180 a 180 e una latitudine da −90 a 90.',
  'cannot-be-read': 'Questo non si può leggere.',
  'too-few-values': 'Il record ha troppo pochi valori.',
  'too-many-values-uncorrected':
    'Il record aveva troppi valori, e alcuni mancano ancora: correggi i suoi valori oppure svuota il suo campo “text” per accettarli così come sono.',
  'too-many-values': 'Il record ha troppi valori.',
  'quote-not-closed': 'Una virgoletta non è chiusa, o è seguita da altro testo.',
  'record-too-long': 'Il record è troppo lungo.',
  'record-no-text': 'Il record non è testo valido.',
  'geometry-unread': ({ why }) => `Impossibile leggere una geometria: ${why}`,
  'json-malformed-at': ({ why, line, column, excerpt }) =>
    `Il file non è JSON leggibile: ${why} Riga ${line}, colonna ${column}, vicino a «${excerpt}».`,
  'json-malformed': ({ why, column, excerpt }) =>
    `Questo non è JSON leggibile: ${why} Colonna ${column}, vicino a «${excerpt}».`,
  'json-value-expected': 'Qui ci si aspetta un valore.',
  'json-name-expected': 'Qui ci si aspetta un nome tra virgolette doppie.',
  'json-colon-expected': 'Qui ci si aspettano i due punti.',
  'json-comma-expected': 'Qui ci si aspetta una virgola o una parentesi chiusa.',
  'json-bracket-mismatch': 'Questa parentesi non chiude ciò che è stato aperto.',
  'json-number-malformed': 'JSON non scrive così i numeri.',
  'json-word-unknown': 'JSON non conosce questa parola.',
  'json-escape-unknown': 'JSON non conosce questa sequenza di escape.',
  'json-half-character': 'Una sequenza di escape sta per mezzo carattere.',
  'json-control-character': 'Un carattere di controllo in un testo va scritto come sequenza di escape.',
  'json-not-utf8': 'Questi byte non sono UTF-8 valido.',
  'json-no-member': ({ name }) => `Il file non ha un elenco di record «${name}».`,
  'json-topology': 'letto come TopoJSON: un record per ogni forma',
  'topology-broken': ({ record }, f) =>
    `La forma ${f.number(record)} del TopoJSON non si può comporre: un arco manca o non è valido.`,
  'json-esri': 'letto come JSON di Esri: una colonna per ogni attributo',
  'json-sdmx': 'Questo è SDMX-JSON, che non si legge. Scarica i dati come CSV.',
  'json-several-texts': ({ names }) =>
    `il file contiene più testi JSON, ognuno con un elenco di record (${names}); ognuno è letto come un solo record: riunisci gli elenchi in uno per leggerne i record`,
  'became-text': ({ count, value }, f) =>
    `testo, perché ${f.number(count)} ${f.plural(count, 'valore', 'valori')} più in basso non si ${f.plural(count, 'può', 'possono')} leggere come i primi, per esempio «${value}»`,
  'json-several-lists': ({ names }) =>
    `il file ha più elenchi di record (${names}) ed è letto come un solo record; indica quale leggere`,
  'json-one-page': ({ evidence }) =>
    `il file è una pagina di una risposta più lunga (${evidence}): non contiene i record delle altre pagine`,
  'json-nested': ({ names }) => `gli oggetti restano testo JSON, ma si possono dividere in colonne: ${names}`,
  'json-records-of': ({ name }) => `i record sono quelli di «${name}»`,
  'json-records-of-beside': ({ name, others }) => `i record sono quelli di «${name}»; tralasciati: ${others}`,
  'json-preamble-left-out': 'ciò che precede il testo JSON è stato tralasciato',
  'json-columns': 'letto come tabella di colonne: ogni membro contiene i valori di una',
  'json-split': 'letto come tabella di colonne, indice e righe',
  'json-by-column': 'letto come tabella di colonne: ogni membro contiene i valori di una secondo il nome del record',
  'json-by-record': 'letto come tabella di record: ogni membro è uno',
  'json-bindings': 'letto come risultati di SPARQL: un record per ogni soluzione',
  'json-hits': 'letto come risultati di una ricerca: un record per la sorgente di ognuno',
  'json-visualisation': 'letto come tabella della Visualization API di Google',
  'json-px-web': 'letto come JSON di PxWeb: un record per ogni chiave',
  'json-statistics': 'letto come JSON-stat: un record per ogni valore del cubo',
  'eurostat-table': 'letto come tabella di Eurostat: un record per ogni valore, con i suoi contrassegni',
  'eurostat-line-unfit': ({ line, values, expected }, f) =>
    `La riga ${f.number(line)} di questa tabella di Eurostat ha ${f.number(values)} codici e valori, ma la prima riga ha ${f.number(expected)} nomi. Il file potrebbe essere incompleto: scaricarlo di nuovo.`,
  'px-table': 'letto come PC-Axis: un record per ogni cella della tabella',
  'px-unit': ({ unit }) => `unità di tutti i valori: ${unit}`,
  'px-rows-left-out': 'le righe che il file omette, perché tutti i loro valori sono 0, non hanno record',
  'px-no-data':
    'A questo file PC-Axis manca la parola chiave DATA con le celle. Forse è incompleto: scaricalo di nuovo.',
  'px-no-variables': 'Questo file PC-Axis non nomina variabili: le parole chiave STUB e HEADING mancano o sono vuote.',
  'px-variable-repeated': ({ variable }) => `Questo file PC-Axis nomina due volte la variabile “${variable}”.`,
  'px-values-missing': ({ variable }) =>
    `Questo file PC-Axis non ha valori per la variabile “${variable}”: serve VALUES("${variable}").`,
  'px-codes-unfit': ({ variable, codes, values }, f) =>
    `La variabile “${variable}” di questo file PC-Axis ha ${f.number(codes)} ${f.plural(codes, 'codice', 'codici')} per ${f.number(values)} ${f.plural(values, 'valore', 'valori')}.`,
  'px-cell-unfit': ({ line, text }, f) =>
    `“${text}” alla riga ${f.number(line)} non è né un numero né il segno di un valore mancante. Correggi la cella nel file.`,
  'px-cells-unfit': ({ cells, expected }, f) =>
    `Questo file PC-Axis ha ${f.number(cells)} celle, ma le sue variabili ne hanno ${f.number(expected)}. Forse è incompleto: scaricalo di nuovo.`,
  'px-key-unknown': ({ line, key, variable }, f) =>
    `La riga della tabella alla riga ${f.number(line)} comincia con “${key}”, che non è un valore della variabile “${variable}”.`,
  'json-statistics-unfit': 'Le dimensioni di questo file JSON-stat non combaciano.',
  'json-columns-uneven': ({ counts }) => `Le colonne hanno numeri diversi di valori (${counts}).`,
  'json-split-uneven': ({ row, count }, f) =>
    `La riga ${row} non ha ${f.number(count)} ${f.plural(count, 'valore', 'valori')}, oppure l’indice ha una lunghezza diversa dalle righe.`,
  'json-table-too-large': ({ limit }, f) =>
    `Una tabella in questa forma di JSON può avere al massimo ${f.number(limit)} MiB. Scrivila come elenco di record, un oggetto ciascuno.`,
  'json-name-repeated': ({ name, count, record }, f) =>
    `${name}: compare più di una volta in ${f.number(count)} record, il primo è ${record}; è stato tenuto il primo valore`,
  'no-list': 'Questo non è un elenco come i record precedenti.',
  'feature-properties': 'Le proprietà di una feature devono essere un oggetto.',
  'feature-members-left-out': ({ names }) =>
    `membri delle feature oltre alle proprietà sono stati tralasciati: ${names}`,
  'geometry-beyond': ({ count, record }, f) =>
    `geometry: ${f.number(count)} ${f.plural(count, 'ha', 'hanno')} posizioni oltre 180 o 90 gradi, la prima nel record ${record}; indica il loro sistema di coordinate`,
  'coordinate-system-unknown': ({ system }) =>
    `Il sistema di coordinate ${system} non è noto abbastanza da convertirne le posizioni. Converti il file in longitudine e latitudine (EPSG:4326).`,
  'position-not-in-system': ({ system }) => `Una posizione non ha un luogo in ${system}.`,
  'behind-the-list': 'Dopo la fine dell’elenco c’è ancora qualcosa.',
  'text-incomplete': 'Il testo finisce prima di essere completo.',
  'text-empty': 'Nel testo non c’è nulla.',
  'no-delimited-text':
    'Impossibile interpretare il file come testo delimitato. Prova un altro formato, delimitatore, carattere di citazione o un’altra codifica.',
  'no-records': 'Il file non ha record.',
  'no-json': ({ said }) => `Il file non è JSON leggibile: ${said}`,
  'no-object': 'Questo non è un oggetto.',
  'record-no-object': ({ number }) => `Il record ${number} non è un oggetto.`,
  'sheet-chosen': ({ sheet }) => `è stato letto il foglio «${sheet}», il primo visibile che contiene una tabella`,
  'cells-with-errors': ({ count }, f) => `celle con un errore (#N/D, #DIV/0!, …) come mancanti: ${f.number(count)}`,
  'formulas-uncalculated': ({ count }, f) =>
    `formule mai calcolate, che mancano: ${f.number(count)}; apri la cartella di lavoro e salvala di nuovo`,
  'hidden-rows-read': ({ count }, f) => `righe nascoste lette anch’esse: ${f.number(count)}`,
  'hidden-columns-read': ({ count }, f) => `colonne nascoste lette anch’esse: ${f.number(count)}`,
  'sheet-empty': 'Il foglio non ha record.',
  'file-not-there': 'Il file non c’è.',
  'file-unreadable': ({ said }) => `Il file non si può leggere: ${said}.`,
  'file-not-readable': 'Non hai il permesso di leggere il file.',
  'file-not-viewed': 'Il file non è più aperto.',
  'no-file': 'Questo non è un file.',
  'file-empty': 'Il file è vuoto.',
  'file-has-no-column': ({ column }) => `Il file non ha una colonna «${column}».`,
  'point-of-two': 'Scegli la colonna della latitudine e quella della longitudine.',
  'made-of': ({ longitude, latitude }) => `fatto di «${longitude}» e «${latitude}»`,
  'not-unpacked': ({ said }) => `Il file non si può estrarre: ${said}.`,
  'encoding-unknown': ({ encoding }) => `La codifica «${encoding}» è sconosciuta.`,
  'file-not-there-or-closed': 'Il file non c’è, o non si può leggere.',
  'no-utf8': ({ encoding }) => `Il testo non è UTF-8; sembra ${encoding}. Controlla le lettere accentate.`,
  'codes-stay-text': 'i codici con zeri davanti restano testo',
  'long-numbers-stay-text': 'i numeri di più di 64 bit restano testo',
  'digits-stay-text': 'i numeri con più cifre di quante un numero qui ne conservi restano testo',
  'marks-missing': ({ marks }) => `${marks} letto come mancante`,
  'dates-to-text': ({ column }) => `${column}: mostrata come testo, perché non tutti i nuovi valori sono date o orari`,
  'times-to-iso': 'date e orari in testo ISO 8601',
  'decimal-or-thousands': 'resta testo, perché il segno nei numeri può stare davanti ai decimali o fra le migliaia',
  'years-of-two-digits': 'resta testo, perché gli anni delle date hanno due cifre',
  'day-or-month-first': 'resta testo, perché nulla dice se viene prima il giorno o il mese',
  'written-differently': 'resta testo, perché i numeri o le date non sono scritti tutti allo stesso modo',
  'numbers-with-unit': ({ sign }) => `numeri con ${sign}: come decimali o interi si salvano senza questo segno`,
  'some-are-others': ({ count, total }, f) =>
    `resta testo, perché ${f.number(count)} ${f.plural(count, 'valore', 'valori')} su ${f.number(total)} non sono né numeri né date`,
  'encoding-unsure': ({ encodings }) =>
    `Il testo non è UTF-8; può essere ${encodings}. Scegli la codifica con le lettere giuste.`,
  'encoding-not-whole': ({ encoding }) =>
    `Il testo sembra ${encoding}, ma contiene byte che non vi esistono. Indica la sua codifica.`,
  'bytes-no-characters': ({ line, encoding }) =>
    `La riga ${line} ha byte che in ${encoding} non sono caratteri. Correggili nel file o indica un’altra codifica.`,
  'characters-replaced': ({ count, encoding, line }, f) =>
    `${f.number(count)} ${f.plural(count, 'carattere', 'caratteri')} non si ${f.plural(count, 'è potuto', 'sono potuti')} leggere come ${encoding} e ora ${f.plural(count, 'è', 'sono')} U+FFFD, il primo alla riga ${line}`,
  'some-no-utf8': ({ count, line }, f) =>
    `${f.number(count)} ${f.plural(count, 'riga', 'righe')} non ${f.plural(count, 'è', 'sono')} UTF-8 valido, la prima è la riga ${line}; le altre lo sono. Salva il file in UTF-8 o indica la codifica; con «utf-8» i byte in questione vengono sostituiti.`,
  'zstd-text': 'Un file compresso con zstd deve essere in UTF-8.',
  'read-as': ({ encoding }) => `testo letto come ${encoding}`,
  'first-quote-not-closed': ({ line }, f) =>
    `La tabella inizia alla riga ${f.number(line)}, dove una virgoletta non viene mai chiusa, o è seguita da altro testo. Correggila nel file, oppure scegli altre virgolette o nessuna.`,
  'header-without-first': ({ column }) =>
    `l’intestazione ha un nome in meno dei valori dei record: i primi valori sono stati letti come nomi delle righe (${column})`,
  'header-without-last': ({ column }) =>
    `l’intestazione ha un nome in meno dei valori dei record: l’ultima colonna non ha nome (${column})`,
  'empty-records-left-out': ({ count, line }, f) =>
    `righe omesse con soli separatori o spazi: ${f.number(count)}, la prima è la riga ${f.number(line)}`,
  'codes-with-zeros': ({ one, other }) => `i codici restano testo: ${one} e ${other} diventerebbero lo stesso numero`,
  'merged-cells': ({ count }, f) =>
    `celle unite, il cui valore è solo nella prima mentre le altre mancano: ${f.number(count)}`,
  'zero-padded-numbers': ({ count }, f) =>
    `i numeri mostrati con zeri davanti sono testo con questi zeri: ${f.number(count)} ${f.plural(count, 'cella', 'celle')}`,
  'nul-in-names': ({ columns }) => `il carattere NUL nei nomi di colonne è diventato ␀: ${columns}`,
  'finer-than-microseconds': ({ columns }) => `degli orari in nanosecondi restano i microsecondi: ${columns}`,
  'json-socrata': 'letto come righe di Socrata: numeri secondo i suoi tipi, senza le colonne segnate come nascoste',
  'read-as-unsure': ({ encoding, second }) =>
    `testo letto come ${encoding}, la codifica più probabile; la seconda è ${second}: controlla accenti e simboli`,
  'no-workbook': 'Il file non è una cartella di lavoro Excel.',
  'workbook-empty': 'La cartella di lavoro non ha fogli con celle.',
  'workbook-text-missing': ({ cell }) =>
    `La cella ${cell} rimanda a un testo che la cartella di lavoro non ha. Aprila in un foglio di calcolo e salvala di nuovo.`,
  'in-file': ({ file, said }) => `Nel file ${file}: ${said}`,
  'too-many-to-combine': ({ count, limit }, f) =>
    `${f.plural(count, 'È', 'Sono')} ${f.number(count)} file; al massimo ${f.number(limit)} diventano un dataset.`,
  'archive-name-twice': ({ name }) => `L’archivio contiene due file con il nome ${name}. Estrailo e scegline uno.`,
  'archive-no-entry': ({ name }) => `L’archivio non contiene un file ${name}.`,
  'formats-differ': ({ first, format, file, other }) =>
    `Solo file dello stesso formato diventano un dataset: ${first} è ${format}, ${file} è ${other}.`,
  'columns-differ': ({ first, count, files }, f) =>
    `Solo file con le stesse colonne diventano un dataset. Rispetto a ${first}, ${f.number(count)} dei file ${f.plural(count, 'è diverso', 'sono diversi')} (− manca, + in più): ${files}`,
  'column-types-differ': ({ column, type, file, otherType, other }) =>
    `La colonna ${column} ha tipi che nessun tipo comune comprende: ${type} in ${file}, ${otherType} in ${other}.`,
  'file-column-taken': ({ column }) =>
    `Esiste già una colonna ${column}: scegli un altro nome per la colonna dei nomi dei file.`,
  'files-combined': ({ count }, f) =>
    `${f.number(count)} file ${f.plural(count, 'è stato unito', 'sono stati uniti')} nell’ordine dei loro nomi.`,
  'empty-files-left-out': ({ count, files }, f) =>
    `${f.number(count)} ${f.plural(count, 'file vuoto', 'file vuoti')} ${f.plural(count, 'è stato tralasciato', 'sono stati tralasciati')}: ${files}`,
  'no-record-on-line': ({ lines }) =>
    `Nella riga ${lines} non comincia alcun record da tralasciare. L’anteprima mostra la riga di ogni record.`,
  'chosen-left-out': ({ count }, f) =>
    `${f.number(count)} ${f.plural(count, 'riga scelta è stata tralasciata', 'righe scelte sono state tralasciate')}.`,
  'leave-out-not-here': 'Singole righe si possono tralasciare solo nei testi delimitati e nelle cartelle di lavoro.',
  'folder-without-data': ({ folder }) => `La cartella ${folder} non contiene file che si possano pubblicare.`,
  'no-sheet': ({ sheet }) => `La cartella di lavoro non ha un foglio «${sheet}».`,
  'workbook-damaged': ({ said }) => `La cartella di lavoro è danneggiata: ${said}`,
  'too-many-records': ({ count }, f) => `Il file ha più di ${f.number(count)} record.`,
  'not-finite': ({ column, count }, f) => `${column}: ${f.number(count)} di NaN e infinito diventati mancanti`,
  'boolean-to-text': 'valori logici in «true» e «false»',
  'date-to-text': 'data in testo ISO 8601',
  'time-to-utc-text': 'ora in testo ISO 8601 in UTC',
  'time-to-text': 'ora in testo ISO 8601',
  'binary-as-text': 'da binario a testo: tutti i valori sono UTF-8',
  'column-reprojected': ({ column, system }) =>
    `${column}: posizioni in ${system} in longitudine e latitudine (WGS 84)`,
  'binary-to-text': 'binario in testo esadecimale',
  'nested-to-text': 'valori annidati in testo JSON',
  'lines-below-left-out': ({ line, count }, f) => `righe omesse sotto i record, dalla riga ${line}: ${f.number(count)}`,
  'headers-repeated': ({ count }, f) => `righe omesse che ripetono l’intestazione: ${f.number(count)}`,
  'other-table': ({ line, count }, f) =>
    `alla riga ${line} comincia un’altra tabella: ${f.plural(count, 'è stata omessa', 'sono state omesse')} ${f.number(count)} ${f.plural(count, 'sua riga', 'sue righe')}. Per leggerla, salta le righe sopra di essa.`,
  'comments-left-out': ({ count }, f) => `righe di commento omesse: ${f.number(count)}`,
  'records-advice': 'Correggili nel file, oppure falli omettere e scrivere in un file a parte.',
  'of-pdf':
    'Questo è un documento PDF. Chiedi la tabella in CSV o XLSX a chi l’ha pubblicata, oppure esportala con un altro programma.',
  'of-encrypted-parquet': 'Questo file Parquet è cifrato. Riscrivilo senza cifratura.',
  'of-statistics-program': ({ program }) => `Questo è un file di ${program}. Esportalo da lì in CSV o Parquet.`,
  'of-archive': ({ kind }) =>
    `Questo è compresso con ${kind}. Prima estrailo; zip, gzip e zstd si leggono così come sono.`,
  'of-database': ({ kind }) =>
    `Questo è un file di tipo ${kind}, che non viene letto. Esporta la tabella in CSV o Parquet.`,
  'of-picture': 'Questa è un’immagine, non una tabella.',
  'of-program': ({ kind }) => `Questo non è un testo, ma un programma (${kind}).`,
  'of-recording': 'Questa è una registrazione audio o video, non una tabella.',
  'of-zeros': 'Il file contiene solo byte nulli: non è stato scritto per intero. Recuperalo di nuovo dalla sua fonte.',
  'of-binary':
    'Questo non è un testo, ma un file binario di un tipo che non viene letto. Esporta la sua tabella in CSV, XLSX o Parquet con il programma che l’ha creato.',
  'of-protected-workbook': 'La cartella di lavoro è protetta da una password. Salvala senza password e riprova.',
  'of-web-page':
    'Questa è una pagina web, non dati: forse una pagina di errore o di accesso salvata con il nome di un file. Scarica il file vero e proprio.',
  'of-markup': 'Questo è un documento XML, che non viene letto. Esporta la tabella in CSV o JSON.',
  'of-source-text': ({ format }) =>
    `È un testo in formato ${format}, non una tabella di record. Se contiene una tabella, salvala da sola come CSV.`,
  'of-text-format': ({ format }) =>
    `Questo è un file in formato ${format}, che non si può leggere. Esportane la tabella in CSV.`,
  'of-lfs-pointer': 'Questo rimanda soltanto a un file che Git LFS conserva altrove. Scarica il file stesso.',
  'of-lock-file': 'Office tiene questo file accanto a un documento finché è aperto. Scegli il documento stesso.',
  'file-incomplete': 'Il file è incompleto: manca la fine. Scaricalo o copialo di nuovo.',
  'unseparated-sign': ({ sign }) =>
    `ogni riga contiene ${sign} lo stesso numero di volte, ma è letta come una sola colonna: se separa le colonne, indicalo come separatore`,
  'unseparated-fixed-width': ({ starts }) =>
    `le righe sembrano colonne di larghezza fissa e sono lette come una sola colonna: dividile ai caratteri ${starts}`,
  'table-below': ({ line, above }, f) =>
    `alla riga ${line} sembra cominciare un’altra tabella, letta insieme alla prima: ometti le sue righe, oppure salta ${f.number(above)} ${f.plural(above, 'riga', 'righe')} per leggerla da sola`,
  'table-beside': ({ column }) =>
    `la colonna ${column} non ha né nome né valori: se dietro c’è un’altra tabella, ometti le colonne di una delle due`,
  'table-drawn':
    'il file sembra una tabella disegnata per la lettura, come in Markdown; le sue linee e cornici sono lette come valori: salvalo come CSV',
  'of-spreadsheet': ({ format }) => `Questo è un foglio di calcolo in formato ${format}. Salvalo come .xlsx o CSV.`,
  'of-document': ({ kind }) =>
    `Questo è un documento (${kind}), non una tabella. Copia la sua tabella in un foglio di calcolo e salvalo come .xlsx o CSV.`,
  'of-geodata': ({ kind }) =>
    `Questi sono dati geografici in formato ${kind}, che non viene letto. Esportali in GeoJSON, GeoParquet o CSV, per esempio con QGIS.`,
  'records-together': ({ from, to }) =>
    `Sono consecutivi, dalla riga ${from} alla riga ${to}: se sono un’altra tabella o note, omettili.`,
  'totals-below': ({ lines, column, value }) =>
    `gli ultimi record (riga ${lines}) sembrano totali degli altri; senza di essi “${column}” non sarebbe testo: “${value}”`,
  'columns-touch': ({ count, line, position }, f) =>
    `righe in cui i valori di due colonne si toccano: ${f.number(count)}, la prima è la riga ${f.number(line)} al carattere ${f.number(position)}`,
  'column-start-inside': ({ line, position, text }, f) =>
    `Alla riga ${f.number(line)} un valore attraversa il carattere ${f.number(position)}, dove deve iniziare una colonna: “${text}”. Cambia le posizioni o salta le righe sopra la tabella.`,
  'column-starts-order': 'Le posizioni in cui iniziano le colonne devono essere crescenti.',
  'header-joined': ({ count }, f) => `nomi delle colonne composti dalle prime ${f.number(count)} righe della tabella`,
  'first-record-units':
    'il primo record sembra contenere unità di misura o descrizioni, non valori; senza di esso, alcune colonne di testo sarebbero numeri',
  'log-lines':
    'le righe sembrano il registro di un programma e sono lette come una sola colonna: convertilo in CSV o JSON con uno strumento per questi registri',
  'log-of-server':
    'le righe sembrano il registro di un server web; le colonne hanno i nomi dei campi di questi registri',
  'of-ebcdic':
    'Questo è un testo in EBCDIC, una codifica dei mainframe, che non viene letta. Convertilo in UTF-8 con un separatore tra le colonne, ad esempio CSV.',
  'lines-above-left-out': ({ count }, f) => `righe omesse sopra l’intestazione: ${f.number(count)}`,
  'no-geojson': 'Questa non è una geometria GeoJSON.',
  'geometry-too-deep': ({ count }, f) =>
    `Una geometria può contenere raccolte dentro raccolte fino a ${f.number(count)} livelli.`,
  'position-not-finite': 'Una posizione contiene un numero oltre ±1,8e308.',
  'position-of-two': 'Una posizione ha bisogno di due numeri.',
  'coordinates-lists': 'Le coordinate devono essere elenchi.',
  'value-unread': ({ where, why }) => `Un valore non si è potuto leggere, in ${where}: ${why}`,
  'values-unread': ({ count, where, why }, f) =>
    `${f.number(count)} ${f.plural(count, 'valore', 'valori')} non si ${f.plural(count, 'è potuto', 'sono potuti')} leggere, il primo in ${where}: ${why}`,
  'record-unread': ({ where, why }) => `Un record non si è potuto leggere, in ${where}: ${why}`,
  'records-unread': ({ count, where, why }, f) =>
    `${f.number(count)} record non si ${f.plural(count, 'è potuto', 'sono potuti')} leggere, il primo in ${where}: ${why}`,
  'in-line': ({ line }) => `riga ${line}`,
  'in-line-column': ({ line, column }) => `riga ${line}, colonna «${column}»`,
  'in-record': ({ record }) => `record ${record}`,
  'in-record-column': ({ record, column }) => `record ${record}, colonna «${column}»`,
  'values-hopeless': ({ count }, f) =>
    `Dei primi ${f.number(count)} record nessuno si può leggere, perciò il resto non è stato letto.`,
  'records-hopeless': 'Nessuno dei primi record si può leggere, perciò il resto non è stato letto.',
  'record-unreadable': ({ said }) => `Il record non si può leggere (${said}).`,
  'reading-took-memory': ({ file, limit }, f) =>
    `La lettura di «${file}» ha richiesto più di ${f.number(limit)} MiB di memoria ed è stata interrotta. Il file può essere danneggiato o fatto per esaurire la memoria; con meno colonne o valori più corti si può leggere.`,
  'reading-took-time': ({ file, minutes }, f) =>
    `La lettura di «${file}» non è avanzata per ${f.number(minutes)} ${f.plural(minutes, 'minuto', 'minuti')} ed è stata interrotta. Il file può essere danneggiato o fatto per bloccare chi lo legge.`,
  'reading-crashed': ({ file, said }) =>
    `Il lettore di «${file}» si è arrestato (${said}). Il file è probabilmente danneggiato; riscrivilo con il programma che l’ha prodotto o in un altro formato.`,
  'part-too-large': ({ file }) => `Un valore o una parte di «${file}» è troppo grande per essere letta.`,
  'part-too-deep': ({ file }) => `Un valore di «${file}» è annidato troppo in profondità per essere letto.`,
  'nested-too-deep': ({ limit }, f) =>
    `Ci sono valori annidati oltre ${f.number(limit)} livelli, il massimo che viene letto.`,
  'record-nested-too-deep': ({ number, limit }, f) =>
    `Il record ${number} è annidato oltre ${f.number(limit)} livelli, il massimo che viene letto.`,
  'parquet-columns-encrypted': 'Alcune colonne di questo file Parquet sono cifrate. Riscrivilo senza cifratura.',
  'parquet-codec': ({ column, codec }) =>
    `La colonna «${column}» del file Parquet è compressa con ${codec}, che non viene letto. Riscrivi il file con zstd, snappy o gzip.`,
  'parquet-encoding': ({ column, encoding }) =>
    `La colonna «${column}» del file Parquet è codificata come ${encoding}, che viene letto solo per float e double. Riscrivi il file con la codifica semplice (plain).`,
  'parquet-decimal-too-long': ({ column, precision, limit }, f) =>
    `La colonna «${column}» del file Parquet ha numeri decimali di ${f.number(precision)} cifre; se ne leggono al massimo ${f.number(limit)}. Scrivila come testo o con meno cifre.`,
  'parquet-page-damaged': ({ column }) =>
    `La colonna «${column}» del file Parquet è danneggiata: i suoi byte non corrispondono alla somma di controllo. Scarica di nuovo il file o riscrivilo dalla fonte.`,
  'parquet-unreadable':
    'Il file Parquet non si può leggere: è danneggiato o usa qualcosa che non viene letto. Riscrivilo con un altro programma o un’altra versione.',
  'parquet-two-values': ({ column }) =>
    `La colonna «${column}» del file Parquet è danneggiata: ha due valori nello stesso posto. Riscrivi il file dalla sua origine.`,
  'parquet-levels-damaged': ({ column }) =>
    `La colonna «${column}» del file Parquet è danneggiata: i suoi valori non corrispondono al numero di righe. Riscrivi il file dalla sua origine.`,
  'parquet-damaged': ({ said }) =>
    `I valori del file Parquet non si possono leggere (${said}). È danneggiato o usa qualcosa che non viene letto; riscrivilo con un altro programma o un’altra versione.`,
  'parquet-takes-memory': ({ said }) =>
    `Una parte del file Parquet richiede per la decompressione più memoria di quanta se ne possa usare (${said}). Riscrivilo con gruppi di righe e pagine più piccoli.`,
  'parquet-too-deep': ({ limit }, f) =>
    `Il file Parquet ha colonne annidate oltre ${f.number(limit)} livelli, il massimo che viene letto.`,
  'parquet-too-wide': ({ limit }, f) =>
    `Il file Parquet ha più di ${f.number(limit)} ${f.plural(limit, 'colonna', 'colonne')} e gruppi, il massimo che viene letto.`,
  'unpacks-to-too-much': ({ limit, ratio }, f) =>
    `Il file si espande oltre ${f.number(limit)} MiB, più di quanto permetta ${f.number(ratio)} volte la sua dimensione. Se è quello che deve essere, decomprimilo prima.`,
  'sheet-too-wide': ({ cell, limit }) =>
    `La cella ${cell} è oltre la colonna ${limit}, l’ultima che un foglio può avere.`,
  'sheet-too-long': ({ row, limit }) => `Il foglio ha una riga ${row}; l’ultima che un foglio può avere è ${limit}.`,
  'values-take-memory':
    'I record del file richiedono più memoria di quella che si può usare. Si può leggere un file con meno colonne o valori più brevi.',
  'parquet-rows-contradict': ({ stated, found }, f) =>
    `Il file Parquet dichiara ${f.number(stated)} ${f.plural(stated, 'riga', 'righe')}, ma i suoi gruppi di righe ne hanno ${f.number(found)}. È danneggiato o non è stato scritto completamente.`,
  'column-name-too-long': ({ column, characters, limit }, f) =>
    `Il nome della colonna che inizia con «${column}» ha ${f.number(characters)} caratteri. Sono possibili al massimo ${f.number(limit)}. Dalle un nome più breve o tralasciala.`,
  'too-many-columns': ({ count, limit }, f) =>
    `Il file ha ${f.number(count)} colonne; un dataset può averne fino a ${f.number(limit)}. Escludine alcune, oppure trasformale in righe.`,
  'column-names-too-long': ({ characters, limit }, f) =>
    `I nomi delle colonne hanno in tutto ${f.number(characters)} caratteri. Sono possibili al massimo ${f.number(limit)}. Abbreviali o tralascia delle colonne.`,
  'workbook-not-in-encoding': ({ encoding }) =>
    `La cartella di lavoro non è leggibile: contiene byte che non sono ${encoding}, come dichiara di essere.`,
  'workbook-half-character':
    'La cartella di lavoro non è leggibile: uno dei suoi testi contiene mezzo carattere (un surrogato isolato come _xD800_).',
  'workbook-texts-too-large': ({ limit }, f) =>
    `I testi della cartella di lavoro occupano più di ${f.number(limit)} MiB. Salva il foglio come CSV per pubblicarlo.`,
  'records-too-large': ({ limit }, f) =>
    `Il file diventa più di ${f.number(limit)} MiB di record. Pubblicalo in parti, o salva la sua tabella come CSV.`,
  'json-comma-trailing': 'dopo una virgola non c’è nulla',
  'read-as-replaced': ({ encoding, count, line }, f) =>
    `testo letto come ${encoding}; ${f.number(count)} ${f.plural(count, 'carattere illeggibile è diventato', 'caratteri illeggibili sono diventati')} U+FFFD, il primo alla riga ${line}`,
  recast: ({ from, to }) => `da ${from} a ${to}`,
  widened: ({ column, from, to }) => `${column}: da ${from} a ${to}, per accogliere le nuove righe`,
  'missing-in-new': ({ column }) => `${column}: manca nelle nuove righe`,
  'missing-in-old': ({ column }) => `${column}: manca nelle righe precedenti`,
  'integers-to-text': ({ type }) => `da ${type} a testo, perché contiene interi oltre i 64 bit`,
  'digits-to-text': ({ type }) => `da ${type} a testo, perché ha più cifre di quante un numero qui ne conservi`,
  'archive-damaged': 'è danneggiato',
};
