import type { TextsLike } from '../shape.ts';
import type { namespacesEn } from './en.ts';

/** The same in Spanish. */
export const namespacesEs: TextsLike<typeof namespacesEn> = {
  namespacePage: {
    open: 'Mostrar todos los conjuntos de datos',
    datasets_one: '{{count, number}} conjunto de datos',
    datasets_other: '{{count, number}} conjuntos de datos',
    table: 'Conjuntos de datos de {{name}}',
    search: 'Buscar entre estos conjuntos de datos',
    noMatch: 'Ningún conjunto de datos coincide con «{{text}}».',
    name: 'Conjunto de datos',
    rows: 'Filas',
    columns: 'Columnas',
    versions: 'Versiones',
    size: 'Tamaño',
    updated: 'Versión más reciente',
    noDescription: 'Aún no hay descripción.',
    emptyTitle: 'Aún no hay conjuntos de datos',
    emptyText: 'Publique un archivo para crear el primero.',
    gone: 'Este espacio de nombres ya no existe, o usted no tiene permiso para leerlo.',
    image: 'Imagen de {{name}}',
    more: 'Más acciones',
    publish: 'Publicar un archivo…',
    addData: 'Publicar su primera versión…',
  },
};
