import type { SentenceMessages } from './en.ts';

/** Was der Dienst im Hintergrund sagt, Satz für Satz. */
export const sentencesDe: SentenceMessages = {
  sentences: {
    'catalogue-missing':
      'Der Katalog {{file}} fehlt, aber daneben liegen Dateien von {{versions}} Versionen. Nichts wurde geändert oder gelöscht. Legen Sie die Datei zurück, oder stellen Sie sie aus diesen Dateien wieder her: almanac repair --data "{{folder}}"',
    'catalogue-empty':
      'Der Katalog {{file}} ist leer, aber daneben liegen Dateien von {{versions}} Versionen. Nichts wurde geändert oder gelöscht. Legen Sie die richtige Datei zurück, oder stellen Sie sie aus diesen Dateien wieder her: almanac repair --data "{{folder}}"',
    'catalogue-foreign':
      'Der Katalog {{file}} gehört nicht zu den {{versions}} Versionen daneben. Nichts wurde geändert oder gelöscht. Legen Sie die richtige Datei zurück, oder nehmen Sie diese Versionen in ihn auf: almanac repair --data "{{folder}}"',
    'catalogue-damaged':
      'Der Katalog {{file}} ist beschädigt ({{found}}). Nichts wurde geändert oder gelöscht. Er lässt sich aus den Dateien daneben wiederherstellen: almanac repair --data "{{folder}}"',
    'store-repaired':
      '{{datasets}} Datensätze wurden wiederhergestellt und {{versions}} Versionen geprüft. Passwörter und Tokens lassen sich nicht wiederherstellen.',
    'made-private': 'Jetzt privat, weil nicht sicher ist, wer sie lesen durfte: {{names}}.',
    'rows-recovered': 'Von {{versions}} Versionen waren nur die Zeilen da; sie liegen in einem privaten Namensraum.',
    'versions-broken': 'Die Dateien von {{versions}} Versionen fehlen oder sind beschädigt.',
    'without-password': 'Diese Konten brauchen ein neues Passwort: {{names}}.',
    'backup-no-store': 'In {{folder}} ist kein Datenbestand.',
    'backup-inside':
      'Die Sicherung kann nicht nach {{target}} geschrieben werden: Das liegt im Datenbestand {{folder}} selbst. Wählen Sie einen Ort außerhalb, am besten auf einem anderen Datenträger.',
    'backup-not-ours':
      '{{target}} enthält etwas anderes als eine Sicherung von Almanac. Nichts wurde geändert. Wählen Sie einen leeren oder neuen Ordner, oder eine neue Datei, deren Name auf .tar endet.',
    'backup-other-store':
      '{{target}} enthält die Sicherung eines anderen Datenbestands. Nichts wurde geändert. Wählen Sie für diesen einen anderen Ort.',
    'backup-newer':
      'Die Sicherung {{source}} stammt von einem neueren Almanac. Nichts wurde geändert. Installieren Sie das neuere Almanac, um sie zu verwenden.',
    'backup-in-use':
      'Ein anderes Programm schreibt gerade die Sicherung {{target}}. Versuchen Sie es wieder, wenn es fertig ist.',
    'backup-no-room':
      'In {{folder}} ist nicht genug Platz: {{needed}} MiB werden gebraucht, {{free}} MiB sind frei. Nichts wurde geändert. Schaffen Sie Platz, oder wählen Sie einen anderen Datenträger.',
    'backup-disk-full':
      'Der Datenträger wurde voll, während {{place}} benutzt wurde. Was vorher da war, ist unverändert. Schaffen Sie Platz, und versuchen Sie es erneut.',
    'backup-place':
      '{{place}} lässt sich nicht lesen oder schreiben ({{reason}}). Was vorher da war, ist unverändert. Prüfen Sie den Datenträger und die Rechte.',
    'backup-outrun':
      'Datensätze wurden schneller gelöscht, als sie kopiert werden konnten. Die vorige Sicherung ist unverändert. Versuchen Sie es später erneut.',
    'backup-none': 'Bei {{source}} ist keine Sicherung von Almanac.',
    'backup-incomplete':
      'Die Sicherung {{source}} ist unvollständig: Sie wurde vor ihrem Ende abgebrochen. Nichts wurde geändert. Verwenden Sie eine andere, oder sichern Sie erneut.',
    'backup-list-damaged':
      'Das Verzeichnis der Dateien in der Sicherung {{source}} ist beschädigt oder wurde von Hand geändert. Nichts wurde geändert. Verwenden Sie eine andere Sicherung.',
    'backup-odd-entry':
      'Die Sicherung {{source}} enthält einen Eintrag, den keine Sicherung von Almanac hat, mit dem Namen {{name}}. Nichts wurde geändert. Verwenden Sie keine fremden Dateien als Sicherung.',
    'backup-content-missing':
      'Die Sicherung {{source}} ist beschädigt: Der Inhalt von {{file}} fehlt. Nichts wurde geändert. Verwenden Sie eine andere Sicherung.',
    'backup-content-differs':
      'Die Sicherung {{source}} ist beschädigt: Der Inhalt von {{file}} ist nicht, was geschrieben wurde. Nichts wurde geändert. Verwenden Sie eine andere Sicherung.',
    'restore-not-empty':
      'Der Datenbestand {{folder}} ist nicht leer. Nichts wurde geändert. Mit --replace wird er beiseitegelegt und die Sicherung an seiner Stelle wiederhergestellt.',
    'settings-not-json': '{{file}} lässt sich nicht als JSON lesen: {{problem}}.',
    'settings-none': '{{file}} enthält keine Einstellungen von Almanac.',
    'settings-newer':
      '{{file}} wurde von einem neueren Almanac geschrieben. Installieren Sie das neuere Almanac, um die Datei zu importieren.',
    'settings-wrong': '{{file}} lässt sich nicht importieren: {{place}} {{problem}}. Nichts wurde geändert.',
    'settings-address':
      '{{file}} lässt sich nicht importieren: {{place}} ist keine Web-Adresse ({{address}}). Nichts wurde geändert.',
    'settings-not-written': '{{file}} lässt sich nicht schreiben ({{reason}}).',
    'restore-running': 'In diesen Datenbestand wird bereits eine Sicherung wiederhergestellt.',
    'no-web-address': 'Das ist keine Web-Adresse. Sie sieht so aus: https://statistics.example.org/',
    'other-scheme': 'Adressen, die mit {{scheme}}:// beginnen, können nicht gelesen werden, nur http:// und https://.',
    'record-without-name': '{{host}} antwortete mit einem Eintrag ohne Namen.',
    'list-in-a-circle':
      'Die Seiten dieser Liste bei {{host}} führen im Kreis. Sagen Sie es denen, die den Dienst betreiben.',
    'query-not-told':
      '{{host}} hat die Abfrage angenommen, sagt aber nicht, was davon behalten wurde. Sehen Sie in die Liste der Abfragen.',
    'no-query-address': 'Das ist nicht die Adresse einer gespeicherten Abfrage.',
    'no-such-connection': 'Diese Verbindung gibt es nicht mehr.',
    'not-with-own-service': 'Das geht nicht mit dem Dienst, den Almanac selbst betreibt.',
    'connection-changed': 'Die Verbindung wurde inzwischen entfernt oder geändert.',
    'namespaces-unread': 'Die Liste der Namensräume kann nicht gelesen werden: {{why}}',
    'own-service-failed': 'Der Dienst dieses Computers konnte nicht starten. {{why}}',
    'sign-in-unread':
      'Die Anmeldung von „{{name}}“ konnte nicht aus dem Schlüsselbund gelesen werden. Bis Sie sich neu anmelden, wird nur gezeigt, was öffentlich ist.',
    'no-keychain':
      'Der Schlüsselbund dieses Computers ist nicht erreichbar: {{why}} Sie können die Anmeldung nur für diese Sitzung behalten.',
    'token-left':
      'Almanac benutzt das Token von „{{name}}“ nicht mehr, konnte es aber nicht aus dem Schlüsselbund nehmen. Entfernen Sie dort den Eintrag „Almanac“ für {{account}}.',
    'rows-elsewhere':
      'Die Zeilen dieses Datensatzes liegen auf einem anderen Server, {{host}}. Sie werden ohne Ihre Anmeldung gelesen.',
    'comparison-malformed': 'Der Vergleich von {{host}} hat nicht die Form, die seine Beschreibung verspricht.',
    'other-kind': 'Was bei {{host}} antwortet, ist kein Statistikdienst der Art, die Almanac liest.',
    'no-image': 'Die Datei ist kein Bild in PNG, JPEG oder WebP.',
    'image-gone': 'Das Bild ist nicht mehr da.',
    'image-too-large': 'Das Bild ist größer als 10 MB.',
    'name-wanted': 'Ohne Namen kann hier nichts angelegt werden.',
    'web-server-only':
      'Bei {{host}} ist ein Webserver, aber es wurde dort kein Statistikdienst der Art gefunden, die Almanac liest. Fragen Sie, wer ihn betreibt, nach der Adresse seiner API; sie endet oft auf /api/v1/.',
    'answer-too-big':
      '{{host}} hat mehr geschickt, als Almanac in einer Antwort annimmt ({{size}} MB). Hat der Dienst Seiten, so bitten Sie seine Betreiber, sie einzuschalten.',
    'answer-packed': 'Die Antwort von {{host}} ist auf eine Weise gepackt, die sich nicht auspacken lässt.',
    'answer-too-slow': '{{host}} schickt seine Antwort zu langsam. Versuchen Sie es später.',
    'it-says': 'Er sagt selbst: „{{said}}“',
    'fewer-requests-seconds': '{{host}} wünscht weniger Anfragen. Versuchen Sie es in {{seconds}} Sekunden.',
    'fewer-requests': '{{host}} wünscht weniger Anfragen. Versuchen Sie es in einer Weile.',
    'busy-seconds': '{{host}} ist gerade nicht verfügbar. Versuchen Sie es in {{seconds}} Sekunden.',
    busy: '{{host}} ist gerade nicht verfügbar. Versuchen Sie es in einer Weile.',
    'sign-in-to-change': '{{host}} lässt das nur ändern, wer sich anmeldet.',
    'sign-in-to-see': '{{host}} zeigt das nur denen, die sich anmelden.',
    'sign-in-ended':
      '{{host}} nimmt Ihre Anmeldung nicht mehr an. Melden Sie sich neu an, oder melden Sie sich ab, um zu sehen, was öffentlich ist.',
    'may-not-change': '{{host}} lässt Sie das nicht ändern, obwohl Sie angemeldet sind.',
    'may-not-see': '{{host}} zeigt Ihnen das nicht, obwohl Sie angemeldet sind.',
    'nothing-here': 'Hier ist bei {{host}} nichts (mehr).',
    'proxy-sign-in': 'Der Proxy verlangt eine Anmeldung. Prüfen Sie HTTPS_PROXY und HTTP_PROXY.',
    'service-problem': '{{host}} hat selbst ein Problem (Status {{status}}). Versuchen Sie es später.',
    'gave-up-waiting': '{{host}} hat nicht länger auf die Anfrage gewartet. Versuchen Sie es noch einmal.',
    'changed-meanwhile': 'Dies wurde auf {{host}} geändert, seit Sie es geöffnet haben. Nichts wurde gespeichert.',
    'request-refused': '{{host}} hat die Anfrage nicht angenommen (Status {{status}}).',
    'certificate-expired':
      'Das Zertifikat von {{host}} ist abgelaufen. Prüfen Sie das Datum dieses Computers; sonst sagen Sie es denen, die den Dienst betreiben.',
    'certificate-early': 'Das Zertifikat von {{host}} gilt noch nicht. Prüfen Sie das Datum dieses Computers.',
    'certificate-of-another':
      'Das Zertifikat gehört zu einem anderen Namen als {{host}}. Prüfen Sie die Adresse; vielleicht sprechen Sie mit einem anderen Computer.',
    'certificate-untrusted':
      'Das Zertifikat von {{host}} hat niemand unterschrieben, dem dieser Computer vertraut. Unterschreibt Ihre Organisation ihre Zertifikate selbst, so starten Sie Almanac mit NODE_EXTRA_CA_CERTS auf deren Zertifikatsdatei.',
    'no-answer': '{{host}} antwortet nicht. Prüfen Sie die Adresse und Ihr Netz, oder versuchen Sie es später.',
    'no-answer-in-time':
      '{{host}} hat die Anfrage angenommen, aber nicht rechtzeitig geantwortet. Versuchen Sie es später.',
    'answer-stopped': '{{host}} hat mitten in der Antwort aufgehört. Versuchen Sie es noch einmal.',
    'proxy-wants-sign-in':
      'Der Proxy {{proxy}} verlangt eine Anmeldung. Prüfen Sie HTTPS_PROXY, HTTP_PROXY und NO_PROXY.',
    'proxy-refused':
      'Der Proxy {{proxy}} hat die Anfrage nicht durchgelassen. Prüfen Sie HTTPS_PROXY, HTTP_PROXY und NO_PROXY.',
    'no-secure-connection':
      'Zu {{host}} kam keine sichere Verbindung zustande. Vielleicht spricht es nur einfaches HTTP: Versuchen Sie die Adresse mit http://.',
    'no-such-computer':
      'Es gibt keinen Computer namens {{host}}. Prüfen Sie die Schreibung, und ob dieser Computer online ist.',
    'nothing-answers': 'Bei {{host}} antwortet nichts. Prüfen Sie die Adresse und den Port, oder ob der Dienst läuft.',
    unreachable: '{{host}} ist von hier nicht erreichbar. Prüfen Sie Ihr Netz.',
    'broken-off':
      '{{host}} hat die Verbindung abgebrochen, ehe die Antwort vollständig war. Versuchen Sie es noch einmal.',
    'no-http': 'Was bei {{host}} antwortet, spricht kein HTTP. Prüfen Sie den Port.',
    'not-reached': '{{host}} war nicht zu erreichen.',
    'web-page':
      '{{host}} antwortete mit einer Webseite, wo Daten erwartet wurden. Vielleicht müssen Sie sich in Ihrem Netz anmelden, oder die Adresse ist die einer Website.',
    'answer-empty': 'Die Antwort von {{host}} ist leer.',
    'answer-cut-off': 'Die Antwort von {{host}} endet in der Mitte. Versuchen Sie es noch einmal.',
    'answer-no-json': 'Die Antwort von {{host}} ist kein JSON.',
    'answer-no-json-but': 'Die Antwort von {{host}} ist kein JSON; sie beginnt mit: {{said}}.',
    'sent-elsewhere': 'Der Dienst schickt Almanac anderswohin.',
    'redirect-without-end': 'Es führt ohne Ende von einer Adresse zur nächsten.',
    'redirect-nowhere': 'Er sagt nicht, wohin.',
    'not-followed': 'Dem wurde nicht gefolgt.',
    'leads-to-no-web-address': 'Es führt zu einer Adresse, die keine Web-Adresse ist („{{scheme}}“).',
    'leads-to-plain-http': 'Es führt von einer sicheren Verbindung zu einfachem HTTP ({{host}}).',
    'leads-inside': 'Es führt in diesen Computer hinein ({{host}}).',
    'leads-into-network': 'Es führt in das lokale Netz hinein ({{host}}).',
    'session-refused':
      'Der Dienst nimmt Ihre Anmeldung nicht mehr an. Melden Sie sich neu an, oder melden Sie sich ab, um zu sehen, was öffentlich ist.',
    'sign-in-to-itself-alone': 'Eine Anmeldung geht nur an den Dienst selbst.',
    'sign-in-not-sent-on': 'Eine Anmeldung wird nicht an eine andere Adresse weitergeschickt.',
    'written-to-itself-alone': 'Was geschrieben wird, geht nur an den Dienst selbst.',
    'written-not-sent-on': 'Was geschrieben wird, wird nicht an eine andere Adresse weitergeschickt.',
    'token-not-sent':
      'Die Adresse führt zu {{address}}. Ihr Token wurde nicht dorthin geschickt; geben Sie jene Adresse an, wenn Sie ihr vertrauen.',
    'became-another': 'Was {{host}} liefert, passt nicht zu dem, was es zuvor über denselben Datensatz gesagt hat.',
    'no-way-to-the-others':
      '{{host}} sagt, es gebe {{count}} Zeilen, gibt aber {{given}} und keinen Weg zu den anderen.',
    'no-list-of-rows': '{{host}} antwortete mit etwas, das keine Liste von Zeilen ist.',
    'row-is-a-page':
      'Die Antwort von {{address}} enthält an der Stelle von Zeile {{row}} eine ganze Seite von Zeilen: {{found}}. Der Dienst muss berichtigt werden.',
    'row-without-columns':
      'Zeile {{row}} der Antwort von {{address}} hat keine der Spalten dieses Datensatzes ({{columns}}). Sie lautet {{found}}.',
    'row-of-other-length':
      'Zeile {{row}} der Antwort von {{address}} hat {{found}} Werte, der Datensatz aber {{columns}} Spalten.',
    'next-is-no-address':
      'Die Antwort von {{address}} nennt eine nächste Seite, die keine brauchbare Adresse ist: {{found}}. Die Zeilen dahinter können nicht gelesen werden.',
    'not-utf8':
      'Die Antwort von {{address}} ist nicht UTF-8, wie JSON es sein muss: Byte {{position}} kann nicht dekodiert werden.',
    'columns-of-one-name':
      'Der Dienst hat in diesem Datensatz zwei Spalten namens „{{column}}“; ihre Werte lassen sich nicht unterscheiden.',
    'page-removed': '{{host}} führt zu einer Seite, die es nicht hat: {{address}}.',
    'next-skips':
      'Die Seite {{address}} hat {{given}} Zeilen, führt aber weiter zu Zeile {{next}} statt zu Zeile {{expected}}. Zeilen würden fehlen oder doppelt vorkommen.',
    'contradicts-itself':
      'Die Antwort war zweimal dieselbe; noch einmal zu lesen hilft nicht. Der Dienst muss berichtigt werden.',
    'asks-to-wait': '{{host}} bittet, in den nächsten {{seconds}} Sekunden keine Anfrage zu senden.',
    'quiet-too-long': '{{host}} hat seit {{seconds}} Sekunden nicht geantwortet.',
    'pages-in-a-circle':
      'Die Seiten von {{host}} führen im Kreis oder enden nie. Mehr als das Gelesene ist nicht zu haben; sagen Sie es denen, die den Dienst betreiben.',
    'place-forgotten': '{{host}} kennt die erreichte Stelle nicht mehr.',
    'filter-passed-over':
      '{{host}} übergeht den Filter auf „{{column}}“: Die Zeilen sind mit und ohne ihn dieselben. Nehmen Sie ihn weg, um sie zu sehen.',
    'search-passed-over':
      '{{host}} übergeht die Suche: Die Zeilen sind mit und ohne sie dieselben. Nehmen Sie sie weg, um sie zu sehen.',
    'order-passed-over':
      '{{host}} übergeht die Ordnung nach „{{column}}“: Die Zeilen sind mit und ohne sie dieselben. Nehmen Sie sie weg, um sie zu sehen.',
    'profile-malformed': 'Was {{host}} von seinen Spalten sagt, hat nicht die Form, die seine Beschreibung verspricht.',
    'plain-http':
      '{{host}} wird über einfaches HTTP erreicht: Wer das Netz teilt, kann lesen, was Sie senden. Melden Sie sich nur an, wenn Sie dem für diese Verbindung zustimmen.',
    'credentials-wrong': 'Benutzername oder Passwort stimmen nicht, oder das Konto ist nicht aktiv.',
    'no-tokens-given':
      '{{host}} gibt für Benutzernamen und Passwort keine Token aus. Bitten Sie, wer es betreibt, um ein Token, und fügen Sie es ein.',
    'token-not-taken': 'Der Dienst nimmt dieses Token nicht an.',
    'no-token': 'Das ist kein Token: Es hat Leerzeichen oder Buchstaben, die kein Token hat.',
    'newer-meanwhile':
      'Während die Zeilen gelesen wurden, erschien eine neuere Version des Datensatzes; sie könnten zu beiden gehören. Beginnen Sie noch einmal.',
    'no-such-column': 'Diese Spalte gibt es nicht mehr.',
    'no-older-versions':
      '{{host}} kann ältere Versionen nicht zeigen: Es gibt stets die neuesten Zeilen, nach welcher Version auch gefragt wird.',
    'rows-not-whole':
      'Die Seiten von {{host}} führen im Kreis oder enden nie; die Zeilen sind also nicht vollständig zu haben.',
    'grew-or-shrank': '{{host}} sagte zuerst, es gebe {{before}} Zeilen, und später, es gebe {{now}}.',
    'fewer-than-said': '{{host}} sagt, es gebe {{total}} Zeilen, gab aber {{given}}.',
    'pages-changed': 'Die Seiten von {{host}} haben beim Lesen ihre Größe geändert.',
    'service-moved': 'Der Dienst ist umgezogen, seit das Lesen angehalten wurde. Beginnen Sie noch einmal.',
    'dataset-not-in': 'In „{{namespace}}“ gibt es keinen Datensatz „{{dataset}}“.',
    'dataset-gone': 'Diesen Datensatz gibt es nicht mehr.',
    'no-data-yet': 'Der Datensatz hat noch keine Daten.',
    'no-version': 'Es gibt keine Version {{version}}.',
    'newer-while-read': 'Während die Zeilen gelesen wurden, erschien eine neuere Version des Datensatzes.',
    'export-anew':
      'Der Datensatz bekam inzwischen eine neue Version; der Export begann von vorn, damit die beiden nicht vermischt werden.',
    'export-restarts': 'Die Zeilen werden noch einmal von der ersten an gelesen.',
    'export-waits': 'Der Export wartet und geht bei Zeile {{row}} weiter.',
    'being-made': 'Ein anderes Almanac macht gerade diese Datei. Warten Sie darauf, oder beenden Sie es.',
    'no-folder': 'Den Ordner „{{folder}}“ gibt es nicht.',
    'is-a-folder': '„{{file}}“ ist ein Ordner, keine Datei.',
    'already-local': 'Dieser Datensatz ist schon auf diesem Computer.',
    'no-namespace': 'Es gibt keinen Namensraum „{{namespace}}“.',
    'no-dataset': 'Es gibt keinen Datensatz „{{dataset}}“.',
    'file-not-taken': 'Der Dienst konnte die Datei nicht aufnehmen.',
    'no-part-of-an-address':
      '„{{name}}“ kann nicht Teil einer Adresse sein: Nehmen Sie Buchstaben, Ziffern, „-“ und „_“.',
    'changed-by-others':
      'Andere haben diesen Datensatz gleichzeitig immer wieder geändert. Versuchen Sie es noch einmal.',
    'group-gone': 'Eine der Gruppen gibt es nicht mehr.',
    'disk-full':
      'Auf dem Datenträger ist kein Platz mehr. Schaffen Sie Platz oder wählen Sie einen anderen Ort, und versuchen Sie es noch einmal.',
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
    'job-unknown': 'Diese Aufgabe ist nicht mehr bekannt.',
    'version-of-two-gone': 'Eine der Versionen gibt es nicht mehr.',
    'compares-not':
      'Dieser Dienst vergleicht keine Versionen. Behalten Sie beide auf diesem Computer, und vergleichen Sie die Kopien.',
    'other-bytes': 'Die Bytes sind nicht die, von denen die Prüfsumme stammt.',
    'base-gone':
      'Die Version, an die diese Zeilen angefügt werden sollten, wurde inzwischen gelöscht. Veröffentlichen Sie sie noch einmal: Sie folgen dann der neuesten verbliebenen Version.',
    'version-gone': 'Diese Version gibt es nicht mehr.',
    'stored-file-gone': 'Die gespeicherte Datei ist weg.',
    'stored-file-altered':
      'Die gespeicherte Datei ist abgeschnitten oder verändert: Ihre Bytes sind nicht die veröffentlichten.',
    'no-descriptor': 'Neben der Datei liegt keine Beschreibung, die ihre SHA-256 nennt.',
    'no-checksum-told': 'Der Dienst nennt keine SHA-256 dieser Version.',
    'stored-file-withheld': 'Der Dienst gibt die gespeicherte Datei einer Version nicht heraus.',
    'deleted-already': 'Es ist beim Dienst schon gelöscht.',
    'key-repeated-before': 'In der Version davor haben mehrere Zeilen dasselbe {{columns}}.',
    'key-repeated-after': 'In der Version danach haben mehrere Zeilen dasselbe {{columns}}.',
    'key-missing-before': 'In der Version davor haben manche Zeilen kein {{columns}}.',
    'key-missing-after': 'In der Version danach haben manche Zeilen kein {{columns}}.',
    'key-not-in-both': 'Die Spalte „{{column}}“ gibt es nicht in beiden Versionen.',
    'key-is-geometry': 'Die Spalte „{{column}}“ ist eine Geometrie.',
    'no-column': 'Es gibt keine Spalte „{{column}}“.',
    'geometry-has-no-order': 'Die Spalte „{{column}}“ ist eine Geometrie, und die hat keine Ordnung.',
    'whole-number-wanted': 'Geben Sie eine ganze Zahl ein.',
    'whole-number-too-big': 'Geben Sie eine ganze Zahl von höchstens 64 Bit ein.',
    'number-wanted': 'Geben Sie eine Zahl ein.',
    'box-upside-down': 'Der Süden eines Rechtecks liegt unter seinem Norden.',
    'no-pattern': 'Das ist kein regulärer Ausdruck, der hier geht.',
    'version-file-missing': 'Die Datei dieser Version fehlt.',
    'version-file-size': 'Die Datei dieser Version hat {{found}} statt {{wanted}} Bytes.',
    'version-file-altered': 'Die Datei dieser Version ist nicht, was geschrieben wurde.',
    'user-taken': 'Einen Benutzer „{{name}}“ gibt es schon.',
    'group-taken': 'Eine Gruppe „{{name}}“ gibt es schon.',
    'group-guards':
      'Nur diese Gruppe darf {{datasets}} lesen. Ohne sie könnten es alle: Sagen Sie zuerst, wer lesen darf.',
    'archive-empty': 'Das Archiv ist leer.',
    'file-damaged': 'Die Datei ist beschädigt: {{said}}.',
    'archive-unreadable': 'Das Archiv kann nicht gelesen werden: {{said}}',
    'archive-of-several':
      'Das Archiv enthält mehrere Dateien ({{names}}). Packen Sie es aus und wählen Sie eine davon.',
    'no-whole-number': 'Das ist keine ganze Zahl von 64 Bit.',
    'no-number': 'Das ist keine Zahl.',
    'no-geometry': 'Das ist keine Geometrie.',
    'cannot-be-read': 'Das ist nicht zu lesen.',
    'too-few-values': 'Der Eintrag hat zu wenige Werte.',
    'too-many-values': 'Der Eintrag hat zu viele Werte.',
    'quote-not-closed': 'Ein Anführungszeichen ist nicht geschlossen, oder dahinter steht etwas.',
    'record-too-long': 'Der Eintrag ist zu lang.',
    'record-no-text': 'Der Eintrag ist kein gültiger Text.',
    'geometry-unread': 'Eine Geometrie ist nicht zu lesen: {{why}}',
    'behind-the-list': 'Hinter dem Ende der Liste steht noch etwas.',
    'text-incomplete': 'Der Text endet, ehe er vollständig ist.',
    'text-empty': 'Im Text steht nichts.',
    'no-delimited-text':
      'Die Datei war als Text mit Trennzeichen nicht zu verstehen. Vielleicht passt ein anderes Format, Trennzeichen, Anführungszeichen oder eine andere Kodierung.',
    'no-records': 'Die Datei hat keine Einträge.',
    'no-json': 'Die Datei ist kein lesbares JSON: {{said}}',
    'no-object': 'Das ist kein Objekt.',
    'record-no-object': 'Der Eintrag {{number}} ist kein Objekt.',
    'sheet-empty': 'Das Blatt hat keine Einträge.',
    'file-not-there': 'Die Datei ist nicht da.',
    'file-unreadable': 'Die Datei kann nicht gelesen werden: {{said}}.',
    'file-not-readable': 'Sie dürfen diese Datei nicht lesen.',
    'file-not-viewed': 'Die Datei ist nicht mehr geöffnet.',
    'no-file': 'Das ist keine Datei.',
    'file-empty': 'Die Datei ist leer.',
    'file-has-no-column': 'Die Datei hat keine Spalte „{{column}}“.',
    'point-of-two': 'Ein Punkt braucht zwei Spalten.',
    'made-of': 'aus „{{longitude}}“ und „{{latitude}}“ gemacht',
    'not-unpacked': 'Die Datei kann nicht ausgepackt werden: {{said}}.',
    'encoding-unknown': 'Die Kodierung „{{encoding}}“ ist nicht bekannt.',
    'file-not-there-or-closed': 'Die Datei ist nicht da oder darf nicht gelesen werden.',
    'no-utf8': 'Der Text ist kein UTF-8; er sieht nach {{encoding}} aus. Prüfen Sie die Umlaute und Akzente.',
    'digits-stay-text': 'Zahlen mit mehr Stellen, als eine Zahl hier behält, bleiben Text',
    'marks-missing': '{{marks}} als fehlend gelesen',
    'times-to-iso': 'Daten und Zeiten als Text nach ISO 8601',
    'decimal-or-thousands':
      'bleibt Text, weil das Zeichen in den Zahlen vor Dezimalstellen oder zwischen Tausendern stehen kann',
    'day-or-month-first': 'bleibt Text, weil nichts zeigt, ob der Tag oder der Monat vorn steht',
    'some-are-others': 'bleibt Text, weil {{count}} von {{total}} Werten weder Zahlen noch Daten sind',
    'encoding-unsure':
      'Der Text ist kein UTF-8; er kann {{encodings}} sein. Wählen Sie die Kodierung, deren Buchstaben stimmen.',
    'encoding-not-whole':
      'Der Text sieht nach {{encoding}} aus, hat aber Bytes, die es darin nicht gibt. Geben Sie seine Kodierung an.',
    'bytes-no-characters':
      'Zeile {{line}} hat Bytes, die in {{encoding}} kein Zeichen sind. Berichtigen Sie sie in der Datei, oder geben Sie eine andere Kodierung an.',
    'characters-replaced':
      '{{count}} Zeichen ließen sich nicht als {{encoding}} lesen und sind nun U+FFFD, das erste in Zeile {{line}}',
    'some-no-utf8':
      '{{count}} Zeilen sind kein gültiges UTF-8, die erste ist Zeile {{line}}; die anderen sind es. Speichern Sie die Datei als UTF-8, oder geben Sie die Kodierung an; mit „utf-8“ werden die fraglichen Bytes ersetzt.',
    'codes-stay-text': 'Kennungen mit Nullen vorn bleiben Text',
    'long-numbers-stay-text': 'Zahlen von mehr als 64 Bit bleiben Text',
    'zstd-text': 'Eine mit zstd gepackte Datei muss in UTF-8 sein.',
    'read-as': 'Text als {{encoding}} gelesen',
    'no-workbook': 'Die Datei ist keine Excel-Mappe.',
    'workbook-empty': 'Die Mappe hat kein Blatt mit Zellen.',
    'no-sheet': 'Die Mappe hat kein Blatt „{{sheet}}“.',
    'workbook-damaged': 'Die Mappe ist beschädigt: {{said}}',
    'too-many-records': 'Die Datei hat mehr als {{count}} Einträge.',
    'not-finite': '{{column}}: {{count}} von NaN und unendlich zu fehlend',
    'boolean-to-text': 'Wahrheitswert zu „true“ und „false“',
    'date-to-text': 'Datum zu Text nach ISO 8601',
    'time-to-utc-text': 'Zeit zu Text nach ISO 8601 in UTC',
    'time-to-text': 'Zeit zu Text nach ISO 8601',
    'binary-as-text': 'Binärwerte zu Text: alle sind UTF-8',
    'column-reprojected': '{{column}}: Positionen in {{system}} zu Länge und Breite (WGS 84)',
    'binary-to-text': 'Binärwert zu hexadezimalem Text',
    'nested-to-text': 'verschachtelte Werte zu JSON-Text',
    'lines-below-left-out': 'ausgelassene Zeilen unter den Einträgen, ab Zeile {{line}}: {{count}}',
    'comments-left-out': 'ausgelassene Kommentarzeilen: {{count}}',
    'records-advice':
      'Berichtigen Sie sie in der Datei, oder lassen Sie sie auslassen und in eine eigene Datei schreiben.',
    'of-pdf':
      'Das ist ein PDF-Dokument. Fragen Sie den Herausgeber nach der Tabelle als CSV oder XLSX, oder exportieren Sie sie mit einem anderen Programm.',
    'of-encrypted-parquet': 'Diese Parquet-Datei ist verschlüsselt. Schreiben Sie sie ohne Verschlüsselung neu.',
    'of-statistics-program': 'Das ist eine Datei von {{program}}. Exportieren Sie sie dort als CSV oder Parquet.',
    'of-archive':
      'Das ist mit {{kind}} komprimiert. Entpacken Sie es zuerst; zip, gzip und zstd werden direkt gelesen.',
    'of-database':
      'Das ist eine Datei der Art {{kind}}, die nicht gelesen wird. Exportieren Sie ihre Tabelle als CSV oder Parquet.',
    'of-picture': 'Das ist ein Bild, keine Tabelle.',
    'of-protected-workbook':
      'Die Arbeitsmappe ist durch ein Passwort geschützt. Speichern Sie sie ohne Passwort und versuchen Sie es noch einmal.',
    'of-old-workbook': 'Das ist eine Arbeitsmappe im alten Excel-Format (.xls). Speichern Sie sie als .xlsx oder CSV.',
    'of-web-page':
      'Das ist eine Webseite, keine Daten: vielleicht eine Fehler- oder Anmeldeseite, die unter dem Namen einer Datei gespeichert wurde. Laden Sie die Datei selbst herunter.',
    'of-markup': 'Das ist ein XML-Dokument, das nicht gelesen wird. Exportieren Sie seine Tabelle als CSV oder JSON.',
    'of-open-document': 'Das ist eine OpenDocument-Datei (.ods). Speichern Sie sie als .xlsx oder CSV.',
    'lines-above-left-out': 'ausgelassene Zeilen über der Überschrift: {{count}}',
    'no-geojson': 'Das ist keine GeoJSON-Geometrie.',
    'geometry-too-deep': 'Eine Geometrie darf Sammlungen in Sammlungen bis zur Tiefe {{count}} enthalten.',
    'position-of-two': 'Eine Position braucht zwei Zahlen.',
    'coordinates-lists': 'Koordinaten müssen Listen sein.',
    'something-wrong': 'In Almanac ist etwas schiefgegangen.',
    'backend-gone': 'Der Teil von Almanac, der Daten liest, ist stehen geblieben. Er wird neu gestartet.',
    'link-too-long': 'Der Link ist zu lang.',
    'link-unknown': 'Das ist kein Link, den Almanac kennt.',
    'link-service': 'Der Link nennt einen Dienst durch etwas, das keine Web-Adresse ist.',
    'link-without-namespace': 'Der Link nennt einen Datensatz ohne seinen Namensraum.',
    'link-conditions': 'Der Link stellt mehr als 200 Bedingungen.',
    'link-damaged': 'Der Link ist beschädigt: Ein Zeichen darin ist falsch umschrieben.',
    'link-namespace': 'Der Link nennt keinen möglichen Namensraum.',
    'link-dataset': 'Der Link nennt keinen möglichen Datensatz.',
    'connections-lost':
      'Die Liste der Verbindungen in {{file}} kann weder gelesen noch beiseitegelegt werden. Verbindungen, die Sie hinzufügen, sind verloren, wenn Almanac endet.',
    'connections-put-aside':
      'Die Liste der Verbindungen war nicht zu verstehen und wurde als {{file}} beiseitegelegt. Fügen Sie Ihre Verbindungen neu hinzu, oder reparieren Sie jene Datei, nennen Sie sie {{name}} und starten Sie Almanac neu.',
    'led-to': '{{host}} führte zu {{address}}. Diese Adresse wird behalten.',
    'led-to-securely': '{{host}} führte über eine sichere Verbindung zu {{address}}. Diese Adresse wird behalten.',
    'long-text':
      'Ein Text ist länger als die 32.767 Zeichen, die eine Zelle einer Mappe fasst: Der Rest steht im Blatt „Long texts“.',
    'long-texts':
      '{{count}} Texte sind länger als die 32.767 Zeichen, die eine Zelle einer Mappe fasst: Der Rest steht im Blatt „Long texts“.',
    'value-unread': 'Ein Wert war nicht zu lesen, in {{where}}: {{why}}',
    'values-unread': '{{count}} Werte waren nicht zu lesen, der erste in {{where}}: {{why}}',
    'record-unread': 'Ein Eintrag war nicht zu lesen, in {{where}}: {{why}}',
    'records-unread': '{{count}} Einträge waren nicht zu lesen, der erste in {{where}}: {{why}}',
    'in-line': 'Zeile {{line}}',
    'in-line-column': 'Zeile {{line}}, Spalte „{{column}}“',
    'in-record': 'Eintrag {{record}}',
    'in-record-column': 'Eintrag {{record}}, Spalte „{{column}}“',
    'values-hopeless': 'Von den ersten {{count}} Einträgen ist keiner zu lesen, darum wurde der Rest nicht gelesen.',
    'records-hopeless': 'Keiner der ersten Einträge ist zu lesen, darum wurde der Rest nicht gelesen.',
    'record-unreadable': 'Der Eintrag ist nicht zu lesen ({{said}}).',
    'reading-took-memory':
      'Das Lesen von „{{file}}“ hat mehr als {{limit}} MiB Speicher gebraucht und wurde abgebrochen. Die Datei ist vielleicht beschädigt oder soll den Speicher erschöpfen; mit weniger Spalten oder kürzeren Werten lässt sie sich lesen.',
    'reading-took-time':
      'Das Lesen von „{{file}}“ ist {{minutes}} Minuten lang nicht vorangekommen und wurde abgebrochen. Die Datei ist vielleicht beschädigt oder soll das Lesen aufhalten.',
    'reading-crashed':
      'Beim Lesen von „{{file}}“ ist der Leser abgestürzt ({{said}}). Die Datei ist wahrscheinlich beschädigt; schreiben Sie sie mit ihrem Programm neu oder in einem anderen Format.',
    'part-too-large': 'Ein Wert oder Teil von „{{file}}“ ist zu groß, um gelesen zu werden.',
    'part-too-deep': 'Ein Wert von „{{file}}“ ist zu tief verschachtelt, um gelesen zu werden.',
    'nested-too-deep': 'Werte sind tiefer als {{limit}} Ebenen verschachtelt; mehr wird nicht gelesen.',
    'record-nested-too-deep':
      'Eintrag {{number}} ist tiefer als {{limit}} Ebenen verschachtelt; mehr wird nicht gelesen.',
    'parquet-columns-encrypted':
      'Spalten dieser Parquet-Datei sind verschlüsselt. Schreiben Sie sie ohne Verschlüsselung neu.',
    'parquet-codec':
      'Die Spalte „{{column}}“ der Parquet-Datei ist mit {{codec}} komprimiert, was nicht gelesen wird. Schreiben Sie die Datei mit zstd, snappy oder gzip neu.',
    'parquet-encoding':
      'Die Spalte „{{column}}“ der Parquet-Datei ist als {{encoding}} kodiert, was nur bei float und double gelesen wird. Schreiben Sie die Datei mit einfacher Kodierung (plain) neu.',
    'parquet-decimal-too-long':
      'Die Spalte „{{column}}“ der Parquet-Datei hat Dezimalzahlen mit {{precision}} Stellen; gelesen werden höchstens {{limit}}. Schreiben Sie sie als Text oder mit weniger Stellen.',
    'parquet-page-damaged':
      'Die Spalte „{{column}}“ der Parquet-Datei ist beschädigt: Ihre Bytes passen nicht zu ihrer Prüfsumme. Holen Sie die Datei noch einmal, oder schreiben Sie sie aus ihrer Quelle neu.',
    'parquet-damaged':
      'Die Werte der Parquet-Datei lassen sich nicht lesen ({{said}}). Sie ist beschädigt oder verwendet etwas, das nicht gelesen wird; schreiben Sie sie mit einem anderen Programm oder einer anderen Version neu.',
    'parquet-takes-memory':
      'Ein Teil der Parquet-Datei braucht beim Entpacken mehr Speicher, als verwendet werden darf ({{said}}). Schreiben Sie sie in kleineren Zeilengruppen und Seiten neu.',
    'parquet-too-deep':
      'Die Parquet-Datei hat Spalten, die tiefer als {{limit}} Ebenen verschachtelt sind; mehr wird nicht gelesen.',
    'parquet-too-wide': 'Die Parquet-Datei hat mehr als {{limit}} Spalten und Gruppen; mehr wird nicht gelesen.',
    'unpacks-to-too-much':
      'Entpackt wird die Datei größer als {{limit}} MiB und damit größer als das {{ratio}}-Fache ihrer Größe zulässt. Entpacken Sie sie vorher, wenn sie ist, was sie sein soll.',
    'sheet-too-wide': 'Die Zelle {{cell}} liegt hinter Spalte {{limit}}, der letzten, die ein Blatt haben kann.',
    'sheet-too-long': 'Das Blatt hat eine Zeile {{row}}; die letzte, die ein Blatt haben kann, ist {{limit}}.',
    'workbook-texts-too-large':
      'Die Texte der Arbeitsmappe nehmen mehr als {{limit}} MiB ein. Speichern Sie das Blatt als CSV, um es zu veröffentlichen.',
    'workbook-too-large':
      'Das Blatt ergibt entpackt Einträge von mehr als {{limit}} MiB. Speichern Sie es als CSV, um es zu veröffentlichen.',
    'json-malformed-at':
      'Die Datei ist kein lesbares JSON: {{why}} Zeile {{line}}, Spalte {{column}}, bei „{{excerpt}}“.',
    'json-malformed': 'Das ist kein lesbares JSON: {{why}} Spalte {{column}}, bei „{{excerpt}}“.',
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
    'json-no-member': 'Die Datei hat keine Liste von Datensätzen „{{name}}“.',
    'json-topology': 'das ist TopoJSON, dessen Formen nicht gelesen werden: wandeln Sie es in GeoJSON um',
    'json-esri': 'Das ist JSON von Esri, das nicht gelesen wird. Laden Sie es als GeoJSON herunter (f=geojson).',
    'json-sdmx': 'Das ist SDMX-JSON, das nicht gelesen wird. Laden Sie die Daten als CSV herunter.',
    'json-several-lists':
      'die Datei hat mehrere Listen von Datensätzen ({{names}}) und wird als ein Datensatz gelesen; sagen Sie, welche gelesen werden soll',
    'json-records-of': 'die Datensätze sind die von „{{name}}“',
    'json-records-of-beside': 'die Datensätze sind die von „{{name}}“; weggelassen: {{others}}',
    'json-preamble-left-out': 'was vor dem JSON-Text steht, wurde weggelassen',
    'json-columns': 'als Tabelle aus Spalten gelesen: jedes Element enthält die Werte einer Spalte',
    'json-split': 'als Tabelle aus Spalten, Index und Zeilen gelesen',
    'json-by-column':
      'als Tabelle aus Spalten gelesen: jedes Element enthält die Werte einer Spalte nach dem Namen des Datensatzes',
    'json-by-record': 'als Tabelle aus Datensätzen gelesen: jedes Element ist einer',
    'json-statistics': 'als JSON-stat gelesen: ein Datensatz für jeden Wert des Würfels',
    'json-statistics-unfit': 'Die Dimensionen dieser JSON-stat-Datei passen nicht zusammen.',
    'json-columns-uneven': 'Die Spalten haben verschieden viele Werte ({{counts}}).',
    'json-split-uneven': 'Zeile {{row}} hat nicht {{count}} Werte, oder der Index ist anders lang als die Zeilen.',
    'json-table-too-large':
      'Eine Tabelle in dieser Form von JSON darf höchstens {{limit}} MiB haben. Schreiben Sie sie als Liste von Datensätzen, je ein Objekt.',
    'json-name-repeated':
      '{{name}}: steht in {{count}} Datensätzen mehr als einmal, zuerst in {{record}}; der erste Wert wurde behalten',
    'no-list': 'Das ist keine Liste wie die Datensätze davor.',
    'feature-properties': 'Die Eigenschaften eines Features müssen ein Objekt sein.',
    'feature-members-left-out': 'Elemente von Features neben ihren Eigenschaften wurden weggelassen: {{names}}',
    'geometry-beyond':
      'geometry: {{count}} haben Positionen jenseits von 180 oder 90 Grad, zuerst in Datensatz {{record}}; geben Sie ihr Koordinatensystem an',
    'coordinate-system-unknown':
      'Das Koordinatensystem {{system}} ist nicht genau genug bekannt, um seine Positionen umzurechnen. Wandeln Sie die Datei in Länge und Breite um (EPSG:4326).',
    'position-not-in-system': 'Eine Position hat keinen Ort in {{system}}.',
    'sheet-chosen': 'das Blatt „{{sheet}}“ wurde gelesen, das erste sichtbare, das etwas enthält',
    'cells-with-errors': 'Zellen mit einem Fehler (#NV, #DIV/0!, …) zu fehlend: {{count}}',
    'formulas-uncalculated':
      'nie berechnete Formeln fehlen: {{count}}; öffnen Sie die Arbeitsmappe und speichern Sie sie neu',
    'hidden-rows-read': 'mitgelesene ausgeblendete Zeilen: {{count}}',
    'hidden-columns-read': 'mitgelesene ausgeblendete Spalten: {{count}}',
  },
};
