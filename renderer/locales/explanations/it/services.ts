import type { servicesValues } from '#shared/failures/services.ts';
import type { TextsOf } from '#shared/failures/texts.ts';

/** Explanations of services that are read, in Italian. */
export const servicesIt: TextsOf<typeof servicesValues> = {
  'no-web-address': 'Questo non è un indirizzo web. Ha questo aspetto: https://statistics.example.org/',
  'other-scheme': ({ scheme }) =>
    `Gli indirizzi che cominciano con ${scheme}:// non si possono leggere, solo http:// e https://.`,
  'record-without-name': ({ host }) => `${host} ha risposto con una voce senza nome.`,
  'list-without-end': ({ host, pages }, f) =>
    `Questo elenco presso ${host} ha più di ${f.number(pages)} pagine. Segnalalo a chi gestisce il servizio.`,
  'list-in-a-circle': ({ host }) =>
    `Le pagine di questo elenco presso ${host} formano un ciclo. Segnalalo a chi gestisce il servizio.`,
  'query-not-told': ({ host }) =>
    `${host} ha accettato la query ma non indica che cosa ne ha conservato. Consulta il suo elenco delle query.`,
  'no-query-address': 'Questo non è l’indirizzo di una query salvata.',
  'no-such-connection': 'Questa connessione non c’è più.',
  'not-with-own-service': 'Questo non si può fare con il servizio che Almanac stesso gestisce.',
  'connection-changed': 'Intanto la connessione è stata rimossa o cambiata.',
  'namespaces-unread': ({ why }) => `Il suo elenco degli spazi dei nomi non è leggibile: ${why}`,
  'own-service-failed': ({ why }) => `Il servizio di questo computer non si è potuto avviare. ${why}`,
  'sign-in-unread': ({ name }) =>
    `L’accesso di «${name}» non si è potuto leggere dal portachiavi. Fino a un nuovo accesso si mostra solo ciò che è pubblico.`,
  'no-keychain': ({ why }) =>
    `Il portachiavi di questo computer non è raggiungibile: ${why} Puoi tenere l’accesso solo per questa sessione.`,
  'token-left': ({ name, account }) =>
    `Almanac non usa più il token di «${name}», ma non ha potuto toglierlo dal portachiavi. Rimuovi lì la voce «Almanac» per ${account}.`,
  'rows-elsewhere': ({ host }) =>
    `Le righe di questo dataset si trovano su un altro server, ${host}. Si leggono senza il tuo accesso.`,
  'comparison-malformed': ({ host }) => `Il confronto di ${host} non ha la forma che la sua descrizione promette.`,
  'other-kind': ({ host }) => `Il server presso ${host} non è un servizio statistico del tipo che Almanac legge.`,
  'no-image': 'Il file non è un’immagine PNG, JPEG o WebP.',
  'image-gone': 'L’immagine non c’è più.',
  'image-too-large': 'L’immagine supera i 10 MB.',
  'name-required': 'Senza un nome qui non si può creare nulla.',
  'web-server-only': ({ host }) =>
    `Presso ${host} c’è un server web, ma non vi si è trovato un servizio statistico del tipo che Almanac legge. Chiedi a chi lo gestisce l’indirizzo della sua API; spesso finisce in /api/v1/.`,
  'answer-too-big': ({ host, size }, f) =>
    `${host} ha inviato più di quanto Almanac accetti in una risposta (${f.number(size)} MB). Se il servizio ha le pagine, chiedi a chi lo gestisce di attivarle.`,
  'answer-packed': ({ host }) => `La risposta di ${host} è compressa in un formato non supportato.`,
  'answer-too-slow': ({ host }) => `${host} invia la sua risposta troppo lentamente. Riprova più tardi.`,
  'it-says': ({ said }) => `Il servizio dice: «${said}»`,
  'fewer-requests-seconds': ({ host, seconds }, f) =>
    `${host} limita le richieste. Riprova tra ${f.number(seconds)} ${f.plural(seconds, 'secondo', 'secondi')}.`,
  'fewer-requests': ({ host }) => `${host} limita le richieste. Riprova tra un po’.`,
  'busy-seconds': ({ host, seconds }, f) =>
    `${host} ora non è disponibile. Riprova tra ${f.number(seconds)} ${f.plural(seconds, 'secondo', 'secondi')}.`,
  busy: ({ host }) => `${host} ora non è disponibile. Riprova tra un po’.`,
  'service-storage-away': ({ host }) =>
    `${host} al momento non riesce ad accedere al suo archivio. Nulla è andato perso. Riprova tra poco.`,
  'sign-in-to-change': ({ host }) => `${host} lo lascia cambiare solo a chi accede.`,
  'sign-in-to-see': ({ host }) => `${host} lo mostra solo a chi accede.`,
  'sign-in-ended': ({ host }) =>
    `${host} non accetta più il tuo accesso. Accedi di nuovo, oppure esci per vedere ciò che è pubblico.`,
  'may-not-change': ({ host }) => `${host} non te lo lascia cambiare, benché tu abbia fatto l’accesso.`,
  'may-not-see': ({ host }) => `${host} non te lo mostra, benché tu abbia fatto l’accesso.`,
  'nothing-here': ({ host }) => `${host} non ha (più) nulla a questo indirizzo.`,
  'proxy-sign-in': 'Il proxy richiede l’accesso. Controlla HTTPS_PROXY e HTTP_PROXY.',
  'service-disk-full': ({ host }) => `Sul disco di ${host} non c’è abbastanza spazio per questo.`,
  'service-problem': ({ host, status }) => `${host} ha un errore interno (stato ${status}). Riprova più tardi.`,
  'gave-up-waiting': ({ host }) => `${host} non ha più atteso la richiesta. Riprova.`,
  'changed-meanwhile': ({ host }) =>
    `Questo è stato modificato su ${host} da quando l’hai aperto. Non è stato salvato nulla.`,
  'more-groups-than-calculated': ({ host }) =>
    `Ci sono più gruppi di quanti ne calcola ${host}. Rimuovi una colonna, scegli passi più grandi o filtra le righe.`,
  'request-refused': ({ host, status }) => `${host} non ha accettato la richiesta (stato ${status}).`,
  'certificate-expired': ({ host }) =>
    `Il certificato di ${host} è scaduto. Controlla la data di questo computer; altrimenti segnalalo a chi gestisce il servizio.`,
  'certificate-early': ({ host }) =>
    `Il certificato di ${host} non è ancora valido. Controlla la data di questo computer.`,
  'certificate-of-another': ({ host }) =>
    `Il certificato appartiene a un nome diverso da ${host}. Controlla l’indirizzo; forse stai parlando con un altro computer.`,
  'certificate-untrusted': ({ host }) =>
    `Il certificato di ${host} non è firmato da nessuno di cui questo computer si fidi. Se la tua organizzazione firma da sé i certificati, avvia Almanac con NODE_EXTRA_CA_CERTS sul suo file di certificati.`,
  'no-answer': ({ host }) => `${host} non risponde. Controlla l’indirizzo e la rete, o riprova più tardi.`,
  'no-answer-in-time': ({ host }) => `${host} ha ricevuto la richiesta ma non ha risposto in tempo. Riprova più tardi.`,
  'answer-stopped': ({ host }) => `${host} si è fermato a metà della risposta. Riprova.`,
  'proxy-wants-sign-in': ({ proxy }) =>
    `Il proxy ${proxy} richiede l’accesso. Controlla HTTPS_PROXY, HTTP_PROXY e NO_PROXY.`,
  'proxy-refused': ({ proxy }) =>
    `Il proxy ${proxy} non ha lasciato passare la richiesta. Controlla HTTPS_PROXY, HTTP_PROXY e NO_PROXY.`,
  'no-secure-connection': ({ host }) =>
    `Non si è potuta stabilire una connessione sicura con ${host}. Forse parla solo HTTP non cifrato: prova l’indirizzo con http://.`,
  'no-such-computer': ({ host }) =>
    `Non c’è nessun computer di nome ${host}. Controlla come è scritto, e se questo computer è in rete.`,
  'nothing-answers': ({ host }) =>
    `Presso ${host} non risponde nulla. Controlla l’indirizzo e la porta, o se il servizio è attivo.`,
  unreachable: ({ host }) => `${host} non è raggiungibile da qui. Controlla la rete.`,
  'broken-off': ({ host }) => `${host} ha interrotto la connessione prima che la risposta fosse completa. Riprova.`,
  'head-too-long': ({ host }) =>
    `${host} inizia la risposta con più di quanto Almanac legga: le intestazioni sono troppo lunghe.`,
  'no-http': ({ host }) => `Il server presso ${host} non parla HTTP. Controlla la porta.`,
  'not-reached': ({ host }) => `${host} non si è potuto raggiungere.`,
  'web-page': ({ host }) =>
    `${host} ha risposto con una pagina web dove si attendevano dati. Forse devi accedere alla rete in cui ti trovi, o l’indirizzo è quello di un sito.`,
  'answer-empty': ({ host }) => `La risposta di ${host} è vuota.`,
  'answer-cut-off': ({ host }) => `La risposta di ${host} finisce a metà. Riprova.`,
  'answer-no-json': ({ host }) => `La risposta di ${host} non è JSON.`,
  'answer-no-json-but': ({ host, said }) => `La risposta di ${host} non è JSON; comincia con: ${said}.`,
  'sent-elsewhere': 'Il servizio manda Almanac altrove.',
  'redirect-without-end': 'Porta da un indirizzo all’altro senza fine.',
  'redirect-nowhere': 'Non dice dove.',
  'not-followed': 'Il reindirizzamento non è stato seguito.',
  'leads-to-no-web-address': ({ scheme }) => `Porta a un indirizzo che non è un indirizzo web («${scheme}»).`,
  'leads-to-plain-http': ({ host }) => `Porta da una connessione sicura a HTTP non cifrato (${host}).`,
  'leads-inside': ({ host }) => `Porta dentro questo computer (${host}).`,
  'leads-into-network': ({ host }) => `Porta dentro la rete locale (${host}).`,
  'session-refused':
    'Il servizio non accetta più il tuo accesso. Accedi di nuovo, oppure esci per vedere ciò che è pubblico.',
  'sign-in-to-itself-alone': 'Un accesso va solo al servizio stesso.',
  'sign-in-not-sent-on': 'Un accesso non si inoltra a un altro indirizzo.',
  'written-to-itself-alone': 'Ciò che si scrive va solo al servizio stesso.',
  'written-not-sent-on': 'Ciò che si scrive non si inoltra a un altro indirizzo.',
  'token-not-sent': ({ address }) =>
    `L’indirizzo porta a ${address}. Il tuo token non vi è stato inviato; dai quell’indirizzo se te ne fidi.`,
  'became-another': ({ host }) => `Ciò che ${host} dà non corrisponde a quanto ha detto prima dello stesso dataset.`,
  'no-way-to-the-others': ({ host, count, given }, f) =>
    `${host} dice che ${f.plural(count, 'c’è', 'ci sono')} ${f.number(count)} ${f.plural(count, 'riga', 'righe')}, ma ne dà ${f.number(given)} e non indica come ottenere le altre.`,
  'no-list-of-rows': ({ host }) => `${host} ha risposto con qualcosa che non è un elenco di righe.`,
  'row-is-a-page': ({ address, row, found }) =>
    `La risposta di ${address} contiene un’intera pagina di righe al posto della riga ${row}: ${found}. Il servizio va corretto.`,
  'row-without-columns': ({ row, address, columns, found }) =>
    `La riga ${row} della risposta di ${address} non ha nessuna delle colonne di questo dataset (${columns}). È ${found}.`,
  'row-of-other-length': ({ row, address, found, columns }, f) =>
    `La riga ${row} della risposta di ${address} ha ${f.number(found)} ${f.plural(found, 'valore', 'valori')}, ma il dataset ha ${f.number(columns)} ${f.plural(columns, 'colonna', 'colonne')}.`,
  'next-is-no-address': ({ address, found }) =>
    `La risposta di ${address} indica una pagina successiva che non è un indirizzo utilizzabile: ${found}. Le righe che seguono non si possono leggere.`,
  'not-utf8': ({ address, position }) =>
    `La risposta di ${address} non è UTF-8, come il JSON deve essere: il byte ${position} non si può decodificare.`,
  'count-is-no-number': ({ address, found }) =>
    `La risposta di ${address} indica come numero di righe qualcosa che non è un numero: ${found}. Il servizio va corretto.`,
  'same-rows-again': ({ address, rows }, f) =>
    `${address} ha dato esattamente le stesse ${f.number(rows)} ${f.plural(rows, 'riga', 'righe')} per due pagine di seguito. Mancherebbero righe, o sarebbero doppie.`,
  'answer-repeated-member': ({ address, name }) =>
    `La risposta di ${address} contiene un oggetto con due membri di nome «${name}», uno dei quali andrebbe perso. Il servizio va corretto.`,
  'answer-half-character': ({ address }) =>
    `La risposta di ${address} contiene mezzo carattere (un surrogato isolato come \\ud800), che non si può scrivere in UTF-8. Il servizio va corretto.`,
  'answer-number-too-large': ({ address }) =>
    `La risposta di ${address} contiene un numero oltre ±1,8e308, che non si può rappresentare. Il servizio va corretto.`,
  'answer-too-deep': ({ address, limit }, f) =>
    `La risposta di ${address} contiene liste e oggetti annidati per più di ${f.number(limit)} livelli, che Almanac non legge.`,
  'unexpected-status': ({ host, status }) =>
    `${host} ha risposto con lo stato ${status} invece di 200: non è una risposta completa.`,
  'columns-of-one-name': ({ column }) =>
    `Il servizio ha due colonne di nome «${column}» in questo dataset: i loro valori non si possono distinguere.`,
  'page-removed': ({ host, address }) => `${host} rimanda a una pagina che non ha: ${address}.`,
  'next-skips': ({ address, given, next, expected }, f) =>
    `La pagina ${address} ha ${f.number(given)} ${f.plural(given, 'riga', 'righe')}, ma rimanda alla riga ${next} invece che alla riga ${expected}. Alcune righe mancherebbero o sarebbero doppie.`,
  'contradicts-itself': 'Ha dato due volte la stessa risposta: leggere di nuovo non serve. Il servizio va corretto.',
  'asks-to-wait': ({ host, seconds }, f) =>
    `${host} chiede di non inviare richieste ${f.plural(seconds, 'nel prossimo secondo', `nei prossimi ${f.number(seconds)} secondi`)}.`,
  'quiet-too-long': ({ host, seconds }, f) =>
    `${host} non risponde da ${f.number(seconds)} ${f.plural(seconds, 'secondo', 'secondi')}.`,
  'pages-in-a-circle': ({ host }) =>
    `Le pagine di ${host} formano un ciclo o non finiscono mai. Di più di quanto si è letto non si può avere; segnalalo a chi gestisce il servizio.`,
  'place-forgotten': ({ host }) => `${host} non conosce più il punto raggiunto.`,
  'filter-passed-over': ({ host, column }) =>
    `${host} ignora il filtro su «${column}»: le righe sono le stesse con e senza. Toglilo per vederle.`,
  'join-passed-over': ({ host }) =>
    `${host} non dichiara di poter mostrare le righe che soddisfano una qualsiasi di più condizioni; mostrerebbe quelle che le soddisfano tutte.`,
  'search-passed-over': ({ host }) =>
    `${host} ignora la ricerca: le righe sono le stesse con e senza. Toglila per vederle.`,
  'collation-passed-over': ({ host }) =>
    `${host} non dichiara di poter ordinare i testi come in una lingua. Togli questo ordine per vedere le righe.`,
  'order-passed-over': ({ host, column }) =>
    `${host} ignora l’ordine per «${column}»: le righe sono le stesse con e senza. Toglilo per vederle.`,
  'profile-malformed': ({ host }) =>
    `Ciò che ${host} dice delle sue colonne non ha la forma che la sua descrizione promette.`,
  'plain-http': ({ host }) =>
    `${host} si raggiunge con HTTP non cifrato: chi condivide la rete può leggere ciò che invii. Accedi solo se lo accetti per questa connessione.`,
  'credentials-wrong': 'Il nome utente o la password non sono corretti, o l’account non è attivo.',
  'no-tokens-given': ({ host }) =>
    `${host} non rilascia token per nome utente e password. Chiedi un token a chi lo gestisce, e incollalo.`,
  'token-not-taken': 'Il servizio non accetta questo token.',
  'no-token': 'Questo non è un token: ha spazi o lettere che nessun token ha.',
  'newer-meanwhile':
    'Mentre se ne leggevano le righe è comparsa una versione più recente del dataset; potrebbero appartenere a entrambe. Ricomincia.',
  'no-such-column': 'Questa colonna non c’è più.',
  'no-older-versions': ({ host }) =>
    `${host} non può mostrare versioni precedenti: dà le righe più recenti qualunque versione si chiedi.`,
  'rows-not-whole': ({ host }) =>
    `Le pagine di ${host} formano un ciclo o non finiscono mai, perciò le righe non si possono avere tutte.`,
  'grew-or-shrank': ({ host, before, now }, f) =>
    `${host} ha detto prima che ${f.plural(before, 'c’era', 'c’erano')} ${f.number(before)} ${f.plural(before, 'riga', 'righe')}, e poi che ${f.plural(now, 'ce n’è', 'ce ne sono')} ${f.number(now)}.`,
  'fewer-than-said': ({ host, total, given }, f) =>
    `${host} dice che ${f.plural(total, 'c’è', 'ci sono')} ${f.number(total)} ${f.plural(total, 'riga', 'righe')}, ma ne ha ${f.plural(given, 'data', 'date')} ${f.number(given)}.`,
  'pages-changed': ({ host }) => `Le pagine di ${host} hanno cambiato grandezza durante la lettura.`,
  'service-moved': 'Il servizio si è spostato da quando la lettura è stata fermata. Ricomincia.',
  'connections-lost': ({ file }) =>
    `L’elenco delle connessioni in ${file} non si può né leggere né mettere da parte. Le connessioni che aggiungi vanno perse quando Almanac si chiude.`,
  'connections-put-aside': ({ file, name }) =>
    `L’elenco delle connessioni non era leggibile ed è stato messo da parte come ${file}. Aggiungi di nuovo le connessioni, oppure ripara quel file, chiamalo ${name} e riavvia Almanac.`,
  'led-to': ({ host, address }) => `${host} ha portato a ${address}. Si tiene quell’indirizzo.`,
  'led-to-securely': ({ host, address }) =>
    `${host} ha portato a ${address} con una connessione sicura. Si tiene quell’indirizzo.`,
  'no-reason-given': 'Non dà alcuna ragione.',
  'keychain-silent': 'Non risponde.',
  'keychain-no-library':
    'Manca la libreria libsecret. Installala (su Debian e Ubuntu, il pacchetto libsecret-1-0) e riavvia Almanac.',
  'keychain-no-program':
    'Non è in esecuzione alcun programma che conservi le password. Avvia GNOME Keyring, KWallet o KeePassXC e riprova.',
  'keychain-locked': 'È bloccato. Sbloccalo e riprova.',
  'keychain-reported': ({ text }) => `Segnala «${text}».`,
  'order-incomplete': 'Il nuovo ordine deve nominare ogni connessione una volta.',
};
