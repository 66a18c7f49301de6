import type { EChartsOption, EChartsType } from 'echarts';
import { markupText } from '../../../lib/format/markup-text.ts';
import { echarts } from '../drawing/echarts.ts';
import { withRoomForLabels } from '../model/axis-labels.ts';
import { type ChartPage, drawingsOf, pageOption, placesOf } from './chart-page.ts';

/** Renders a drawing off screen at a fixed size. */
export function drawOffScreen<Result>(
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

/** What the library draws under a pointer. Texts cannot contain it, as theirs is escaped. */
const hoverStyle = /<style[^>]*><!\[CDATA\[.*?\]\]>\s*<\/style>/gs;

/** Characters that XML does not have, and halves of some. */
const notInMarkup = /(?![\t\n\r])[\p{Cc}\p{Cs}\ufffe\uffff]/gu;

/** An SVG picture of a chart, with its title and where it comes from; a click on it leads back to the chart. */
export function svgOf(file: ChartPage): string {
  const { credits, size } = file;
  const [width, height] = [size.width, size.height].map((length) => Math.round(length * size.scale));
  const page = drawOffScreen(pageOption(file), 'svg', size, (chart) => chart.renderToSVGString());
  const drawings = drawingsOf(file);
  const inner = placesOf(file).map((place, at) => {
    const picture = drawOffScreen(drawings[at] ?? {}, 'svg', place, (chart) => chart.renderToSVGString());
    return picture.replace('<svg ', `<svg x="${place.x}" y="${place.y}" `);
  });
  const description = [credits.source, ...credits.addresses, credits.link].map(markupText).join('\n');
  const about = `<title>${markupText(credits.title)}</title><desc>${description}</desc>`;
  const [start, end] = credits.link === '' ? ['', ''] : [`<a href="${markupText(credits.link)}">`, '</a>'];
  const root = (/^<svg[^>]*>/.exec(page)?.[0] ?? '')
    .replace(/ width="[^"]*"/, ` width="${width}"`)
    .replace(/ height="[^"]*"/, ` height="${height}"`);
  const around = page.replace(/^<svg[^>]*>/, '').replace(/<\/svg>\s*$/, '');
  const whole = `${root}${about}${start}${around}${inner.join('')}${end}</svg>`;
  return whole.replaceAll(hoverStyle, '').replaceAll(notInMarkup, '');
}
