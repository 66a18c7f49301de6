import type { storeValues } from '#shared/failures/store.ts';
import type { TextsOf } from '#shared/failures/texts.ts';

/** Explanations of a store as a whole, its repair and its copies, in German. */
export const storeDe: TextsOf<typeof storeValues> = {
  'catalogue-missing': ({ file, versions, folder }, f) =>
    `Der Katalog ${file} fehlt, aber daneben liegen ${versions > 0 ? `Dateien von ${f.number(versions)} ${f.plural(versions, 'Version', 'Versionen')}` : 'Einträge von Namensräumen, Datensätzen oder Konten'}. Nichts wurde geändert oder gelöscht. Legen Sie die Datei zurück, oder stellen Sie sie aus diesen Dateien wieder her: almanac repair --data "${folder}"`,
  'catalogue-empty': ({ file, versions, folder }, f) =>
    `Der Katalog ${file} ist leer, aber daneben liegen ${versions > 0 ? `Dateien von ${f.number(versions)} ${f.plural(versions, 'Version', 'Versionen')}` : 'Einträge von Namensräumen, Datensätzen oder Konten'}. Nichts wurde geändert oder gelöscht. Legen Sie die richtige Datei zurück, oder stellen Sie sie aus diesen Dateien wieder her: almanac repair --data "${folder}"`,
  'catalogue-of-another-store': ({ file, versions, folder }, f) =>
    `Der Katalog ${file} gehört nicht zu den ${f.number(versions)} ${f.plural(versions, 'Version', 'Versionen')} daneben. Nichts wurde geändert oder gelöscht. Legen Sie die richtige Datei zurück, oder nehmen Sie diese Versionen in ihn auf: almanac repair --data "${folder}"`,
  'catalogue-damaged': ({ file, found, folder }) =>
    `Der Katalog ${file} ist beschädigt (${found}). Nichts wurde geändert oder gelöscht. Er lässt sich aus den Dateien daneben wiederherstellen: almanac repair --data "${folder}"`,
  'store-repaired': ({ datasets, versions }, f) =>
    `${f.number(datasets)} ${f.plural(datasets, 'Datensatz', 'Datensätze')} ${f.plural(datasets, 'wurde', 'wurden')} wiederhergestellt und ${f.number(versions)} ${f.plural(versions, 'Version', 'Versionen')} geprüft. Passwörter und Tokens lassen sich nicht wiederherstellen.`,
  'made-private': ({ names }) => `Jetzt privat, weil nicht sicher ist, wer sie lesen durfte: ${names}.`,
  'rows-recovered': ({ versions }, f) =>
    `Von ${f.number(versions)} ${f.plural(versions, 'Version', 'Versionen')} waren nur die Zeilen da; sie liegen in einem privaten Namensraum.`,
  'versions-broken': ({ versions }, f) =>
    `Die Dateien von ${f.number(versions)} ${f.plural(versions, 'Version', 'Versionen')} fehlen oder sind beschädigt.`,
  'without-password': ({ names }) => `Diese Konten brauchen ein neues Passwort: ${names}.`,
  'backup-no-store': ({ folder }) => `In ${folder} ist kein Datenbestand.`,
  'backup-inside': ({ target, folder }) =>
    `Die Sicherung kann nicht nach ${target} geschrieben werden: Das liegt im Datenbestand ${folder} selbst. Wählen Sie einen Ort außerhalb, am besten auf einem anderen Datenträger.`,
  'backup-not-ours': ({ target }) =>
    `${target} enthält etwas anderes als eine Sicherung von Almanac. Nichts wurde geändert. Wählen Sie einen leeren oder neuen Ordner, oder eine neue Datei, deren Name auf .tar endet.`,
  'backup-other-store': ({ target }) =>
    `${target} enthält die Sicherung eines anderen Datenbestands. Nichts wurde geändert. Wählen Sie für diesen einen anderen Ort.`,
  'backup-newer': ({ source }) =>
    `Die Sicherung ${source} stammt von einem neueren Almanac. Nichts wurde geändert. Installieren Sie das neuere Almanac, um sie zu verwenden.`,
  'backup-in-use': ({ target }) =>
    `Ein anderes Programm schreibt gerade die Sicherung ${target}. Versuchen Sie es wieder, wenn es fertig ist.`,
  'backup-no-room': ({ folder, needed, free }, f) =>
    `In ${folder} ist nicht genug Platz: ${f.number(needed)} MiB werden gebraucht, ${f.number(free)} MiB sind frei. Nichts wurde geändert. Schaffen Sie Platz, oder wählen Sie einen anderen Datenträger.`,
  'backup-disk-full': ({ place }) =>
    `Der Datenträger wurde voll, während ${place} benutzt wurde. Was vorher da war, ist unverändert. Schaffen Sie Platz, und versuchen Sie es erneut.`,
  'backup-place': ({ place, reason }) =>
    `${place} lässt sich nicht lesen oder schreiben (${reason}). Was vorher da war, ist unverändert. Prüfen Sie den Datenträger und die Rechte.`,
  'backup-outrun':
    'Datensätze wurden schneller gelöscht, als sie kopiert werden konnten. Die vorige Sicherung ist unverändert. Versuchen Sie es später erneut.',
  'backup-none': ({ source }) => `Bei ${source} ist keine Sicherung von Almanac.`,
  'backup-incomplete': ({ source }) =>
    `Die Sicherung ${source} ist unvollständig: Sie wurde vor ihrem Ende abgebrochen. Nichts wurde geändert. Verwenden Sie eine andere, oder sichern Sie erneut.`,
  'backup-list-damaged': ({ source }) =>
    `Das Verzeichnis der Dateien in der Sicherung ${source} ist beschädigt oder wurde von Hand geändert. Nichts wurde geändert. Verwenden Sie eine andere Sicherung.`,
  'backup-odd-entry': ({ source, name }) =>
    `Die Sicherung ${source} enthält einen Eintrag, den keine Sicherung von Almanac hat, mit dem Namen ${name}. Nichts wurde geändert. Verwenden Sie keine fremden Dateien als Sicherung.`,
  'backup-content-missing': ({ source, file }) =>
    `Die Sicherung ${source} ist beschädigt: Der Inhalt von ${file} fehlt. Nichts wurde geändert. Verwenden Sie eine andere Sicherung, oder stellen Sie wieder her, was an dieser unbeschädigt ist: almanac restore "${source}" --skip-damaged`,
  'backup-content-differs': ({ source, file }) =>
    `Die Sicherung ${source} ist beschädigt: Der Inhalt von ${file} ist nicht, was geschrieben wurde. Nichts wurde geändert. Verwenden Sie eine andere Sicherung, oder stellen Sie wieder her, was an dieser unbeschädigt ist: almanac restore "${source}" --skip-damaged`,
  'restore-not-empty': ({ folder }) =>
    `Der Datenbestand ${folder} ist nicht leer. Nichts wurde geändert. Mit --replace wird er beiseitegelegt und die Sicherung an seiner Stelle wiederhergestellt.`,
  'settings-not-json': ({ file, problem }) => `${file} lässt sich nicht als JSON lesen: ${problem}.`,
  'settings-none': ({ file }) => `${file} enthält keine Einstellungen von Almanac.`,
  'settings-newer': ({ file }) =>
    `${file} wurde von einem neueren Almanac geschrieben. Installieren Sie das neuere Almanac, um die Datei zu importieren.`,
  'settings-wrong': ({ file, place, problem }) =>
    `${file} lässt sich nicht importieren: ${place} ${problem}. Nichts wurde geändert.`,
  'settings-address': ({ file, place, address }) =>
    `${file} lässt sich nicht importieren: ${place} ist keine Web-Adresse (${address}). Nichts wurde geändert.`,
  'file-not-written': ({ file, reason }) => `${file} lässt sich nicht schreiben (${reason}).`,
  'restore-running': 'In diesen Datenbestand wird bereits eine Sicherung wiederhergestellt.',
  'system-no-access': ({ mark }) => `dieser Benutzer darf das nicht verwenden${mark}`,
  'system-no-change': ({ mark }) => `dieser Benutzer darf das nicht ändern${mark}`,
  'system-read-only': ({ mark }) => `der Datenträger ist schreibgeschützt${mark}`,
  'system-disk-full': ({ mark }) => `der Datenträger ist voll${mark}`,
  'system-quota': ({ mark }) => `das Kontingent auf dem Datenträger ist aufgebraucht${mark}`,
  'system-io': ({ mark }) => `der Datenträger lässt sich nicht lesen oder beschreiben${mark}`,
  'system-file-for-folder': ({ mark }) => `das ist eine Datei, wo ein Ordner sein muss${mark}`,
  'system-folder-for-file': ({ mark }) => `das ist ein Ordner, wo eine Datei sein muss${mark}`,
  'system-broken-link': ({ mark }) => `das ist eine Verknüpfung, die ins Leere führt${mark}`,
  'system-path-long': ({ mark }) => `der Pfad ist zu lang${mark}`,
  'system-unopened': ({ mark }) => `das lässt sich nicht öffnen${mark}`,
  'store-unopened': ({ file, why }) =>
    `Der Datenbestand lässt sich nicht öffnen: ${file}: ${why}. Nichts wurde geändert. Beheben Sie das (Art, Besitzer und Rechte, Platz auf dem Datenträger), oder wählen Sie einen anderen Ordner.`,
  'store-unlocked': ({ file, why }) =>
    `Der Datenbestand lässt sich nicht sperren: ${file} lässt sich nicht schreiben: ${why}. Prüfen Sie, ob der Ordner ein Ordner ist, beschrieben werden darf und auf seinem Datenträger Platz ist.`,
  'store-in-use': ({ folder }) =>
    `Der Datenordner ${folder} wird von einem anderen laufenden Almanac verwendet. Beenden Sie dieses zuerst, oder wählen Sie einen anderen Ordner.`,
  'catalogue-unavailable': ({ server, why }) => `Der Katalog unter ${server} lässt sich nicht verwenden: ${why}.`,
  'catalogue-server-newer': ({ server, found, known }) =>
    `Der Katalog unter ${server} wurde von einem neueren Almanac umgestellt (Version ${found}, dieses kennt ${known}). Nichts wurde geändert. Installieren Sie auf diesem Knoten das neuere Almanac.`,
  'catalogue-older-nodes': ({ server, nodes }) =>
    `Der Katalog unter ${server} muss umgestellt werden, und es laufen Knoten eines älteren Almanac, die ihn dann nicht mehr verwenden könnten (${nodes}). Nichts wurde geändert. Beenden Sie diese zuerst, und starten Sie dann diesen Knoten.`,
  'catalogue-not-copied': ({ server }) =>
    `Der Katalog dieses Datenbestands liegt in PostgreSQL (${server}); Sicherung und Reparatur von Almanac gelten dafür nicht. Sichern Sie ihn wie jede Datenbank von PostgreSQL, zum Beispiel mit pg_dump.`,
  'catalogue-beside-server': ({ folder, server }) =>
    `Der Datenordner ${folder} hat einen eigenen Katalog oder eigene Zeilen, die ${server} nicht kennt. Nichts wurde geändert. Wählen Sie für diesen Knoten einen neuen Ordner.`,
  'catalogue-of-another-server': ({ folder, server }) =>
    `Die Zeilen in ${folder} gehören zu einem anderen Katalog als dem unter ${server}. Nichts wurde geändert. Prüfen Sie die Adresse, oder wählen Sie für diesen Knoten einen neuen Ordner.`,
  'password-file': ({ file, code }) => `Die Datei mit dem Passwort, ${file}, lässt sich nicht lesen (${code}).`,
  'postgres-password': ({ said }) =>
    `PostgreSQL nimmt das Passwort nicht an (${said}). Setzen Sie ALMANAC_CATALOGUE_PASSWORD, oder verwenden Sie --catalogue-password-file`,
  'postgres-user': ({ said }) =>
    `PostgreSQL lässt diesen Benutzer nicht zu (${said}). Prüfen Sie den Benutzer in der Adresse und pg_hba.conf`,
  'postgres-no-password': ({ said }) =>
    `PostgreSQL verlangt ein Passwort, und es wurde keines angegeben (${said}). Setzen Sie ALMANAC_CATALOGUE_PASSWORD, oder verwenden Sie --catalogue-password-file`,
  'postgres-no-database': ({ said }) =>
    `die Datenbank gibt es nicht (${said}). Legen Sie sie an, oder berichtigen Sie die Adresse`,
  'postgres-no-rights': ({ said }) =>
    `dem Benutzer fehlt ein Recht (${said}). Machen Sie ihn zum Besitzer der Datenbank, oder erteilen Sie ihm das fehlende Recht`,
  'postgres-refused': ({ said }) =>
    `dort antwortet kein Programm (${said}). Prüfen Sie, ob PostgreSQL läuft, und Rechner und Port`,
  'postgres-no-host': ({ said }) => `diesen Rechner gibt es nicht (${said}). Prüfen Sie die Adresse`,
  'postgres-silent': ({ said }) => `er antwortet nicht (${said}). Prüfen Sie das Netz, und ob PostgreSQL läuft`,
  'postgres-too-many': ({ said }) =>
    `PostgreSQL hat keine Verbindung mehr frei (${said}). Erhöhen Sie max_connections: Jeder Knoten verwendet bis zu 16`,
  'postgres-stopping': ({ said }) =>
    `PostgreSQL startet gerade oder wird beendet (${said}). Sobald es antwortet, wird es wieder verwendet`,
  'postgres-read-only': ({ said }) =>
    `er ist schreibgeschützt (${said}). Verwenden Sie die Adresse des primären Servers`,
  'postgres-disk-full': ({ said }) => `der Datenträger von PostgreSQL ist voll (${said})`,
  'postgres-busy': ({ said }) =>
    `ein anderer Knoten hat alle Änderungen zu lange aufgehalten (${said}). Versuchen Sie es noch einmal`,
  'postgres-slow': ({ said }) =>
    `PostgreSQL brauchte für eine Anweisung zu lange (${said}). Versuchen Sie es noch einmal`,
  'postgres-idle': ({ said }) =>
    `dieser Knoten stand mitten in einer Änderung still, und PostgreSQL hat sie rückgängig gemacht (${said}). Versuchen Sie es noch einmal`,
  'postgres-no-tls': ({ said }) =>
    `PostgreSQL bietet dort keine verschlüsselte Verbindung an (${said}). Schalten Sie TLS ein, oder lassen Sie sslmode in der Adresse weg`,
  'postgres-certificate': ({ said }) =>
    `die verschlüsselte Verbindung kam nicht zustande (${said}). Prüfen Sie sslmode und sslrootcert in der Adresse`,
  'postgres-lost': ({ said }) =>
    `die Verbindung ging verloren (${said}). Sobald PostgreSQL antwortet, wird sie neu aufgebaut`,
  'catalogue-nothing-to-move': ({ folder, server }) =>
    `Der Ordner ${folder} hat keinen Katalog, der nach oder von ${server} verschoben werden könnte. Nichts wurde geändert. Prüfen Sie den Ordner und die Adresse.`,
  'catalogue-not-empty': ({ where }) =>
    `${where} enthält schon andere Datensätze. Nichts wurde geändert. Wählen Sie eine leere Datenbank.`,
  'catalogue-copy-differs': ({ where, tables }) =>
    `Die Kopie in ${where} weicht vom Original ab (${tables}) und wurde verworfen. Nichts wurde geändert. Prüfen Sie PostgreSQL, und versuchen Sie es noch einmal.`,
  'catalogue-rows-elsewhere': ({ folder, missing }, f) =>
    `Die Zeilen von ${f.number(missing)} ${f.plural(missing, 'Version', 'Versionen')} liegen nicht in ${folder}, weil ein anderer Knoten sie veröffentlicht hat. Nichts wurde geändert. Verschieben Sie den Katalog auf einem Knoten zurück, der alle Zeilen hat.`,
  'catalogue-newer': ({ found, known }) =>
    `Dieser Datenordner wurde von einem neueren Almanac geschrieben (Katalogversion ${found}, dieses kennt ${known}). Installieren Sie das neuere Almanac, um ihn zu öffnen.`,
  'port-taken': ({ port, address }) =>
    `Port ${port} ist nicht verfügbar: Ein anderes Programm verwendet ihn, oder er ist dem System vorbehalten. Die Datensätze dieses Computers sind bis zum nächsten Start erreichbar unter ${address}.`,
  'copies-closed':
    'Einige Kopien von Datensätzen anderer Dienste konnten alle lesen, die den Dienst dieses Computers erreichen, obwohl nicht alle das Original lesen dürfen oder dessen Dienst nicht erreichbar war. Jetzt können nur Sie sie lesen:',
  'update-available': ({ version, own }) =>
    `Almanac ${version} ist verfügbar; dies ist ${own}. Sie finden es auf der Seite der Veröffentlichungen oder in den Paketen Ihres Systems.`,
  'store-of-another-user': ({ folder }) =>
    `Der Datenbestand lässt sich nicht öffnen: ${folder} gehört einem anderen Benutzer dieses Computers, der die Dateien ersetzen könnte. Nichts wurde geändert. Wählen Sie einen eigenen Ordner, oder ändern Sie den Besitzer.`,
};
