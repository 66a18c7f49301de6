import type { EChartsOption } from 'echarts';
import { t } from 'i18next';
import { reportFailure } from '../../../backend/failure.ts';
import { notifySaved, saveFile, saveTable } from '../../../backend/files.ts';
import { copyTable, shell } from '../../../backend/shell.ts';
import { makeTable } from '../../../backend/statistics.ts';
import {
  base64Of,
  clipboardText,
  csvText,
  type GroupTable,
  printedPage,
  tableMarkup,
} from '../../../lib/groups/table-text.ts';
import { type ChartPage, drawingsOf, fittedSize, pageOption, placesOf, type Rectangle } from './chart-page.ts';
import { drawOffScreen, svgOf } from './chart-svg.ts';

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
    drawOffScreen(option, 'canvas', place, (chart) => {
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
      const paper = { width: width ?? 0, height: height ?? 0 };
      return shell.call('printPage', { html: pageOf(file), to: 'pdf', paper });
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
  shell.call('printPage', { html: pageOf(file), to: 'printer', paper: null }).catch(reportFailure);
}

export function copyChart(file: ChartFile): void {
  shell.call('copyImage', { png: pngOf(file) }).catch(reportFailure);
}

export function copyChartTable({ table }: ChartFile): void {
  copyTable({ text: clipboardText(table), html: tableMarkup(table) }).catch(reportFailure);
}
