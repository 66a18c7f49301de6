import type { sourcesValues } from '#shared/failures/sources.ts';
import type { TextsOf } from '#shared/failures/texts.ts';

/** Explanations of followed sources, in Italian. */
export const sourcesIt: TextsOf<typeof sourcesValues> = {
  'source-malformed': ({ host, protocol, address }) =>
    `La risposta di ${host} non ha la forma di ${protocol}: ${address}`,
  'source-entry-gone': ({ host, entry }) => `${host} non offre più «${entry}».`,
  'source-without-data': ({ host, entry }) =>
    `«${entry}» su ${host} non contiene alcuna tabella o file che si possa pubblicare.`,
  'source-count-differs': ({ host, expected, found }, f) =>
    `${host} conta ${f.number(expected)} ${f.plural(expected, 'riga', 'righe')}, ma ne ha inviate ${f.number(found)}. Non è stato pubblicato nulla.`,
  'source-length-differs': ({ host, file, expected, found }, f) =>
    `${file} da ${host} ha ${f.number(found)} byte, ma la sua descrizione ne indica ${f.number(expected)}. Non è stato pubblicato nulla.`,
  'source-checksum-differs': ({ host, file }) =>
    `${file} da ${host} non corrisponde alla somma di controllo della sua descrizione. Non è stato pubblicato nulla.`,
  'source-page-twice': ({ host, address }) =>
    `${host} ha inviato due volte le stesse righe durante la lettura pagina per pagina: ${address}`,
  'source-changed-meanwhile': ({ host }) => `I dati di ${host} sono cambiati durante la lettura.`,
  'source-says': ({ host, said }) => `${host} segnala un errore: ${said}`,
  'source-preparing': ({ host, entry }) => `${host} sta ancora preparando «${entry}». Riprova più tardi.`,
  'source-too-much': ({ host, entry, choices }) =>
    `«${entry}» supera ciò che ${host} invia in una volta. Scegli meno valori di ${choices} o un periodo più breve.`,
  'source-only-part': ({ host, entry }) =>
    `${host} offre solo una parte di «${entry}» sotto forma di file. Non è stato pubblicato nulla.`,
  'source-file-outside': ({ host, file }) =>
    `La descrizione di ${host} indica un file al di fuori della propria cartella, che non viene letto: ${file}`,
  'source-parameter-unknown': ({ host, name, value }) => `${host} non ha il valore «${value}» per «${name}».`,
};
