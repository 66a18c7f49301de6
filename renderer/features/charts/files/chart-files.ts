import type { EChartsOption, EChartsType } from 'echarts';
import type { TFunction } from 'i18next';
import { reportFailure } from '../../../backend/failure.ts';
import { chooseTarget, saveTable, writeChosenFile } from '../../../backend/files.ts';
import { copyImage, copyTable, pdfOf, printHtml } from '../../../backend/shell.ts';
import { makeTable } from '../../../backend/statistics.ts';
import { markupText } from '../../../lib/format/markup-text.ts';
import {
  base64Of,
  clipboardText,
  csvText,
  type GroupTable,
  printedPage,
  tableMarkup,
} from '../../../lib/groups/table-text.ts';
import { echarts } from '../drawing/echarts.ts';
import { withRoomForLabels } from '../model/axis-labels.ts';
import { type ChartPage, drawingsOf, fittedSize, pageOption, placesOf, type Rectangle } from './chart-page.ts';
import { withPngText } from './png-text.ts';

/** A chart for export: all its drawings, its data, and their source. */
export interface ChartFile extends ChartPage {
  readonly table: GroupTable;
  /** Suggested file name, without extension. */
  readonly name: string;
}

/** A chart in a size that has room for all its rows. */
export function withFittedSize(file: ChartFile): ChartFile {
  return { ...file, size: fittedSize(file) };
}

/** Pixels of a PNG picture for each of the picture. */
const pngScale = 2;

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
    chart.setOption({ ...withRoomForLabels(option, wide, high), animation: false });
    return take(chart);
  } finally {
    chart.dispose();
  }
}

/** An SVG picture of a chart, with its title and where it comes from; a click on it leads back to the chart. */
function svgOf(file: ChartFile): string {
  const { credits, size } = file;
  const [width, height] = [size.width, size.height].map((length) => Math.round(length * size.scale));
  const page = draw(pageOption(file), 'svg', size, (chart) => chart.renderToSVGString());
  const drawings = drawingsOf(file);
  const inner = placesOf(file).map((place, at) => {
    const picture = draw(drawings[at] ?? {}, 'svg', place, (chart) => chart.renderToSVGString());
    return picture.replace('<svg ', `<svg x="${place.x}" y="${place.y}" `);
  });
  const description = [credits.source, ...credits.addresses, credits.link].map(markupText).join('\n');
  const about = `<title>${markupText(credits.title)}</title><desc>${description}</desc>`;
  const [start, end] = credits.link === '' ? ['', ''] : [`<a href="${markupText(credits.link)}">`, '</a>'];
  const root = (/^<svg[^>]*>/.exec(page)?.[0] ?? '')
    .replace(/ width="[^"]*"/, ` width="${width}"`)
    .replace(/ height="[^"]*"/, ` height="${height}"`);
  const around = page.replace(/^<svg[^>]*>/, '').replace(/<\/svg>\s*$/, '');
  return `${root}${about}${start}${around}${inner.join('')}${end}</svg>`;
}

/** A PNG picture of a chart at twice its size, as base64; what stands under it and the link are in it as texts, too. */
function pngOf(file: ChartFile): string {
  const { credits, size } = file;
  const scale = pngScale * size.scale;
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(size.width * scale);
  canvas.height = Math.round(size.height * scale);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('There is no surface to draw a picture on.');
  const add = (option: EChartsOption, place: Rectangle) =>
    draw(option, 'canvas', place, (chart) => {
      const [x, y, width, height] = [place.x, place.y, place.width, place.height].map((length) => length * scale);
      context.drawImage(chart.renderToCanvas({ pixelRatio: scale }), x ?? 0, y ?? 0, width ?? 0, height ?? 0);
    });
  add(pageOption(file), { x: 0, y: 0, width: size.width, height: size.height });
  const drawings = drawingsOf(file);
  for (const [at, place] of placesOf(file).entries()) add(drawings[at] ?? {}, place);
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
      return pdfOf(pageOf(file), {
        width: (size.width * size.scale) / inchPx,
        height: (size.height * size.scale) / inchPx,
      });
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
