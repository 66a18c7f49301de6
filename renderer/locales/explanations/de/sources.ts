import type { sourcesValues } from '#shared/failures/sources.ts';
import type { TextsOf } from '#shared/failures/texts.ts';

/** Explanations of followed sources, in German. */
export const sourcesDe: TextsOf<typeof sourcesValues> = {
  'source-malformed': ({ host, protocol, address }) =>
    `Die Antwort von ${host} hat nicht die Form von ${protocol}: ${address}`,
  'source-entry-gone': ({ host, entry }) => `${host} bietet „${entry}“ nicht mehr an.`,
  'source-without-data': ({ host, entry }) =>
    `„${entry}“ bei ${host} enthält keine Tabelle oder Datei, die veröffentlicht werden kann.`,
  'source-count-differs': ({ host, expected, found }, f) =>
    `${host} zählt ${f.number(expected)} ${f.plural(expected, 'Zeile', 'Zeilen')}, hat aber ${f.number(found)} geschickt. Es wurde nichts veröffentlicht.`,
  'source-length-differs': ({ host, file, expected, found }, f) =>
    `${file} von ${host} hat ${f.number(found)} Bytes, laut Beschreibung sind es ${f.number(expected)}. Es wurde nichts veröffentlicht.`,
  'source-checksum-differs': ({ host, file }) =>
    `${file} von ${host} passt nicht zur Prüfsumme in der Beschreibung. Es wurde nichts veröffentlicht.`,
  'source-page-twice': ({ host, address }) =>
    `${host} hat beim Lesen Seite für Seite dieselben Zeilen zweimal geschickt: ${address}`,
  'source-changed-meanwhile': ({ host }) => `Die Daten bei ${host} haben sich geändert, während sie gelesen wurden.`,
  'source-says': ({ host, said }) => `${host} meldet einen Fehler: ${said}`,
  'source-preparing': ({ host, entry }) => `${host} bereitet „${entry}“ noch vor. Versuchen Sie es später erneut.`,
  'source-too-much': ({ host, entry, choices }) =>
    `„${entry}“ ist mehr, als ${host} auf einmal sendet. Wählen Sie weniger Werte von ${choices} oder einen kürzeren Zeitraum.`,
  'source-only-part': ({ host, entry }) =>
    `${host} bietet nur einen Teil von „${entry}“ als Dateien an. Es wurde nichts veröffentlicht.`,
  'source-file-outside': ({ host, file }) =>
    `Die Beschreibung bei ${host} nennt eine Datei außerhalb ihres eigenen Ordners, die nicht gelesen wird: ${file}`,
  'source-parameter-unknown': ({ host, name, value }) => `${host} kennt bei „${name}“ keinen Wert „${value}“.`,
};
