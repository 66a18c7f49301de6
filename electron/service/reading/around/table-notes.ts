import type { LeftOutLine, TableNotes } from '#shared/rpc/source-file.ts';
import { isUnit } from '../columns/units-row.ts';
import { type LongLayout, turnedColumns } from '../formats/layouts.ts';
import { isPeriod, raised, withoutMarks } from '../values/periods.ts';
import { monthNames, weekdayNames } from '../values/worded-moments.ts';

/** A day or month, not only a year. */
const day = `(?:\\d{1,4}[./-]\\d{1,2}[./-]\\d|(?:\\d{1,2}[.º]?(?:er|st|nd|rd|th)? (?:de |of )?)?(?:${monthNames}|${weekdayNames})(?!\\p{L}))`;
const updated =
  '(?:(?:last |letzte |dernière |última |ultimo )?(?:updated?|aktualisierung|aktualisiert|aggiornamento|mise à jour|actualizaci[óo]n|atualização|release date|published|veröffentlicht)|as of|as at|stand|stichtag|état(?: au)?|situation au|situaci[óo]n a|a fecha de|situazione al|dati al|posição em)';
const dated = `(?:${updated}|date|datum|fecha|data)`;
const before = '(?:(?:am|vom|zum|anfang|mitte|ende|on|the|end(?: of)?|au|du|le|fin|al?|del?|el|em|il) )*';

