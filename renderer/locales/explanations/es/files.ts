import type { filesValues } from '#shared/failures/files.ts';
import type { TextsOf } from '#shared/failures/texts.ts';

/** Explanations of files that are read or published, in Spanish. */
export const filesEs: TextsOf<typeof filesValues> = {
  'archive-empty': 'El archivo comprimido está vacío.',
  'file-damaged': ({ said }) => `El archivo está dañado: ${said}.`,
  'archive-unreadable': ({ said }) => `No se puede leer el archivo comprimido: ${said}`,
  'archive-encrypted': ({ name }) =>
    `El archivo ${name} del archivo comprimido está protegido con contraseña. Extráigalo y elija el propio archivo.`,
  'archive-method': ({ name, method }) =>
    `El archivo ${name} del archivo comprimido usa ${method}, que no se lee. Extráigalo y elija el propio archivo.`,
  'archive-of-several': ({ names }) =>
    `El archivo comprimido contiene varios archivos (${names}). Elija uno, publique cada uno como conjunto de datos o reúnalos en uno.`,
  'no-whole-number': 'Esto no es un número entero de 64 bits.',
  'no-number': 'Esto no es un número.',
  'no-geometry': 'Esto no es una geometría.',
  'no-position': 'Esto no es una posición: necesita una longitud de −180 a 180 y una latitud de −90 a 90.',
  'cannot-be-read': 'Esto no se puede leer.',
  'too-few-values': 'El registro tiene muy pocos valores.',
  'too-many-values-uncorrected':
    'El registro tenía demasiados valores y aún faltan algunos: corrija sus valores o vacíe su campo «text» para tomarlos tal como están.',
  'too-many-values': 'El registro tiene demasiados valores.',
  'quote-not-closed': 'Una comilla no está cerrada, o hay algo detrás de ella.',
  'record-too-long': 'El registro es demasiado largo.',
  'record-no-text': 'El registro no es un texto válido.',
  'geometry-unread': ({ why }) => `No se puede leer una geometría: ${why}`,
  'json-malformed-at': ({ why, line, column, excerpt }) =>
    `El archivo no es JSON legible: ${why} Línea ${line}, columna ${column}, cerca de «${excerpt}».`,
  'json-malformed': ({ why, column, excerpt }) =>
    `Esto no es JSON legible: ${why} Columna ${column}, cerca de «${excerpt}».`,
  'json-value-expected': 'Aquí se espera un valor.',
  'json-name-expected': 'Aquí se espera un nombre entre comillas dobles.',
  'json-colon-expected': 'Aquí se esperan dos puntos.',
  'json-comma-expected': 'Aquí se espera una coma o un corchete de cierre.',
  'json-bracket-mismatch': 'Este corchete no cierra lo que se abrió.',
  'json-number-malformed': 'JSON no escribe así los números.',
  'json-word-unknown': 'JSON no conoce esta palabra.',
  'json-escape-unknown': 'JSON no conoce esta secuencia de escape.',
  'json-half-character': 'Una secuencia de escape representa medio carácter.',
  'json-control-character': 'En un texto, un carácter de control debe ir con secuencia de escape.',
  'json-not-utf8': 'Estos bytes no son UTF-8 válido.',
  'json-no-member': ({ name }) => `El archivo no tiene una lista de registros «${name}».`,
  'json-topology': 'leído como TopoJSON: un registro por cada forma',
  'topology-broken': ({ record }, f) =>
    `La forma ${f.number(record)} del TopoJSON no se puede componer: falta un arco o está mal formado.`,
  'json-esri': 'leído como JSON de Esri: una columna por cada atributo',
  'json-sdmx': 'Esto es SDMX-JSON, que no se lee. Descargue los datos como CSV.',
  'json-several-texts': ({ names }) =>
    `el archivo tiene varios textos JSON, cada uno con una lista de registros (${names}); cada uno se lee como un solo registro: reúna las listas en una para leer sus registros`,
  'became-text': ({ count, value }, f) =>
    `texto, porque ${f.number(count)} ${f.plural(count, 'valor', 'valores')} más abajo no ${f.plural(count, 'puede', 'pueden')} leerse como los primeros, por ejemplo «${value}»`,
  'json-several-lists': ({ names }) =>
    `el archivo tiene varias listas de registros (${names}) y se lee como un solo registro; indique cuál hay que leer`,
  'json-one-page': ({ evidence }) =>
    `el archivo es una página de una respuesta más larga (${evidence}): no contiene los registros de las demás páginas`,
  'json-nested': ({ names }) => `los objetos quedan como texto JSON, pero pueden dividirse en columnas: ${names}`,
  'json-records-of': ({ name }) => `los registros son los de «${name}»`,
  'json-records-of-beside': ({ name, others }) => `los registros son los de «${name}»; se omite: ${others}`,
  'json-preamble-left-out': 'se omitió lo que precede al texto JSON',
  'json-columns': 'leído como tabla de columnas: cada miembro contiene los valores de una',
  'json-split': 'leído como tabla de columnas, índice y filas',
  'json-by-column':
    'leído como tabla de columnas: cada miembro contiene los valores de una, por el nombre de su registro',
  'json-by-record': 'leído como tabla de registros: cada miembro es uno',
  'json-bindings': 'leído como resultados de SPARQL: un registro por cada solución',
  'json-hits': 'leído como resultados de una búsqueda: un registro por el origen de cada uno',
  'json-visualisation': 'leído como tabla de la API Visualization de Google',
  'json-px-web': 'leído como JSON de PxWeb: un registro por cada clave',
  'json-statistics': 'leído como JSON-stat: un registro por cada valor del cubo',
  'eurostat-table': 'leído como tabla de Eurostat: un registro por cada valor, con sus marcas',
  'eurostat-line-unfit': ({ line, values, expected }, f) =>
    `La línea ${f.number(line)} de esta tabla de Eurostat tiene ${f.number(values)} códigos y valores, pero la primera línea tiene ${f.number(expected)} nombres. Puede que el archivo esté incompleto: descárguelo de nuevo.`,
  'px-table': 'leído como PC-Axis: un registro por cada celda de la tabla',
  'px-unit': ({ unit }) => `unidad de todos los valores: ${unit}`,
  'px-rows-left-out': 'las filas que el archivo omite, porque todos sus valores son 0, no tienen registros',
  'px-no-data':
    'A este archivo PC-Axis le falta la palabra clave DATA con las celdas. Puede estar incompleto: descárguelo de nuevo.',
  'px-no-variables':
    'Este archivo PC-Axis no nombra variables: sus palabras clave STUB y HEADING faltan o están vacías.',
  'px-variable-repeated': ({ variable }) => `Este archivo PC-Axis nombra dos veces la variable «${variable}».`,
  'px-values-missing': ({ variable }) =>
    `Este archivo PC-Axis no tiene valores para la variable «${variable}»: necesita VALUES("${variable}").`,
  'px-codes-unfit': ({ variable, codes, values }, f) =>
    `La variable «${variable}» de este archivo PC-Axis tiene ${f.number(codes)} ${f.plural(codes, 'código', 'códigos')} para ${f.number(values)} ${f.plural(values, 'valor', 'valores')}.`,
  'px-cell-unfit': ({ line, text }, f) =>
    `«${text}», en la línea ${f.number(line)}, no es un número ni un signo de valor ausente. Corrija la celda en el archivo.`,
  'px-cells-unfit': ({ cells, expected }, f) =>
    `Este archivo PC-Axis tiene ${f.number(cells)} celdas, pero sus variables tienen ${f.number(expected)}. Puede estar incompleto: descárguelo de nuevo.`,
  'px-key-unknown': ({ line, key, variable }, f) =>
    `La fila de la línea ${f.number(line)} empieza por «${key}», que no es un valor de la variable «${variable}».`,
  'json-statistics-unfit': 'Las dimensiones de este archivo JSON-stat no encajan entre sí.',
  'json-columns-uneven': ({ counts }) => `Las columnas tienen distinto número de valores (${counts}).`,
  'json-split-uneven': ({ row, count }, f) =>
    `La fila ${row} no tiene ${f.number(count)} ${f.plural(count, 'valor', 'valores')}, o el índice tiene otra longitud que las filas.`,
  'json-table-too-large': ({ limit }, f) =>
    `Una tabla en esta forma de JSON puede tener como máximo ${f.number(limit)} MiB. Escríbala como lista de registros, un objeto cada uno.`,
  'json-name-repeated': ({ name, count, record }, f) =>
    `${name}: aparece más de una vez en ${f.number(count)} ${f.plural(count, 'registro', 'registros')}, el primero es el ${record}; se conservó su primer valor`,
  'no-list': 'Esto no es una lista, como lo son los registros anteriores.',
  'feature-properties': 'Las propiedades de una entidad deben ser un objeto.',
  'feature-members-left-out': ({ names }) =>
    `se omitieron miembros de entidades distintos de sus propiedades: ${names}`,
  'geometry-beyond': ({ count, record }, f) =>
    `geometry: ${f.number(count)} ${f.plural(count, 'tiene', 'tienen')} posiciones más allá de 180 o 90 grados, la primera en el registro ${record}; indique su sistema de coordenadas`,
  'coordinate-system-unknown': ({ system }) =>
    `El sistema de coordenadas ${system} no se conoce lo bastante para convertir sus posiciones. Convierta el archivo a longitud y latitud (EPSG:4326).`,
  'position-not-in-system': ({ system }) => `Una posición no existe en ${system}.`,
  'behind-the-list': 'Hay algo después del final de la lista.',
  'text-incomplete': 'El texto termina antes de estar completo.',
  'text-empty': 'No hay nada en el texto.',
  'no-delimited-text':
    'No se pudo entender el archivo como texto delimitado. Puede servir otro formato, delimitador, comillas o codificación.',
  'no-records': 'El archivo no tiene registros.',
  'no-json': ({ said }) => `El archivo no es JSON legible: ${said}`,
  'no-object': 'Esto no es un objeto.',
  'record-no-object': ({ number }) => `El registro ${number} no es un objeto.`,
  'sheet-chosen': ({ sheet }) => `se leyó la hoja «${sheet}», la primera visible que contiene una tabla`,
  'cells-with-errors': ({ count }, f) =>
    `celdas con error (#N/D, #¡DIV/0!, …) tratadas como ausentes: ${f.number(count)}`,
  'formulas-uncalculated': ({ count }, f) =>
    `fórmulas que nunca se calcularon, por tanto ausentes: ${f.number(count)}; abra el libro y guárdelo de nuevo`,
  'hidden-rows-read': ({ count }, f) => `filas ocultas que también se leyeron: ${f.number(count)}`,
  'hidden-columns-read': ({ count }, f) => `columnas ocultas que también se leyeron: ${f.number(count)}`,
  'sheet-empty': 'La hoja no tiene registros.',
  'file-not-there': 'El archivo no está.',
  'file-unreadable': ({ said }) => `No se puede leer el archivo: ${said}.`,
  'file-not-readable': 'Usted no tiene permiso para leer el archivo.',
  'file-not-viewed': 'El archivo ya no está abierto.',
  'no-file': 'Esto no es un archivo.',
  'file-empty': 'El archivo está vacío.',
  'file-has-no-column': ({ column }) => `El archivo no tiene la columna «${column}».`,
  'point-of-two': 'Elija la columna de la latitud y la de la longitud.',
  'made-of': ({ longitude, latitude }) => `formado por «${longitude}» y «${latitude}»`,
  'not-unpacked': ({ said }) => `No se puede descomprimir el archivo: ${said}.`,
  'encoding-unknown': ({ encoding }) => `No se conoce la codificación «${encoding}».`,
  'file-not-there-or-closed': 'El archivo no está, o no se puede leer.',
  'no-utf8': ({ encoding }) => `El texto no es UTF-8; parece ${encoding}. Compruebe las letras con acento.`,
  'codes-stay-text': 'los códigos que empiezan por ceros siguen siendo texto',
  'long-numbers-stay-text': 'los números de más de 64 bits siguen siendo texto',
  'digits-stay-text': 'los números con más cifras de las que aquí conserva un número siguen siendo texto',
  'marks-missing': ({ marks }) => `${marks} se considera ausente`,
  'dates-to-text': ({ column }) =>
    `${column}: se muestra como texto, porque no todos los valores nuevos son fechas u horas`,
  'times-to-iso': 'fechas y horas a texto ISO 8601',
  'decimal-or-thousands':
    'sigue siendo texto, porque el signo de sus números puede marcar decimales o separar millares',
  'years-of-two-digits': 'sigue siendo texto, porque los años de sus fechas tienen dos cifras',
  'table-below': ({ line, above }, f) =>
    `otra tabla parece empezar en la línea ${line} y se lee junto con la primera: omita sus líneas, o salte ${f.number(above)} ${f.plural(above, 'línea', 'líneas')} para leerla por separado`,
  'table-beside': ({ column }) =>
    `la columna ${column} no tiene nombre ni valores: si hay otra tabla detrás, omita las columnas de una de las dos`,
  'too-many-columns': ({ count, limit }, f) =>
    `El archivo tiene ${f.number(count)} columnas; un conjunto de datos puede tener como máximo ${f.number(limit)}. Omita algunas o conviértalas en filas.`,
  'day-or-month-first': 'sigue siendo texto, porque nada indica si va primero el día o el mes',
  'some-are-others': ({ count, total }, f) =>
    `sigue siendo texto, porque ${f.number(count)} de ${f.number(total)} ${f.plural(total, 'valor', 'valores')} no ${f.plural(count, 'es un número o una fecha', 'son números o fechas')}`,
  'written-differently': 'sigue siendo texto, porque no todos sus números o fechas están escritos de la misma forma',
  'numbers-with-unit': ({ sign }) => `números con ${sign}: como decimal o entero se guardan sin ese signo`,
  'encoding-unsure': ({ encodings }) =>
    `El texto no es UTF-8; puede ser ${encodings}. Elija la codificación cuyas letras sean correctas.`,
  'encoding-not-whole': ({ encoding }) =>
    `El texto parece ${encoding}, pero tiene bytes que no lo son. Indique su codificación.`,
  'bytes-no-characters': ({ line, encoding }) =>
    `La línea ${line} tiene bytes que no son ningún carácter en ${encoding}. Corríjalos en el archivo o indique otra codificación.`,
  'characters-replaced': ({ count, encoding, line }, f) =>
    `${f.number(count)} ${f.plural(count, 'carácter no se pudo leer', 'caracteres no se pudieron leer')} como ${encoding} y ahora ${f.plural(count, 'es', 'son')} U+FFFD, el primero en la línea ${line}`,
  'some-no-utf8': ({ count, line }, f) =>
    `${f.number(count)} ${f.plural(count, 'línea no es', 'líneas no son')} UTF-8 válido, la primera es la línea ${line}, aunque las demás lo son. Guarde el archivo como UTF-8 o indique su codificación; con «utf-8» se reemplazan los bytes en cuestión.`,
  'zstd-text': 'Un archivo comprimido con zstd debe estar en UTF-8.',
  'read-as': ({ encoding }) => `texto leído como ${encoding}`,
  'first-quote-not-closed': ({ line }, f) =>
    `La tabla empieza en la línea ${f.number(line)}, y en ella hay unas comillas que no se cierran nunca, o tras las que sigue otro texto. Corríjalas en el archivo, o elija otras comillas o ninguna.`,
  'header-without-first': ({ column }) =>
    `el encabezado tiene un nombre menos que valores los registros: los primeros valores se leyeron como nombres de las filas (${column})`,
  'header-without-last': ({ column }) =>
    `el encabezado tiene un nombre menos que valores los registros: la última columna no tiene nombre (${column})`,
  'empty-records-left-out': ({ count, line }, f) =>
    `líneas omitidas que solo tienen separadores o espacios: ${f.number(count)}, la primera es la línea ${f.number(line)}`,
  'codes-with-zeros': ({ one, other }) => `los códigos siguen siendo texto: ${one} y ${other} serían el mismo número`,
  'merged-cells': ({ count }, f) =>
    `celdas combinadas, cuyo valor está solo en la primera y las demás quedan ausentes: ${f.number(count)}`,
  'zero-padded-numbers': ({ count }, f) =>
    `los números mostrados con ceros delante son texto con esos ceros: ${f.number(count)} ${f.plural(count, 'celda', 'celdas')}`,
  'nul-in-names': ({ columns }) => `el carácter NUL en nombres de columnas pasó a ser ␀: ${columns}`,
  'finer-than-microseconds': ({ columns }) => `de las horas en nanosegundos se conservan los microsegundos: ${columns}`,
  'json-socrata': 'leído como filas de Socrata: números según sus tipos, sin las columnas que marca como ocultas',
  'read-as-unsure': ({ encoding, second }) =>
    `texto leído como ${encoding}, la codificación más probable; la segunda es ${second}: compruebe los acentos y los símbolos`,
  'no-workbook': 'El archivo no es un libro de Excel.',
  'workbook-empty': 'El libro no tiene ninguna hoja con celdas.',
  'workbook-text-missing': ({ cell }) =>
    `La celda ${cell} remite a un texto que el libro no tiene. Ábralo en un programa de hojas de cálculo y guárdelo de nuevo.`,
  'in-file': ({ file, said }) => `En el archivo ${file}: ${said}`,
  'too-many-to-combine': ({ count, limit }, f) =>
    `Hay ${f.number(count)} ${f.plural(count, 'archivo', 'archivos')}; como máximo ${f.number(limit)} forman un conjunto de datos.`,
  'archive-name-twice': ({ name }) =>
    `El archivo comprimido contiene dos archivos con el nombre ${name}. Extráigalos y elija uno.`,
  'archive-no-entry': ({ name }) => `El archivo comprimido no contiene ningún archivo ${name}.`,
  'formats-differ': ({ first, format, file, other }) =>
    `Solo archivos de un mismo formato forman un conjunto de datos: ${first} es ${format}, ${file} es ${other}.`,
  'columns-differ': ({ first, count, files }, f) =>
    `Solo archivos con las mismas columnas forman un conjunto de datos. En comparación con ${first}, ${f.number(count)} de los archivos ${f.plural(count, 'difiere', 'difieren')} (− falta, + de más): ${files}`,
  'column-types-differ': ({ column, type, file, otherType, other }) =>
    `La columna ${column} tiene tipos que no encajan: ${type} en ${file}, ${otherType} en ${other}.`,
  'file-column-taken': ({ column }) =>
    `Ya hay una columna ${column}: elija otro nombre para la columna de los nombres de archivo.`,
  'files-combined': ({ count }, f) =>
    `${f.number(count)} ${f.plural(count, 'archivo se reunió', 'archivos se reunieron')} en el orden de sus nombres.`,
  'empty-files-left-out': ({ count, files }, f) =>
    `${f.number(count)} ${f.plural(count, 'archivo vacío se omitió', 'archivos vacíos se omitieron')}: ${files}`,
  'no-record-on-line': ({ lines }) =>
    `Ningún registro empieza en la línea ${lines}, así que allí no se puede omitir ninguno. La vista previa muestra la línea de cada registro.`,
  'chosen-left-out': ({ count }, f) =>
    `${f.number(count)} ${f.plural(count, 'fila elegida se omitió', 'filas elegidas se omitieron')}.`,
  'leave-out-not-here': 'Solo en textos delimitados y libros se pueden omitir filas sueltas.',
  'folder-without-data': ({ folder }) => `La carpeta ${folder} no contiene archivos que se puedan publicar.`,
  'no-sheet': ({ sheet }) => `El libro no tiene la hoja «${sheet}».`,
  'workbook-damaged': ({ said }) => `El libro está dañado: ${said}`,
  'too-many-records': ({ count }, f) =>
    `El archivo tiene más de ${f.number(count)} ${f.plural(count, 'registro', 'registros')}.`,
  'not-finite': ({ column, count }, f) => `${column}: ${f.number(count)} NaN e infinitos tratados como ausentes`,
  'boolean-to-text': 'booleano a «true» y «false»',
  'date-to-text': 'fecha a texto ISO 8601',
  'time-to-utc-text': 'hora a texto ISO 8601 en UTC',
  'time-to-text': 'hora a texto ISO 8601',
  'binary-as-text': 'binario a texto: todos sus valores son UTF-8',
  'column-reprojected': ({ column, system }) => `${column}: posiciones de ${system} a longitud y latitud (WGS 84)`,
  'binary-to-text': 'binario a texto hexadecimal',
  'nested-to-text': 'valores anidados a texto JSON',
  'lines-below-left-out': ({ line, count }, f) =>
    `líneas omitidas debajo de los registros, desde la línea ${line}: ${f.number(count)}`,
  'headers-repeated': ({ count }, f) => `filas omitidas que repiten el encabezado: ${f.number(count)}`,
  'other-table': ({ line, count }, f) =>
    `otra tabla empieza en la fila ${line}: ${f.plural(count, 'se omitió', 'se omitieron')} ${f.number(count)} de sus filas. Para leer esa tabla, omita las filas anteriores.`,
  'comments-left-out': ({ count }, f) => `líneas de comentario omitidas: ${f.number(count)}`,
  'records-advice': 'Corríjalos en el archivo, o haga que se omitan y se escriban en un archivo aparte.',
  'of-pdf': 'Esto es un documento PDF. Pida la tabla a su editor como CSV o XLSX, o expórtela con otro programa.',
  'of-encrypted-parquet': 'Este archivo Parquet está cifrado. Escríbalo de nuevo sin cifrar.',
  'of-statistics-program': ({ program }) => `Esto es un archivo de ${program}. Expórtelo allí como CSV o Parquet.`,
  'of-archive': ({ kind }) =>
    `Esto está comprimido con ${kind}. Descomprímalo primero; zip, gzip y zstd se leen tal cual.`,
  'of-database': ({ kind }) =>
    `Esto es un archivo del tipo ${kind}, que no se lee. Exporte su tabla como CSV o Parquet.`,
  'of-picture': 'Esto es una imagen, no una tabla.',
  'of-program': ({ kind }) => `Esto no es un texto, sino un programa (${kind}).`,
  'of-recording': 'Esto es una grabación de sonido o vídeo, no una tabla.',
  'of-zeros':
    'El archivo no contiene más que bytes cero: no se escribió por completo. Obténgalo de nuevo de su fuente.',
  'of-binary':
    'Esto no es un texto, sino un archivo binario de un tipo que no se lee. Exporte su tabla como CSV, XLSX o Parquet con el programa que lo creó.',
  'of-protected-workbook': 'El libro está protegido con contraseña. Guárdelo sin ella e inténtelo de nuevo.',
  'of-web-page':
    'Esto es una página web, no datos: quizá una página de error o de inicio de sesión guardada con nombre de archivo. Descargue el propio archivo.',
  'of-markup': 'Esto es un documento XML, que no se lee. Exporte su tabla como CSV o JSON.',
  'of-source-text': ({ format }) =>
    `Es un texto en forma de ${format}, no una tabla de registros. Si contiene una tabla, guárdela sola como CSV.`,
  'of-text-format': ({ format }) =>
    `Esto es un archivo en el formato ${format}, que no se lee. Exporte su tabla como CSV.`,
  'of-lfs-pointer': 'Esto solo apunta a un archivo que Git LFS guarda en otro lugar. Descargue el propio archivo.',
  'of-lock-file': 'Office mantiene este archivo junto a un documento mientras está abierto. Elija el propio documento.',
  'file-incomplete': 'El archivo está incompleto: le falta el final. Descárguelo o cópielo de nuevo.',
  'unseparated-sign': ({ sign }) =>
    `cada línea contiene ${sign} el mismo número de veces, pero se lee como una sola columna: si separa columnas, elíjalo como delimitador`,
  'unseparated-fixed-width': ({ starts }) =>
    `las líneas parecen columnas de ancho fijo y se leen como una sola columna: divídalas en los caracteres ${starts}`,
  'table-drawn':
    'el archivo parece una tabla dibujada para leerla, como en Markdown; sus líneas y su marco se leen como valores: guárdela como CSV',
  'of-spreadsheet': ({ format }) => `Esto es una hoja de cálculo en el formato ${format}. Guárdela como .xlsx o CSV.`,
  'of-document': ({ kind }) =>
    `Esto es un documento (${kind}), no una tabla. Copie su tabla en una hoja de cálculo y guárdela como .xlsx o CSV.`,
  'of-geodata': ({ kind }) =>
    `Estos son datos geográficos en el formato ${kind}, que no se lee. Expórtelos como GeoJSON, GeoParquet o CSV, por ejemplo con QGIS.`,
  'records-together': ({ from, to }) =>
    `Están seguidos, en las líneas ${from} a ${to}: si son otra tabla o notas, omítalos.`,
  'totals-below': ({ lines, column, value }) =>
    `los últimos registros (línea ${lines}) parecen totales de los demás; sin ellos, «${column}» no sería texto: «${value}»`,
  'columns-touch': ({ count, line, position }, f) =>
    `líneas en las que se tocan los valores de dos columnas: ${f.number(count)}; la primera es la línea ${f.number(line)}, en el carácter ${f.number(position)}`,
  'column-start-inside': ({ line, position, text }, f) =>
    `En la línea ${f.number(line)} un valor cruza el carácter ${f.number(position)}, donde debe empezar una columna: «${text}». Cambie las posiciones u omita las líneas sobre la tabla.`,
  'column-starts-order': 'Las posiciones en las que empiezan las columnas deben ir en orden ascendente.',
  'header-joined': ({ count }, f) =>
    `nombres de columnas compuestos a partir de las primeras ${f.number(count)} líneas de la tabla`,
  'first-record-units':
    'el primer registro parece contener unidades o descripciones, no valores; sin él, algunas columnas de texto serían números',
  'log-lines':
    'las líneas parecen el registro de eventos de un programa y se leen como una sola columna: conviértalo en CSV o JSON con una herramienta para ello',
  'log-of-server':
    'las líneas parecen el registro de un servidor web; las columnas llevan los nombres de los campos de esos registros',
  'of-ebcdic':
    'Esto es texto en EBCDIC, una codificación de grandes ordenadores, que no se lee. Conviértalo a UTF-8 con un delimitador entre las columnas, por ejemplo CSV.',
  'lines-above-left-out': ({ count }, f) => `líneas omitidas encima del encabezado: ${f.number(count)}`,
  'no-geojson': 'Esto no es una geometría GeoJSON.',
  'geometry-too-deep': ({ count }, f) =>
    `Una geometría puede contener colecciones dentro de colecciones hasta ${f.number(count)} niveles.`,
  'position-not-finite': 'Una posición tiene un número más allá de ±1,8e308.',
  'position-of-two': 'Una posición necesita dos números.',
  'coordinates-lists': 'Las coordenadas deben ser listas.',
  'value-unread': ({ where, why }) => `No se pudo leer un valor, el primero en ${where}: ${why}`,
  'values-unread': ({ count, where, why }, f) =>
    `${f.plural(count, 'No se pudo leer', 'No se pudieron leer')} ${f.number(count)} ${f.plural(count, 'valor', 'valores')}, el primero en ${where}: ${why}`,
  'record-unread': ({ where, why }) => `No se pudo leer un registro, el primero en ${where}: ${why}`,
  'records-unread': ({ count, where, why }, f) =>
    `${f.plural(count, 'No se pudo leer', 'No se pudieron leer')} ${f.number(count)} ${f.plural(count, 'registro', 'registros')}, el primero en ${where}: ${why}`,
  'in-line': ({ line }) => `línea ${line}`,
  'in-line-column': ({ line, column }) => `línea ${line}, columna «${column}»`,
  'in-record': ({ record }) => `registro ${record}`,
  'in-record-column': ({ record, column }) => `registro ${record}, columna «${column}»`,
  'values-hopeless': ({ count }, f) =>
    `De los primeros ${f.number(count)} ${f.plural(count, 'registro', 'registros')} no se puede leer ninguno, así que no se leyó el resto.`,
  'records-hopeless': 'No se puede leer ninguno de los primeros registros, así que no se leyó el resto.',
  'record-unreadable': ({ said }) => `No se puede leer el registro (${said}).`,
  'reading-took-memory': ({ file, limit }, f) =>
    `La lectura de «${file}» necesitó más de ${f.number(limit)} MiB de memoria y se detuvo. El archivo puede estar dañado o hecho para agotar la memoria; uno con menos columnas o valores más cortos se puede leer.`,
  'reading-took-time': ({ file, minutes }, f) =>
    `La lectura de «${file}» no avanzó durante ${f.number(minutes)} ${f.plural(minutes, 'minuto', 'minutos')} y se detuvo. El archivo puede estar dañado o hecho para bloquear a su lector.`,
  'reading-crashed': ({ file, said }) =>
    `El lector de «${file}» falló (${said}). Probablemente el archivo esté dañado; escríbalo de nuevo con el programa que lo creó, o en otro formato.`,
  'part-too-large': ({ file }) => `Un valor o una parte de «${file}» es demasiado grande para leerlo.`,
  'part-too-deep': ({ file }) => `Un valor de «${file}» tiene demasiados niveles para leerlo.`,
  'nested-too-deep': ({ limit }, f) =>
    `Hay valores anidados a más de ${f.number(limit)} niveles, el máximo que se lee.`,
  'record-nested-too-deep': ({ number, limit }, f) =>
    `El registro ${number} está anidado a más de ${f.number(limit)} niveles, el máximo que se lee.`,
  'parquet-columns-encrypted': 'Hay columnas de este archivo Parquet cifradas. Escríbalo de nuevo sin cifrar.',
  'parquet-codec': ({ column, codec }) =>
    `La columna «${column}» del archivo Parquet está comprimida con ${codec}, que no se lee. Escriba el archivo de nuevo con zstd, snappy o gzip.`,
  'parquet-encoding': ({ column, encoding }) =>
    `La columna «${column}» del archivo Parquet está codificada como ${encoding}, que solo se lee en float y double. Escriba el archivo de nuevo con codificación simple.`,
  'parquet-decimal-too-long': ({ column, precision, limit }, f) =>
    `La columna «${column}» del archivo Parquet tiene números decimales de ${f.number(precision)} cifras; se leen como máximo ${f.number(limit)}. Escríbala como texto o con menos cifras.`,
  'parquet-page-damaged': ({ column }) =>
    `La columna «${column}» del archivo Parquet está dañada: sus bytes no coinciden con su suma de verificación. Obtenga el archivo de nuevo, o escríbalo otra vez desde su fuente.`,
  'parquet-unreadable':
    'No se puede leer el archivo Parquet: está dañado o usa algo que no se lee. Escríbalo con otro programa u otra versión.',
  'parquet-two-values': ({ column }) =>
    `La columna «${column}» del archivo Parquet está dañada: tiene dos valores en un mismo lugar. Vuelva a escribir el archivo desde su origen.`,
  'parquet-levels-damaged': ({ column }) =>
    `La columna «${column}» del archivo Parquet está dañada: sus valores no corresponden al número de filas. Vuelva a escribir el archivo desde su origen.`,
  'parquet-damaged': ({ said }) =>
    `No se pueden leer los valores del archivo Parquet (${said}). Está dañado o usa algo que no se lee; escríbalo con otro programa u otra versión.`,
  'parquet-takes-memory': ({ said }) =>
    `Descomprimir una parte del archivo Parquet necesita más memoria de la permitida (${said}). Escríbalo con grupos de filas y páginas más pequeños.`,
  'parquet-too-deep': ({ limit }, f) =>
    `El archivo Parquet tiene columnas anidadas a más de ${f.number(limit)} niveles, el máximo que se lee.`,
  'parquet-too-wide': ({ limit }, f) =>
    `El archivo Parquet tiene más de ${f.number(limit)} ${f.plural(limit, 'columna o grupo', 'columnas y grupos')}, el máximo que se lee.`,
  'unpacks-to-too-much': ({ limit, ratio }, f) =>
    `Descomprimido, el archivo supera los ${f.number(limit)} MiB, más de ${f.number(ratio)} veces lo que permite su tamaño. Descomprímalo primero si es lo que debe ser.`,
  'sheet-too-wide': ({ cell, limit }) =>
    `La celda ${cell} está más allá de la columna ${limit}, la última que puede tener una hoja.`,
  'sheet-too-long': ({ row, limit }) =>
    `La hoja tiene una fila ${row}; la última que puede tener una hoja es la ${limit}.`,
  'values-take-memory':
    'Los registros del archivo necesitan más memoria de la permitida. Uno con menos columnas o valores más cortos se puede leer.',
  'parquet-rows-contradict': ({ stated, found }, f) =>
    `El archivo Parquet dice que tiene ${f.number(stated)} ${f.plural(stated, 'fila', 'filas')}, pero sus grupos de filas tienen ${f.number(found)}. Está dañado o no se escribió por completo.`,
  'column-name-too-long': ({ column, characters, limit }, f) =>
    `El nombre de la columna que empieza por «${column}» tiene ${f.number(characters)} caracteres. Como máximo se admiten ${f.number(limit)}. Dele un nombre más corto u omítala.`,
  'column-names-too-long': ({ characters, limit }, f) =>
    `Los nombres de las columnas tienen en total ${f.number(characters)} caracteres. Como máximo se admiten ${f.number(limit)}. Acórtelos u omita columnas.`,
  'workbook-not-in-encoding': ({ encoding }) =>
    `No se puede leer el libro: contiene bytes que no son ${encoding}, como dice ser.`,
  'workbook-half-character':
    'No se puede leer el libro: uno de sus textos tiene medio carácter (un sustituto suelto como _xD800_).',
  'workbook-texts-too-large': ({ limit }, f) =>
    `Los textos del libro superan los ${f.number(limit)} MiB. Guarde la hoja como CSV para publicarla.`,
  'records-too-large': ({ limit }, f) =>
    `El archivo da más de ${f.number(limit)} MiB de registros. Publíquelo por partes o guarde su tabla como CSV.`,
  'json-comma-trailing': 'detrás de una coma no hay nada',
  'read-as-replaced': ({ encoding, count, line }, f) =>
    `texto leído como ${encoding}; ${f.number(count)} ${f.plural(count, 'carácter no se pudo leer y ahora es', 'caracteres no se pudieron leer y ahora son')} U+FFFD, el primero en la línea ${line}`,
  recast: ({ from, to }) => `${from} a ${to}`,
  widened: ({ column, from, to }) => `${column}: ${from} a ${to}, para admitir las filas nuevas`,
  'missing-in-new': ({ column }) => `${column}: falta en las filas nuevas`,
  'missing-in-old': ({ column }) => `${column}: falta en las filas anteriores`,
  'integers-to-text': ({ type }) => `${type} a texto, porque tiene enteros de más de 64 bits`,
  'digits-to-text': ({ type }) => `${type} a texto, porque tiene más cifras de las que aquí conserva un número`,
  'archive-damaged': 'está dañado',
};
