import type { storeValues } from '#shared/failures/store.ts';
import type { NumberWords, TextsOf } from '#shared/failures/texts.ts';

/** What lies beside a catalogue: files of versions, or at least records. */
function beside(versions: number, f: NumberWords): string {
  if (versions === 0) return 'descripciones de espacios de nombres, conjuntos de datos o cuentas';
  return `archivos de ${f.number(versions)} ${f.plural(versions, 'versión', 'versiones')}`;
}

/** Explanations about the store as a whole, its repair and its backups, in Spanish. */
export const storeEs: TextsOf<typeof storeValues> = {
  'catalogue-missing': ({ file, versions, folder }, f) =>
    `Falta el catálogo ${file}, pero junto a él hay ${beside(versions, f)}. No se ha cambiado ni eliminado nada. Devuelva el archivo a su lugar, o reconstrúyalo a partir de ellos: almanac repair --data "${folder}"`,
  'catalogue-empty': ({ file, versions, folder }, f) =>
    `El catálogo ${file} está vacío, pero junto a él hay ${beside(versions, f)}. No se ha cambiado ni eliminado nada. Devuelva el archivo correcto a su lugar, o reconstrúyalo a partir de ellos: almanac repair --data "${folder}"`,
  'catalogue-of-another-store': ({ file, versions, folder }, f) =>
    `El catálogo ${file} no corresponde a ${f.plural(versions, 'la', 'las')} ${f.number(versions)} ${f.plural(versions, 'versión', 'versiones')} que hay junto a él. No se ha cambiado ni eliminado nada. Devuelva el archivo correcto a su lugar, o incorpore esas versiones: almanac repair --data "${folder}"`,
  'catalogue-damaged': ({ file, found, folder }) =>
    `El catálogo ${file} está dañado (${found}). No se ha cambiado nada. Devuelva el archivo desde una copia de seguridad, o reconstrúyalo a partir de los archivos que hay junto a él: almanac repair --data "${folder}"`,
  'store-repaired': ({ datasets, versions }, f) =>
    `Se ${f.plural(datasets, 'ha restaurado', 'han restaurado')} ${f.number(datasets)} ${f.plural(datasets, 'conjunto de datos', 'conjuntos de datos')} y se ${f.plural(versions, 'ha comprobado', 'han comprobado')} ${f.number(versions)} ${f.plural(versions, 'versión', 'versiones')}. Las contraseñas y los tokens no se pueden restaurar.`,
  'made-private': ({ names }) => `Ahora privados, porque no es seguro quién podía leerlos: ${names}.`,
  'rows-recovered': ({ versions }, f) =>
    `De ${f.number(versions)} ${f.plural(versions, 'versión', 'versiones')} solo quedaban las filas; están en un espacio de nombres privado.`,
  'versions-broken': ({ versions }, f) =>
    `Los archivos de ${f.number(versions)} ${f.plural(versions, 'versión', 'versiones')} faltan o están dañados.`,
  'without-password': ({ names }) => `Estas cuentas necesitan una contraseña nueva: ${names}.`,
  'backup-no-store': ({ folder }) => `No hay ningún almacén en ${folder}.`,
  'backup-inside': ({ target, folder }) =>
    `La copia de seguridad no se puede escribir en ${target}, que está dentro del propio almacén ${folder}. Elija un lugar fuera de él, a ser posible en otro disco.`,
  'backup-not-ours': ({ target }) =>
    `${target} contiene algo distinto de una copia de seguridad de Almanac. No se ha cambiado nada. Elija una carpeta vacía o nueva, o un archivo nuevo cuyo nombre termine en .tar.`,
  'backup-other-store': ({ target }) =>
    `${target} contiene la copia de seguridad de otro almacén. No se ha cambiado nada. Elija otro lugar para esta.`,
  'backup-newer': ({ source }) =>
    `La copia de seguridad ${source} la hizo una versión más reciente de Almanac. No se ha cambiado nada. Instale esa versión para usarla.`,
  'backup-in-use': ({ target }) =>
    `Otro proceso está escribiendo la copia de seguridad ${target} en este momento. Inténtelo de nuevo cuando termine.`,
  'backup-no-room': ({ folder, needed, free }, f) =>
    `No hay espacio suficiente en ${folder}: se necesitan ${f.number(needed)} MiB y hay libres ${f.number(free)} MiB. No se ha cambiado nada. Libere espacio o elija otro disco.`,
  'backup-disk-full': ({ place }) =>
    `El disco se llenó mientras se usaba ${place}. Lo que había antes sigue igual. Libere espacio e inténtelo de nuevo.`,
  'backup-place': ({ place, reason }) =>
    `No se puede leer o escribir ${place} (${reason}). Lo que había antes sigue igual. Compruebe el disco y los permisos.`,
  'backup-outrun':
    'Se eliminaron conjuntos de datos más deprisa de lo que se podían copiar. La copia de seguridad anterior sigue igual. Inténtelo más tarde.',
  'backup-none': ({ source }) => `No hay ninguna copia de seguridad de Almanac en ${source}.`,
  'backup-incomplete': ({ source }) =>
    `La copia de seguridad ${source} está incompleta: se cortó antes del final. No se ha cambiado nada. Use otra, o haga una nueva.`,
  'backup-list-damaged': ({ source }) =>
    `La lista de archivos de la copia de seguridad ${source} está dañada, o se cambió a mano. No se ha cambiado nada. Use otra copia de seguridad.`,
  'backup-odd-entry': ({ source, name }) =>
    `La copia de seguridad ${source} contiene una entrada que ninguna copia de Almanac tiene, llamada ${name}. No se ha cambiado nada. No use archivos de desconocidos como copias de seguridad.`,
  'backup-content-missing': ({ source, file }) =>
    `La copia de seguridad ${source} está dañada: falta el contenido de ${file}. No se ha cambiado nada. Use otra, o restaure lo que esté intacto de esta: almanac restore "${source}" --skip-damaged`,
  'backup-content-differs': ({ source, file }) =>
    `La copia de seguridad ${source} está dañada: el contenido de ${file} no es el que se escribió. No se ha cambiado nada. Use otra, o restaure lo que esté intacto de esta: almanac restore "${source}" --skip-damaged`,
  'restore-not-empty': ({ folder }) =>
    `El almacén ${folder} no está vacío. No se ha cambiado nada. Con --replace se aparta y se restaura la copia de seguridad en su lugar.`,
  'settings-not-json': ({ file, problem }) => `${file} no se puede leer como JSON: ${problem}.`,
  'settings-none': ({ file }) => `${file} no contiene ajustes de Almanac.`,
  'settings-newer': ({ file }) =>
    `${file} lo escribió una versión más reciente de Almanac. Instale esa versión para importarlo.`,
  'settings-wrong': ({ file, place, problem }) =>
    `${file} no se puede importar: ${place} ${problem}. No se ha cambiado nada.`,
  'settings-address': ({ file, place, address }) =>
    `${file} no se puede importar: ${place} no es una dirección web (${address}). No se ha cambiado nada.`,
  'file-not-written': ({ file, reason }) => `No se puede escribir ${file} (${reason}).`,
  'restore-running': 'Ya se está restaurando una copia de seguridad en este almacén.',
  'system-no-access': ({ mark }) => `este usuario no puede usarlo${mark}`,
  'system-no-change': ({ mark }) => `este usuario no puede cambiarlo${mark}`,
  'system-read-only': ({ mark }) => `su disco es de solo lectura${mark}`,
  'system-disk-full': ({ mark }) => `su disco está lleno${mark}`,
  'system-quota': ({ mark }) => `la cuota de su disco está agotada${mark}`,
  'system-io': ({ mark }) => `su disco no se puede leer ni escribir${mark}`,
  'system-file-for-folder': ({ mark }) => `es un archivo donde hace falta una carpeta${mark}`,
  'system-folder-for-file': ({ mark }) => `es una carpeta donde hace falta un archivo${mark}`,
  'system-broken-link': ({ mark }) => `es un enlace que no lleva a ninguna parte${mark}`,
  'system-path-long': ({ mark }) => `su ruta es demasiado larga${mark}`,
  'system-unopened': ({ mark }) => `no se puede abrir${mark}`,
  'store-unopened': ({ file, why }) =>
    `No se puede abrir el almacén: ${file}: ${why}. No se ha cambiado nada. Corríjalo (su tipo, su propietario y permisos, el espacio de su disco) o elija otra carpeta.`,
  'store-unlocked': ({ file, why }) =>
    `No se puede bloquear el almacén: no se puede escribir ${file}: ${why}. Compruebe que la carpeta es una carpeta, que se puede escribir en ella y que su disco no está lleno.`,
  'store-in-use': ({ folder }) =>
    `Otro Almanac en ejecución está usando la carpeta de datos ${folder}. Ciérrelo primero o elija otra carpeta.`,
  'catalogue-newer': ({ found, known }) =>
    `Esta carpeta de datos la escribió una versión más reciente de Almanac (versión ${found} del catálogo; esta conoce la ${known}). Instale esa versión para abrirla.`,
  'port-taken': ({ port, address }) =>
    `No se puede usar el puerto ${port}: lo tiene otro programa, o está reservado por el sistema. Los conjuntos de datos de este equipo responden en ${address} hasta que se inicie Almanac de nuevo.`,
  'copies-closed':
    'Algunas copias de conjuntos de datos de otros servicios podía leerlas cualquiera que acceda al servicio de este equipo, aunque no todos pueden leer el original, o no se pudo consultar a su servicio. Ahora solo usted puede leerlas:',
  'update-available': ({ version, own }) =>
    `Ya está disponible Almanac ${version}; esta es la versión ${own}. Se encuentra en la página de versiones o en los paquetes de su sistema.`,
  'store-of-another-user': ({ folder }) =>
    `No se puede abrir el almacén: ${folder} pertenece a otro usuario de este equipo, que podría sustituir sus archivos. No se ha cambiado nada. Elija una carpeta propia o haga cambiar su propietario.`,
};