/** The kinds of lines around a table, by how they begin, in six languages. The first that fits counts. */
const labelled = {
  source:
    // super-linear: a line has at most 500 characters.
    /^(?:data )?(?:sources?|(?:daten)?quellen?|fuentes?|fonte?i?|fontes?|origen|bron(?:nen)?)(?: des données| dei dati| de los datos)?\s*[:：]\s*(.+)$/iu,
  licence:
    // super-linear: a line has at most 500 characters.
    /^(?:licen[cs]e|(?:daten)?lizenz|licencia|licenza|licença|terms of use|nutzungsbedingungen|condizioni d[’']uso)\s*[:：]\s*(.+)$/iu,
  contact:
    // super-linear: a line has at most 500 characters.
    /^(?:contact|kontakt|contacto|contatt[oi]|contato|ansprechpartner(?:in)?|auskunft|enquiries|renseignements)\s*[:：]\s*(.+)$/iu,
  // super-linear: a line has at most 500 characters.
  unit: /^(?:units?(?: of measure(?:ment)?)?|(?:maß)?einheit|unités?(?: de mesure)?|unidad(?:es)?(?: de medida)?|unità(?: di misura)?|unidade)\s*[:：]\s*(.+)$/iu,
  // Without a colon, a title may begin like that: `Data on 27 countries in 2021`.
  date: new RegExp(
    // super-linear: a line has at most 500 characters.
    `^(?:${dated}\\s*[:：]\\s*|${updated} ${before}(?=\\d|${day})|${dated}(?: [^:：]{1,30}[:：])? (?=${day}))(?=.*\\d)(.+)$`,
    'iu',
  ),
  number:
    // super-linear: a line has at most 500 characters.
    /^(?:table|tabl?\.?|tabell?|tabelle|tableau|tabla|tablica|cuadro|tavola|tabella|tabela|quadro)(?!\p{L})\s*[:：]?\s*([\p{Lu}\d][\p{L}\d.–-]*\d|\d+)(?:\p{L}(?![\p{L}\d]))?\s*[:：.–-]*\s*(.*)$/iu,
} as const;

// super-linear: a line has at most 500 characters.
const copyright = /^(?:©|\([Cc]\) (?=[\p{Lu}\d])|[Cc]opyright\b|COPYRIGHT\b)\s*(.+)$/u;
const licences =
  /\b(?:CC0(?:[ -]1\.0)?|CC[ -]BY(?:-(?:SA|NC|ND))*(?:[ -]\d\.\d)?|Creative Commons[^.;,]*|dl-de\/(?:by|zero)-2[-.]0|Datenlizenz Deutschland[^;,]*|Open Government Licen[cs]e(?: v?\d\.\d)?|Licence Ouverte(?:[^.;,]*\d\.\d)?|Etalab[^.;,]*|IODL(?: \d\.\d)?|ODbL(?: \d\.\d)?|Public Domain)/iu;
const inUnits =
  // super-linear: a line has at most 500 characters.
  /^[([]?\s*((?:in|en|em|per|je|pro|par|per)\s+(?:1[., ]?000|1[., ]?000[., ]?000|(?!(?:1[89]|20)\d\d(?!\d))\d+|%|‰|percent|per cent|prozent|pour cent|percentuale|porcentaje|tausend|tsd\.?|thousands?|milliers|migliaia|miles|milhares|millions?|millionen|mio\.?|milioni|millones|milhões|billions?|milliarden|mrd\.?|milliards|miliardi|euro?s?|€|\$|£)(?:\s.{0,40})?|%|‰)\s*[)\]]?$/iu;
const footnote = new RegExp(
  // super-linear: a line has at most 500 characters.
  `^(\\*{1,3}|†|‡|(?:\\d{1,2}|[a-z])\\)|\\((?:\\d{1,2}|[a-z])\\)|⁽?[${raised}]+[)⁾]?|[a-z](?=\\s?[=:])|\\[[^\\]\\s]{1,6}\\])\\s*[:=]?\\s*(\\S.*)$`,
  'u',
);
const rule = /^[\s_=–—*-]*$/u;

type Kind = keyof typeof labelled | 'footnote' | 'other';

interface Line {
  readonly kind: Kind;
  readonly text: string;
  /** What follows the label; the whole line if there is none. */
  readonly value: string;
  readonly why: LeftOutLine['why'];
  /** Of a footnote. */
  readonly mark?: string;
}

/** The lines around a table that are kept with its version: those that were not left out by choice. */
export function keptLines(lines: readonly LeftOutLine[]): LeftOutLine[] {
  return lines.filter(({ why, text }) => why !== 'chosen' && !rule.test(text));
}

/**
 * What the lines around a table say about it.
 * @param names of the columns, without those that become rows
 * @returns null if they say nothing
 */
export function tableNotes(
  leftOut: readonly LeftOutLine[],
  names: readonly string[],
  rows: LongLayout | undefined,
): TableNotes | null {
  // `(c)` after `(b)` is no sign of copyright.
  const isLettered = leftOut.some(({ text }) => text.startsWith('(b)'));
  const lines = keptLines(leftOut).flatMap((line) => classified(line, isLettered));
  const of = (kind: Kind) => lines.filter((line) => line.kind === kind);
  const isAbove = ({ why }: Line) => why !== 'sheet';
  // A list of contents has the titles of other tables, too: the entry of this one is the first.
  const [title] = [
    ...of('other').filter(isAbove).slice(0, 1),
    ...lines.filter((line) => !isAbove(line)).slice(0, 1),
  ].filter(({ why, kind }) => why !== 'below' && (kind === 'other' || kind === 'number'));
  const numbered = of('number').find((line) => line.value !== '' && isAbove(line));
  const label = numbered?.value ?? title?.value ?? '';
  const isTitle = (line: Line) => (numbered === undefined ? line === title && label !== '' : line === numbered);
  const named =
    of('licence')[0]?.value ?? lines.map(({ text }) => licences.exec(text)?.[0]).find((one) => one !== undefined);
  const unit = of('unit')[0]?.value ?? unitLeftOut(leftOut);
  const columns = describedColumns(of('footnote'), names, rows, unit);
  const used = new Set([
    'source',
    'contact',
    ...(rows === undefined ? [] : ['unit']),
    ...(of('licence').length > 0 ? ['licence'] : []),
  ]);
  const description = lines
    .filter((line) => isAbove(line) && !isTitle(line) && !used.has(line.kind))
    .map(({ text }) => text);
  if (lines.length === 0 && columns.length === 0) return null;
  return {
    title: label,
    description: [...new Set(description)].join('\n'),
    source: of('source')
      .map(({ value }) => value)
      .join('; '),
    licence: named ?? '',
    contact: of('contact')
      .map(({ value }) => value)
      .join('; '),
    columns,
  };
}

function cellsOf(line: string): string[] {
  return line.split(' │ ').map((cell) => cell.trim().replaceAll(/^"|"$/g, '').replaceAll('""', '"'));
}

/** The unit in a row of units that was left out by choice, if it is the same for all values. */
function unitLeftOut(lines: readonly LeftOutLine[]): string {
  for (const { text, why } of lines) {
    const [unit = '', ...others] = new Set(cellsOf(text).slice(1));
    if (why === 'chosen' && others.length === 0 && isUnit(unit)) return unit;
  }
  return '';
}

function classified({ text: raw, why }: LeftOutLine, isLettered: boolean): Line[] {
  const text = cellsOf(raw)
    .filter((cell) => cell !== '')
    .join(' ')
    .replace(/^(?:#|\/\/|%|--|!)+\s*/u, '')
    .trim();
  if (text === '' || rule.test(text)) return [];
  // `Source(s) : Insee`
  const plural = text.replace(/^(\p{L}+)\(\p{L}{1,3}\)(?=\s*[:：])/u, '$1');
  for (const [kind, pattern] of Object.entries(labelled) as [keyof typeof labelled, RegExp][]) {
    const [, value = '', rest] = pattern.exec(plural) ?? [];
    if (value !== '') return [{ kind, text, value: kind === 'number' ? (rest ?? '') : value, why }];
  }
  const owner = isLettered && text.startsWith('(c)') ? undefined : copyright.exec(text)?.[1];
  if (owner !== undefined) return [{ kind: 'source', text, value: owner, why }];
  const [, mark, note = ''] = footnote.exec(text) ?? [];
  if (mark !== undefined && why !== 'above') return [{ kind: 'footnote', text, value: note, why, mark }];
  const unit = inUnits.exec(text)?.[1];
  return [unit === undefined ? { kind: 'other', text, value: text, why } : { kind: 'unit', text, value: unit, why }];
}

/** The marks in a text, the same for `1)`, `(1)`, `¹` and `¹⁾`. */
function plainMarks(text: string): string[] {
  // super-linear: of the marks of a heading or note, which are short.
  return text.normalize('NFKC').match(/\[[^\]]*\]|[^()\s]+/gu) ?? [];
}

/** What footnotes say about a heading; undefined unless they explain all its marks. */
function noteOf(heading: string, notes: ReadonlyMap<string, string>): string | undefined {
  const { text, mark } = withoutMarks(heading);
  // A letter after a word belongs to the heading: `Class a`.
  if (/^[a-z]$/.test(mark) && !/\d{4}$/.test(text) && !isPeriod(text)) return undefined;
  const found = plainMarks(mark).map((one) => notes.get(one));
  return found.length === 0 || found.includes(undefined) ? undefined : found.join('; ');
}

/** Columns whose headings have marks of footnotes, and columns of values with a unit or with such headings. */
function describedColumns(
  footnotes: readonly Line[],
  names: readonly string[],
  rows: LongLayout | undefined,
  unit: string,
): TableNotes['columns'] {
  const notes = new Map(footnotes.flatMap(({ mark = '', value }) => plainMarks(mark).map((one) => [one, value])));
  const bare = names.map((name) => withoutMarks(name).text);
  const marked = names.flatMap((source, at) => {
    const description = noteOf(source, notes);
    if (description === undefined) return [];
    const name = bare[at] ?? source;
    const isUnique = !names.includes(name) && bare.indexOf(name) === bare.lastIndexOf(name);
    return [{ source, ...(isUnique && { name }), description }];
  });
  if (rows === undefined) return marked;
  const ofPeriods = [...turnedColumns(rows)].flatMap((heading) => {
    const note = noteOf(heading, notes);
    return note === undefined ? [] : [`${withoutMarks(heading).text}: ${note}`];
  });
  const said = [...(unit === '' ? [] : [unit]), ...new Set(ofPeriods)].join('; ');
  return [...marked, ...(said === '' ? [] : rows.values.map((source) => ({ source, description: said })))];
}
