import type { EChartsOption, EChartsType } from 'echarts';
import type { TFunction } from 'i18next';
import { reportFailure } from '../../../backend/failure.ts';
import { chooseTarget, saveTable, writeChosenFile } from '../../../backend/files.ts';
import { copyImage, copyTable, pdfOf, printHtml } from '../../../backend/shell.ts';
import { makeTable } from '../../../backend/statistics.ts';
import { markupText } from '../../../lib/format/markup-text.ts';
import { printedPage, tableMarkup } from '../../../lib/groups/printed-page.ts';
import {
  base64Of,
  type Credits,
  clipboardText,
  csvText,
  type GroupTable,
  type PrintedWords,
} from '../../../lib/groups/table-text.ts';
import { echarts } from '../drawing/echarts.ts';
import { withRoomForLabels } from '../model/axis-labels.ts';
import type { ChartColors } from '../model/chart-parts.ts';
import { withPngText } from './png-text.ts';

/** A chart for export: all its drawings, its data, and their source. */
export interface ChartFile {
  /** One, or one for each small chart with its name. */
  readonly panels: readonly { readonly option: EChartsOption; readonly name: string }[];
  /** Of the picture in pixels, before the scale of PNG. */
  readonly size: { readonly width: number; readonly height: number };
  /** Whether the drawings stand below each other. */
  readonly isStacked: boolean;
  readonly credits: Credits;
  readonly printed: PrintedWords;
  readonly colors: ChartColors;
  readonly table: GroupTable;
  /** Suggested file name, without extension. */
  readonly name: string;
}

const scale = 2;
const [margin, titleHeight, subtitleHeight, nameHeight, lineHeight] = [20, 36, 22, 20, 16];
/** Pixels of a letter of small text, about. */
const letterPx = 6.2;

/** A text in lines that fit the page, broken between words. */
function linesOf(text: string, width: number): string[] {
  const lineLetters = (width - 2 * margin) / letterPx;
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter((one) => one !== '')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length >= lineLetters) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

/** The page around the drawings: title and subtitle, the note, and a footer that names publisher, licence and version. */
function pageOption(file: ChartFile): EChartsOption {
  const { credits, printed: words, colors, panels, size } = file;
  const { width } = size;
  const line = { left: margin, type: 'text' as const, silent: true };
  const small = { fontSize: 11, lineHeight, fill: colors.quiet };
  const name = { fontSize: 12, fontWeight: 600, fill: colors.text, overflow: 'truncate' as const };
  const wide = { width: width - 2 * margin, overflow: 'truncate' as const };
  const title = { text: credits.title, fontSize: 18, fontWeight: 700, fill: colors.text, ...wide };
  const foot = [...linesOf(words.note, width), ...linesOf(words.footer, width)].join('\n');
  return {
    backgroundColor: colors.surface,
    textStyle: { fontFamily: 'sans-serif' },
    graphic: [
      { ...line, top: margin, style: title },
      ...(words.subtitle === ''
        ? []
        : [
            {
              ...line,
              top: margin + titleHeight - 8,
              style: { ...wide, text: words.subtitle, fontSize: 13, fill: colors.quiet },
            },
          ]),
      { ...line, bottom: margin - 4, style: { ...small, text: foot } },
      ...placesOf(file).flatMap(({ x, y, width: across }, at) => {
        const text = panels[at]?.name ?? '';
        if (text === '') return [];
        return [{ ...line, left: x, top: y - nameHeight, style: { ...name, text, width: across } }];
      }),
    ],
  };
}

interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where each drawing stands on the page. */
function placesOf({ panels, isStacked, size, printed: { subtitle, note, footer } }: ChartFile): Rectangle[] {
  const { width, height } = size;
  const count = panels.length;
  const across = isStacked ? 1 : Math.ceil(Math.sqrt(count));
  const down = Math.ceil(count / across);
  const foot = margin + 8 + (linesOf(note, width).length + linesOf(footer, width).length) * lineHeight;
  const headHeight = margin + titleHeight + (subtitle === '' ? 0 : subtitleHeight);
  const [wide, high] = [(width - 2 * margin) / across, (height - headHeight - foot) / down];
  const above = count > 1 ? nameHeight : 0;
  return Array.from({ length: count }, (_, at) => ({
    x: margin + (at % across) * wide,
    y: headHeight + Math.floor(at / across) * high + above,
    width: wide - (across > 1 ? margin : 0),
    height: high - above,
  }));
}

/** Renders a drawing off screen at a fixed size. */
function draw<Result>(
  option: EChartsOption,
  renderer: 'canvas' | 'svg',
  size: { readonly width: number; readonly height: number },
  take: (chart: EChartsType) => Result,
): Result {
  const { width: wide, height: high } = size;
  const chart = echarts.init(renderer === 'svg' ? null : document.createElement('div'), null, {
    renderer,
    width: wide,
    height: high,
    ssr: renderer === 'svg',
  });
  try {
    chart.setOption({ ...withRoomForLabels(option, wide, high), animation: false, tooltip: { show: false } });
    return take(chart);
  } finally {
    chart.dispose();
  }
}

