import type { EChartsOption, EChartsType } from 'echarts';
import { t } from 'i18next';
import { reportFailure } from '../../../backend/failure.ts';
import { notifySaved, saveFile, saveTable } from '../../../backend/files.ts';
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

/** A PNG picture of a chart at twice its size, as base64. */
function pngOf(file: ChartFile): string {
  const { size } = file;
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
  return url.slice(url.indexOf(',') + 1);
}

/** Pixels of CSS in an inch. */
const inchPx = 96;

interface SavedKind {
  readonly title: 'charts.saveSvg' | 'charts.savePng' | 'charts.savePdf' | 'charts.saveXlsx' | 'charts.saveCsv';
  readonly contentOf: (file: ChartFile) => string | Promise<string>;
}

const kinds = {
  svg: { title: 'charts.saveSvg', contentOf: (file) => base64Of(svgOf(file)) },
  png: { title: 'charts.savePng', contentOf: pngOf },
  pdf: {
    title: 'charts.savePdf',
    contentOf: (file) => {
      const [width, height] = [file.size.width, file.size.height].map((length) => (length * file.size.scale) / inchPx);
      return pdfOf(pageOf(file), { width: width ?? 0, height: height ?? 0 });
    },
  },
  xlsx: { title: 'charts.saveXlsx', contentOf: ({ table, credits }) => makeTable('xlsx', table, credits) },
  csv: { title: 'charts.saveCsv', contentOf: ({ table }) => base64Of(csvText(table)) },
} as const satisfies Readonly<Record<string, SavedKind>>;

/** Asks where to save a chart or its data, writes it, and reports that. */
export function saveChart(file: ChartFile, kind: keyof typeof kinds | 'data'): void {
  if (kind === 'data') notifySaved(saveTable(file, t('charts.saveData')));
  else {
    const { title, contentOf } = kinds[kind];
    const ofFile = { name: kind.toUpperCase(), extensions: [kind] };
    notifySaved(saveFile(t(title), file.name, [ofFile], () => contentOf(file)));
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
