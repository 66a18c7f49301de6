import type { storeValues } from '#shared/failures/store.ts';
import type { TextsOf } from '#shared/failures/texts.ts';

/** Explanations of a store as a whole, its repair and its copies, in Italian. */
export const storeIt: TextsOf<typeof storeValues> = {
  'catalogue-missing': ({ file, versions, folder }, f) =>
    `Il catalogo ${file} manca, ma accanto ci sono ${versions > 0 ? `i file di ${f.number(versions)} ${f.plural(versions, 'versione', 'versioni')}` : 'le schede di spazi dei nomi, dataset o account'}. Niente è stato modificato o eliminato. Rimetti il file, oppure ricostruiscilo da quei file: almanac repair --data "${folder}"`,
  'catalogue-empty': ({ file, versions, folder }, f) =>
    `Il catalogo ${file} è vuoto, ma accanto ci sono ${versions > 0 ? `i file di ${f.number(versions)} ${f.plural(versions, 'versione', 'versioni')}` : 'le schede di spazi dei nomi, dataset o account'}. Niente è stato modificato o eliminato. Rimetti il file giusto, oppure ricostruiscilo da quei file: almanac repair --data "${folder}"`,
  'catalogue-of-another-store': ({ file, versions, folder }, f) =>
    `Il catalogo ${file} non appartiene ${f.plural(versions, 'alla versione accanto', `alle ${f.number(versions)} versioni accanto`)}. Niente è stato modificato o eliminato. Rimetti il file giusto, oppure accogli quelle versioni: almanac repair --data "${folder}"`,
  'catalogue-damaged': ({ file, found, folder }) =>
    `Il catalogo ${file} è danneggiato (${found}). Niente è stato modificato o eliminato. Si può ricostruire dai file accanto: almanac repair --data "${folder}"`,
  'store-repaired': ({ datasets, versions }, f) =>
    `${f.number(datasets)} dataset ${f.plural(datasets, 'è stato ripristinato', 'sono stati ripristinati')} e ${f.number(versions)} ${f.plural(versions, 'versione', 'versioni')} ${f.plural(versions, 'verificata', 'verificate')}. Password e token non si possono ripristinare.`,
  'made-private': ({ names }) => `Ora privati, perché non è certo chi potesse leggerli: ${names}.`,
  'rows-recovered': ({ versions }, f) =>
    `Di ${f.number(versions)} ${f.plural(versions, 'versione', 'versioni')} c’erano solo le righe; sono in uno spazio privato.`,
  'versions-broken': ({ versions }, f) =>
    `I file di ${f.number(versions)} ${f.plural(versions, 'versione', 'versioni')} mancano o sono danneggiati.`,
  'without-password': ({ names }) => `Questi account hanno bisogno di una nuova password: ${names}.`,
  'backup-no-store': ({ folder }) => `In ${folder} non c’è un archivio.`,
  'backup-inside': ({ target, folder }) =>
    `La copia di sicurezza non può essere scritta in ${target}, che si trova dentro l’archivio ${folder} stesso. Scegli un posto al di fuori, meglio su un altro disco.`,
  'backup-not-ours': ({ target }) =>
    `${target} contiene qualcosa che non è una copia di sicurezza di Almanac. Niente è stato modificato. Scegli una cartella vuota o nuova, oppure un nuovo file il cui nome finisce con .tar.`,
  'backup-other-store': ({ target }) =>
    `${target} contiene la copia di sicurezza di un altro archivio. Niente è stato modificato. Scegli un altro posto per questo.`,
  'backup-newer': ({ source }) =>
    `La copia di sicurezza ${source} è stata fatta da un Almanac più recente. Niente è stato modificato. Installa l’Almanac più recente per usarla.`,
  'backup-in-use': ({ target }) =>
    `Un altro programma sta scrivendo la copia di sicurezza ${target}. Riprova quando ha finito.`,
  'backup-no-room': ({ folder, needed, free }, f) =>
    `In ${folder} non c’è abbastanza spazio: servono ${f.number(needed)} MiB, ne sono liberi ${f.number(free)}. Niente è stato modificato. Libera spazio, oppure scegli un altro disco.`,
  'backup-disk-full': ({ place }) =>
    `Il disco si è riempito mentre si usava ${place}. Ciò che c’era prima è rimasto com’era. Libera spazio e riprova.`,
  'backup-place': ({ place, reason }) =>
    `${place} non si può leggere o scrivere (${reason}). Ciò che c’era prima è rimasto com’era. Controlla il disco e i permessi.`,
  'backup-outrun':
    'I dataset sono stati eliminati più in fretta di quanto si potesse copiarli. La copia precedente è rimasta com’era. Riprova più tardi.',
  'backup-none': ({ source }) => `In ${source} non c’è una copia di sicurezza di Almanac.`,
  'backup-incomplete': ({ source }) =>
    `La copia di sicurezza ${source} è incompleta: è stata interrotta prima della fine. Niente è stato modificato. Usane un’altra, oppure rifalla.`,
  'backup-list-damaged': ({ source }) =>
    `L’elenco dei file nella copia di sicurezza ${source} è danneggiato o è stato modificato a mano. Niente è stato modificato. Usa un’altra copia.`,
  'backup-odd-entry': ({ source, name }) =>
    `La copia di sicurezza ${source} contiene una voce che nessuna copia di Almanac ha, di nome ${name}. Niente è stato modificato. Non usare file di estranei come copie di sicurezza.`,
  'backup-content-missing': ({ source, file }) =>
    `La copia di sicurezza ${source} è danneggiata: manca il contenuto di ${file}. Niente è stato modificato. Usa un’altra copia, oppure ripristina ciò che in questa è integro: almanac restore "${source}" --skip-damaged`,
  'backup-content-differs': ({ source, file }) =>
    `La copia di sicurezza ${source} è danneggiata: il contenuto di ${file} non è quello che era stato scritto. Niente è stato modificato. Usa un’altra copia, oppure ripristina ciò che in questa è integro: almanac restore "${source}" --skip-damaged`,
  'restore-not-empty': ({ folder }) =>
    `L’archivio ${folder} non è vuoto. Niente è stato modificato. Con --replace viene messo da parte e la copia ripristinata al suo posto.`,
  'settings-not-json': ({ file, problem }) => `${file} non può essere letto come JSON: ${problem}.`,
  'settings-none': ({ file }) => `${file} non contiene impostazioni di Almanac.`,
  'settings-newer': ({ file }) =>
    `${file} è stato scritto da un Almanac più recente. Installa l’Almanac più recente per importarlo.`,
  'settings-wrong': ({ file, place, problem }) =>
    `${file} non può essere importato: ${place} ${problem}. Non è stato modificato nulla.`,
  'settings-address': ({ file, place, address }) =>
    `${file} non può essere importato: ${place} non è un indirizzo web (${address}). Non è stato modificato nulla.`,
  'file-not-written': ({ file, reason }) => `${file} non può essere scritto (${reason}).`,
  'restore-running': 'In questo archivio si sta già ripristinando una copia di sicurezza.',
  'system-no-access': ({ mark }) => `questo utente non può usarlo${mark}`,
  'system-no-change': ({ mark }) => `questo utente non può modificarlo${mark}`,
  'system-read-only': ({ mark }) => `il suo disco è di sola lettura${mark}`,
  'system-disk-full': ({ mark }) => `il suo disco è pieno${mark}`,
  'system-quota': ({ mark }) => `la quota sul suo disco è esaurita${mark}`,
  'system-io': ({ mark }) => `il suo disco non si può leggere o scrivere${mark}`,
  'system-file-for-folder': ({ mark }) => `è un file dove serve una cartella${mark}`,
  'system-folder-for-file': ({ mark }) => `è una cartella dove serve un file${mark}`,
  'system-broken-link': ({ mark }) => `è un collegamento che non porta da nessuna parte${mark}`,
  'system-path-long': ({ mark }) => `il suo percorso è troppo lungo${mark}`,
  'system-unopened': ({ mark }) => `non si può aprire${mark}`,
  'store-unopened': ({ file, why }) =>
    `L’archivio non si può aprire: ${file}: ${why}. Nulla è stato modificato. Rimedia (tipo, proprietario e permessi, spazio sul disco) o scegli un’altra cartella.`,
  'store-unlocked': ({ file, why }) =>
    `L’archivio non si può bloccare: ${file} non si può scrivere: ${why}. Controlla che la cartella sia una cartella, che sia scrivibile e che il suo disco non sia pieno.`,
  'store-in-use': ({ folder }) =>
    `La cartella dati ${folder} è in uso da un altro Almanac. Chiudi prima quello, o scegli un’altra cartella.`,
  'catalogue-unavailable': ({ server, why }) => `Il catalogo all’indirizzo ${server} non è utilizzabile: ${why}.`,
  'catalogue-server-newer': ({ server, found, known }) =>
    `Il catalogo all’indirizzo ${server} è stato convertito da un Almanac più recente (versione ${found}, questo conosce ${known}). Nulla è stato modificato. Installa l’Almanac più recente su questo nodo.`,
  'catalogue-older-nodes': ({ server, nodes }) =>
    `Il catalogo all’indirizzo ${server} va convertito, e sono in esecuzione nodi di un Almanac meno recente che non potrebbero più usarlo (${nodes}). Nulla è stato modificato. Arrestali prima, poi avvia questo nodo.`,
  'catalogue-not-copied': ({ server }) =>
    `Il catalogo di questi dati è in PostgreSQL (${server}): il backup e la riparazione di Almanac non lo riguardano. Salvalo come ogni database di PostgreSQL, per esempio con pg_dump.`,
  'catalogue-beside-server': ({ folder, server }) =>
    `La cartella dei dati ${folder} ha un catalogo o righe proprie, che ${server} non conosce. Nulla è stato modificato. Scegli una nuova cartella per questo nodo.`,
  'catalogue-of-another-server': ({ folder, server }) =>
    `Le righe in ${folder} appartengono a un catalogo diverso da quello all’indirizzo ${server}. Nulla è stato modificato. Controlla l’indirizzo, o scegli una nuova cartella per questo nodo.`,
  'password-file': ({ file, code }) => `Il file della password, ${file}, non è leggibile (${code}).`,
  'postgres-password': ({ said }) =>
    `PostgreSQL non accetta la password (${said}). Imposta ALMANAC_CATALOGUE_PASSWORD, o usa --catalogue-password-file`,
  'postgres-user': ({ said }) =>
    `PostgreSQL non ammette questo utente (${said}). Controlla l’utente nell’indirizzo, e pg_hba.conf`,
  'postgres-no-password': ({ said }) =>
    `PostgreSQL chiede una password, e non ne è stata data nessuna (${said}). Imposta ALMANAC_CATALOGUE_PASSWORD, o usa --catalogue-password-file`,
  'postgres-no-database': ({ said }) => `il database non esiste (${said}). Crealo, o correggi l’indirizzo`,
  'postgres-no-rights': ({ said }) =>
    `all’utente manca un diritto (${said}). Rendilo proprietario del database, o concedigli ciò che manca`,
  'postgres-refused': ({ said }) =>
    `nessun programma risponde lì (${said}). Controlla che PostgreSQL sia in funzione, e l’host e la porta`,
  'postgres-no-host': ({ said }) => `questo host non esiste (${said}). Controlla l’indirizzo`,
  'postgres-silent': ({ said }) => `non risponde (${said}). Controlla la rete, e che PostgreSQL sia in funzione`,
  'postgres-too-many': ({ said }) =>
    `PostgreSQL non ha connessioni libere (${said}). Aumenta max_connections: ogni nodo ne usa fino a 16`,
  'postgres-stopping': ({ said }) =>
    `PostgreSQL si sta avviando o arrestando (${said}). Sarà usato di nuovo appena risponde`,
  'postgres-read-only': ({ said }) => `è in sola lettura (${said}). Usa l’indirizzo del server primario`,
  'postgres-disk-full': ({ said }) => `il disco di PostgreSQL è pieno (${said})`,
  'postgres-busy': ({ said }) => `un altro nodo ha trattenuto le modifiche troppo a lungo (${said}). Riprova`,
  'postgres-slow': ({ said }) => `PostgreSQL ha impiegato troppo tempo per un’istruzione (${said}). Riprova`,
  'postgres-idle': ({ said }) =>
    `questo nodo si è fermato durante una modifica, che PostgreSQL ha annullato (${said}). Riprova`,
  'postgres-no-tls': ({ said }) =>
    `PostgreSQL non offre lì connessioni cifrate (${said}). Attiva TLS, o togli sslmode dall’indirizzo`,
  'postgres-certificate': ({ said }) =>
    `la connessione cifrata non è riuscita (${said}). Controlla sslmode e sslrootcert nell’indirizzo`,
  'postgres-lost': ({ said }) => `la connessione è andata persa (${said}). Sarà ristabilita appena PostgreSQL risponde`,
  'catalogue-nothing-to-move': ({ folder, server }) =>
    `La cartella ${folder} non ha un catalogo da spostare verso o da ${server}. Nulla è stato modificato. Controlla la cartella e l’indirizzo.`,
  'catalogue-not-empty': ({ where }) =>
    `${where} contiene già altri record. Nulla è stato modificato. Scegli un database vuoto.`,
  'catalogue-copy-differs': ({ where, tables }) =>
    `La copia in ${where} differisce dall’originale (${tables}) ed è stata scartata. Nulla è stato modificato. Controlla PostgreSQL, e riprova.`,
  'catalogue-rows-elsewhere': ({ folder, missing }, f) =>
    `Le righe di ${f.number(missing)} ${f.plural(missing, 'versione', 'versioni')} non sono in ${folder}, perché le ha pubblicate un altro nodo. Nulla è stato modificato. Riporta il catalogo su un nodo che ha tutte le righe.`,
  'catalogue-newer': ({ found, known }) =>
    `Questa cartella dati è stata scritta da un Almanac più recente (versione del catalogo ${found}, questo conosce la ${known}). Installa l’Almanac più recente per aprirla.`,
  'port-taken': ({ port, address }) =>
    `La porta ${port} non è disponibile: la usa un altro programma, o è riservata al sistema. I dataset di questo computer rispondono a ${address} fino al prossimo avvio di Almanac.`,
  'copies-closed':
    'Alcune copie di dataset di altri servizi potevano essere lette da chiunque raggiunga il servizio di questo computer, anche se non tutti possono leggere l’originale, o il suo servizio non rispondeva. Ora puoi leggerle solo tu:',
  'update-available': ({ version, own }) =>
    `È disponibile Almanac ${version}; questo è ${own}. Si trova nella pagina delle versioni o nei pacchetti del tuo sistema.`,
  'store-of-another-user': ({ folder }) =>
    `L’archivio non si può aprire: ${folder} appartiene a un altro utente di questo computer, che potrebbe sostituirne i file. Nulla è stato modificato. Scegli una cartella tua, o fanne cambiare il proprietario.`,
};
