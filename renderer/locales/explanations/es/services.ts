import type { servicesValues } from '#shared/failures/services.ts';
import type { TextsOf } from '#shared/failures/texts.ts';

/** Explanations about remote services, in Spanish. */
export const servicesEs: TextsOf<typeof servicesValues> = {
  'no-web-address': 'Esto no es una dirección web. Tiene el aspecto de https://statistics.example.org/',
  'other-scheme': ({ scheme }) =>
    `Las direcciones que empiezan por ${scheme}:// no se pueden leer, solo http:// y https://.`,
  'record-without-name': ({ host }) => `${host} respondió con un registro sin nombre.`,
  'list-without-end': ({ host, pages }, f) =>
    `Esta lista de ${host} tiene más de ${f.number(pages)} páginas. Avise a los responsables del servicio.`,
  'list-in-a-circle': ({ host }) =>
    `Las páginas de esta lista de ${host} forman un bucle. Avise a los responsables del servicio.`,
  'query-not-told': ({ host }) =>
    `${host} aceptó la consulta pero no dice qué conservó. Consulte su lista de consultas.`,
  'no-query-address': 'Esta no es la dirección de una consulta guardada.',
  'no-such-connection': 'Esta conexión ya no existe.',
  'not-with-own-service': 'Esto no se puede hacer con el servicio que ejecuta el propio Almanac.',
  'connection-changed': 'La conexión se quitó o se cambió entretanto.',
  'namespaces-unread': ({ why }) => `No se puede leer su lista de espacios de nombres: ${why}`,
  'own-service-failed': ({ why }) => `El servicio de este equipo no se pudo iniciar. ${why}`,
  'sign-in-unread': ({ name }) =>
    `No se pudo leer del llavero la sesión de «${name}». Solo se muestra lo público hasta que inicie sesión de nuevo.`,
  'no-keychain': ({ why }) =>
    `No se puede acceder al llavero de este equipo: ${why} Puede conservar la sesión solo hasta cerrar Almanac.`,
  'token-left': ({ name, account }) =>
    `Almanac ya no usa el token de «${name}», pero no pudo sacarlo del llavero. Quite allí la entrada «Almanac» de ${account}.`,
  'rows-elsewhere': ({ host }) =>
    `Las filas de este conjunto de datos están en otro servidor, ${host}. Se leen sin su sesión.`,
  'comparison-malformed': ({ host }) => `La comparación de ${host} no tiene la forma que promete su descripción.`,
  'other-kind': ({ host }) => `El servidor de ${host} no es un servicio estadístico del tipo que lee Almanac.`,
  'no-image': 'El archivo no es una imagen PNG, JPEG o WebP.',
  'image-gone': 'La imagen ya no existe.',
  'image-too-large': 'La imagen supera los 10 MB.',
  'name-required': 'Aquí no se puede crear nada sin nombre.',
  'web-server-only': ({ host }) =>
    `Hay un servidor web en ${host}, pero allí no se encontró ningún servicio estadístico del tipo que lee Almanac. Pida a sus responsables la dirección de su API; suele terminar en /api/v1/.`,
  'answer-too-big': ({ host, size }, f) =>
    `${host} envió más de lo que Almanac acepta en una respuesta (${f.number(size)} MB). Si el servicio tiene páginas, pida a sus responsables que las activen.`,
  'answer-packed': ({ host }) => `La respuesta de ${host} está comprimida en un formato no admitido.`,
  'answer-too-slow': ({ host }) => `${host} envía su respuesta demasiado despacio. Inténtelo más tarde.`,
  'it-says': ({ said }) => `Dice: ${said}`,
  'fewer-requests-seconds': ({ host, seconds }, f) =>
    `${host} limita las peticiones. Inténtelo dentro de ${f.number(seconds)} ${f.plural(seconds, 'segundo', 'segundos')}.`,
  'fewer-requests': ({ host }) => `${host} limita las peticiones. Inténtelo dentro de un rato.`,
  'busy-seconds': ({ host, seconds }, f) =>
    `${host} no está disponible en este momento. Inténtelo dentro de ${f.number(seconds)} ${f.plural(seconds, 'segundo', 'segundos')}.`,
  busy: ({ host }) => `${host} no está disponible en este momento. Inténtelo dentro de un rato.`,
  'service-storage-away': ({ host }) =>
    `${host} no puede acceder a su almacenamiento en este momento. No se ha perdido nada. Inténtelo de nuevo en breve.`,
  'sign-in-to-change': ({ host }) => `${host} solo permite cambiar esto a quienes inician sesión.`,
  'sign-in-to-see': ({ host }) => `${host} solo muestra esto a quienes inician sesión.`,
  'sign-in-ended': ({ host }) =>
    `${host} ya no acepta su sesión. Inicie sesión de nuevo, o ciérrela para ver lo que es público.`,
  'may-not-change': ({ host }) => `${host} no le permite cambiar esto, aunque ha iniciado sesión.`,
  'may-not-see': ({ host }) => `${host} no le muestra esto, aunque ha iniciado sesión.`,
  'nothing-here': ({ host }) => `${host} no tiene (o ya no tiene) nada en esta dirección.`,
  'proxy-sign-in': 'El proxy pide iniciar sesión. Compruebe HTTPS_PROXY y HTTP_PROXY.',
  'service-disk-full': ({ host }) => `En el disco de ${host} no hay espacio suficiente para esto.`,
  'service-problem': ({ host, status }) => `${host} tiene un error interno (estado ${status}). Inténtelo más tarde.`,
  'gave-up-waiting': ({ host }) => `${host} dejó de esperar la petición. Inténtelo de nuevo.`,
  'changed-meanwhile': ({ host }) => `Esto ha cambiado en ${host} desde que lo abrió. No se ha guardado nada.`,
  'more-groups-than-calculated': ({ host }) =>
    `Hay más grupos de los que calcula ${host}. Quite una columna, elija pasos más amplios o filtre las filas.`,
  'request-refused': ({ host, status }) => `${host} no aceptó la petición (estado ${status}).`,
  'certificate-expired': ({ host }) =>
    `El certificado de ${host} ha caducado. Compruebe la fecha de este equipo; si es correcta, avise a los responsables del servicio.`,
  'certificate-early': ({ host }) => `El certificado de ${host} aún no es válido. Compruebe la fecha de este equipo.`,
  'certificate-of-another': ({ host }) =>
    `El certificado pertenece a un nombre distinto de ${host}. Compruebe la dirección; puede estar comunicándose con otro equipo.`,
  'certificate-untrusted': ({ host }) =>
    `El certificado de ${host} no está firmado por una autoridad en la que confíe este equipo. Si su organización firma sus propios certificados, inicie Almanac con NODE_EXTRA_CA_CERTS apuntando a su archivo de certificados.`,
  'no-answer': ({ host }) => `${host} no responde. Compruebe la dirección y su red, o inténtelo más tarde.`,
  'no-answer-in-time': ({ host }) => `${host} aceptó la petición pero no respondió a tiempo. Inténtelo más tarde.`,
  'answer-stopped': ({ host }) => `${host} se detuvo en mitad de su respuesta. Inténtelo de nuevo.`,
  'proxy-wants-sign-in': ({ proxy }) =>
    `El proxy ${proxy} pide iniciar sesión. Compruebe HTTPS_PROXY, HTTP_PROXY y NO_PROXY.`,
  'proxy-refused': ({ proxy }) =>
    `El proxy ${proxy} no dejó pasar la petición. Compruebe HTTPS_PROXY, HTTP_PROXY y NO_PROXY.`,
  'no-secure-connection': ({ host }) =>
    `No se pudo establecer una conexión segura con ${host}. Puede que solo hable HTTP sin cifrar: pruebe la dirección con http://.`,
  'no-such-computer': ({ host }) =>
    `No hay ningún equipo llamado ${host}. Compruebe cómo está escrito y si este equipo tiene conexión.`,
  'nothing-answers': ({ host }) =>
    `Nada responde en ${host}. Compruebe la dirección y el puerto, o si el servicio está en funcionamiento.`,
  unreachable: ({ host }) => `No se puede acceder a ${host} desde aquí. Compruebe su red.`,
  'broken-off': ({ host }) => `${host} cortó la conexión antes de completar su respuesta. Inténtelo de nuevo.`,
  'head-too-long': ({ host }) =>
    `${host} empieza su respuesta con más de lo que lee Almanac: sus encabezados son demasiado largos.`,
  'no-http': ({ host }) => `El servidor de ${host} no habla HTTP. Compruebe el puerto.`,
  'not-reached': ({ host }) => `No se pudo acceder a ${host}.`,
  'web-page': ({ host }) =>
    `${host} respondió con una página web donde se esperaban datos. Quizá deba iniciar sesión en la red en la que está, o la dirección sea la de un sitio web.`,
  'answer-empty': ({ host }) => `La respuesta de ${host} está vacía.`,
  'answer-cut-off': ({ host }) => `La respuesta de ${host} termina a la mitad. Inténtelo de nuevo.`,
  'answer-no-json': ({ host }) => `La respuesta de ${host} no es JSON.`,
  'answer-no-json-but': ({ host, said }) => `La respuesta de ${host} no es JSON; empieza por: ${said}.`,
  'sent-elsewhere': 'El servicio envía a Almanac a otro lugar.',
  'redirect-without-end': 'Lleva de una dirección a otra sin fin.',
  'redirect-nowhere': 'No dice adónde.',
  'not-followed': 'No se siguió.',
  'leads-to-no-web-address': ({ scheme }) => `Lleva a una dirección que no es web («${scheme}»).`,
  'leads-to-plain-http': ({ host }) => `Lleva de una conexión segura a HTTP sin cifrar (${host}).`,
  'leads-inside': ({ host }) => `Lleva al interior de este equipo (${host}).`,
  'leads-into-network': ({ host }) => `Lleva a la red local (${host}).`,
  'session-refused':
    'El servicio ya no acepta su sesión. Inicie sesión de nuevo, o ciérrela para ver lo que es público.',
  'sign-in-to-itself-alone': 'Una sesión solo se envía al propio servicio.',
  'sign-in-not-sent-on': 'Una sesión no se reenvía a otra dirección.',
  'written-to-itself-alone': 'Lo que se escribe solo se envía al propio servicio.',
  'written-not-sent-on': 'Lo que se escribe no se reenvía a otra dirección.',
  'token-not-sent': ({ address }) =>
    `La dirección lleva a ${address}. Su token no se envió allí; indique esa dirección si confía en ella.`,
  'became-another': ({ host }) => `Lo que da ${host} no encaja con lo que dijo antes del mismo conjunto de datos.`,
  'no-way-to-the-others': ({ host, count, given }, f) =>
    `${host} dice que hay ${f.number(count)} ${f.plural(count, 'fila', 'filas')}, pero da ${f.number(given)} y ninguna vía hacia las demás.`,
  'no-list-of-rows': ({ host }) => `${host} respondió con algo que no es una lista de filas.`,
  'row-is-a-page': ({ address, row, found }) =>
    `La respuesta de ${address} tiene toda una página de filas donde debería estar la fila ${row}: ${found}. Hay que corregir el servicio.`,
  'row-without-columns': ({ row, address, columns, found }) =>
    `La fila ${row} de la respuesta de ${address} no tiene ninguna de las columnas de este conjunto de datos (${columns}). Es ${found}.`,
  'row-of-other-length': ({ row, address, found, columns }, f) =>
    `La fila ${row} de la respuesta de ${address} tiene ${f.number(found)} ${f.plural(found, 'valor', 'valores')}, pero el conjunto de datos tiene ${f.number(columns)} ${f.plural(columns, 'columna', 'columnas')}.`,
  'next-is-no-address': ({ address, found }) =>
    `La respuesta de ${address} nombra una página siguiente cuya dirección no se puede usar: ${found}. No se pueden leer las filas que hay detrás.`,
  'not-utf8': ({ address, position }) =>
    `La respuesta de ${address} no es UTF-8, como debe ser JSON: el byte ${position} no se puede descodificar.`,
  'count-is-no-number': ({ address, found }) =>
    `La respuesta de ${address} indica cuántas filas hay con algo que no es un número de filas: ${found}. Hay que corregir el servicio.`,
  'same-rows-again': ({ address, rows }, f) =>
    `${address} dio exactamente ${f.plural(rows, 'la misma', 'las mismas')} ${f.number(rows)} ${f.plural(rows, 'fila', 'filas')} en dos páginas seguidas. Faltarían filas o estarían duplicadas.`,
  'answer-repeated-member': ({ address, name }) =>
    `La respuesta de ${address} tiene un objeto con dos miembros llamados «${name}», uno de los cuales se perdería. Hay que corregir el servicio.`,
  'answer-half-character': ({ address }) =>
    `La respuesta de ${address} tiene medio carácter (un sustituto suelto como \\ud800), que no se puede escribir en UTF-8. Hay que corregir el servicio.`,
  'answer-number-too-large': ({ address }) =>
    `La respuesta de ${address} tiene un número más allá de ±1,8e308, que no se puede representar. Hay que corregir el servicio.`,
  'answer-too-deep': ({ address, limit }, f) =>
    `La respuesta de ${address} tiene listas y objetos de más de ${f.number(limit)} niveles, que Almanac no lee.`,
  'unexpected-status': ({ host, status }) =>
    `${host} respondió con el estado ${status} donde se esperaba 200, así que no es una respuesta completa.`,
  'columns-of-one-name': ({ column }) =>
    `El servicio tiene en este conjunto de datos dos columnas llamadas «${column}», así que sus valores no se pueden distinguir.`,
  'page-removed': ({ host, address }) => `${host} lleva a una página que no tiene: ${address}.`,
  'next-skips': ({ address, given, next, expected }, f) =>
    `La página ${address} tiene ${f.number(given)} ${f.plural(given, 'fila', 'filas')}, pero continúa en la fila ${next} en lugar de la ${expected}. Faltarían filas o estarían duplicadas.`,
  'contradicts-itself': 'Respondió lo mismo dos veces, así que leerlo de nuevo no ayuda. Hay que corregir el servicio.',
  'asks-to-wait': ({ host, seconds }, f) =>
    `${host} pide que no haya peticiones ${f.plural(seconds, 'en el próximo segundo', `en los próximos ${f.number(seconds)} segundos`)}.`,
  'quiet-too-long': ({ host, seconds }, f) =>
    `${host} no ha respondido durante ${f.number(seconds)} ${f.plural(seconds, 'segundo', 'segundos')}.`,
  'pages-in-a-circle': ({ host }) =>
    `Las páginas de ${host} forman un bucle o no terminan nunca. Lo leído hasta ahora es todo lo que se puede obtener; avise a los responsables del servicio.`,
  'place-forgotten': ({ host }) => `${host} ya no conoce la posición alcanzada.`,
  'filter-passed-over': ({ host, column }) =>
    `${host} ignora el filtro de «${column}»: sus filas son las mismas con él y sin él. Quítelo para verlas.`,
  'join-passed-over': ({ host }) =>
    `${host} no dice que pueda mostrar filas que cumplan alguna de varias condiciones; mostraría las que las cumplen todas.`,
  'search-passed-over': ({ host }) =>
    `${host} ignora la búsqueda: sus filas son las mismas con ella y sin ella. Quítela para verlas.`,
  'collation-passed-over': ({ host }) =>
    `${host} no dice que pueda ordenar los textos como en un idioma. Quite ese orden para ver las filas.`,
  'order-passed-over': ({ host, column }) =>
    `${host} ignora el orden por «${column}»: sus filas son las mismas con él y sin él. Quítelo para verlas.`,
  'profile-malformed': ({ host }) =>
    `Lo que ${host} dice de sus columnas no tiene la forma que promete su descripción.`,
  'plain-http': ({ host }) =>
    `Se accede a ${host} por HTTP sin cifrar: quien comparta la red puede leer lo que usted envíe. Inicie sesión solo si lo acepta en esta conexión.`,
  'credentials-wrong': 'El nombre de usuario o la contraseña no es correcto, o la cuenta no está activa.',
  'no-tokens-given': ({ host }) =>
    `${host} no da tokens a cambio de un nombre de usuario y una contraseña. Pida uno a sus responsables y péguelo.`,
  'token-not-taken': 'El servicio no acepta este token.',
  'no-token': 'Esto no es un token: tiene espacios o letras que ningún token tiene.',
  'newer-meanwhile':
    'Apareció una versión más reciente del conjunto de datos mientras se leían sus filas, que pueden pertenecer a ambas. Empiece de nuevo.',
  'no-such-column': 'Esta columna ya no existe.',
  'no-older-versions': ({ host }) =>
    `${host} no puede mostrar versiones anteriores: da las filas más recientes sea cual sea la versión que se pida.`,
  'rows-not-whole': ({ host }) =>
    `Las páginas de ${host} forman un bucle o no terminan nunca, así que no se pueden obtener todas las filas.`,
  'grew-or-shrank': ({ host, before, now }, f) =>
    `${host} dijo primero que había ${f.number(before)} ${f.plural(before, 'fila', 'filas')}, y después que había ${f.number(now)}.`,
  'fewer-than-said': ({ host, total, given }, f) =>
    `${host} dice que hay ${f.number(total)} ${f.plural(total, 'fila', 'filas')}, pero dio ${f.number(given)}.`,
  'pages-changed': ({ host }) => `Las páginas de ${host} cambiaron de tamaño mientras se leían.`,
  'service-moved': 'El servicio ha cambiado de dirección desde que se detuvo la lectura. Empiece de nuevo.',
  'connections-lost': ({ file }) =>
    `La lista de conexiones de ${file} no se puede leer ni apartar. Las conexiones que añada se perderán al cerrar Almanac.`,
  'connections-put-aside': ({ file, name }) =>
    `No se pudo leer la lista de conexiones y se apartó como ${file}. Añada sus conexiones de nuevo, o repare ese archivo, llámelo ${name} y reinicie Almanac.`,
  'led-to': ({ host, address }) => `${host} llevó a ${address}. Esa dirección se conserva.`,
  'led-to-securely': ({ host, address }) =>
    `${host} llevó a ${address} por una conexión segura. Esa dirección se conserva.`,
  'no-reason-given': 'No da ninguna razón.',
  'keychain-silent': 'No responde.',
  'keychain-no-library':
    'Falta la biblioteca libsecret. Instálela (en Debian y Ubuntu, el paquete libsecret-1-0) y reinicie Almanac.',
  'keychain-no-program':
    'No se está ejecutando ningún programa que guarde contraseñas. Inicie GNOME Keyring, KWallet o KeePassXC e inténtelo de nuevo.',
  'keychain-locked': 'Está bloqueado. Desbloquéelo e inténtelo de nuevo.',
  'keychain-reported': ({ text }) => `Indica «${text}».`,
  'order-incomplete': 'El nuevo orden debe nombrar cada conexión una vez.',
};
