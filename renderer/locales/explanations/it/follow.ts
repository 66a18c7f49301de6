import type { followValues } from '#shared/failures/follow.ts';
import type { TextsOf } from '#shared/failures/texts.ts';

/** Explanations about data of the web that are followed, in Italian. */
export const followIt: TextsOf<typeof followValues> = {
  'address-private': ({ host }) =>
    `${host} si trova su questo computer o nella sua rete. Questi indirizzi vengono interrogati solo con il tuo permesso.`,
  'not-a-source': ({ host }) =>
    `Ciò che ${host} ha inviato non è né un file di dati né un catalogo di dati che Almanac conosca.`,
  'page-for-data': ({ host }) => `${host} ha inviato una pagina web invece dei dati.`,
  'rows-incomplete': ({ expected, found }, f) =>
    `La fonte conta ${f.plural(expected, `${f.number(expected)} riga`, `${f.number(expected)} righe`)}, ma ne ha inviate ${f.number(found)}.`,
  'length-differs': ({ expected, found }, f) =>
    `La fonte ha annunciato ${f.number(expected)} byte, ma ne ha inviati ${f.number(found)}.`,
  'download-too-big': ({ host, size }, f) => `${host} invia più di ${f.number(size)} GB.`,
  'entry-required': ({ entries }) => `A questo indirizzo ci sono più tabelle. Scegline una: ${entries}.`,
  'entry-gone': ({ entry }) => `«${entry}» non è più a questo indirizzo.`,
  'source-kind-unknown': ({ kind }) => `Questa versione non conosce fonti del tipo «${kind}».`,
  'is-not-followed': ({ dataset }) => `${dataset} non è seguito.`,
  'followed-already': ({ dataset, address }) => `${dataset} segue già ${address}.`,
  'nothing-held': ({ dataset }) => `Nessuna versione di ${dataset} attende una decisione.`,
  'host-budget-spent': ({ host, seconds }, f) =>
    `Tutte le richieste consentite da ${host} sono state usate. La prossima sarà possibile tra ${f.number(seconds)} ${f.plural(seconds, 'secondo', 'secondi')}.`,
  'guard-rows': ({ before, after }, f) => `Il numero di righe è sceso da ${f.number(before)} a ${f.number(after)}.`,
  'guard-columns-gone': ({ columns }) => `Mancano delle colonne: ${columns}.`,
  'guard-columns-retyped': ({ columns }) => `Alcune colonne hanno un altro tipo: ${columns}.`,
  'guard-incomplete': ({ column, count }, f) =>
    `In «${column}» ${f.plural(count, `manca ${f.number(count)} valore`, `mancano ${f.number(count)} valori`)}.`,
  'guard-repeated': ({ column }) => `In «${column}» ci sono valori ripetuti.`,
  'guard-range': ({ column, from, to }) => `I valori di «${column}» vanno da ${from} a ${to}, oltre i limiti.`,
  'guard-no-column': ({ column }) => `La colonna da controllare «${column}» non esiste.`,
  'change-added': ({ count }, f) =>
    f.plural(count, `${f.number(count)} riga aggiunta.`, `${f.number(count)} righe aggiunte.`),
  'change-removed': ({ count }, f) =>
    f.plural(count, `${f.number(count)} riga rimossa.`, `${f.number(count)} righe rimosse.`),
  'change-rows': ({ count }, f) =>
    f.plural(count, `${f.number(count)} riga modificata.`, `${f.number(count)} righe modificate.`),
  'change-values': ({ count, column }, f) =>
    f.plural(
      count,
      `${f.number(count)} valore modificato in «${column}».`,
      `${f.number(count)} valori modificati in «${column}».`,
    ),
  'change-values-largest': ({ count, column, change, row }, f) =>
    f.plural(
      count,
      `${f.number(count)} valore modificato in «${column}»: ${f.signed(change)} (${row}).`,
      `${f.number(count)} valori modificati in «${column}», variazione maggiore: ${f.signed(change)} (${row}).`,
    ),
  'change-column-new': ({ column }) => `La colonna «${column}» è nuova.`,
  'change-column-gone': ({ column }) => `La colonna «${column}» non c’è più.`,
  'change-column-retyped': ({ column, before, after }) =>
    `La colonna «${column}» era di tipo ${before} e ora è di tipo ${after}.`,
  'change-order': 'È cambiato solo l’ordine delle righe o delle colonne.',
};
