import type { EChartsOption } from 'echarts';

const marginPx = 4;

/** A drawing without words, for a picture of the size of a stamp. */
export function smallOption(option: EChartsOption): EChartsOption {
  const { xAxis, yAxis, geo, visualMap, series, title: _, legend: __, ...rest } = option;
  const margins = { left: marginPx, right: marginPx, top: marginPx, bottom: marginPx };
  const bare = (axis: typeof xAxis | typeof yAxis) => ({ ...[axis ?? []].flat()[0], ...withoutWords });
  return {
    ...rest,
    tooltip: { show: false },
    grid: margins,
    ...(xAxis !== undefined && { xAxis: bare(xAxis) }),
    ...(yAxis !== undefined && { yAxis: bare(yAxis) }),
    ...(geo !== undefined && { geo: { ...geo, ...margins, regions: [] } }),
    ...(visualMap !== undefined && { visualMap: { ...visualMap, show: false } }),
    series: [series ?? []].flat().map((one) => ({
      ...one,
      ...(one.type === 'map' && margins),
      endLabel: { show: false },
      label: { show: false },
      silent: true,
      symbolSize: smallSymbol(one),
    })),
  } as EChartsOption;
}

const withoutWords = {
  name: '',
  axisLabel: { show: false },
  axisTick: { show: false },
  splitLine: { show: false },
};

/** Dots of a size that fits the picture. */
function smallSymbol(series: object): unknown {
  const size: unknown = 'symbolSize' in series ? series.symbolSize : undefined;
  if (typeof size !== 'function') return 2;
  return (value: unknown) => {
    const px = Number(size(value));
    return px === 0 ? 0 : Math.max(2, px / 2.5);
  };
}
