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
  'catalogue-unavailable': ({ server, why }) => `El catálogo en ${server} no se puede usar: ${why}.`,
  'catalogue-server-newer': ({ server, found, known }) =>
    `El catálogo en ${server} fue convertido por un Almanac más reciente (versión ${found}, este conoce ${known}). No se ha cambiado nada. Instale el Almanac más reciente en este nodo.`,
  'catalogue-older-nodes': ({ server, nodes }) =>
    `El catálogo en ${server} debe convertirse, y hay en marcha nodos de un Almanac anterior que ya no podrían usarlo (${nodes}). No se ha cambiado nada. Deténgalos primero y después inicie este nodo.`,
  'catalogue-not-copied': ({ server }) =>
    `El catálogo de estos datos está en PostgreSQL (${server}): la copia de seguridad y la reparación de Almanac no se le aplican. Guárdelo como cualquier base de datos de PostgreSQL, por ejemplo con pg_dump.`,
  'catalogue-beside-server': ({ folder, server }) =>
    `La carpeta de datos ${folder} tiene un catálogo o filas propias, que ${server} no conoce. No se ha cambiado nada. Elija una carpeta nueva para este nodo.`,
  'catalogue-of-another-server': ({ folder, server }) =>
    `Las filas de ${folder} pertenecen a otro catálogo que el de ${server}. No se ha cambiado nada. Compruebe la dirección, o elija una carpeta nueva para este nodo.`,
  'password-file': ({ file, code }) => `El archivo de la contraseña, ${file}, no se puede leer (${code}).`,
  'postgres-password': ({ said }) =>
    `PostgreSQL no acepta la contraseña (${said}). Defina ALMANAC_CATALOGUE_PASSWORD, o use --catalogue-password-file`,
  'postgres-user': ({ said }) =>
    `PostgreSQL no admite a este usuario (${said}). Compruebe el usuario de la dirección, y pg_hba.conf`,
  'postgres-no-password': ({ said }) =>
    `PostgreSQL pide una contraseña, y no se ha dado ninguna (${said}). Defina ALMANAC_CATALOGUE_PASSWORD, o use --catalogue-password-file`,
  'postgres-no-database': ({ said }) => `la base de datos no existe (${said}). Créela, o corrija la dirección`,
  'postgres-no-rights': ({ said }) =>
    `al usuario le falta un derecho (${said}). Hágalo propietario de la base de datos, o concédale lo que falta`,
  'postgres-refused': ({ said }) =>
    `ningún programa responde ahí (${said}). Compruebe que PostgreSQL está en marcha, y el host y el puerto`,
  'postgres-no-host': ({ said }) => `ese host no existe (${said}). Compruebe la dirección`,
  'postgres-silent': ({ said }) => `no responde (${said}). Compruebe la red, y que PostgreSQL está en marcha`,
  'postgres-too-many': ({ said }) =>
    `PostgreSQL no tiene conexiones libres (${said}). Aumente max_connections: cada nodo usa hasta 16`,
  'postgres-stopping': ({ said }) =>
    `PostgreSQL está arrancando o deteniéndose (${said}). Se usará de nuevo en cuanto responda`,
  'postgres-read-only': ({ said }) => `es de solo lectura (${said}). Use la dirección del servidor primario`,
  'postgres-disk-full': ({ said }) => `el disco de PostgreSQL está lleno (${said})`,
  'postgres-busy': ({ said }) => `otro nodo ha retenido los cambios demasiado tiempo (${said}). Inténtelo de nuevo`,
  'postgres-slow': ({ said }) => `PostgreSQL tardó demasiado en una instrucción (${said}). Inténtelo de nuevo`,
  'postgres-idle': ({ said }) =>
    `este nodo se detuvo en medio de un cambio, que PostgreSQL ha deshecho (${said}). Inténtelo de nuevo`,
  'postgres-no-tls': ({ said }) =>
    `PostgreSQL no ofrece ahí una conexión cifrada (${said}). Active TLS, o quite sslmode de la dirección`,
  'postgres-certificate': ({ said }) =>
    `la conexión cifrada ha fallado (${said}). Compruebe sslmode y sslrootcert en la dirección`,
  'postgres-lost': ({ said }) => `se ha perdido la conexión (${said}). Se restablecerá en cuanto PostgreSQL responda`,
  'catalogue-nothing-to-move': ({ folder, server }) =>
    `La carpeta ${folder} no tiene un catálogo que se pueda mover a o desde ${server}. No se ha cambiado nada. Compruebe la carpeta y la dirección.`,
  'catalogue-not-empty': ({ where }) =>
    `${where} ya contiene otros registros. No se ha cambiado nada. Elija una base de datos vacía.`,
  'catalogue-copy-differs': ({ where, tables }) =>
    `La copia en ${where} difiere del original (${tables}) y se ha descartado. No se ha cambiado nada. Compruebe PostgreSQL, e inténtelo de nuevo.`,
  'catalogue-rows-elsewhere': ({ folder, missing }, f) =>
    `Las filas de ${f.number(missing)} ${f.plural(missing, 'versión', 'versiones')} no están en ${folder}, porque las publicó otro nodo. No se ha cambiado nada. Devuelva el catálogo en un nodo que tenga todas las filas.`,
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
