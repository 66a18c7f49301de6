import type { EChartsOption } from 'echarts';
import { textLines } from '../../../lib/format/text-width.ts';
import type { Credits, PrintedWords } from '../../../lib/groups/table-text.ts';
import { leastHeight } from '../model/axis-labels.ts';
import type { ChartColors } from '../model/chart-parts.ts';
import type { PictureSize } from '../model/chart-style.ts';

/** The drawings of a chart with what stands around them. */
export interface ChartPage {
  /** One, or one for each small chart with its name. */
  readonly panels: readonly { readonly option: EChartsOption; readonly name: string }[];
  readonly size: PictureSize;
  /** Whether the drawings stand below each other. */
  readonly isStacked: boolean;
  readonly credits: Credits;
  readonly printed: PrintedWords;
  readonly colors: ChartColors;
}

const [margin, gap, nameHeight] = [20, 14, 20];
const fonts = {
  title: { fontSize: 18, fontWeight: 700, lineHeight: 23 },
  subtitle: { fontSize: 13, fontWeight: 400, lineHeight: 18 },
  name: { fontSize: 12, fontWeight: 600, lineHeight: 16 },
  foot: { fontSize: 10.5, fontWeight: 400, lineHeight: 14 },
} as const;

function linesIn(text: string, width: number, { fontSize, fontWeight }: (typeof fonts)[keyof typeof fonts]): string[] {
  return textLines(text, width - 2 * margin, `${fontWeight} ${fontSize}px sans-serif`);
}

/** The lines around the drawings, and how much room they take. */
function linesAround({ credits, printed: { subtitle, note, footer } }: ChartPage, width: number) {
  const title = linesIn(credits.title, width, fonts.title);
  const below = linesIn(subtitle, width, fonts.subtitle);
  const foot = [...linesIn(note, width, fonts.foot), ...linesIn(footer, width, fonts.foot)];
  const titleHeight = title.length * fonts.title.lineHeight;
  return {
    title,
    subtitle: below,
    foot,
    titleHeight,
    headHeight: margin + titleHeight + below.length * fonts.subtitle.lineHeight + gap,
    footHeight: margin + gap + foot.length * fonts.foot.lineHeight,
  };
}

/** How many drawings stand beside and below each other. */
function gridOf({ panels, isStacked }: ChartPage) {
  const across = isStacked ? 1 : Math.ceil(Math.sqrt(panels.length));
  return { across, down: Math.ceil(panels.length / across), above: panels.length > 1 ? nameHeight : 0 };
}

/** The size in which a page has room for all its rows: it becomes higher, or its letters smaller. */
export function fittedSize(page: ChartPage): PictureSize {
  const { size, panels } = page;
  const { down, above } = gridOf(page);
  const rows = panels.reduce((most, { option }) => Math.max(most, leastHeight(option)), 0);
  const { headHeight, footHeight } = linesAround(page, size.width);
  const needed = headHeight + footHeight + down * (rows + above) + (down - 1) * gap;
  if (needed <= size.height) return size;
  if (size.grows) return { ...size, height: Math.ceil(needed) };
  const factor = needed / size.height;
  return { ...size, width: Math.round(size.width * factor), height: Math.round(needed), scale: size.scale / factor };
}

/** The page around the drawings: title and subtitle, the note, and a footer that names publisher, licence and version. */
export function pageOption(page: ChartPage): EChartsOption {
  const { colors, panels, size } = page;
  const { title, subtitle, foot, titleHeight } = linesAround(page, size.width);
  const textOf = (lines: readonly string[], font: (typeof fonts)[keyof typeof fonts], fill: string, place: object) =>
    lines.length === 0
      ? []
      : [{ type: 'text' as const, silent: true, ...place, style: { ...font, fill, text: lines.join('\n') } }];
  return {
    backgroundColor: colors.surface,
    textStyle: { fontFamily: 'sans-serif' },
    graphic: [
      ...textOf(title, fonts.title, colors.text, { left: margin, top: margin }),
      ...textOf(subtitle, fonts.subtitle, colors.quiet, { left: margin, top: margin + titleHeight }),
      ...textOf(foot, fonts.foot, colors.quiet, { left: margin, bottom: margin - 4 }),
      ...placesOf(page).flatMap(({ x, y, width }, at) => {
        const name = panels[at]?.name ?? '';
        const style = { ...fonts.name, fill: colors.text, text: name, width, overflow: 'truncate' as const };
        return name === '' ? [] : [{ type: 'text' as const, silent: true, left: x, top: y - nameHeight, style }];
      }),
    ],
  };
}

/** A part of a page, in pixels from its left and top. */
export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where each drawing stands on the page. */
export function placesOf(page: ChartPage): Rectangle[] {
  const { width, height } = page.size;
  const { across, down, above } = gridOf(page);
  const { headHeight, footHeight } = linesAround(page, width);
  const [wide, high] = [(width - 2 * margin) / across, (height - headHeight - footHeight + gap) / down];
  return page.panels.map((_, at) => ({
    x: margin + (at % across) * wide,
    y: headHeight + Math.floor(at / across) * high + above,
    width: wide - (across > 1 ? margin : 0),
    height: high - above - gap,
  }));
}

/** The drawings as they stand on the page: what the first one explains, the others with the same explanation need not. */
export function drawingsOf({ panels, colors }: ChartPage): EChartsOption[] {
  const [first] = panels;
  const scaleOf = (option: EChartsOption | undefined) => JSON.stringify(option?.visualMap ?? null);
  return panels.map(({ option }, at) => {
    const { legend, visualMap } = option;
    const isScaleKnown = at > 0 && visualMap !== undefined && scaleOf(option) === scaleOf(first?.option);
    return {
      ...option,
      // Without what only a window has: the font of the page around it.
      textStyle: { fontFamily: 'sans-serif', fontSize: 11.5, color: colors.text },
      ...(at > 0 && legend !== undefined && { legend: { show: false } }),
      ...(isScaleKnown && { visualMap: { ...visualMap, show: false } }),
      tooltip: { show: false },
    } as EChartsOption;
  });
}