/** Without what only a window has: the font of the page around it. */
function printed(option: EChartsOption, colors: ChartColors): EChartsOption {
  return { ...option, textStyle: { fontFamily: 'sans-serif', fontSize: 11.5, color: colors.text } };
}

/** An SVG picture of a chart, with its title and where it comes from; a click on it leads back to the chart. */
function svgOf(file: ChartFile): string {
  const { credits, colors, panels } = file;
  const page = draw(pageOption(file), 'svg', file.size, (chart) => chart.renderToSVGString());
  const places = placesOf(file);
  const drawings = panels.flatMap(({ option }, at) => {
    const place = places[at];
    if (place === undefined) return [];
    const picture = draw(printed(option, colors), 'svg', place, (chart) => chart.renderToSVGString());
    return [picture.replace('<svg ', `<svg x="${place.x}" y="${place.y}" `)];
  });
  const description = [credits.source, ...credits.addresses, credits.link].map(markupText).join('\n');
  const about = `<title>${markupText(credits.title)}</title><desc>${description}</desc>`;
  const [start, end] = credits.link === '' ? ['', ''] : [`<a href="${markupText(credits.link)}">`, '</a>'];
  const inner = page.replace(/^<svg[^>]*>/, '').replace(/<\/svg>\s*$/, '');
  return `${/^<svg[^>]*>/.exec(page)?.[0] ?? ''}${about}${start}${inner}${drawings.join('')}${end}</svg>`;
}

/** A PNG picture of a chart at twice its size, as base64; what stands under it and the link are in it as texts, too. */
function pngOf(file: ChartFile): string {
  const { credits, colors, panels } = file;
  const { width, height } = file.size;
  const canvas = document.createElement('canvas');
  canvas.width = width * scale;
  canvas.height = height * scale;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('There is no surface to draw a picture on.');
  const add = (option: EChartsOption, { x, y, width: wide, height: high }: Rectangle) =>
    draw(option, 'canvas', { width: wide, height: high }, (chart) =>
      context.drawImage(chart.renderToCanvas({ pixelRatio: scale }), x * scale, y * scale, wide * scale, high * scale),
    );
  add(pageOption(file), { x: 0, y: 0, width, height });
  placesOf(file).forEach((place, at) => {
    const panel = panels[at];
    if (panel !== undefined) add(printed(panel.option, colors), place);
  });
  const url = canvas.toDataURL('image/png');
  const { title, source, addresses, link } = credits;
  return withPngText(url.slice(url.indexOf(',') + 1), {
    Title: title,
    Description: [file.printed.footer, source].filter((text) => text !== '').join('\n'),
    Source: addresses.join('\n'),
    ...(link !== '' && { URL: link }),
  });
}

const pictures = {
  svg: { name: 'SVG', title: 'charts.saveSvg' },
  png: { name: 'PNG', title: 'charts.savePng' },
  pdf: { name: 'PDF', title: 'charts.savePdf' },
  csv: { name: 'CSV', title: 'charts.saveCsv' },
  xlsx: { name: 'XLSX', title: 'charts.saveXlsx' },
} as const;

/** Asks where to save a chart and writes it. @returns the path; null if the user cancelled or it failed */
export async function saveChart(
  t: TFunction,
  file: ChartFile,
  kind: keyof typeof pictures | 'data',
): Promise<string | null> {
  try {
    if (kind === 'data') return await saveTable(file, t('charts.saveData'));
    const { title, name } = pictures[kind];
    const target = await chooseTarget(t(title), `${file.name}.${kind}`, [{ name, extensions: [kind] }]);
    if (target === null) return null;
    await writeChosenFile(target, await contentOf(file, kind));
    return target;
  } catch (error) {
    reportFailure(error);
    return null;
  }
}

/** Pixels of CSS in an inch. */
const inchPx = 96;

async function contentOf(file: ChartFile, kind: keyof typeof pictures): Promise<string> {
  const { size, credits, table } = file;
  switch (kind) {
    case 'png':
      return pngOf(file);
    case 'svg':
      return base64Of(svgOf(file));
    case 'pdf':
      return pdfOf(pageOf(file), { width: size.width / inchPx, height: size.height / inchPx });
    case 'csv':
      return base64Of(csvText(table));
    case 'xlsx':
      return makeTable('xlsx', table, credits);
  }
}

function pageOf(file: ChartFile): string {
  return printedPage(file.credits.title, svgOf(file));
}

export function printChart(file: ChartFile): void {
  printHtml(pageOf(file)).catch(reportFailure);
}

export function copyChart(file: ChartFile): void {
  copyImage(pngOf(file)).catch(reportFailure);
}

export function copyChartTable({ table }: ChartFile): void {
  copyTable({ text: clipboardText(table), html: tableMarkup(table) }).catch(reportFailure);
}
