import type { sourcesValues } from '#shared/failures/sources.ts';
import type { TextsOf } from '#shared/failures/texts.ts';

/** Explanations of followed sources, in Spanish. */
export const sourcesEs: TextsOf<typeof sourcesValues> = {
  'source-malformed': ({ host, protocol, address }) =>
    `La respuesta de ${host} no tiene la forma de ${protocol}: ${address}`,
  'source-entry-gone': ({ host, entry }) => `${host} ya no ofrece «${entry}».`,
  'source-without-data': ({ host, entry }) =>
    `«${entry}» en ${host} no contiene ninguna tabla ni archivo que se pueda publicar.`,
  'source-count-differs': ({ host, expected, found }, f) =>
    `${host} cuenta ${f.number(expected)} ${f.plural(expected, 'fila', 'filas')}, pero envió ${f.number(found)}. No se publicó nada.`,
  'source-length-differs': ({ host, file, expected, found }, f) =>
    `${file} de ${host} tiene ${f.number(found)} bytes, pero su descripción indica ${f.number(expected)}. No se publicó nada.`,
  'source-checksum-differs': ({ host, file }) =>
    `${file} de ${host} no coincide con la suma de comprobación de su descripción. No se publicó nada.`,
  'source-page-twice': ({ host, address }) =>
    `${host} envió dos veces las mismas filas al leerlas página por página: ${address}`,
  'source-changed-meanwhile': ({ host }) => `Los datos de ${host} cambiaron mientras se leían.`,
  'source-says': ({ host, said }) => `${host} informa de un error: ${said}`,
  'source-preparing': ({ host, entry }) => `${host} todavía está preparando «${entry}». Inténtelo de nuevo más tarde.`,
  'source-too-much': ({ host, entry, choices }) =>
    `«${entry}» es más de lo que ${host} envía de una vez. Elija menos valores de ${choices} o un periodo más corto.`,
  'source-only-part': ({ host, entry }) =>
    `${host} solo ofrece una parte de «${entry}» en forma de archivos. No se publicó nada.`,
  'source-file-outside': ({ host, file }) =>
    `La descripción de ${host} nombra un archivo fuera de su propia carpeta, que no se lee: ${file}`,
  'source-parameter-unknown': ({ host, name, value }) => `${host} no tiene el valor «${value}» para «${name}».`,
};
