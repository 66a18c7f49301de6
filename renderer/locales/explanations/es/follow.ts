import type { followValues } from '#shared/failures/follow.ts';
import type { TextsOf } from '#shared/failures/texts.ts';

/** Explanations about data of the web that are followed, in Spanish. */
export const followEs: TextsOf<typeof followValues> = {
  'address-private': ({ host }) =>
    `${host} está en este equipo o en su red. Estas direcciones solo se consultan con su permiso.`,
  'not-a-source': ({ host }) =>
    `Lo que ha enviado ${host} no es ni un archivo de datos ni un catálogo de datos que Almanac entienda.`,
  'page-for-data': ({ host }) => `${host} ha enviado una página web en lugar de datos.`,
  'rows-incomplete': ({ expected, found }, f) =>
    `La fuente cuenta ${f.plural(expected, `${f.number(expected)} fila`, `${f.number(expected)} filas`)}, pero ha enviado ${f.number(found)}.`,
  'length-differs': ({ expected, found }, f) =>
    `La fuente anunció ${f.number(expected)} bytes, pero ha enviado ${f.number(found)}.`,
  'download-too-big': ({ host, size }, f) => `${host} envía más de ${f.number(size)} GB.`,
  'entry-required': ({ entries }) => `En esta dirección hay varias tablas. Elija una: ${entries}.`,
  'entry-gone': ({ entry }) => `«${entry}» ya no está en esta dirección.`,
  'source-kind-unknown': ({ kind }) => `Esta versión no conoce fuentes del tipo «${kind}».`,
  'is-not-followed': ({ dataset }) => `${dataset} no se sigue.`,
  'followed-already': ({ dataset, address }) => `${dataset} ya sigue ${address}.`,
  'nothing-held': ({ dataset }) => `Ninguna versión de ${dataset} espera una decisión.`,
  'host-budget-spent': ({ host, seconds }, f) =>
    `Se han usado todas las peticiones que permite ${host}. La siguiente será posible dentro de ${f.number(seconds)} ${f.plural(seconds, 'segundo', 'segundos')}.`,
  'guard-rows': ({ before, after }, f) => `El número de filas ha bajado de ${f.number(before)} a ${f.number(after)}.`,
  'guard-columns-gone': ({ columns }) => `Faltan columnas: ${columns}.`,
  'guard-columns-retyped': ({ columns }) => `Hay columnas con otro tipo: ${columns}.`,
  'guard-incomplete': ({ column, count }, f) =>
    `En «${column}» ${f.plural(count, `falta ${f.number(count)} valor`, `faltan ${f.number(count)} valores`)}.`,
  'guard-repeated': ({ column }) => `En «${column}» hay valores repetidos.`,
  'guard-range': ({ column, from, to }) => `Los valores de «${column}» van de ${from} a ${to}, fuera de los límites.`,
  'guard-no-column': ({ column }) => `No existe la columna «${column}» que se debe comprobar.`,
  'change-added': ({ count }, f) =>
    f.plural(count, `${f.number(count)} fila añadida.`, `${f.number(count)} filas añadidas.`),
  'change-removed': ({ count }, f) =>
    f.plural(count, `${f.number(count)} fila eliminada.`, `${f.number(count)} filas eliminadas.`),
  'change-rows': ({ count }, f) =>
    f.plural(count, `${f.number(count)} fila cambiada.`, `${f.number(count)} filas cambiadas.`),
  'change-values': ({ count, column }, f) =>
    f.plural(
      count,
      `${f.number(count)} valor cambiado en «${column}».`,
      `${f.number(count)} valores cambiados en «${column}».`,
    ),
  'change-values-largest': ({ count, column, change, row }, f) =>
    f.plural(
      count,
      `${f.number(count)} valor cambiado en «${column}»: ${f.signed(change)} (${row}).`,
      `${f.number(count)} valores cambiados en «${column}», mayor variación: ${f.signed(change)} (${row}).`,
    ),
  'change-column-new': ({ column }) => `La columna «${column}» es nueva.`,
  'change-column-gone': ({ column }) => `La columna «${column}» ha desaparecido.`,
  'change-column-retyped': ({ column, before, after }) =>
    `La columna «${column}» era de tipo ${before} y ahora es de tipo ${after}.`,
  'change-order': 'Solo ha cambiado el orden de las filas o de las columnas.',
};
