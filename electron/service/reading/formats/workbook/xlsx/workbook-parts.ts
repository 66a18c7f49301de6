import path from 'node:path';
import { type Explanation, explain } from '#shared/failures.ts';
import { IngestError } from '../../../reading.ts';
import type { ZipPart, ZipParts } from '../../archive/zip-file.ts';
import { readXml } from '../xml-events.ts';
import { type NumberShape, numberShape, shownLength, zerosOf } from './date-formats.ts';

/** A sheet of a workbook, in tab order. */
export interface WorkbookSheet {
  readonly name: string;
  readonly part: ZipPart;
  readonly hidden: boolean;
}

/** What is needed of a workbook to read its sheets (ECMA-376 part 1, 18.2). */
export interface WorkbookParts {
  readonly sheets: readonly WorkbookSheet[];
  readonly from1904: boolean;
  readonly sharedStrings: ZipPart | undefined;
  /** The kind of numbers of a cell style, by the style's index. */
  readonly shapes: readonly NumberShape[];
  /** How many digits at least its numbers are shown with; 0 for no leading zeros. */
  readonly zeros: readonly number[];
  /** How many characters of a date in ISO 8601 it shows. */
  readonly shown: readonly number[];
  /** The texts of number formats that are not built in. */
  readonly codes: readonly (string | undefined)[];
  /** Whether a cell style is bold, or has a line above. */
  readonly emphasised: readonly boolean[];
}

interface Relation {
  readonly type: string;
  readonly target: string;
}

async function readRelations(zip: ZipParts, of: string): Promise<Map<string, Relation>> {
  const relations = new Map<string, Relation>();
  const part = zip.find(path.posix.join(path.posix.dirname(of), '_rels', `${path.posix.basename(of)}.rels`));
  if (part === undefined) return relations;
  await readXml(await part.read(), {
    open(name, attribute) {
      if (name !== 'Relationship') return;
      const target = unescaped((attribute('Target') ?? '').replaceAll('\\', '/'));
      const whole = target.startsWith('/') ? target.slice(1) : path.posix.join(path.posix.dirname(of), target);
      relations.set(attribute('Id') ?? '', { type: attribute('Type') ?? '', target: whole });
    },
  });
  return relations;
}

/** Targets are URIs, in which a space is `%20` (ECMA-376 part 2, 6.5.3.4). */
function unescaped(target: string): string {
  try {
    return decodeURI(target);
  } catch {
    return target;
  }
}

function byType(relations: ReadonlyMap<string, Relation>, type: string): string | undefined {
  return [...relations.values()].find((relation) => relation.type.endsWith(`/${type}`))?.target;
}

type CellStyles = Pick<WorkbookParts, 'shapes' | 'zeros' | 'shown' | 'codes' | 'emphasised'>;

async function readStyles(part: ZipPart | undefined): Promise<CellStyles> {
  const shapes: NumberShape[] = [];
  const [zeros, shown]: [number[], number[]] = [[], []];
  const codes: (string | undefined)[] = [];
  const emphasised: boolean[] = [];
  if (part === undefined) return { shapes, zeros, shown, codes, emphasised };
  const known = new Map<number, string>();
  /** Of each font whether it is bold, and of each border whether it has a line above. */
  const [fonts, borders]: [boolean[], boolean[]] = [[], []];
  let list = '';
  await readXml(await part.read(), {
    open(name, attribute) {
      if (name === 'numFmt') known.set(Number(attribute('numFmtId')), attribute('formatCode') ?? '');
      else if (styleLists.has(name)) list = name;
      else if (name === 'font' && list === 'fonts') fonts.push(false);
      else if (name === 'b' && list === 'fonts')
        fonts[fonts.length - 1] = !/^(?:0|false)$/.test(attribute('val') ?? '');
      else if (name === 'border' && list === 'borders') borders.push(false);
      else if (name === 'top' && list === 'borders')
        borders[borders.length - 1] = /^(?!none)./.test(attribute('style') ?? '');
      else if (name === 'xf' && list === 'cellXfs') {
        const id = Number(attribute('numFmtId') ?? 0);
        const code = known.get(id);
        shapes.push(numberShape(id, code));
        zeros.push(zerosOf(code));
        shown.push(shownLength(id, code));
        codes.push(code);
        const [font, border] = [Number(attribute('fontId') ?? 0), Number(attribute('borderId') ?? 0)];
        emphasised.push(fonts[font] === true || borders[border] === true);
      }
    },
    close(name) {
      if (name === list) list = '';
    },
  });
  return { shapes, zeros, shown, codes, emphasised };
}

/** Lists of a workbook's styles whose elements have the same names elsewhere, too. */
const styleLists: ReadonlySet<string> = new Set(['fonts', 'borders', 'cellXfs']);

/** Main parts of other formats with the same packaging as workbooks. */
const unsupportedParts: readonly (readonly [main: RegExp, words: () => Explanation])[] = [
  [/(?:^|\/)word\//i, () => explain('of-document', { kind: '.docx' })],
  [/(?:^|\/)ppt\//i, () => explain('of-document', { kind: '.pptx' })],
];

/** @throws {IngestError} if the archive is not a workbook. */
export async function readWorkbook(zip: ZipParts): Promise<WorkbookParts> {
  const main = byType(await readRelations(zip, ''), 'officeDocument') ?? 'xl/workbook.xml';
  const unsupported = unsupportedParts.find(([path]) => path.test(main));
  if (unsupported !== undefined) throw new IngestError(unsupported[1]());
  const part = zip.find(main);
  if (part === undefined) throw new IngestError(explain('no-workbook'));
  const relations = await readRelations(zip, main);
  const sheets: WorkbookSheet[] = [];
  let from1904 = false;
  await readXml(await part.read(), {
    open(name, attribute) {
      // An extension of the workbook may have an element of this name too, which says nothing about dates.
      if (name === 'workbookPr') from1904 ||= /^(1|true|on)$/.test(attribute('date1904') ?? '');
      if (name !== 'sheet') return;
      const relation = relations.get(attribute('id') ?? '');
      const sheet = relation?.type.endsWith('/worksheet') ? zip.find(relation.target) : undefined;
      // Chart and macro sheets have no cells.
      if (sheet !== undefined) {
        sheets.push({ name: attribute('name') ?? '', part: sheet, hidden: /hidden/i.test(attribute('state') ?? '') });
      }
    },
  });
  if (sheets.length === 0) throw new IngestError(explain('workbook-empty'));
  const strings = byType(relations, 'sharedStrings');
  const styles = byType(relations, 'styles');
  return {
    sheets,
    from1904,
    sharedStrings: strings === undefined ? undefined : zip.find(strings),
    ...(await readStyles(styles === undefined ? undefined : zip.find(styles))),
  };
}
