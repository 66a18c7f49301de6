import type { servicesValues } from '#shared/failures/services.ts';
import type { TextsOf } from '#shared/failures/texts.ts';

/** Explanations of services that are read, in German. */
export const servicesDe: TextsOf<typeof servicesValues> = {
  'no-web-address': 'Das ist keine Web-Adresse. Sie sieht so aus: https://statistics.example.org/',
  'other-scheme': ({ scheme }) =>
    `Adressen, die mit ${scheme}:// beginnen, können nicht gelesen werden, nur http:// und https://.`,
  'record-without-name': ({ host }) => `${host} antwortete mit einem Eintrag ohne Namen.`,
  'list-without-end': ({ host, pages }, f) =>
    `Diese Liste bei ${host} hat mehr als ${f.number(pages)} Seiten. Wenden Sie sich an den Betreiber des Dienstes.`,
  'list-in-a-circle': ({ host }) =>
    `Die Seiten dieser Liste bei ${host} bilden eine Schleife. Wenden Sie sich an den Betreiber des Dienstes.`,
  'query-not-told': ({ host }) =>
    `${host} hat die Abfrage angenommen, sagt aber nicht, was davon behalten wurde. Sehen Sie in die Liste der Abfragen.`,
  'no-query-address': 'Das ist nicht die Adresse einer gespeicherten Abfrage.',
  'no-such-connection': 'Diese Verbindung gibt es nicht mehr.',
  'not-with-own-service': 'Das geht nicht mit dem Dienst, den Almanac selbst betreibt.',
  'connection-changed': 'Die Verbindung wurde inzwischen entfernt oder geändert.',
  'namespaces-unread': ({ why }) => `Die Liste der Namensräume kann nicht gelesen werden: ${why}`,
  'own-service-failed': ({ why }) => `Der Dienst dieses Computers konnte nicht starten. ${why}`,
  'sign-in-unread': ({ name }) =>
    `Die Anmeldung von „${name}“ konnte nicht aus dem Schlüsselbund gelesen werden. Bis Sie sich neu anmelden, wird nur gezeigt, was öffentlich ist.`,
  'no-keychain': ({ why }) =>
    `Der Schlüsselbund dieses Computers ist nicht erreichbar: ${why} Sie können die Anmeldung nur für diese Sitzung behalten.`,
  'token-left': ({ name, account }) =>
    `Almanac benutzt das Token von „${name}“ nicht mehr, konnte es aber nicht aus dem Schlüsselbund nehmen. Entfernen Sie dort den Eintrag „Almanac“ für ${account}.`,
  'rows-elsewhere': ({ host }) =>
    `Die Zeilen dieses Datensatzes liegen auf einem anderen Server, ${host}. Sie werden ohne Ihre Anmeldung gelesen.`,
  'comparison-malformed': ({ host }) =>
    `Der Vergleich von ${host} hat nicht die Form, die seine Beschreibung verspricht.`,
  'other-kind': ({ host }) => `Was bei ${host} antwortet, ist kein Statistikdienst der Art, die Almanac liest.`,
  'no-image': 'Die Datei ist kein Bild in PNG, JPEG oder WebP.',
  'image-gone': 'Das Bild ist nicht mehr da.',
  'image-too-large': 'Das Bild ist größer als 10 MB.',
  'name-required': 'Ohne Namen kann hier nichts angelegt werden.',
  'web-server-only': ({ host }) =>
    `Bei ${host} ist ein Webserver, aber es wurde dort kein Statistikdienst der Art gefunden, die Almanac liest. Fragen Sie den Betreiber nach der Adresse seiner API; sie endet oft auf /api/v1/.`,
  'answer-too-big': ({ host, size }, f) =>
    `${host} hat mehr geschickt, als Almanac in einer Antwort annimmt (${f.number(size)} MB). Hat der Dienst Seiten, so bitten Sie seine Betreiber, sie einzuschalten.`,
  'answer-packed': ({ host }) =>
    `Die Antwort von ${host} ist in einem Verfahren komprimiert, das nicht unterstützt wird.`,
  'answer-too-slow': ({ host }) => `${host} schickt seine Antwort zu langsam. Versuchen Sie es später.`,
  'it-says': ({ said }) => `Er sagt selbst: „${said}“`,
  'fewer-requests-seconds': ({ host, seconds }, f) =>
    `${host} bittet um weniger Anfragen. Versuchen Sie es in ${f.number(seconds)} ${f.plural(seconds, 'Sekunde', 'Sekunden')}.`,
  'fewer-requests': ({ host }) => `${host} bittet um weniger Anfragen. Versuchen Sie es in einer Weile.`,
  'busy-seconds': ({ host, seconds }, f) =>
    `${host} ist gerade nicht verfügbar. Versuchen Sie es in ${f.number(seconds)} ${f.plural(seconds, 'Sekunde', 'Sekunden')}.`,
  busy: ({ host }) => `${host} ist gerade nicht verfügbar. Versuchen Sie es in einer Weile.`,
  'service-storage-away': ({ host }) =>
    `${host} kann seinen Speicher im Moment nicht erreichen. Nichts ist verloren. Versuchen Sie es bald noch einmal.`,
  'sign-in-to-change': ({ host }) => `${host} erlaubt das Ändern nur nach einer Anmeldung.`,
  'sign-in-to-see': ({ host }) => `${host} zeigt das nur nach einer Anmeldung.`,
  'sign-in-ended': ({ host }) =>
    `${host} nimmt Ihre Anmeldung nicht mehr an. Melden Sie sich neu an, oder melden Sie sich ab, um zu sehen, was öffentlich ist.`,
  'may-not-change': ({ host }) => `${host} lässt Sie das nicht ändern, obwohl Sie angemeldet sind.`,
  'may-not-see': ({ host }) => `${host} zeigt Ihnen das nicht, obwohl Sie angemeldet sind.`,
  'nothing-here': ({ host }) => `Das gibt es bei ${host} nicht (mehr).`,
  'proxy-sign-in': 'Der Proxy verlangt eine Anmeldung. Prüfen Sie HTTPS_PROXY und HTTP_PROXY.',
  'service-disk-full': ({ host }) => `Auf dem Datenträger von ${host} ist zu wenig Platz dafür.`,
  'service-problem': ({ host, status }) =>
    `${host} hat einen internen Fehler (Status ${status}). Versuchen Sie es später.`,
  'gave-up-waiting': ({ host }) => `${host} hat nicht länger auf die Anfrage gewartet. Versuchen Sie es noch einmal.`,
  'changed-meanwhile': ({ host }) =>
    `Dies wurde auf ${host} geändert, seit Sie es geöffnet haben. Nichts wurde gespeichert.`,
  'more-groups-than-calculated': ({ host }) =>
    `Es sind mehr Gruppen, als ${host} berechnet. Entfernen Sie eine Spalte, wählen Sie größere Schritte oder filtern Sie die Zeilen.`,
  'request-refused': ({ host, status }) => `${host} hat die Anfrage nicht angenommen (Status ${status}).`,
  'certificate-expired': ({ host }) =>
    `Das Zertifikat von ${host} ist abgelaufen. Prüfen Sie das Datum dieses Computers; andernfalls wenden Sie sich an den Betreiber des Dienstes.`,
  'certificate-early': ({ host }) =>
    `Das Zertifikat von ${host} gilt noch nicht. Prüfen Sie das Datum dieses Computers.`,
  'certificate-of-another': ({ host }) =>
    `Das Zertifikat gehört zu einem anderen Namen als ${host}. Prüfen Sie die Adresse; vielleicht sprechen Sie mit einem anderen Computer.`,
  'certificate-untrusted': ({ host }) =>
    `Das Zertifikat von ${host} ist von keiner Stelle signiert, der dieser Computer vertraut. Wenn Ihre Organisation ihre Zertifikate selbst signiert, starten Sie Almanac mit NODE_EXTRA_CA_CERTS und deren Zertifikatsdatei.`,
  'no-answer': ({ host }) =>
    `${host} antwortet nicht. Prüfen Sie die Adresse und Ihr Netz, oder versuchen Sie es später.`,
  'no-answer-in-time': ({ host }) =>
    `${host} hat die Anfrage angenommen, aber nicht rechtzeitig geantwortet. Versuchen Sie es später.`,
  'answer-stopped': ({ host }) => `${host} hat mitten in der Antwort aufgehört. Versuchen Sie es noch einmal.`,
  'proxy-wants-sign-in': ({ proxy }) =>
    `Der Proxy ${proxy} verlangt eine Anmeldung. Prüfen Sie HTTPS_PROXY, HTTP_PROXY und NO_PROXY.`,
  'proxy-refused': ({ proxy }) =>
    `Der Proxy ${proxy} hat die Anfrage nicht durchgelassen. Prüfen Sie HTTPS_PROXY, HTTP_PROXY und NO_PROXY.`,
  'no-secure-connection': ({ host }) =>
    `Zu ${host} konnte keine sichere Verbindung hergestellt werden. Vielleicht spricht es nur unverschlüsseltes HTTP: Versuchen Sie die Adresse mit http://.`,
  'no-such-computer': ({ host }) =>
    `Es gibt keinen Computer namens ${host}. Prüfen Sie die Schreibung, und ob dieser Computer online ist.`,
  'nothing-answers': ({ host }) =>
    `Bei ${host} antwortet nichts. Prüfen Sie die Adresse und den Port, oder ob der Dienst läuft.`,
  unreachable: ({ host }) => `${host} ist von hier nicht erreichbar. Prüfen Sie Ihr Netz.`,
  'broken-off': ({ host }) =>
    `${host} hat die Verbindung abgebrochen, ehe die Antwort vollständig war. Versuchen Sie es noch einmal.`,
  'head-too-long': ({ host }) =>
    `${host} beginnt seine Antwort mit mehr, als Almanac liest: Die Kopfzeilen sind zu lang.`,
  'no-http': ({ host }) => `Was bei ${host} antwortet, spricht kein HTTP. Prüfen Sie den Port.`,
  'not-reached': ({ host }) => `${host} war nicht erreichbar.`,
  'web-page': ({ host }) =>
    `${host} antwortete mit einer Webseite, wo Daten erwartet wurden. Vielleicht müssen Sie sich in Ihrem Netz anmelden, oder die Adresse ist die einer Website.`,
  'answer-empty': ({ host }) => `Die Antwort von ${host} ist leer.`,
  'answer-cut-off': ({ host }) => `Die Antwort von ${host} endet in der Mitte. Versuchen Sie es noch einmal.`,
  'answer-no-json': ({ host }) => `Die Antwort von ${host} ist kein JSON.`,
  'answer-no-json-but': ({ host, said }) => `Die Antwort von ${host} ist kein JSON; sie beginnt mit: ${said}.`,
  'sent-elsewhere': 'Der Dienst schickt Almanac anderswohin.',
  'redirect-without-end': 'Es führt ohne Ende von einer Adresse zur nächsten.',
  'redirect-nowhere': 'Er sagt nicht, wohin.',
  'not-followed': 'Dem wurde nicht gefolgt.',
  'leads-to-no-web-address': ({ scheme }) => `Es führt zu einer Adresse, die keine Web-Adresse ist („${scheme}“).`,
  'leads-to-plain-http': ({ host }) => `Es führt von einer sicheren Verbindung zu unverschlüsseltem HTTP (${host}).`,
  'leads-inside': ({ host }) => `Es führt in diesen Computer hinein (${host}).`,
  'leads-into-network': ({ host }) => `Es führt in das lokale Netz hinein (${host}).`,
  'session-refused':
    'Der Dienst nimmt Ihre Anmeldung nicht mehr an. Melden Sie sich neu an, oder melden Sie sich ab, um zu sehen, was öffentlich ist.',
  'sign-in-to-itself-alone': 'Eine Anmeldung geht nur an den Dienst selbst.',
  'sign-in-not-sent-on': 'Eine Anmeldung wird nicht an eine andere Adresse weitergeschickt.',
  'written-to-itself-alone': 'Was geschrieben wird, geht nur an den Dienst selbst.',
  'written-not-sent-on': 'Was geschrieben wird, wird nicht an eine andere Adresse weitergeschickt.',
  'token-not-sent': ({ address }) =>
    `Die Adresse führt zu ${address}. Ihr Token wurde nicht dorthin geschickt; geben Sie jene Adresse an, wenn Sie ihr vertrauen.`,
  'became-another': ({ host }) =>
    `Was ${host} liefert, passt nicht zu dem, was es zuvor über denselben Datensatz gesagt hat.`,
  'no-way-to-the-others': ({ host, count, given }, f) =>
    `${host} sagt, es gebe ${f.number(count)} ${f.plural(count, 'Zeile', 'Zeilen')}, gibt aber ${f.number(given)} und keinen Weg zu den anderen.`,
  'no-list-of-rows': ({ host }) => `${host} antwortete mit etwas, das keine Liste von Zeilen ist.`,
  'row-is-a-page': ({ address, row, found }) =>
    `Die Antwort von ${address} enthält an der Stelle von Zeile ${row} eine ganze Seite von Zeilen: ${found}. Der Dienst muss korrigiert werden.`,
  'row-without-columns': ({ row, address, columns, found }) =>
    `Zeile ${row} der Antwort von ${address} hat keine der Spalten dieses Datensatzes (${columns}). Sie lautet ${found}.`,
  'row-of-other-length': ({ row, address, found, columns }, f) =>
    `Zeile ${row} der Antwort von ${address} hat ${f.number(found)} ${f.plural(found, 'Wert', 'Werte')}, der Datensatz aber ${f.number(columns)} ${f.plural(columns, 'Spalte', 'Spalten')}.`,
  'next-is-no-address': ({ address, found }) =>
    `Die Antwort von ${address} nennt eine nächste Seite, die keine brauchbare Adresse ist: ${found}. Die Zeilen dahinter können nicht gelesen werden.`,
  'not-utf8': ({ address, position }) =>
    `Die Antwort von ${address} ist nicht UTF-8, wie JSON es sein muss: Byte ${position} kann nicht dekodiert werden.`,
  'count-is-no-number': ({ address, found }) =>
    `Die Antwort von ${address} nennt als Zahl der Zeilen etwas, das keine Anzahl ist: ${found}. Der Dienst muss korrigiert werden.`,
  'same-rows-again': ({ address, rows }, f) =>
    `${address} gab für zwei Seiten nacheinander genau dieselben ${f.number(rows)} ${f.plural(rows, 'Zeile', 'Zeilen')}. Zeilen würden fehlen oder doppelt vorkommen.`,
  'answer-repeated-member': ({ address, name }) =>
    `Die Antwort von ${address} enthält ein Objekt mit zwei Feldern namens „${name}“, von denen eines verloren ginge. Der Dienst muss korrigiert werden.`,
  'answer-half-character': ({ address }) =>
    `Die Antwort von ${address} enthält ein halbes Zeichen (ein einzelnes Surrogat wie \\ud800), das sich nicht als UTF-8 schreiben lässt. Der Dienst muss korrigiert werden.`,
  'answer-number-too-large': ({ address }) =>
    `Die Antwort von ${address} enthält eine Zahl jenseits von ±1,8e308, die sich nicht darstellen lässt. Der Dienst muss korrigiert werden.`,
  'answer-too-deep': ({ address, limit }, f) =>
    `Die Antwort von ${address} enthält Listen und Objekte in mehr als ${f.number(limit)} Ebenen; so etwas liest Almanac nicht.`,
  'unexpected-status': ({ host, status }) =>
    `${host} antwortete mit Status ${status}, wo 200 erwartet wurde; das ist keine vollständige Antwort.`,
  'columns-of-one-name': ({ column }) =>
    `Der Dienst hat in diesem Datensatz zwei Spalten namens „${column}“; ihre Werte lassen sich nicht unterscheiden.`,
  'page-removed': ({ host, address }) => `${host} führt zu einer Seite, die es nicht hat: ${address}.`,
  'next-skips': ({ address, given, next, expected }, f) =>
    `Die Seite ${address} hat ${f.number(given)} ${f.plural(given, 'Zeile', 'Zeilen')}, führt aber weiter zu Zeile ${next} statt zu Zeile ${expected}. Zeilen würden fehlen oder doppelt vorkommen.`,
  'contradicts-itself':
    'Die Antwort war zweimal dieselbe; noch einmal zu lesen hilft nicht. Der Dienst muss korrigiert werden.',
  'asks-to-wait': ({ host, seconds }, f) =>
    `${host} bittet, ${f.plural(seconds, 'in der nächsten Sekunde', `in den nächsten ${f.number(seconds)} Sekunden`)} keine Anfrage zu senden.`,
  'quiet-too-long': ({ host, seconds }, f) =>
    `${host} hat seit ${f.number(seconds)} ${f.plural(seconds, 'Sekunde', 'Sekunden')} nicht geantwortet.`,
  'pages-in-a-circle': ({ host }) =>
    `Die Seiten von ${host} bilden eine Schleife oder enden nie. Weitere Zeilen sind nicht verfügbar; wenden Sie sich an den Betreiber des Dienstes.`,
  'place-forgotten': ({ host }) => `${host} kennt die erreichte Stelle nicht mehr.`,
  'filter-passed-over': ({ host, column }) =>
    `${host} ignoriert den Filter auf „${column}“: Die Zeilen sind mit und ohne ihn dieselben. Entfernen Sie ihn, um sie zu sehen.`,
  'join-passed-over': ({ host }) =>
    `${host} kündigt nicht an, Zeilen zeigen zu können, die eine von mehreren Bedingungen erfüllen; gezeigt würden die, die alle erfüllen.`,
  'search-passed-over': ({ host }) =>
    `${host} ignoriert die Suche: Die Zeilen sind mit und ohne sie dieselben. Entfernen Sie sie, um die Zeilen zu sehen.`,
  'collation-passed-over': ({ host }) =>
    `${host} kündigt nicht an, Texte wie in einer Sprache ordnen zu können. Entfernen Sie diese Reihenfolge, um die Zeilen zu sehen.`,
  'order-passed-over': ({ host, column }) =>
    `${host} ignoriert die Sortierung nach „${column}“: Die Zeilen sind mit und ohne sie dieselben. Entfernen Sie sie, um die Zeilen zu sehen.`,
  'profile-malformed': ({ host }) =>
    `Was ${host} von seinen Spalten sagt, hat nicht die Form, die seine Beschreibung verspricht.`,
  'plain-http': ({ host }) =>
    `${host} wird über unverschlüsseltes HTTP erreicht: Wer das Netz teilt, kann lesen, was Sie senden. Melden Sie sich nur an, wenn Sie dem für diese Verbindung zustimmen.`,
  'credentials-wrong': 'Benutzername oder Passwort stimmen nicht, oder das Konto ist nicht aktiv.',
  'no-tokens-given': ({ host }) =>
    `${host} gibt für Benutzernamen und Passwort keine Token aus. Bitten Sie den Betreiber um ein Token, und fügen Sie es ein.`,
  'token-not-taken': 'Der Dienst nimmt dieses Token nicht an.',
  'no-token': 'Das ist kein Token: Es hat Leerzeichen oder Buchstaben, die kein Token hat.',
  'newer-meanwhile':
    'Während die Zeilen gelesen wurden, erschien eine neuere Version des Datensatzes; sie könnten zu beiden gehören. Beginnen Sie noch einmal.',
  'no-such-column': 'Diese Spalte gibt es nicht mehr.',
  'no-older-versions': ({ host }) =>
    `${host} kann ältere Versionen nicht zeigen: Es gibt stets die neuesten Zeilen, nach welcher Version auch gefragt wird.`,
  'rows-not-whole': ({ host }) =>
    `Die Seiten von ${host} bilden eine Schleife oder enden nie; die Zeilen sind also nicht vollständig verfügbar.`,
  'grew-or-shrank': ({ host, before, now }, f) =>
    `${host} sagte zuerst, es gebe ${f.number(before)} ${f.plural(before, 'Zeile', 'Zeilen')}, und später, es gebe ${f.number(now)}.`,
  'fewer-than-said': ({ host, total, given }, f) =>
    `${host} sagt, es gebe ${f.number(total)} ${f.plural(total, 'Zeile', 'Zeilen')}, gab aber ${f.number(given)}.`,
  'pages-changed': ({ host }) => `Die Seiten von ${host} haben beim Lesen ihre Größe geändert.`,
  'service-moved': 'Der Dienst ist umgezogen, seit das Lesen angehalten wurde. Beginnen Sie noch einmal.',
  'connections-lost': ({ file }) =>
    `Die Liste der Verbindungen in ${file} kann weder gelesen noch beiseitegelegt werden. Verbindungen, die Sie hinzufügen, sind verloren, wenn Almanac endet.`,
  'connections-put-aside': ({ file, name }) =>
    `Die Liste der Verbindungen war nicht lesbar und wurde als ${file} beiseitegelegt. Fügen Sie Ihre Verbindungen neu hinzu, oder reparieren Sie jene Datei, nennen Sie sie ${name} und starten Sie Almanac neu.`,
  'led-to': ({ host, address }) => `${host} führte zu ${address}. Diese Adresse wird behalten.`,
  'led-to-securely': ({ host, address }) =>
    `${host} führte über eine sichere Verbindung zu ${address}. Diese Adresse wird behalten.`,
  'no-reason-given': 'Er nennt keinen Grund.',
  'keychain-silent': 'Er antwortet nicht.',
  'keychain-no-library':
    'Die Bibliothek libsecret fehlt. Installieren Sie sie (unter Debian und Ubuntu das Paket libsecret-1-0), und starten Sie Almanac neu.',
  'keychain-no-program':
    'Es läuft kein Programm, das Passwörter aufbewahrt. Starten Sie GNOME Keyring, KWallet oder KeePassXC, und versuchen Sie es noch einmal.',
  'keychain-locked': 'Er ist gesperrt. Entsperren Sie ihn, und versuchen Sie es noch einmal.',
  'keychain-reported': ({ text }) => `Er meldet „${text}“.`,
  'order-incomplete': 'Die neue Reihenfolge muss jede Verbindung einmal nennen.',
};
