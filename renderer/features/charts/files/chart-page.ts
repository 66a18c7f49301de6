import type { EChartsOption } from 'echarts';
import type { TFunction } from 'i18next';
import type { Chart } from '#shared/chart.ts';
import { pictureSides } from '#shared/embed.ts';
import { textLines } from '../../../lib/format/text-width.ts';
import { type FooterParts, footerText } from '../../../lib/groups/credits.ts';
import type { Credits, PrintedWords } from '../../../lib/groups/table-text.ts';
import { leastHeight } from '../model/axis-labels.ts';
import type { Panel } from '../model/chart-data.ts';
import { chartOption } from '../model/chart-option.ts';
import type { ChartColors, ChartTexts, Limits } from '../model/chart-parts.ts';
import { hasSecond } from '../model/chart-query.ts';
import { type PictureSize, pictureSizes } from '../model/chart-style.ts';

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

/** A chart that is put on a page. */
export interface PagedChart {
  /** As drawn. */
  readonly chart: Chart;
  readonly panels: readonly Panel[];
  readonly texts: ChartTexts;
  /** The value that a small chart shows; empty for a single one. */
  readonly nameOf: (panel: Panel) => string;
  readonly colors: ChartColors;
  readonly limits: Limits | null;
  readonly credits: Credits;
  /** Conditions of its rows, and what it does not show. */
  readonly notes: readonly string[];
  /** What the footer names unless an editor wrote something else. */
  readonly footer: FooterParts;
}

/** The page of a chart, as it is printed, saved and sent. */
export function chartPage(t: TFunction, paged: PagedChart): ChartPage {
  const { chart, panels, texts, nameOf, colors, limits, credits, notes, footer } = paged;
  const { words = {} } = chart;
  return {
    panels: panels.map((panel) => ({ option: chartOption(chart, panel, texts, colors, limits), name: nameOf(panel) })),
    size: pictureSizes[chart.style?.size ?? 'article'],
    isStacked: hasSecond(chart),
    credits,
    printed: {
      subtitle: words.subtitle ?? '',
      note: [words.note ?? '', notes.join(' · ')].filter((line) => line !== '').join('\n'),
      footer: footerText(t, {
        ...footer,
        source: words.source ?? footer.source,
        licence: words.licence ?? footer.licence,
      }),
    },
    colors,
  };
}

const [margin, gap, nameHeight] = [20, 14, 20];
/** In a size that a reader chose, a drawing is this high at least, in pixels: the labels of lower ones would overlap. */
const leastDrawing = 160;

/** Families of the same widths of letters, which other computers have too. */
export const pageFont = 'Arial, Arimo, Helvetica, sans-serif';

const fonts = {
  title: { fontFamily: pageFont, fontSize: 18, fontWeight: 700, lineHeight: 23 },
  subtitle: { fontFamily: pageFont, fontSize: 13, fontWeight: 400, lineHeight: 18 },
  name: { fontFamily: pageFont, fontSize: 12, fontWeight: 600, lineHeight: 16 },
  foot: { fontFamily: pageFont, fontSize: 10.5, fontWeight: 400, lineHeight: 14 },
} as const;

function linesIn(text: string, width: number, { fontSize, fontWeight }: (typeof fonts)[keyof typeof fonts]): string[] {
  return textLines(text, width - 2 * margin, `${fontWeight} ${fontSize}px ${pageFont}`);
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
export function fittedSize(page: ChartPage, least = 0): PictureSize {
  const { size, panels } = page;
  const { down, above } = gridOf(page);
  const rows = panels.reduce((most, { option }) => Math.max(most, leastHeight(option)), least);
  const { headHeight, footHeight } = linesAround(page, size.width);
  const needed = headHeight + footHeight + down * (rows + above) + (down - 1) * gap;
  if (needed <= size.height) return size;
  if (size.grows) return { ...size, height: Math.ceil(needed) };
  const factor = needed / size.height;
  return { ...size, width: Math.round(size.width * factor), height: Math.round(needed), scale: size.scale / factor };
}

/** Pages that become higher than this for all their rows have smaller letters instead. */
const maxHeight = 2 * pictureSides.height.most;

/** A page in a size in pixels, or in its own. Letters grow with pictures that are wider than pages are drawn. */
export function pageInSize(
  page: ChartPage,
  { width, height }: { readonly width: number | null; readonly height: number | null },
): ChartPage {
  const usual = page.size;
  const wide = width ?? Math.round(usual.width * usual.scale);
  const scale = Math.max(1, wide / usual.width);
  const high = height ?? Math.round((wide * usual.height) / usual.width);
  const size = { width: wide / scale, height: high / scale, scale, grows: height === null && usual.grows };
  const fitted = fittedSize({ ...page, size }, leastDrawing);
  if (fitted.height * fitted.scale <= maxHeight) return { ...page, size: fitted };
  const highest = { ...size, height: maxHeight / scale, grows: false };
  return { ...page, size: fittedSize({ ...page, size: highest }, leastDrawing) };
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
    textStyle: { fontFamily: pageFont },
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
      textStyle: { fontFamily: pageFont, fontSize: 11.5, color: colors.text },
      ...(at > 0 && legend !== undefined && { legend: { show: false } }),
      ...(isScaleKnown && { visualMap: { ...visualMap, show: false } }),
      tooltip: { show: false },
    } as EChartsOption;
  });
}
