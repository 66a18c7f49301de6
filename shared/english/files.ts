import type { filesValues } from '../failures/files.ts';
import type { TextsOf } from '../failures/texts.ts';

/** Explanations about files that are read or published, in English. */
export const filesTexts: TextsOf<typeof filesValues> = {
  'archive-empty': 'The archive is empty.',
  'file-damaged': ({ said }) => `The file is damaged: ${said}.`,
  'archive-unreadable': ({ said }) => `The archive cannot be read: ${said}`,
  'archive-encrypted': ({ name }) =>
    `The file ${name} in the archive is protected by a password. Unpack it and choose the file itself.`,
  'archive-method': ({ name, method }) =>
    `The file ${name} in the archive is compressed with ${method}, which is not supported. Unpack it and choose the file itself.`,
  'archive-of-several': ({ names }) =>
    `The archive contains several files (${names}). Choose one of them, publish each as a separate dataset, or combine them into one dataset.`,
  'no-whole-number': 'This is not a whole number of 64 bits.',
  'no-number': 'This is not a number.',
  'no-geometry': 'This is not a geometry.',
  'no-position': 'This is not a position: it needs a longitude from −180 to 180 and a latitude from −90 to 90.',
  'cannot-be-read': 'This cannot be read.',
  'too-few-values': 'The record has too few values.',
  'too-many-values-uncorrected':
    'The record had too many values, and still lacks some of them: correct its values, or empty its “text” to accept them as they are.',
  'too-many-values': 'The record has too many values.',
  'quote-not-closed': 'A quote is not closed, or is followed by other text.',
  'record-too-long': 'The record is too long.',
  'record-no-text': 'The record is not valid text.',
  'geometry-unread': ({ why }) => `A geometry cannot be read: ${why}`,
  'json-malformed-at': ({ why, line, column, excerpt }) =>
    `The file is not valid JSON: ${why} Line ${line}, column ${column}, near “${excerpt}”.`,
  'json-malformed': ({ why, column, excerpt }) => `This is not valid JSON: ${why} Column ${column}, near “${excerpt}”.`,
  'json-value-expected': 'A value is expected here.',
  'json-name-expected': 'A name in double quotes is expected here.',
  'json-colon-expected': 'A colon is expected here.',
  'json-comma-expected': 'A comma or a closing bracket is expected here.',
  'json-bracket-mismatch': 'This bracket does not close what was opened.',
  'json-number-malformed': 'This is not a valid number in JSON.',
  'json-word-unknown': 'JSON has no such word.',
  'json-escape-unknown': 'JSON has no such escape.',
  'json-half-character': 'An escape represents half a character.',
  'json-control-character': 'A control character in a text must be escaped.',
  'json-not-utf8': 'These bytes are not valid UTF-8.',
  'json-no-member': ({ name }) => `The file has no list of records "${name}".`,
  'json-topology': 'read as TopoJSON: a record for each shape',
  'topology-broken': ({ record }, f) =>
    `Shape ${f.number(record)} of the TopoJSON cannot be put together: an arc is missing or malformed.`,
  'json-esri': 'read as Esri JSON: a column for each attribute',
  'json-sdmx': 'This is SDMX-JSON, which is not supported. Download the data as CSV.',
  'json-several-texts': ({ names }) =>
    `the file has several JSON texts, each with a list of records (${names}); each is read as one record: combine the lists to read their records`,
  'became-text': ({ count, value }, f) =>
    `text, since ${f.number(count)} ${f.plural(count, 'value', 'values')} further down cannot be read like the first ones, such as "${value}"`,
  'json-several-lists': ({ names }) =>
    `the file has several lists of records (${names}) and is read as one record; choose the one to read`,
  'json-one-page': ({ evidence }) =>
    `the file is one page of a longer answer (${evidence}): the records of the other pages are not in it`,
  'json-nested': ({ names }) => `objects stay JSON text, but can be split into columns: ${names}`,
  'json-records-of': ({ name }) => `the records are those of "${name}"`,
  'json-records-of-beside': ({ name, others }) => `the records are those of "${name}"; left out: ${others}`,
  'json-preamble-left-out': 'text before the JSON was ignored',
  'json-columns': 'read as a table of columns: each member holds the values of one',
  'json-split': 'read as a table of columns, index and rows',
  'json-by-column': 'read as a table of columns: each member holds the values of one, by the name of the record',
  'json-by-record': 'read as a table of records: each member is one',
  'json-bindings': 'read as results of SPARQL: one record for each solution',
  'json-hits': 'read as hits of a search: one record for the source of each',
  'json-visualisation': 'read as a table of Google’s Visualization API',
  'json-px-web': 'read as JSON of PxWeb: one record for each key',
  'json-statistics': 'read as JSON-stat: one record for each value of the cube',
  'eurostat-table': 'read as a table of Eurostat: one record for each value, with its flags',
  'eurostat-line-unfit': ({ line, values, expected }, f) =>
    `Line ${f.number(line)} of this table of Eurostat has ${f.number(values)} codes and values, but its first line has ${f.number(expected)} names. The file may be incomplete: download it again.`,
  'px-table': 'read as PC-Axis: one record for each cell of the table',
  'px-unit': ({ unit }) => `unit of all values: ${unit}`,
  'px-rows-left-out': 'rows that the file leaves out, because all their values are 0, have no records',
  'px-no-data': 'This PC-Axis file has no keyword DATA with cells. It may be incomplete: download it again.',
  'px-no-variables': 'This PC-Axis file names no variables: its keywords STUB and HEADING are missing or empty.',
  'px-variable-repeated': ({ variable }) => `This PC-Axis file names the variable “${variable}” twice.`,
  'px-values-missing': ({ variable }) =>
    `This PC-Axis file has no values for the variable “${variable}”: it needs VALUES("${variable}").`,
  'px-codes-unfit': ({ variable, codes, values }, f) =>
    `The variable “${variable}” of this PC-Axis file has ${f.number(codes)} ${f.plural(codes, 'code', 'codes')} for ${f.number(values)} ${f.plural(values, 'value', 'values')}.`,
  'px-cell-unfit': ({ line, text }, f) =>
    `“${text}” on line ${f.number(line)} is neither a number nor the sign of a missing value. Correct the cell in the file.`,
  'px-cells-unfit': ({ cells, expected }, f) =>
    `This PC-Axis file has ${f.number(cells)} cells, but its variables have ${f.number(expected)}. It may be incomplete: download it again.`,
  'px-key-unknown': ({ line, key, variable }, f) =>
    `The row on line ${f.number(line)} begins with “${key}”, which is no value of the variable “${variable}”.`,
  'json-statistics-unfit': 'The dimensions of this JSON-stat file are inconsistent.',
  'json-columns-uneven': ({ counts }) => `The columns have different numbers of values (${counts}).`,
  'json-split-uneven': ({ row, count }, f) =>
    `Row ${row} does not have ${f.number(count)} ${f.plural(count, 'value', 'values')}, or the index and the rows differ in length.`,
  'json-table-too-large': ({ limit }, f) =>
    `A table in this form of JSON may have at most ${f.number(limit)} MiB. Write it as a list of records, one object each.`,
  'json-name-repeated': ({ name, count, record }, f) =>
    `${name}: occurs more than once in ${f.number(count)} ${f.plural(count, 'record', 'records')}, the first of them ${record}; its first value was kept`,
  'no-list': 'This is not a list, unlike the records before it.',
  'feature-properties': 'The properties of a feature must be an object.',
  'feature-members-left-out': ({ names }) => `members of features beside their properties were left out: ${names}`,
  'geometry-beyond': ({ count, record }, f) =>
    `geometry: ${f.number(count)} ${f.plural(count, 'has', 'have')} positions beyond 180 or 90 degrees, the first in record ${record}; choose their coordinate system`,
  'coordinate-system-unknown': ({ system }) =>
    `The coordinate system ${system} is not known well enough to convert its positions. Convert the file to longitude and latitude (EPSG:4326).`,
  'position-not-in-system': ({ system }) => `A position is outside the range of ${system}.`,
  'behind-the-list': 'There is text after the end of the list.',
  'text-incomplete': 'The text ends before it is complete.',
  'text-empty': 'The text is empty.',
  'no-delimited-text':
    'The file could not be understood as delimited text. Another format, delimiter, quote or encoding may work.',
  'no-records': 'The file has no records.',
  'no-json': ({ said }) => `The file is not valid JSON: ${said}`,
  'no-object': 'This is not an object.',
  'record-no-object': ({ number }) => `Record ${number} is not an object.`,
  'sheet-chosen': ({ sheet }) => `the sheet "${sheet}" was read, the first visible one with a table`,
  'cells-with-errors': ({ count }, f) => `cells with an error (#N/A, #DIV/0!, …) to missing: ${f.number(count)}`,
  'formulas-uncalculated': ({ count }, f) =>
    `formulas that were never calculated are missing: ${f.number(count)}; open the workbook and save it again`,
  'hidden-rows-read': ({ count }, f) => `hidden rows that were read too: ${f.number(count)}`,
  'hidden-columns-read': ({ count }, f) => `hidden columns that were read too: ${f.number(count)}`,
  'sheet-empty': 'The sheet has no records.',
  'file-not-there': 'The file does not exist.',
  'file-unreadable': ({ said }) => `The file cannot be read: ${said}.`,
  'file-not-readable': 'You do not have permission to read the file.',
  'file-not-viewed': 'The file is no longer open.',
  'no-file': 'This is not a file.',
  'file-empty': 'The file is empty.',
  'file-has-no-column': ({ column }) => `The file has no column "${column}".`,
  'point-of-two': 'Choose the column of the latitude and the column of the longitude.',
  'made-of': ({ longitude, latitude }) => `made of "${longitude}" and "${latitude}"`,
  'not-unpacked': ({ said }) => `The file cannot be unpacked: ${said}.`,
  'encoding-unknown': ({ encoding }) => `The encoding "${encoding}" is unknown.`,
  'file-not-there-or-closed': 'The file does not exist, or you may not read it.',
  'no-utf8': ({ encoding }) => `The text is not UTF-8; it looks like ${encoding}. Check the letters with accents.`,
  'codes-stay-text': 'codes with leading zeros stay text',
  'long-numbers-stay-text': 'numbers of more than 64 bits stay text',
  'digits-stay-text': 'numbers with too many digits for a float stay text',
  'marks-missing': ({ marks }) => `${marks} read as missing`,
  'dates-to-text': ({ column }) => `${column}: shown as text, because not all of the new values are dates or times`,
  'times-to-iso': 'dates and times to ISO 8601 text',
  'decimal-or-thousands': 'stays text, because the mark in its numbers may be a decimal mark or a thousands separator',
  'years-of-two-digits': 'stays text, because the years of its dates have two digits',
  'day-or-month-first': 'stays text, because nothing shows whether the day or the month comes first',
  'written-differently': 'stays text, because its numbers or dates are not all written in the same way',
  'numbers-with-unit': ({ sign }) => `numbers with ${sign}: as a decimal or integer they are stored without it`,
  'some-are-others': ({ count, total }, f) =>
    `stays text, because ${f.number(count)} of ${f.number(total)} ${f.plural(total, 'value', 'values')} ${f.plural(count, 'is', 'are')} not numbers or dates`,
  'encoding-unsure': ({ encodings }) =>
    `The text is not UTF-8; it may be ${encodings}. Choose the one whose letters are right.`,
  'encoding-not-whole': ({ encoding }) =>
    `The text looks like ${encoding}, but has bytes that are invalid in it. Choose its encoding.`,
  'bytes-no-characters': ({ line, encoding }) =>
    `Line ${line} has bytes that are not characters in ${encoding}. Correct them in the file, or choose another encoding.`,
  'characters-replaced': ({ count, encoding, line }, f) =>
    `${f.number(count)} ${f.plural(count, 'character', 'characters')} could not be read as ${encoding} and ${f.plural(count, 'is', 'are')} now U+FFFD, the first in line ${line}`,
  'some-no-utf8': ({ count, line }, f) =>
    `${f.number(count)} ${f.plural(count, 'line', 'lines')} ${f.plural(count, 'is', 'are')} not valid UTF-8, the first is line ${line}, although the others are. Save the file as UTF-8, or choose its encoding; with "utf-8", the bytes in question are replaced.`,
  'zstd-text': 'A file compressed with zstd must be in UTF-8.',
  'read-as': ({ encoding }) => `text read as ${encoding}`,
  'first-quote-not-closed': ({ line }, f) =>
    `Line ${f.number(line)} begins the table, and a quote in it is never closed, or is followed by other text. Correct it in the file, or choose another quote character or none.`,
  'header-without-first': ({ column }) =>
    `the header has one name fewer than the records have values: the first values were read as names of the rows (${column})`,
  'header-without-last': ({ column }) =>
    `the header has one name fewer than the records have values: the last column has no name (${column})`,
  'empty-records-left-out': ({ count, line }, f) =>
    `lines of delimiters or spaces alone that were left out: ${f.number(count)}, the first is line ${f.number(line)}`,
  'codes-with-zeros': ({ one, other }) => `codes stay text: ${one} and ${other} would become the same number`,
  'merged-cells': ({ count }, f) =>
    `merged cells, whose value is in their first cell alone while the others are missing: ${f.number(count)}`,
  'zero-padded-numbers': ({ count }, f) =>
    `numbers shown with leading zeros are text with these zeros: ${f.number(count)} ${f.plural(count, 'cell', 'cells')}`,
  'nul-in-names': ({ columns }) => `the character NUL in names of columns became ␀: ${columns}`,
  'finer-than-microseconds': ({ columns }) => `times in nanoseconds are kept to the microsecond: ${columns}`,
  'json-socrata': 'read as rows of Socrata: numbers by its types, without the columns that it marks as hidden',
  'read-as-unsure': ({ encoding, second }) =>
    `text read as ${encoding}, the likeliest encoding; the second best is ${second}: check the characters beyond ASCII`,
  'no-workbook': 'The file is not an Excel workbook.',
  'workbook-empty': 'The workbook has no sheet with cells.',
  'workbook-text-missing': ({ cell }) =>
    `The cell ${cell} refers to a text that the workbook does not have. Open it in a spreadsheet program and save it again.`,
  'in-file': ({ file, said }) => `In the file ${file}: ${said}`,
  'too-many-to-combine': ({ count, limit }, f) =>
    `There ${f.plural(count, 'is', 'are')} ${f.number(count)} ${f.plural(count, 'file', 'files')}; at most ${f.number(limit)} can become one dataset.`,
  'archive-name-twice': ({ name }) => `The archive contains two files named ${name}. Unpack it and choose one of them.`,
  'archive-no-entry': ({ name }) => `The archive contains no file ${name}.`,
  'formats-differ': ({ first, format, file, other }) =>
    `Only files of the same format can become one dataset: ${first} is ${format}, ${file} is ${other}.`,
  'columns-differ': ({ first, count, files }, f) =>
    `Only files with the same columns can become one dataset. Compared with ${first}, ${f.number(count)} of the files ${f.plural(count, 'differs', 'differ')} (− missing, + more): ${files}`,
  'column-types-differ': ({ column, type, file, otherType, other }) =>
    `The column ${column} has incompatible types: ${type} in ${file}, ${otherType} in ${other}.`,
  'file-column-taken': ({ column }) =>
    `There is a column ${column} already: choose another name for the column of file names.`,
  'files-combined': ({ count }, f) =>
    `${f.number(count)} ${f.plural(count, 'file', 'files')} ${f.plural(count, 'was', 'were')} combined in the order of their names.`,
  'empty-files-left-out': ({ count, files }, f) =>
    `${f.number(count)} ${f.plural(count, 'empty file', 'empty files')} ${f.plural(count, 'was', 'were')} left out: ${files}`,
  'no-record-on-line': ({ lines }) =>
    `No record begins on line ${lines}, so none can be left out there. The preview shows the line of each record.`,
  'chosen-left-out': ({ count }, f) =>
    `${f.number(count)} ${f.plural(count, 'chosen row', 'chosen rows')} ${f.plural(count, 'was', 'were')} left out.`,
  'leave-out-not-here': 'Single rows can be left out of delimited text and workbooks only.',
  'folder-without-data': ({ folder }) => `The folder ${folder} contains no files that can be published.`,
  'no-sheet': ({ sheet }) => `The workbook has no sheet "${sheet}".`,
  'workbook-damaged': ({ said }) => `The workbook is damaged: ${said}`,
  'too-many-records': ({ count }, f) =>
    `The file has more than ${f.number(count)} ${f.plural(count, 'record', 'records')}.`,
  'not-finite': ({ column, count }, f) => `${column}: ${f.number(count)} of NaN and infinity to missing`,
  'boolean-to-text': 'boolean to "true" and "false"',
  'date-to-text': 'date to ISO 8601 text',
  'time-to-utc-text': 'time to ISO 8601 text in UTC',
  'time-to-text': 'time to ISO 8601 text',
  'binary-as-text': 'binary to text: all its values are UTF-8',
  'column-reprojected': ({ column, system }) => `${column}: positions in ${system} to longitude and latitude (WGS 84)`,
  'binary-to-text': 'binary to hexadecimal text',
  'nested-to-text': 'nested values to JSON text',
  'lines-below-left-out': ({ line, count }, f) =>
    `lines left out below the records, from line ${line} on: ${f.number(count)}`,
  'headers-repeated': ({ count }, f) => `rows left out that repeat the header: ${f.number(count)}`,
  'other-table': ({ line, count }, f) =>
    `another table begins in row ${line}: ${f.number(count)} ${f.plural(count, 'row of it was', 'rows of it were')} left out. To read that table, skip the rows above it.`,
  'comments-left-out': ({ count }, f) => `comment lines left out: ${f.number(count)}`,
  'records-advice': 'Correct them in the file, or have them left out and written to a separate file.',
  'of-pdf':
    'This is a PDF document. Ask its publisher for the table as CSV or XLSX, or export it with another program.',
  'of-encrypted-parquet': 'This Parquet file is encrypted. Write it again without encryption.',
  'of-statistics-program': ({ program }) => `This is a file of ${program}. Export it there as CSV or Parquet.`,
  'of-archive': ({ kind }) =>
    `This is compressed with ${kind}. Unpack it first; zip, gzip and zstd are read as they are.`,
  'of-database': ({ kind }) =>
    `This is a file of type ${kind}, which is not supported. Export its table as CSV or Parquet.`,
  'of-picture': 'This is a picture, not a table.',
  'of-program': ({ kind }) => `This is a program (${kind}), not text.`,
  'of-recording': 'This is a sound or video recording, not a table.',
  'of-zeros': 'The file contains only zero bytes: it was not written completely. Download or copy it again.',
  'of-binary':
    'This is a binary file of an unknown kind, not text. Export its table as CSV, XLSX or Parquet with the program that made it.',
  'of-protected-workbook': 'The workbook is protected by a password. Save it without one and try again.',
  'of-web-page':
    'This is a web page, not data: perhaps an error or sign-in page that was saved under the name of a file. Download the file itself.',
  'of-markup': 'This is an XML document, which is not supported. Export its table as CSV or JSON.',
  'of-source-text': ({ format }) =>
    `This is text in the format ${format}, not a table of records. If it holds a table, save that alone as CSV.`,
  'of-text-format': ({ format }) =>
    `This is a file in the format ${format}, which is not supported. Export its table as CSV.`,
  'of-lfs-pointer': 'This only points to a file that Git LFS stores elsewhere. Download the file itself.',
  'of-lock-file': 'This is a lock file that Office creates for an open document. Choose the document itself.',
  'file-incomplete': 'The file is incomplete: its end is missing. Download or copy it again.',
  'unseparated-sign': ({ sign }) =>
    `each line contains ${sign} equally often, but is read as one column: if it separates columns, set it as the delimiter`,
  'unseparated-fixed-width': ({ starts }) =>
    `the lines look like fixed-width columns, and are read as one column: split them at the characters ${starts}`,
  'table-below': ({ line, above }, f) =>
    `another table seems to begin on line ${line}, and is read with the first one: leave out its lines, or skip ${f.number(above)} ${f.plural(above, 'line', 'lines')} to read it by itself`,
  'table-beside': ({ column }) =>
    `column ${column} has neither a name nor values: if another table follows it, leave out the columns of one of the two`,
  'table-drawn':
    'the file looks like a table drawn for reading, such as Markdown; its lines and frame are read as values: save it as CSV',
  'of-spreadsheet': ({ format }) => `This is a spreadsheet in the format ${format}. Save it as .xlsx or CSV.`,
  'of-document': ({ kind }) =>
    `This is a document (${kind}), not a table. Copy its table into a spreadsheet and save that as .xlsx or CSV.`,
  'of-geodata': ({ kind }) =>
    `This is geographic data in the format ${kind}, which is not supported. Export it as GeoJSON, GeoParquet or CSV, for example with QGIS.`,
  'records-together': ({ from, to }) =>
    `They follow each other on lines ${from} to ${to}: if these are another table, or notes, leave them out.`,
  'totals-below': ({ lines, column, value }) =>
    `the last records (line ${lines}) look like totals of the others; without them “${column}” would not be text: “${value}”`,
  'columns-touch': ({ count, line, position }, f) =>
    `lines on which values of two columns touch: ${f.number(count)}, the first is line ${f.number(line)} at character ${f.number(position)}`,
  'column-start-inside': ({ line, position, text }, f) =>
    `On line ${f.number(line)} a value crosses character ${f.number(position)}, at which a column should begin: “${text}”. Change the positions, or skip the lines above the table.`,
  'column-starts-order': 'The positions at which columns begin must be in ascending order.',
  'header-joined': ({ count }, f) => `names of columns joined from the first ${f.number(count)} lines of the table`,
  'first-record-units':
    'the first record looks like units or descriptions, not values; without it, columns of text would be numbers',
  'log-lines':
    'the lines look like the log of a program, and are read as one column: convert it to CSV or JSON with a tool for such logs',
  'log-of-server': 'the lines look like the log of a web server; its columns were named after the fields of such logs',
  'of-ebcdic':
    'This is text in EBCDIC, an encoding of mainframes, which is not supported. Convert it to UTF-8 with a delimiter between its columns, such as CSV.',
  'lines-above-left-out': ({ count }, f) => `lines left out above the header: ${f.number(count)}`,
  'no-geojson': 'This is not a GeoJSON geometry.',
  'geometry-too-deep': ({ count }, f) => `Geometry collections can be nested at most ${f.number(count)} deep.`,
  'position-not-finite': 'A position has a number beyond ±1.8e308.',
  'position-of-two': 'A position needs two numbers.',
  'coordinates-lists': 'Coordinates must be lists.',
  'value-unread': ({ where, why }) => `One value could not be read, the first in ${where}: ${why}`,
  'values-unread': ({ count, where, why }, f) =>
    `${f.number(count)} ${f.plural(count, 'value', 'values')} could not be read, the first in ${where}: ${why}`,
  'record-unread': ({ where, why }) => `One record could not be read, the first in ${where}: ${why}`,
  'records-unread': ({ count, where, why }, f) =>
    `${f.number(count)} ${f.plural(count, 'record', 'records')} could not be read, the first in ${where}: ${why}`,
  'in-line': ({ line }) => `line ${line}`,
  'in-line-column': ({ line, column }) => `line ${line}, column "${column}"`,
  'in-record': ({ record }) => `record ${record}`,
  'in-record-column': ({ record, column }) => `record ${record}, column "${column}"`,
  'values-hopeless': ({ count }, f) =>
    `None of the first ${f.number(count)} ${f.plural(count, 'record', 'records')} can be read, so reading stopped.`,
  'records-hopeless': 'None of the first records can be read, so reading stopped.',
  'record-unreadable': ({ said }) => `The record cannot be read (${said}).`,
  'reading-took-memory': ({ file, limit }, f) =>
    `Reading "${file}" took more than ${f.number(limit)} MiB of memory and was stopped. The file may be damaged or made to exhaust memory; one with fewer columns or shorter values can be read.`,
  'reading-took-time': ({ file, minutes }, f) =>
    `Reading "${file}" made no progress for ${f.number(minutes)} ${f.plural(minutes, 'minute', 'minutes')} and was stopped. The file may be damaged or made to stall its reader.`,
  'reading-crashed': ({ file, said }) =>
    `The reader of "${file}" crashed (${said}). The file is probably damaged; write it again with the program that made it, or in another format.`,
  'part-too-large': ({ file }) => `A value or part of "${file}" is too large to be read.`,
  'part-too-deep': ({ file }) => `A value of "${file}" is nested too deeply to be read.`,
  'nested-too-deep': ({ limit }, f) => `Values are nested deeper than ${f.number(limit)} levels, which is the maximum.`,
  'record-nested-too-deep': ({ number, limit }, f) =>
    `Record ${number} is nested deeper than ${f.number(limit)} levels, which is the maximum.`,
  'parquet-columns-encrypted': 'Columns of this Parquet file are encrypted. Write it again without encryption.',
  'parquet-codec': ({ column, codec }) =>
    `The column "${column}" of the Parquet file is compressed with ${codec}, which is not supported. Write the file again with zstd, snappy or gzip.`,
  'parquet-encoding': ({ column, encoding }) =>
    `The column "${column}" of the Parquet file is encoded as ${encoding}, which is supported for float and double only. Write the file again with plain encoding.`,
  'parquet-decimal-too-long': ({ column, precision, limit }, f) =>
    `The column "${column}" of the Parquet file has decimal numbers of ${f.number(precision)} digits; at most ${f.number(limit)} are supported. Write it as text or with fewer digits.`,
  'parquet-page-damaged': ({ column }) =>
    `The column "${column}" of the Parquet file is damaged: its bytes do not match their checksum. Download the file again, or write it again from its source.`,
  'parquet-unreadable':
    'The Parquet file cannot be read: it is damaged or uses unsupported features. Write it again with another program or version.',
  'parquet-two-values': ({ column }) =>
    `The column "${column}" of the Parquet file is damaged: it has two values in one place. Write the file again from its source.`,
  'parquet-levels-damaged': ({ column }) =>
    `The column "${column}" of the Parquet file is damaged: its values do not fit the number of rows. Write the file again from its source.`,
  'parquet-damaged': ({ said }) =>
    `The values of the Parquet file cannot be read (${said}). It is damaged or uses unsupported features; write it again with another program or version.`,
  'parquet-takes-memory': ({ said }) =>
    `A part of the Parquet file takes more memory to unpack than is allowed (${said}). Write it again in smaller row groups and pages.`,
  'parquet-too-deep': ({ limit }, f) =>
    `The Parquet file has columns nested deeper than ${f.number(limit)} levels, which is the maximum.`,
  'parquet-too-wide': ({ limit }, f) =>
    `The Parquet file has more than ${f.number(limit)} ${f.plural(limit, 'column', 'columns')} and groups, which is the maximum.`,
  'unpacks-to-too-much': ({ limit, ratio }, f) =>
    `The file unpacks to more than ${f.number(limit)} MiB, which is more than ${f.number(ratio)} times its size allows. Unpack it first if you trust it.`,
  'sheet-too-wide': ({ cell, limit }) => `The cell ${cell} is beyond column ${limit}, the last that a sheet can have.`,
  'sheet-too-long': ({ row, limit }) => `The sheet has a row ${row}; the last that a sheet can have is ${limit}.`,
  'values-take-memory':
    'The records of the file take more memory than is allowed. One with fewer columns or shorter values can be read.',
  'parquet-rows-contradict': ({ stated, found }, f) =>
    `The Parquet file says that it has ${f.number(stated)} ${f.plural(stated, 'row', 'rows')}, but its row groups have ${f.number(found)}. It is damaged or was not written completely.`,
  'column-name-too-long': ({ column, characters, limit }, f) =>
    `The name of the column that begins with “${column}” has ${f.number(characters)} characters. At most ${f.number(limit)} are possible. Give it a shorter name, or leave it out.`,
  'too-many-columns': ({ count, limit }, f) =>
    `The file has ${f.number(count)} columns; a dataset can have up to ${f.number(limit)}. Leave some out, or turn them into rows.`,
  'column-names-too-long': ({ characters, limit }, f) =>
    `The names of the columns have ${f.number(characters)} characters in all. At most ${f.number(limit)} are possible. Shorten them, or leave out columns.`,
  'workbook-not-in-encoding': ({ encoding }) =>
    `The workbook cannot be read: its bytes are not all in ${encoding}, which it declares.`,
  'workbook-half-character':
    'The workbook cannot be read: one of its texts has half of a character (an unpaired surrogate such as _xD800_).',
  'workbook-texts-too-large': ({ limit }, f) =>
    `The texts of the workbook take more than ${f.number(limit)} MiB. Save the sheet as CSV to publish it.`,
  'records-too-large': ({ limit }, f) =>
    `The file becomes more than ${f.number(limit)} MiB of records. Publish it in parts, or save its table as CSV.`,
  'json-comma-trailing': 'a comma has nothing after it',
  'read-as-replaced': ({ encoding, count, line }, f) =>
    `text read as ${encoding}; ${f.number(count)} ${f.plural(count, 'character', 'characters')} could not be read and ${f.plural(count, 'is', 'are')} now U+FFFD, the first in line ${line}`,
  recast: ({ from, to }) => `${from} to ${to}`,
  widened: ({ column, from, to }) => `${column}: ${from} to ${to}, to fit the new rows`,
  'missing-in-new': ({ column }) => `${column}: missing in the new rows`,
  'missing-in-old': ({ column }) => `${column}: missing in the previous rows`,
  'integers-to-text': ({ type }) => `${type} to text, because it has integers beyond 64 bits`,
  'digits-to-text': ({ type }) => `${type} to text, because it has too many digits for a float`,
  'archive-damaged': 'it is damaged',
};
