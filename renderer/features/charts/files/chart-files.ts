import type { EChartsOption, EChartsType } from 'echarts';
import type { TFunction } from 'i18next';
import { reportFailure } from '../../api/report-failure.ts';
import { chooseTarget, writeChosenFile } from '../../api/window/files.ts';
import { copyImage, copyText } from '../../api/window/shell.ts';
import {
  base64Of,
  type Credits,
  clipboardText,
  creditedLines,
  csvText,
  type GroupTable,
} from '../../lib/groups/table-text.ts';
import { echarts } from './echarts.ts';
import type { ChartColors } from './model/chart-option.ts';

/** Size of an exported picture in pixels, before the scale of PNG. */
const [width, height, scale] = [960, 600, 2];
const lineHeight = 16;

function withCredits(option: EChartsOption, credits: Credits, colors: ChartColors): EChartsOption {
  const line = { left: 16, type: 'text' as const, silent: true };
  const small = { fontSize: 11, fill: colors.quiet, width: width - 32, overflow: 'truncate' as const };
  const further = (credits.addresses.length - 1) * lineHeight;
  return {
    ...option,
    backgroundColor: colors.surface,
    textStyle: { fontFamily: 'sans-serif', fontSize: 11.5, color: colors.text },
    tooltip: { show: false },
    legend: option.legend === undefined ? [] : { ...(option.legend as object), top: 44 },
    grid: { left: 16, right: 24, top: option.legend === undefined ? 56 : 80, bottom: 56 + further, containLabel: true },
    graphic: [
      { ...line, top: 16, style: { text: credits.title, fontSize: 16, fontWeight: 600, fill: colors.text } },
      { ...line, bottom: 28 + further, style: { ...small, text: credits.source } },
      { ...line, bottom: 12, style: { ...small, lineHeight, text: credits.addresses.join('\n') } },
    ],
  };
}

/** Renders the chart off screen at a fixed size. */
function draw<Result>(
  option: EChartsOption,
  renderer: 'canvas' | 'svg',
  take: (chart: EChartsType, element: HTMLElement) => Result,
): Result {
  const element = document.createElement('div');
  const chart = echarts.init(element, null, { renderer, width, height, ssr: renderer === 'svg' });
  try {
    chart.setOption({ ...option, animation: false });
    return take(chart, element);
  } finally {
    chart.dispose();
  }
}

/** An SVG picture of a chart, with title and source; its description links back to the chart. */
function svgOf(option: EChartsOption, credits: Credits, colors: ChartColors): string {
  const picture = draw(withCredits(option, credits, colors), 'svg', (chart) => chart.renderToSVGString());
  const description = [credits.source, ...credits.addresses, credits.link].map(xmlText).join('\n');
  return picture.replace(
    /^<svg[^>]*>/,
    (start) => `${start}<title>${xmlText(credits.title)}</title><desc>${description}</desc>`,
  );
}

function xmlText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/** A PNG picture of a chart at twice its size, in base64. */
function pngOf(option: EChartsOption, credits: Credits, colors: ChartColors): string {
  return draw(withCredits(option, credits, colors), 'canvas', (chart) => {
    const url = chart.getDataURL({ type: 'png', pixelRatio: scale, backgroundColor: colors.surface });
    return url.slice(url.indexOf(',') + 1);
  });
}

export interface ChartFile {
  readonly option: EChartsOption;
  readonly credits: Credits;
  readonly colors: ChartColors;
  readonly table: GroupTable;
  /** Suggested file name, without extension. */
  readonly name: string;
}

const kinds = { svg: 'SVG', png: 'PNG', csv: 'CSV' } as const;

/** Asks where to save a chart and writes it. @returns the path; null if the user cancelled or it failed */
export async function saveChart(t: TFunction, file: ChartFile, kind: keyof typeof kinds): Promise<string | null> {
  try {
    const title = t(kind === 'svg' ? 'charts.saveSvg' : kind === 'png' ? 'charts.savePng' : 'charts.saveCsv');
    const target = await chooseTarget(title, `${file.name}.${kind}`, [{ name: kinds[kind], extensions: [kind] }]);
    if (target === null) return null;
    await writeChosenFile(target, contentOf(file, kind));
    return target;
  } catch (error) {
    reportFailure(error);
    return null;
  }
}

function contentOf({ option, credits, colors, table }: ChartFile, kind: keyof typeof kinds): string {
  if (kind === 'png') return pngOf(option, credits, colors);
  return base64Of(kind === 'svg' ? svgOf(option, credits, colors) : csvText(creditedLines(credits, table)));
}

export function copyChart({ option, credits, colors }: ChartFile): void {
  copyImage(pngOf(option, credits, colors)).catch(reportFailure);
}

export function copyTable({ table }: ChartFile): void {
  copyText(clipboardText(table)).catch(reportFailure);
}
