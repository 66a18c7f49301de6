import type { followValues } from '#shared/failures/follow.ts';
import type { TextsOf } from '#shared/failures/texts.ts';

/** Explanations about data of the web that are followed, in German. */
export const followDe: TextsOf<typeof followValues> = {
  'address-private': ({ host }) =>
    `${host} gehört zu diesem Computer oder seinem Netzwerk. Solche Adressen werden nur mit Ihrer Erlaubnis abgefragt.`,
  'not-a-source': ({ host }) =>
    `Was ${host} geschickt hat, ist weder eine Datendatei noch ein Datenkatalog, den Almanac versteht.`,
  'page-for-data': ({ host }) => `${host} hat statt Daten eine Webseite geschickt.`,
  'rows-incomplete': ({ expected, found }, f) =>
    `Die Quelle zählt ${f.plural(expected, `${f.number(expected)} Zeile`, `${f.number(expected)} Zeilen`)}, hat aber ${f.number(found)} geschickt.`,
  'length-differs': ({ expected, found }, f) =>
    `Die Quelle hat ${f.number(expected)} Bytes angekündigt, aber ${f.number(found)} geschickt.`,
  'download-too-big': ({ host, size }, f) => `${host} schickt mehr als ${f.number(size)} GB.`,
  'entry-required': ({ entries }) => `An dieser Adresse gibt es mehrere Tabellen. Wählen Sie eine davon: ${entries}.`,
  'entry-gone': ({ entry }) => `„${entry}“ gibt es an dieser Adresse nicht mehr.`,
  'source-kind-unknown': ({ kind }) => `Diese Version kennt keine Quellen der Art „${kind}“.`,
  'is-not-followed': ({ dataset }) => `${dataset} wird nicht verfolgt.`,
  'followed-already': ({ dataset, address }) => `${dataset} verfolgt bereits ${address}.`,
  'nothing-held': ({ dataset }) => `Von ${dataset} wartet keine Version auf eine Entscheidung.`,
  'host-budget-spent': ({ host, seconds }, f) =>
    `Alle Anfragen, die ${host} erlaubt, sind verbraucht. Die nächste ist in ${f.number(seconds)} ${f.plural(seconds, 'Sekunde', 'Sekunden')} möglich.`,
  'guard-rows': ({ before, after }, f) =>
    `Die Zahl der Zeilen ist von ${f.number(before)} auf ${f.number(after)} gefallen.`,
  'guard-columns-gone': ({ columns }) => `Spalten fehlen: ${columns}.`,
  'guard-columns-retyped': ({ columns }) => `Spalten haben einen anderen Typ: ${columns}.`,
  'guard-incomplete': ({ column, count }, f) =>
    `In „${column}“ ${f.plural(count, `fehlt ${f.number(count)} Wert`, `fehlen ${f.number(count)} Werte`)}.`,
  'guard-repeated': ({ column }) => `In „${column}“ wiederholen sich Werte.`,
  'guard-range': ({ column, from, to }) =>
    `Die Werte von „${column}“ reichen von ${from} bis ${to} und verlassen damit die Grenzen.`,
  'guard-no-column': ({ column }) => `Die zu prüfende Spalte „${column}“ gibt es nicht.`,
  'change-added': ({ count }, f) =>
    f.plural(count, `${f.number(count)} Zeile hinzugekommen.`, `${f.number(count)} Zeilen hinzugekommen.`),
  'change-removed': ({ count }, f) =>
    f.plural(count, `${f.number(count)} Zeile entfernt.`, `${f.number(count)} Zeilen entfernt.`),
  'change-rows': ({ count }, f) =>
    f.plural(count, `${f.number(count)} Zeile geändert.`, `${f.number(count)} Zeilen geändert.`),
  'change-values': ({ count, column }, f) =>
    f.plural(
      count,
      `${f.number(count)} Wert in „${column}“ geändert.`,
      `${f.number(count)} Werte in „${column}“ geändert.`,
    ),
  'change-values-largest': ({ count, column, change, row }, f) =>
    f.plural(
      count,
      `${f.number(count)} Wert in „${column}“ geändert: ${f.signed(change)} (${row}).`,
      `${f.number(count)} Werte in „${column}“ geändert, größte Änderung: ${f.signed(change)} (${row}).`,
    ),
  'change-column-new': ({ column }) => `Die Spalte „${column}“ ist neu.`,
  'change-column-gone': ({ column }) => `Die Spalte „${column}“ ist weggefallen.`,
  'change-column-retyped': ({ column, before, after }) =>
    `Die Spalte „${column}“ war ${before} und ist jetzt ${after}.`,
  'change-order': 'Nur die Reihenfolge der Zeilen oder Spalten hat sich geändert.',
};
