import type { SentenceMessages } from './en.ts';

/** Ciò che il servizio in secondo piano dice, frase per frase. */
export const sentencesIt: SentenceMessages = {
  sentences: {
    'catalogue-missing':
      'Il catalogo {{file}} manca, ma accanto ci sono i file di {{versions}} versioni. Niente è stato modificato o eliminato. Rimetti il file, oppure ricostruiscilo da quei file: almanac repair --data "{{folder}}"',
    'catalogue-empty':
      'Il catalogo {{file}} è vuoto, ma accanto ci sono i file di {{versions}} versioni. Niente è stato modificato o eliminato. Rimetti il file giusto, oppure ricostruiscilo da quei file: almanac repair --data "{{folder}}"',
    'catalogue-foreign':
      'Il catalogo {{file}} non appartiene alle {{versions}} versioni accanto. Niente è stato modificato o eliminato. Rimetti il file giusto, oppure accogli quelle versioni: almanac repair --data "{{folder}}"',
    'catalogue-damaged':
      'Il catalogo {{file}} è danneggiato ({{found}}). Niente è stato modificato o eliminato. Si può ricostruire dai file accanto: almanac repair --data "{{folder}}"',
    'store-repaired':
      '{{datasets}} dataset sono stati ripristinati e {{versions}} versioni verificate. Password e token non si possono ripristinare.',
    'made-private': 'Ora privati, perché non è certo chi potesse leggerli: {{names}}.',
    'rows-recovered': 'Di {{versions}} versioni c’erano solo le righe; sono in uno spazio privato.',
    'versions-broken': 'I file di {{versions}} versioni mancano o sono danneggiati.',
    'without-password': 'Questi account hanno bisogno di una nuova password: {{names}}.',
    'backup-no-store': 'In {{folder}} non c’è un archivio.',
    'backup-inside':
      'La copia di sicurezza non può essere scritta in {{target}}, che si trova dentro l’archivio {{folder}} stesso. Scegli un posto al di fuori, meglio su un altro disco.',
    'backup-not-ours':
      '{{target}} contiene qualcosa che non è una copia di sicurezza di Almanac. Niente è stato modificato. Scegli una cartella vuota o nuova, oppure un nuovo file il cui nome finisce con .tar.',
    'backup-other-store':
      '{{target}} contiene la copia di sicurezza di un altro archivio. Niente è stato modificato. Scegli un altro posto per questo.',
    'backup-newer':
      'La copia di sicurezza {{source}} è stata fatta da un Almanac più recente. Niente è stato modificato. Installa l’Almanac più recente per usarla.',
    'backup-in-use': 'Un altro programma sta scrivendo la copia di sicurezza {{target}}. Riprova quando ha finito.',
    'backup-no-room':
      'In {{folder}} non c’è abbastanza spazio: servono {{needed}} MiB, ne sono liberi {{free}}. Niente è stato modificato. Libera spazio, oppure scegli un altro disco.',
    'backup-disk-full':
      'Il disco si è riempito mentre si usava {{place}}. Ciò che c’era prima è rimasto com’era. Libera spazio e riprova.',
    'backup-place':
      '{{place}} non si può leggere o scrivere ({{reason}}). Ciò che c’era prima è rimasto com’era. Controlla il disco e i permessi.',
    'backup-outrun':
      'I dataset sono stati eliminati più in fretta di quanto si potesse copiarli. La copia precedente è rimasta com’era. Riprova più tardi.',
    'backup-none': 'In {{source}} non c’è una copia di sicurezza di Almanac.',
    'backup-incomplete':
      'La copia di sicurezza {{source}} è incompleta: è stata interrotta prima della fine. Niente è stato modificato. Usane un’altra, oppure rifalla.',
    'backup-list-damaged':
      'L’elenco dei file nella copia di sicurezza {{source}} è danneggiato o è stato modificato a mano. Niente è stato modificato. Usa un’altra copia.',
    'backup-odd-entry':
      'La copia di sicurezza {{source}} contiene una voce che nessuna copia di Almanac ha, di nome {{name}}. Niente è stato modificato. Non usare file di estranei come copie di sicurezza.',
    'backup-content-missing':
      'La copia di sicurezza {{source}} è danneggiata: manca il contenuto di {{file}}. Niente è stato modificato. Usa un’altra copia.',
    'backup-content-differs':
      'La copia di sicurezza {{source}} è danneggiata: il contenuto di {{file}} non è quello che era stato scritto. Niente è stato modificato. Usa un’altra copia.',
    'restore-not-empty':
      'L’archivio {{folder}} non è vuoto. Niente è stato modificato. Con --replace viene messo da parte e la copia ripristinata al suo posto.',
    'settings-not-json': '{{file}} non può essere letto come JSON: {{problem}}.',
    'settings-none': '{{file}} non contiene impostazioni di Almanac.',
    'settings-newer':
      '{{file}} è stato scritto da un Almanac più recente. Installa l’Almanac più recente per importarlo.',
    'settings-wrong': '{{file}} non può essere importato: {{place}} {{problem}}. Non è stato modificato nulla.',
    'settings-address':
      '{{file}} non può essere importato: {{place}} non è un indirizzo web ({{address}}). Non è stato modificato nulla.',
    'settings-not-written': '{{file}} non può essere scritto ({{reason}}).',
    'restore-running': 'In questo archivio si sta già ripristinando una copia di sicurezza.',
    'no-web-address': 'Questo non è un indirizzo web. Ha questo aspetto: https://statistics.example.org/',
    'other-scheme': 'Gli indirizzi che cominciano con {{scheme}}:// non si possono leggere, solo http:// e https://.',
    'record-without-name': '{{host}} ha risposto con una voce senza nome.',
    'list-in-a-circle': 'Le pagine di questo elenco presso {{host}} girano in tondo. Dillo a chi gestisce il servizio.',
    'query-not-told':
      '{{host}} ha preso l’interrogazione ma non dice che cosa ne ha tenuto. Guarda il suo elenco delle interrogazioni.',
    'no-query-address': 'Questo non è l’indirizzo di un’interrogazione salvata.',
    'no-such-connection': 'Questa connessione non c’è più.',
    'not-with-own-service': 'Questo non si può fare con il servizio che Almanac stesso gestisce.',
    'connection-changed': 'Intanto la connessione è stata rimossa o cambiata.',
    'namespaces-unread': 'Il suo elenco dei namespace non si può leggere: {{why}}',
    'own-service-failed': 'Il servizio di questo computer non si è potuto avviare. {{why}}',
    'sign-in-unread':
      'L’accesso di «{{name}}» non si è potuto leggere dal portachiavi. Fino a un nuovo accesso si mostra solo ciò che è pubblico.',
    'no-keychain':
      'Il portachiavi di questo computer non è raggiungibile: {{why}} Puoi tenere l’accesso solo per questa sessione.',
    'token-left':
      'Almanac non usa più il token di «{{name}}», ma non ha potuto toglierlo dal portachiavi. Rimuovi lì la voce «Almanac» per {{account}}.',
    'rows-elsewhere':
      'Le righe di questo dataset si trovano su un altro server, {{host}}. Si leggono senza il tuo accesso.',
    'comparison-malformed': 'Il confronto di {{host}} non ha la forma che la sua descrizione promette.',
    'other-kind': 'Ciò che risponde presso {{host}} non è un servizio statistico del tipo che Almanac legge.',
    'no-image': 'Il file non è un’immagine PNG, JPEG o WebP.',
    'image-gone': 'L’immagine non c’è più.',
    'image-too-large': 'L’immagine supera i 10 MB.',
    'name-wanted': 'Senza un nome qui non si può creare nulla.',
    'web-server-only':
      'Presso {{host}} c’è un server web, ma non vi si è trovato un servizio statistico del tipo che Almanac legge. Chiedi a chi lo gestisce l’indirizzo della sua API; spesso finisce in /api/v1/.',
    'answer-too-big':
      '{{host}} ha inviato più di quanto Almanac accetti in una risposta ({{size}} MB). Se il servizio ha le pagine, chiedi a chi lo gestisce di attivarle.',
    'answer-packed': 'La risposta di {{host}} è compressa in un modo che non si può sciogliere.',
    'answer-too-slow': '{{host}} invia la sua risposta troppo lentamente. Riprova più tardi.',
    'it-says': 'Il servizio dice: «{{said}}»',
    'fewer-requests-seconds': '{{host}} vuole meno richieste. Riprova tra {{seconds}} secondi.',
    'fewer-requests': '{{host}} vuole meno richieste. Riprova tra un po’.',
    'busy-seconds': '{{host}} ora non è disponibile. Riprova tra {{seconds}} secondi.',
    busy: '{{host}} ora non è disponibile. Riprova tra un po’.',
    'sign-in-to-change': '{{host}} lo lascia cambiare solo a chi accede.',
    'sign-in-to-see': '{{host}} lo mostra solo a chi accede.',
    'sign-in-ended':
      '{{host}} non accetta più il tuo accesso. Accedi di nuovo, oppure esci per vedere ciò che è pubblico.',
    'may-not-change': '{{host}} non te lo lascia cambiare, benché tu abbia fatto l’accesso.',
    'may-not-see': '{{host}} non te lo mostra, benché tu abbia fatto l’accesso.',
    'nothing-here': 'Qui presso {{host}} non c’è (più) nulla.',
    'proxy-sign-in': 'Il proxy vuole un accesso. Controlla HTTPS_PROXY e HTTP_PROXY.',
    'service-problem': '{{host}} ha un problema suo (stato {{status}}). Riprova più tardi.',
    'gave-up-waiting': '{{host}} non ha più atteso la richiesta. Riprova.',
    'changed-meanwhile': 'Questo è stato modificato su {{host}} da quando l’hai aperto. Non è stato salvato nulla.',
    'request-refused': '{{host}} non ha accettato la richiesta (stato {{status}}).',
    'certificate-expired':
      'Il certificato di {{host}} è scaduto. Controlla la data di questo computer; altrimenti dillo a chi gestisce il servizio.',
    'certificate-early': 'Il certificato di {{host}} non è ancora valido. Controlla la data di questo computer.',
    'certificate-of-another':
      'Il certificato appartiene a un nome diverso da {{host}}. Controlla l’indirizzo; forse stai parlando con un altro computer.',
    'certificate-untrusted':
      'Il certificato di {{host}} non è firmato da nessuno di cui questo computer si fidi. Se la tua organizzazione firma da sé i certificati, avvia Almanac con NODE_EXTRA_CA_CERTS sul suo file di certificati.',
    'no-answer': '{{host}} non risponde. Controlla l’indirizzo e la rete, o riprova più tardi.',
    'no-answer-in-time': '{{host}} ha preso la richiesta ma non ha risposto in tempo. Riprova più tardi.',
    'answer-stopped': '{{host}} si è fermato a metà della risposta. Riprova.',
    'proxy-wants-sign-in': 'Il proxy {{proxy}} vuole un accesso. Controlla HTTPS_PROXY, HTTP_PROXY e NO_PROXY.',
    'proxy-refused':
      'Il proxy {{proxy}} non ha lasciato passare la richiesta. Controlla HTTPS_PROXY, HTTP_PROXY e NO_PROXY.',
    'no-secure-connection':
      'Non si è potuta stabilire una connessione sicura con {{host}}. Forse parla solo HTTP semplice: prova l’indirizzo con http://.',
    'no-such-computer':
      'Non c’è nessun computer di nome {{host}}. Controlla come è scritto, e se questo computer è in rete.',
    'nothing-answers':
      'Presso {{host}} non risponde nulla. Controlla l’indirizzo e la porta, o se il servizio è attivo.',
    unreachable: '{{host}} non è raggiungibile da qui. Controlla la rete.',
    'broken-off': '{{host}} ha interrotto la connessione prima che la risposta fosse completa. Riprova.',
    'no-http': 'Ciò che risponde presso {{host}} non parla HTTP. Controlla la porta.',
    'not-reached': '{{host}} non si è potuto raggiungere.',
    'web-page':
      '{{host}} ha risposto con una pagina web dove si attendevano dati. Forse devi accedere alla rete in cui ti trovi, o l’indirizzo è quello di un sito.',
    'answer-empty': 'La risposta di {{host}} è vuota.',
    'answer-cut-off': 'La risposta di {{host}} finisce a metà. Riprova.',
    'answer-no-json': 'La risposta di {{host}} non è JSON.',
    'answer-no-json-but': 'La risposta di {{host}} non è JSON; comincia con: {{said}}.',
    'sent-elsewhere': 'Il servizio manda Almanac altrove.',
    'redirect-without-end': 'Porta da un indirizzo all’altro senza fine.',
    'redirect-nowhere': 'Non dice dove.',
    'not-followed': 'Non lo si è seguito.',
    'leads-to-no-web-address': 'Porta a un indirizzo che non è un indirizzo web («{{scheme}}»).',
    'leads-to-plain-http': 'Porta da una connessione sicura a HTTP semplice ({{host}}).',
    'leads-inside': 'Porta dentro questo computer ({{host}}).',
    'leads-into-network': 'Porta dentro la rete locale ({{host}}).',
    'session-refused':
      'Il servizio non accetta più il tuo accesso. Accedi di nuovo, oppure esci per vedere ciò che è pubblico.',
    'sign-in-to-itself-alone': 'Un accesso va solo al servizio stesso.',
    'sign-in-not-sent-on': 'Un accesso non si inoltra a un altro indirizzo.',
    'written-to-itself-alone': 'Ciò che si scrive va solo al servizio stesso.',
    'written-not-sent-on': 'Ciò che si scrive non si inoltra a un altro indirizzo.',
    'token-not-sent':
      'L’indirizzo porta a {{address}}. Il tuo token non vi è stato inviato; dai quell’indirizzo se te ne fidi.',
    'became-another': 'Ciò che {{host}} dà non corrisponde a quanto ha detto prima dello stesso dataset.',
    'no-way-to-the-others': '{{host}} dice che ci sono {{count}} righe, ma ne dà {{given}} e nessuna via alle altre.',
    'no-list-of-rows': '{{host}} ha risposto con qualcosa che non è un elenco di righe.',
    'row-is-a-page':
      'La risposta di {{address}} contiene un’intera pagina di righe al posto della riga {{row}}: {{found}}. Il servizio va corretto.',
    'row-without-columns':
      'La riga {{row}} della risposta di {{address}} non ha nessuna delle colonne di questo dataset ({{columns}}). È {{found}}.',
    'row-of-other-length':
      'La riga {{row}} della risposta di {{address}} ha {{found}} valori, ma l’dataset ha {{columns}} colonne.',
    'next-is-no-address':
      'La risposta di {{address}} indica una pagina successiva che non è un indirizzo utilizzabile: {{found}}. Le righe che seguono non si possono leggere.',
    'not-utf8':
      'La risposta di {{address}} non è UTF-8, come il JSON deve essere: il byte {{position}} non si può decodificare.',
    'columns-of-one-name':
      'Il servizio ha due colonne di nome «{{column}}» in questo dataset: i loro valori non si possono distinguere.',
    'page-removed': '{{host}} rimanda a una pagina che non ha: {{address}}.',
    'next-skips':
      'La pagina {{address}} ha {{given}} righe, ma rimanda alla riga {{next}} invece che alla riga {{expected}}. Alcune righe mancherebbero o sarebbero doppie.',
    'contradicts-itself': 'Ha dato due volte la stessa risposta: leggere di nuovo non serve. Il servizio va corretto.',
    'asks-to-wait': '{{host}} chiede di non inviare richieste nei prossimi {{seconds}} secondi.',
    'quiet-too-long': '{{host}} non risponde da {{seconds}} secondi.',
    'pages-in-a-circle':
      'Le pagine di {{host}} girano in tondo o non finiscono mai. Di più di quanto si è letto non si può avere; dillo a chi gestisce il servizio.',
    'place-forgotten': '{{host}} non conosce più il punto raggiunto.',
    'filter-passed-over':
      '{{host}} ignora il filtro su «{{column}}»: le righe sono le stesse con e senza. Toglilo per vederle.',
    'search-passed-over': '{{host}} ignora la ricerca: le righe sono le stesse con e senza. Toglila per vederle.',
    'order-passed-over':
      '{{host}} ignora l’ordine per «{{column}}»: le righe sono le stesse con e senza. Toglilo per vederle.',
    'profile-malformed': 'Ciò che {{host}} dice delle sue colonne non ha la forma che la sua descrizione promette.',
    'plain-http':
      '{{host}} si raggiunge con HTTP semplice: chi condivide la rete può leggere ciò che invii. Accedi solo se lo accetti per questa connessione.',
    'credentials-wrong': 'Il nome utente o la password non sono giusti, o l’account non è attivo.',
    'no-tokens-given':
      '{{host}} non rilascia token per nome utente e password. Chiedi un token a chi lo gestisce, e incollalo.',
    'token-not-taken': 'Il servizio non accetta questo token.',
    'no-token': 'Questo non è un token: ha spazi o lettere che nessun token ha.',
    'newer-meanwhile':
      'Mentre se ne leggevano le righe è comparsa una versione più recente del dataset; potrebbero appartenere a entrambe. Ricomincia.',
    'no-such-column': 'Questa colonna non c’è più.',
    'no-older-versions':
      '{{host}} non può mostrare versioni precedenti: dà le righe più recenti qualunque versione si chiedi.',
    'rows-not-whole':
      'Le pagine di {{host}} girano in tondo o non finiscono mai, perciò le righe non si possono avere tutte.',
    'grew-or-shrank': '{{host}} ha detto prima che ci sono {{before}} righe, e poi che ce ne sono {{now}}.',
    'fewer-than-said': '{{host}} dice che ci sono {{total}} righe, ma ne ha date {{given}}.',
    'pages-changed': 'Le pagine di {{host}} hanno cambiato grandezza durante la lettura.',
    'service-moved': 'Il servizio si è spostato da quando la lettura è stata fermata. Ricomincia.',
    'dataset-not-in': 'In «{{namespace}}» non c’è nessun dataset «{{dataset}}».',
    'dataset-gone': 'Questo dataset non c’è più.',
    'no-data-yet': 'Il dataset non ha ancora dati.',
    'no-version': 'Non c’è nessuna versione {{version}}.',
    'newer-while-read': 'Mentre se ne leggevano le righe è comparsa una versione più recente del dataset.',
    'export-anew':
      'Intanto il dataset ha avuto una nuova versione; l’esportazione è ricominciata, perché le due non si mescolino.',
    'export-restarts': 'Le righe si leggono di nuovo dalla prima.',
    'export-waits': 'L’esportazione attende, e prosegue dalla riga {{row}}.',
    'being-made': 'Un altro Almanac sta facendo proprio questo file. Attendilo, o chiudilo.',
    'no-folder': 'Non c’è nessuna cartella «{{folder}}» in cui scrivere.',
    'is-a-folder': '«{{file}}» è una cartella, non un file.',
    'already-local': 'Questo dataset è già su questo computer.',
    'no-namespace': 'Non c’è nessun namespace «{{namespace}}».',
    'no-dataset': 'Non c’è nessun dataset «{{dataset}}».',
    'file-not-taken': 'Il servizio non ha potuto accogliere il file.',
    'no-part-of-an-address': '«{{name}}» non può far parte di un indirizzo: usa lettere, cifre, «-» e «_».',
    'changed-by-others': 'Altri hanno modificato più volte questo dataset nello stesso momento. Riprova.',
    'group-gone': 'Uno dei gruppi non c’è più.',
    'disk-full': 'Sul disco non c’è più spazio. Fai spazio o scegli un altro posto, poi riprova.',
    'quota-used': 'La tua parte del disco è esaurita. Fai spazio o scegli un altro posto, poi riprova.',
    'read-only-place': 'In questo posto si può solo leggere. Scegline un altro.',
    'may-not-there': 'Lì non puoi leggere o scrivere. Scegli un altro posto o cambiane i permessi.',
    'file-or-folder-gone': 'Il file o la cartella non c’è più.',
    'path-through-a-file': 'Una parte del percorso è un file, non una cartella.',
    'this-is-a-folder': 'Questa è una cartella, non un file.',
    'too-many-files': 'Troppi file sono aperti. Chiudi altri programmi e riprova.',
    closing: 'Almanac si sta chiudendo.',
    'job-unknown': 'Questa attività non è più nota.',
    'version-of-two-gone': 'Una delle versioni non c’è più.',
    'compares-not':
      'Questo servizio non confronta versioni. Tienile entrambe su questo computer, e confronta le copie.',
    'other-bytes': 'I byte non sono quelli su cui è stata calcolata la somma di controllo.',
    'base-gone':
      'La versione a cui queste righe dovevano seguire è stata eliminata nel frattempo. Pubblicale di nuovo: seguiranno la versione più recente rimasta.',
    'version-gone': 'Questa versione non c’è più.',
    'stored-file-gone': 'Il file conservato non c’è più.',
    'stored-file-altered': 'Il file conservato è troncato o alterato: i suoi byte non sono quelli pubblicati.',
    'no-descriptor': 'Accanto al file non c’è una descrizione che ne dica lo SHA-256.',
    'no-checksum-told': 'Il servizio non dice lo SHA-256 di questa versione.',
    'stored-file-withheld': 'Il servizio non consegna il file conservato di una versione.',
    'deleted-already': 'Presso il servizio è già eliminato.',
    'key-repeated-before': 'Nella versione precedente più righe hanno lo stesso {{columns}}.',
    'key-repeated-after': 'Nella versione successiva più righe hanno lo stesso {{columns}}.',
    'key-missing-before': 'Nella versione precedente alcune righe non hanno {{columns}}.',
    'key-missing-after': 'Nella versione successiva alcune righe non hanno {{columns}}.',
    'key-not-in-both': 'La colonna «{{column}}» non c’è in entrambe le versioni.',
    'key-is-geometry': 'La colonna «{{column}}» è una geometria.',
    'no-column': 'Non c’è nessuna colonna «{{column}}».',
    'geometry-has-no-order': 'La colonna «{{column}}» è una geometria, che non ha ordine.',
    'whole-number-wanted': 'Inserisci un numero intero.',
    'whole-number-too-big': 'Inserisci un numero intero di al massimo 64 bit.',
    'number-wanted': 'Inserisci un numero.',
    'box-upside-down': 'Il sud di un riquadro sta sotto il suo nord.',
    'no-pattern': 'Questa non è un’espressione regolare che si possa usare qui.',
    'version-file-missing': 'Il file di questa versione manca.',
    'version-file-size': 'Il file di questa versione ha {{found}} byte invece di {{wanted}}.',
    'version-file-altered': 'Il file di questa versione non è ciò che era stato scritto.',
    'user-taken': 'C’è già un utente «{{name}}».',
    'group-taken': 'C’è già un gruppo «{{name}}».',
    'group-guards':
      'Solo questo gruppo può leggere {{datasets}}. Senza di esso potrebbero tutti: di’ prima chi può leggere.',
    'archive-empty': 'L’archivio è vuoto.',
    'file-damaged': 'Il file è danneggiato: {{said}}.',
    'archive-unreadable': 'L’archivio non si può leggere: {{said}}',
    'archive-of-several': 'L’archivio contiene più file ({{names}}). Estrailo e scegline uno.',
    'no-whole-number': 'Questo non è un numero intero a 64 bit.',
    'no-number': 'Questo non è un numero.',
    'no-geometry': 'Questa non è una geometria.',
    'cannot-be-read': 'Questo non si può leggere.',
    'too-few-values': 'Il record ha troppo pochi valori.',
    'too-many-values': 'Il record ha troppi valori.',
    'quote-not-closed': 'Una virgoletta non è chiusa, o dietro c’è qualcosa.',
    'record-too-long': 'Il record è troppo lungo.',
    'record-no-text': 'Il record non è testo valido.',
    'geometry-unread': 'Una geometria non si può leggere: {{why}}',
    'behind-the-list': 'Dopo la fine dell’elenco c’è ancora qualcosa.',
    'text-incomplete': 'Il testo finisce prima di essere completo.',
    'text-empty': 'Nel testo non c’è nulla.',
    'no-delimited-text':
      'Il file non si è potuto capire come testo delimitato. Forse gli si addice un altro formato, delimitatore, virgoletta o codifica.',
    'no-records': 'Il file non ha record.',
    'no-json': 'Il file non è JSON leggibile: {{said}}',
    'no-object': 'Questo non è un oggetto.',
    'record-no-object': 'Il record {{number}} non è un oggetto.',
    'sheet-empty': 'Il foglio non ha record.',
    'file-not-there': 'Il file non c’è.',
    'file-unreadable': 'Il file non si può leggere: {{said}}.',
    'file-not-readable': 'Non hai il permesso di leggere il file.',
    'file-not-viewed': 'Il file non è più aperto.',
    'no-file': 'Questo non è un file.',
    'file-empty': 'Il file è vuoto.',
    'file-has-no-column': 'Il file non ha una colonna «{{column}}».',
    'point-of-two': 'Un punto ha bisogno di due colonne.',
    'made-of': 'fatto di «{{longitude}}» e «{{latitude}}»',
    'not-unpacked': 'Il file non si può estrarre: {{said}}.',
    'encoding-unknown': 'La codifica «{{encoding}}» non è nota.',
    'file-not-there-or-closed': 'Il file non c’è, o non si può leggere.',
    'no-utf8': 'Il testo non è UTF-8; sembra {{encoding}}. Controlla le lettere accentate.',
    'digits-stay-text': 'i numeri con più cifre di quante un numero qui ne conservi restano testo',
    'marks-missing': '{{marks}} letto come mancante',
    'times-to-iso': 'date e orari in testo ISO 8601',
    'decimal-or-thousands': 'resta testo, perché il segno nei numeri può stare davanti ai decimali o fra le migliaia',
    'day-or-month-first': 'resta testo, perché nulla dice se viene prima il giorno o il mese',
    'some-are-others': 'resta testo, perché {{count}} valori su {{total}} non sono né numeri né date',
    'encoding-unsure': 'Il testo non è UTF-8; può essere {{encodings}}. Scegliete la codifica con le lettere giuste.',
    'encoding-not-whole':
      'Il testo sembra {{encoding}}, ma contiene byte che non vi esistono. Indicate la sua codifica.',
    'bytes-no-characters':
      'La riga {{line}} ha byte che in {{encoding}} non sono caratteri. Correggeteli nel file, o indicate un’altra codifica.',
    'characters-replaced':
      '{{count}} caratteri non si sono potuti leggere come {{encoding}} e ora sono U+FFFD, il primo alla riga {{line}}',
    'some-no-utf8':
      '{{count}} righe non sono UTF-8 valido, la prima è la riga {{line}}; le altre lo sono. Salvate il file in UTF-8 o indicate la codifica; con «utf-8» i byte in questione vengono sostituiti.',
    'codes-stay-text': 'i codici con zeri davanti restano testo',
    'long-numbers-stay-text': 'i numeri di più di 64 bit restano testo',
    'zstd-text': 'Un file compresso con zstd deve essere in UTF-8.',
    'read-as': 'testo letto come {{encoding}}',
    'no-workbook': 'Il file non è una cartella di lavoro Excel.',
    'workbook-empty': 'La cartella di lavoro non ha fogli con celle.',
    'no-sheet': 'La cartella di lavoro non ha un foglio «{{sheet}}».',
    'workbook-damaged': 'La cartella di lavoro è danneggiata: {{said}}',
    'too-many-records': 'Il file ha più di {{count}} record.',
    'not-finite': '{{column}}: {{count}} di NaN e infinito diventati mancanti',
    'boolean-to-text': 'valori logici in «true» e «false»',
    'date-to-text': 'data in testo ISO 8601',
    'time-to-utc-text': 'ora in testo ISO 8601 in UTC',
    'time-to-text': 'ora in testo ISO 8601',
    'binary-as-text': 'da binario a testo: tutti i valori sono UTF-8',
    'column-reprojected': '{{column}}: posizioni in {{system}} in longitudine e latitudine (WGS 84)',
    'binary-to-text': 'binario in testo esadecimale',
    'nested-to-text': 'valori annidati in testo JSON',
    'lines-below-left-out': 'righe omesse sotto i record, dalla riga {{line}}: {{count}}',
    'comments-left-out': 'righe di commento omesse: {{count}}',
    'records-advice': 'Correggili nel file, oppure falli omettere e scrivere in un file a parte.',
    'of-pdf':
      'Questo è un documento PDF. Chiedi la tabella in CSV o XLSX a chi l’ha pubblicata, oppure esportala con un altro programma.',
    'of-encrypted-parquet': 'Questo file Parquet è cifrato. Riscrivilo senza cifratura.',
    'of-statistics-program': 'Questo è un file di {{program}}. Esportalo da lì in CSV o Parquet.',
    'of-archive': 'Questo è compresso con {{kind}}. Prima estrailo; zip, gzip e zstd si leggono così come sono.',
    'of-database': 'Questo è un file di tipo {{kind}}, che non viene letto. Esporta la tabella in CSV o Parquet.',
    'of-picture': 'Questa è un’immagine, non una tabella.',
    'of-protected-workbook': 'La cartella di lavoro è protetta da una password. Salvala senza password e riprova.',
    'of-old-workbook': 'Questa è una cartella di lavoro nel vecchio formato Excel (.xls). Salvala come .xlsx o CSV.',
    'of-web-page':
      'Questa è una pagina web, non dati: forse una pagina di errore o di accesso salvata con il nome di un file. Scarica il file vero e proprio.',
    'of-markup': 'Questo è un documento XML, che non viene letto. Esporta la tabella in CSV o JSON.',
    'of-open-document': 'Questo è un file OpenDocument (.ods). Salvalo come .xlsx o CSV.',
    'lines-above-left-out': 'righe omesse sopra l’intestazione: {{count}}',
    'no-geojson': 'Questa non è una geometria GeoJSON.',
    'geometry-too-deep': 'Una geometria può contenere raccolte dentro raccolte fino a {{count}} livelli.',
    'position-of-two': 'Una posizione ha bisogno di due numeri.',
    'coordinates-lists': 'Le coordinate devono essere elenchi.',
    'something-wrong': 'Qualcosa è andato storto dentro Almanac.',
    'backend-gone': 'La parte di Almanac che legge i dati si è fermata. Viene riavviata.',
    'link-too-long': 'Il collegamento è troppo lungo.',
    'link-unknown': 'Questo non è un collegamento che Almanac conosca.',
    'link-service': 'Il collegamento indica un servizio con qualcosa che non è un indirizzo web.',
    'link-without-namespace': 'Il collegamento indica un dataset senza il suo namespace.',
    'link-conditions': 'Il collegamento pone più di 200 condizioni.',
    'link-damaged': 'Il collegamento è danneggiato: contiene un carattere mal codificato.',
    'link-namespace': 'Il collegamento non indica un namespace possibile.',
    'link-dataset': 'Il collegamento non indica un dataset possibile.',
    'connections-lost':
      'L’elenco delle connessioni in {{file}} non si può né leggere né mettere da parte. Le connessioni che aggiungi vanno perse quando Almanac si chiude.',
    'connections-put-aside':
      'L’elenco delle connessioni non si è potuto capire ed è stato messo da parte come {{file}}. Aggiungi di nuovo le connessioni, oppure ripara quel file, chiamalo {{name}} e riavvia Almanac.',
    'led-to': '{{host}} ha portato a {{address}}. Si tiene quell’indirizzo.',
    'led-to-securely': '{{host}} ha portato a {{address}} con una connessione sicura. Si tiene quell’indirizzo.',
    'long-text':
      'Un testo è più lungo dei 32.767 caratteri che una cella di una cartella di lavoro contiene: il resto è nel foglio «Long texts».',
    'long-texts':
      '{{count}} testi sono più lunghi dei 32.767 caratteri che una cella di una cartella di lavoro contiene: il resto è nel foglio «Long texts».',
    'value-unread': 'Un valore non si è potuto leggere, in {{where}}: {{why}}',
    'values-unread': '{{count}} valori non si sono potuti leggere, il primo in {{where}}: {{why}}',
    'record-unread': 'Un record non si è potuto leggere, in {{where}}: {{why}}',
    'records-unread': '{{count}} record non si sono potuti leggere, il primo in {{where}}: {{why}}',
    'in-line': 'riga {{line}}',
    'in-line-column': 'riga {{line}}, colonna «{{column}}»',
    'in-record': 'record {{record}}',
    'in-record-column': 'record {{record}}, colonna «{{column}}»',
    'values-hopeless': 'Dei primi {{count}} record nessuno si può leggere, perciò il resto non è stato letto.',
    'records-hopeless': 'Nessuno dei primi record si può leggere, perciò il resto non è stato letto.',
    'record-unreadable': 'Il record non si può leggere ({{said}}).',
    'reading-took-memory':
      'La lettura di «{{file}}» ha richiesto più di {{limit}} MiB di memoria ed è stata interrotta. Il file può essere danneggiato o fatto per esaurire la memoria; con meno colonne o valori più corti si può leggere.',
    'reading-took-time':
      'La lettura di «{{file}}» non è avanzata per {{minutes}} minuti ed è stata interrotta. Il file può essere danneggiato o fatto per bloccare chi lo legge.',
    'reading-crashed':
      'Il lettore di «{{file}}» si è arrestato ({{said}}). Il file è probabilmente danneggiato; lo scriva di nuovo con il programma che l’ha prodotto o in un altro formato.',
    'part-too-large': 'Un valore o una parte di «{{file}}» è troppo grande per essere letta.',
    'part-too-deep': 'Un valore di «{{file}}» è annidato troppo in profondità per essere letto.',
    'nested-too-deep': 'Ci sono valori annidati oltre {{limit}} livelli, il massimo che viene letto.',
    'record-nested-too-deep': 'Il record {{number}} è annidato oltre {{limit}} livelli, il massimo che viene letto.',
    'parquet-columns-encrypted': 'Alcune colonne di questo file Parquet sono cifrate. Riscrivilo senza cifratura.',
    'parquet-codec':
      'La colonna «{{column}}» del file Parquet è compressa con {{codec}}, che non viene letto. Riscrivi il file con zstd, snappy o gzip.',
    'parquet-encoding':
      'La colonna «{{column}}» del file Parquet è codificata come {{encoding}}, che viene letto solo per float e double. Riscrivi il file con la codifica semplice (plain).',
    'parquet-decimal-too-long':
      'La colonna «{{column}}» del file Parquet ha numeri decimali di {{precision}} cifre; se ne leggono al massimo {{limit}}. Scrivila come testo o con meno cifre.',
    'parquet-page-damaged':
      'La colonna «{{column}}» del file Parquet è danneggiata: i suoi byte non corrispondono alla somma di controllo. Scarica di nuovo il file o riscrivilo dalla fonte.',
    'parquet-damaged':
      'I valori del file Parquet non si possono leggere ({{said}}). È danneggiato o usa qualcosa che non viene letto; riscrivilo con un altro programma o un’altra versione.',
    'parquet-takes-memory':
      'Una parte del file Parquet richiede per la decompressione più memoria di quanta se ne possa usare ({{said}}). Riscrivilo con gruppi di righe e pagine più piccoli.',
    'parquet-too-deep': 'Il file Parquet ha colonne annidate oltre {{limit}} livelli, il massimo che viene letto.',
    'parquet-too-wide': 'Il file Parquet ha più di {{limit}} colonne e gruppi, il massimo che viene letto.',
    'unpacks-to-too-much':
      'Il file si espande oltre {{limit}} MiB, più di quanto permetta {{ratio}} volte la sua dimensione. Se è quello che deve essere, lo decomprima prima.',
    'sheet-too-wide': 'La cella {{cell}} è oltre la colonna {{limit}}, l’ultima che un foglio può avere.',
    'sheet-too-long': 'Il foglio ha una riga {{row}}; l’ultima che un foglio può avere è {{limit}}.',
    'workbook-texts-too-large':
      'I testi della cartella di lavoro occupano più di {{limit}} MiB. Salvi il foglio come CSV per pubblicarlo.',
    'workbook-too-large': 'Il foglio si espande in record di più di {{limit}} MiB. Lo salvi come CSV per pubblicarlo.',
    'json-malformed-at':
      'Il file non è JSON leggibile: {{why}} Riga {{line}}, colonna {{column}}, vicino a «{{excerpt}}».',
    'json-malformed': 'Questo non è JSON leggibile: {{why}} Colonna {{column}}, vicino a «{{excerpt}}».',
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
    'json-no-member': 'Il file non ha un elenco di record «{{name}}».',
    'json-topology': 'questo è TopoJSON, le cui forme non si leggono: convertilo in GeoJSON',
    'json-esri': 'Questo è JSON di Esri, che non si legge. Scaricalo come GeoJSON (f=geojson).',
    'json-sdmx': 'Questo è SDMX-JSON, che non si legge. Scarica i dati come CSV.',
    'json-several-lists':
      'il file ha più elenchi di record ({{names}}) ed è letto come un solo record; indica quale leggere',
    'json-records-of': 'i record sono quelli di «{{name}}»',
    'json-records-of-beside': 'i record sono quelli di «{{name}}»; tralasciati: {{others}}',
    'json-preamble-left-out': 'ciò che precede il testo JSON è stato tralasciato',
    'json-columns': 'letto come tabella di colonne: ogni membro contiene i valori di una',
    'json-split': 'letto come tabella di colonne, indice e righe',
    'json-by-column': 'letto come tabella di colonne: ogni membro contiene i valori di una secondo il nome del record',
    'json-by-record': 'letto come tabella di record: ogni membro è uno',
    'json-statistics': 'letto come JSON-stat: un record per ogni valore del cubo',
    'json-statistics-unfit': 'Le dimensioni di questo file JSON-stat non combaciano.',
    'json-columns-uneven': 'Le colonne hanno numeri diversi di valori ({{counts}}).',
    'json-split-uneven':
      'La riga {{row}} non ha {{count}} valori, oppure l’indice ha una lunghezza diversa dalle righe.',
    'json-table-too-large':
      'Una tabella in questa forma di JSON può avere al massimo {{limit}} MiB. Scrivila come elenco di record, un oggetto ciascuno.',
    'json-name-repeated':
      '{{name}}: compare più di una volta in {{count}} record, il primo è {{record}}; è stato tenuto il primo valore',
    'no-list': 'Questo non è un elenco come i record precedenti.',
    'feature-properties': 'Le proprietà di una feature devono essere un oggetto.',
    'feature-members-left-out': 'membri delle feature oltre alle proprietà sono stati tralasciati: {{names}}',
    'geometry-beyond':
      'geometry: {{count}} hanno posizioni oltre 180 o 90 gradi, la prima nel record {{record}}; indica il loro sistema di coordinate',
    'coordinate-system-unknown':
      'Il sistema di coordinate {{system}} non è noto abbastanza da convertirne le posizioni. Converti il file in longitudine e latitudine (EPSG:4326).',
    'position-not-in-system': 'Una posizione non ha un luogo in {{system}}.',
    'sheet-chosen': 'è stato letto il foglio «{{sheet}}», il primo visibile che contiene qualcosa',
    'cells-with-errors': 'celle con un errore (#N/D, #DIV/0!, …) come mancanti: {{count}}',
    'formulas-uncalculated':
      'formule mai calcolate, che mancano: {{count}}; apri la cartella di lavoro e salvala di nuovo',
    'hidden-rows-read': 'righe nascoste lette anch’esse: {{count}}',
    'hidden-columns-read': 'colonne nascoste lette anch’esse: {{count}}',
  },
};
