import { explain } from '#shared/failures.ts';
import type { SourceKind, sourceKinds } from '#shared/follow.ts';
import { JobError } from '../../jobs/queue/job-failure.ts';
import type { DataSource } from './data-source.ts';

/** Each kind of source is loaded when it is first asked. Another kind is one folder and one line here. */
const loaders: Readonly<Record<(typeof sourceKinds)[number], () => Promise<DataSource>>> = {
  service: async () => (await import('./service/service-source.ts')).serviceSource,
  file: async () => (await import('./file/file-source.ts')).fileSource,
  'hugging-face': async () => (await import('./hugging-face/hugging-face-source.ts')).huggingFaceSource,
  socrata: async () => (await import('./socrata/socrata-source.ts')).socrataSource,
  sdmx: async () => (await import('./sdmx/sdmx-source.ts')).sdmxSource,
  ckan: async () => (await import('./ckan/ckan-source.ts')).ckanSource,
  'ogc-features': async () => (await import('./ogc-features/ogc-features-source.ts')).ogcFeaturesSource,
  arcgis: async () => (await import('./arcgis/arcgis-source.ts')).arcgisSource,
  odata: async () => (await import('./odata/odata-source.ts')).odataSource,
  'px-web': async () => (await import('./px-web/px-web-source.ts')).pxWebSource,
  dcat: async () => (await import('./dcat/dcat-source.ts')).dcatSource,
  'data-package': async () => (await import('./data-package/data-package-source.ts')).dataPackageSource,
  'json-pages': async () => (await import('./json-pages/json-pages-source.ts')).jsonPagesSource,
  csvw: async () => (await import('./csvw/csvw-source.ts')).csvwSource,
};

/** @throws {JobError} for what has no adapter */
export async function sourceOf(kind: SourceKind): Promise<DataSource> {
  if (kind === 'unknown' || kind === 'recipe')
    throw new JobError('not-a-source', explain('source-kind-unknown', { kind }), kind);
  return await loaders[kind]();
}
