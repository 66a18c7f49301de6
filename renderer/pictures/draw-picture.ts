import type { EChartsOption } from 'echarts';
import type { Chart } from '#shared/chart.ts';
import type { DrawPicture, PictureRequest } from '#shared/embed.ts';
import { everyRow, type RowQuery } from '#shared/row-query.ts';
import type { DatasetDetails } from '#shared/rpc/records.ts';
import { echarts } from '../features/charts/drawing/echarts.ts';
import {
  maxOutlines,
  registerRows,
  registerShapes,
  type StatesAtlas,
  statesOf,
} from '../features/charts/drawing/register-shapes.ts';
import { type ChartPage, chartPage, pageFont, pageInSize } from '../features/charts/files/chart-page.ts';
import { svgOf } from '../features/charts/files/chart-svg.ts';
import { absenceOf } from '../features/charts/model/chart-data.ts';
import { type ChartGroups, type DrawnChart, readChart } from '../features/charts/model/chart-groups.ts';
import { chartNotes } from '../features/charts/model/chart-notes.ts';
import type { ChartColors } from '../features/charts/model/chart-parts.ts';
import { styledColors, themeColors } from '../features/charts/model/chart-style.ts';
import { chartTexts, facetChart, panelName, type Writing } from '../features/charts/model/chart-texts.ts';
import { mapNameOf } from '../features/charts/model/code-map.ts';
import { comparisonOf } from '../features/charts/model/compare.ts';
import { chartTitle, columnWords } from '../features/charts/model/title.ts';
import { commonLimits } from '../features/charts/model/value-axis.ts';
import { type DataColumn, describedColumns } from '../lib/data-column.ts';
import { inUtc } from '../lib/format/format.ts';
import { textWidth } from '../lib/format/text-width.ts';
import { type Atlas, flatOutlines } from '../lib/geometry/flat-outlines.ts';
import { defaultWords, type FooterParts, groupsAddress, sourceText } from '../lib/groups/credits.ts';
import { conditionTexts } from '../lib/query/query-text.ts';
import { viewOfLink } from '../lib/query/saved-view.ts';
import { newestVersion, versionDay, versionNames } from '../lib/versions/version-metadata.ts';
import { textsFor } from '../locales/language.ts';
import { themeToken } from '../theme/theme-token.ts';

// Nothing measures texts where there is no page.
echarts.setPlatformAPI({ measureText: (text, font = '') => ({ width: textWidth(text, font) }) });

/** The service itself, which has no name among connections of its own. */
const connection = 'local';

/** Rows that would be read if the service could not group them itself, as every one that draws can. */
const maxRows = 100_000;

/** Draws the chart of a link as its embedded page shows it, with the source, licence and version below. */
export const drawPicture: DrawPicture = async (request, call) => {
  const { namespace, dataset: slug, view, chart, theme, language } = request;
  const reference = { connection, namespace, dataset: slug };
  const details = await call('readDataset', reference);
  const { dataset } = details;
  const query = viewOfLink(view, new Set(dataset.columns.map(({ name }) => name)));
  const rows: RowQuery = { ...query, ordering: [], fields: null };
  const newest = newestVersion(dataset);
  const version = rows.version ?? newest;
  const columns = describedColumns(dataset, rows.version);
  const writing: Writing = { t: await textsFor(language, language), locale: inUtc(language) };
  const [read, { provenance }] = await Promise.all([
    readChart(chart, columns, version, rows, (groups, limit) =>
      call('readGroups', { reference, query: groups, offset: 0, limit, maxRows }),
    ),
    call('readProvenance', reference),
  ]);
  const register = await shapesOf(read.drawn, mapNameOf(read.drawn, read.data.panels[0]?.categories ?? []), call);
  // Outlines of the same name may be others for the next picture: from here on, nothing is waited for.
  register();
  const page = pageOf(writing, {
    details,
    columns,
    rows,
    read,
    versions: { shown: version, newest, other: comparisonOf(read.chart, version)?.version ?? null },
    footer: { ...defaultWords(details, version, provenance), address: dataset.data },
    theme,
  });
  return svgOf(pageInSize(page, request));
};

type Call = Parameters<DrawPicture>[1];

/** Reads the outlines that a map needs. @returns what makes them known */
async function shapesOf({ shapes }: Chart, name: string | null, call: Call): Promise<() => void> {
  if (name === null) return () => {};
  if (shapes !== undefined) {
    const reference = { connection, ...shapes };
    const { dataset } = await call('readDataset', reference);
    const { rows } = await call('readRows', { reference, query: everyRow, offset: 0, limit: maxOutlines });
    return () => registerRows(name, describedColumns(dataset, null), rows);
  }
  if (echarts.getMap(name) !== undefined) return () => {};
  const found = name === 'us-states' ? await usStates() : await countries();
  return () => registerShapes(name, found);
}

async function usStates() {
  const { default: atlas } = await import('us-atlas/states-albers-10m.json');
  return statesOf(atlas as unknown as StatesAtlas);
}

async function countries() {
  const { default: atlas } = await import('world-atlas/countries-50m.json');
  return flatOutlines(atlas as unknown as Atlas).land;
}

interface PageParts {
  readonly details: DatasetDetails;
  readonly columns: readonly DataColumn[];
  readonly rows: RowQuery;
  readonly read: DrawnChart & ChartGroups;
  readonly versions: { readonly shown: string; readonly newest: string; readonly other: string | null };
  readonly footer: Omit<FooterParts, 'version'>;
  readonly theme: PictureRequest['theme'];
}

function pageOf(writing: Writing, parts: PageParts): ChartPage {
  const { t, locale } = writing;
  const { details, columns, rows, read, versions, footer, theme } = parts;
  const { chart, drawn, data, queries, groups, count, unread } = read;
  const names = versionNames(details.dataset.versions, locale);
  const nameOf = (version: string) => names.get(version) ?? version;
  const isDifference = comparisonOf(chart, versions.shown)?.as === 'difference';
  const texts = chartTexts(writing, drawn, columns, isDifference, nameOf);
  const facetTexts = chartTexts(writing, facetChart(drawn), columns, isDifference, nameOf);
  const colors = themeColors(theme, pageFont, (name) => themeToken(theme, name));
  const notes = chartNotes(
    t,
    { chart, data, columns, read: groups.length, all: unread === null ? count : null },
    locale,
  );
  const page = chartPage(t, {
    chart: drawn,
    panels: data.panels,
    texts,
    nameOf: (panel) => panelName(panel, data.panels.length, texts, facetTexts),
    colors: styledColors(colors, drawn.style ?? {}),
    limits: commonLimits(drawn, data.panels),
    credits: {
      title: chartTitle(t, chart, columnWords(columns, locale), versions.shown, nameOf),
      source: sourceText(t, details, rows, columns, versions),
      addresses: queries.map((query) => groupsAddress(details.dataset.data, query, versions.newest)),
      link: '',
    },
    notes: [...conditionTexts(t, rows, columns), ...notes.map(({ text }) => text)],
    footer: { ...footer, version: versionDay(versions.shown, locale) },
  });
  const absence = absenceOf(data, read.incomparable);
  return absence === null ? page : { ...page, panels: [{ name: '', option: sayingOnly(t(absence.title), colors) }] };
}

/** What stands in place of a chart that shows nothing. */
function sayingOnly(text: string, colors: ChartColors): EChartsOption {
  const style = { text, fill: colors.quiet, fontSize: 13, fontFamily: colors.font };
  return { graphic: [{ type: 'text', left: 'center', top: 'middle', style }] };
}
