import { openStandIn, type Reply, type StandIn } from '../stand-in.ts';

/*
 * A statistical office's SDMX service in both versions of the REST interface; quirks of real ones: SDMX-ML unless CSV is asked
 * for in the one way that it knows, 404 for an empty answer, a constraint that says since when the data are valid, counts as
 * annotations, large answers prepared first, quotas.
 */
export interface SdmxStandIn extends StandIn {
  rows: string[][];
  /** How CSV is asked for: by the `Accept` header, or by a parameter alone. */
  csvBy: 'accept' | 'format';
  /** What the annotation claims; null leaves it out. */
  claimed: number | null;
  updated: string | null;
  validFrom: string | null;
  /** How often it says that it is still at it; null answers at once. */
  prepares: number | null;
  /** What it says when it is asked again often enough. */
  prepared: 'AVAILABLE' | 'EXPIRED';
}

/** Dataflows of other offices that it knows, too. */
export const sdmxFlows = ['NAMA_10_GDP', 'EXR', 'DSD_PRICES@DF_PRICES_ALL', '41_983', 'WS_CBPOL'];

const names = (text: string, german: string) =>
  `<c:Name xml:lang="de">${german}</c:Name><c:Name xml:lang="en">${text}</c:Name>`;

function structure21(flow: string): string {
  const ref = (id: string, kind: string) => `<Ref id="${id}" version="1.0" agencyID="OFF" class="${kind}"/>`;
  const dimension = (id: string, position: number, list: string) =>
    `<s:Dimension id="${id}" position="${position}"><s:ConceptIdentity><Ref id="${id}" maintainableParentID="CS" agencyID="OFF"/></s:ConceptIdentity><s:LocalRepresentation><s:Enumeration>${ref(list, 'Codelist')}</s:Enumeration></s:LocalRepresentation></s:Dimension>`;
  return `<s:Dataflows>${flow}</s:Dataflows>
<s:Codelists><s:Codelist id="CL_GEO" agencyID="OFF" version="1.0"><s:Code id="CH">${names('Switzerland &amp; more', 'Schweiz')}</s:Code><s:Code id="IT">${names('Italy', 'Italien')}<s:Parent><Ref id="CH"/></s:Parent></s:Code></s:Codelist>
<s:Codelist id="CL_FREQ" agencyID="OFF" version="1.0"><s:Code id="A">${names('Annual', 'jährlich')}</s:Code></s:Codelist>
<s:Codelist id="CL_STATUS" agencyID="OFF" version="1.0"><s:Code id="p">${names('Provisional', 'vorläufig')}</s:Code></s:Codelist></s:Codelists>
<s:Concepts><s:ConceptScheme id="CS" agencyID="OFF" version="1.0"><s:Concept id="GEO">${names('Region', 'Gebiet')}</s:Concept><s:Concept id="FREQ">${names('Frequency', 'Häufigkeit')}</s:Concept></s:ConceptScheme></s:Concepts>
<s:DataStructures><s:DataStructure id="DSD_POP" agencyID="OFF" version="1.0"><s:DataStructureComponents>
<s:DimensionList>${dimension('GEO', 2, 'CL_GEO')}${dimension('FREQ', 1, 'CL_FREQ')}<s:TimeDimension id="TIME_PERIOD" position="3"><s:ConceptIdentity><Ref id="TIME_PERIOD" maintainableParentID="CS" agencyID="OFF"/></s:ConceptIdentity></s:TimeDimension></s:DimensionList>
<s:AttributeList><s:Attribute id="OBS_STATUS"><s:LocalRepresentation><s:Enumeration>${ref('CL_STATUS', 'Codelist')}</s:Enumeration></s:LocalRepresentation></s:Attribute></s:AttributeList>
<s:MeasureList><s:PrimaryMeasure id="OBS_VALUE"/></s:MeasureList>
</s:DataStructureComponents></s:DataStructure></s:DataStructures>`;
}

/** SDMX-ML 3.0 refers by URN. */
function structure30(flow: string): string {
  const urn = (kind: string, text: string) => `urn:sdmx:org.sdmx.infomodel.${kind}=OFF:${text}`;
  return structure21(flow)
    .replace(/<Ref id="([A-Z_]+)" maintainableParentID="CS" agencyID="OFF"\/>/g, (_, id: string) =>
      urn('conceptscheme.Concept', `CS(1.0).${id}`),
    )
    .replace(/<Ref id="(CL_[A-Z]+)"[^>]*\/>/g, (_, id: string) => urn('codelist.Codelist', `${id}(1.0)`))
    .replace(/<Ref id="(DSD_POP)"[^>]*\/>/g, (_, id: string) => urn('datastructure.DataStructure', `${id}(1.0)`))
    .replaceAll('PrimaryMeasure', 'Measure');
}

export async function openSdmxService(): Promise<SdmxStandIn> {
  const standIn = await openStandIn(({ url, headers }): Reply | null => {
    const path = decodeURIComponent(url.pathname);
    const isNew = path.startsWith('/sdmx/3.0/');
    const xml = (inner: string): Reply => ({
      headers: { 'content-type': `application/vnd.sdmx.structure+xml; version=${isNew ? '3.0.0' : '2.1'}` },
      body: `<?xml version="1.0" encoding="UTF-8"?><m:Structure xmlns:m="m" xmlns:s="s" xmlns:c="c" xmlns:xml="http://www.w3.org/XML/1998/namespace"><m:Header/><m:Structures>${inner}</m:Structures></m:Structure>`,
    });
    const annotation = (type: string, value: string | number | null) =>
      value === null
        ? ''
        : `<c:Annotation><c:AnnotationTitle>${value}</c:AnnotationTitle><c:AnnotationType>${type}</c:AnnotationType></c:Annotation>`;
    const annotations = `<c:Annotations>${annotation('OBS_COUNT', service.claimed)}${annotation('UPDATE_DATA', service.updated)}</c:Annotations>`;
    const named = /^\/rest\/dataflow\/([^/]+)\/([^/]+)\/|^\/sdmx\/3\.0\/structure\/dataflow\/([^/]+)\/([^/]+)\//.exec(
      path,
    );
    const id = [named?.[2] ?? named?.[4]].find((one) => one !== 'all' && one !== '*') ?? 'POP';
    const isKnown = id === 'POP' || sdmxFlows.includes(id);
    const agency = [named?.[1] ?? named?.[3]].find((one) => one !== 'all' && one !== '*') ?? 'OFF';
    const flow = `<s:Dataflow id="${id}" agencyID="${agency}" version="1.2">${annotations}${names('Population', 'Bevölkerung')}<s:Structure><Ref id="DSD_POP" agencyID="OFF" version="1.0"/></s:Structure></s:Dataflow>`;
    const others = Array.from(
      { length: 120 },
      (_, at) =>
        `<s:Dataflow id="F${at}" agencyID="OFF" version="1.0">${names(`Table ${at}`, `Tabelle ${at}`)}</s:Dataflow>`,
    ).join('');
    if (/^\/rest\/dataflow\/all\/all\/latest$|^\/sdmx\/3\.0\/structure\/dataflow\/\*\/\*\/~$/.test(path))
      return xml(`<s:Dataflows>${flow}${others}</s:Dataflows>`);
    if (named !== null && isKnown) return xml(isNew ? structure30(flow) : structure21(flow));
    if (path === '/rest/contentconstraint/OFF/CR_A_POP' && service.validFrom !== null) {
      return xml(
        `<s:Constraints><s:ContentConstraint id="CR_A_POP" validFrom="${service.validFrom}"/></s:Constraints>`,
      );
    }
    const envelope = (status: string): Reply => ({
      headers: { 'content-type': 'application/xml' },
      body: `<?xml version="1.0" encoding="UTF-8"?><env:Envelope xmlns:env="http://schemas.xmlsoap.org/soap/envelope/"><env:Header/><env:Body><a:syncResponse xmlns:a="a"><queued><id>abc-1</id><status>${status}</status></queued></a:syncResponse></env:Body></env:Envelope>`,
    });
    if (path === '/1.0/async/status/abc-1') {
      const times = service.requested.filter(({ url: { pathname } }) => pathname === path).length;
      return envelope(times <= (service.prepares ?? 0) ? 'PROCESSING' : service.prepared);
    }
    const isPrepared = path === '/1.0/async/data/abc-1';
    const data = isPrepared ? '/sdmx/3.0/data/dataflow/OFF/POP/1.2/*' : path;
    const requested =
      /^\/rest\/data\/OFF,POP,1\.2\/([^/]*)$|^\/sdmx\/3\.0\/data\/dataflow\/OFF\/POP\/1\.2\/([^/]*)$/.exec(data);
    if (requested === null)
      return {
        status: 404,
        headers: { 'content-type': 'application/xml' },
        body: '<m:Error xmlns:m="m"><m:ErrorMessage code="100"/></m:Error>',
      };
    if (service.prepares !== null && !isPrepared) return envelope('SUBMITTED');
    const wants =
      service.csvBy === 'accept' ? /csv/.test(headers.accept ?? '') : url.searchParams.get('format') === 'csvdata';
    if (!wants)
      return {
        headers: { 'content-type': 'application/xml' },
        body: '<?xml version="1.0"?><m:StructureSpecificData xmlns:m="m"/>',
      };
    const key = requested[1] ?? requested[2] ?? '';
    const [freq = '', geo = ''] = /^(?:all|\*)$/.test(key) ? [] : key.split('.');
    const has = (chosen: string, code: string) =>
      chosen === '' || chosen === '*' || chosen.split(/[+,]/).includes(code);
    const from =
      url.searchParams.get('startPeriod') ?? /ge:(\d+)/.exec(url.searchParams.get('c[TIME_PERIOD]') ?? '')?.[1] ?? '';
    const rows = service.rows.filter(
      (row) => has(freq, row[0] ?? '') && has(geo, row[1] ?? '') && (row[2] ?? '') >= from,
    );
    const head = isNew || isPrepared ? 'STRUCTURE,STRUCTURE_ID,ACTION' : 'DATAFLOW,LAST UPDATE';
    const first = isNew || isPrepared ? 'dataflow,OFF:POP(1.2),I' : `OFF:POP(1.2),${new Date().toISOString()}`;
    return {
      body: `${head},FREQ,GEO,TIME_PERIOD,OBS_VALUE,OBS_STATUS\r\n${rows.map((row) => `${first},${row.join(',')}\r\n`).join('')}`,
    };
  });
  const service: SdmxStandIn = Object.assign(standIn, {
    rows: [
      ['A', 'CH', '2023', '8900000', ''],
      ['A', 'CH', '2024', '9000000', 'p'],
      ['A', 'IT', '2024', '59000000', ''],
    ],
    csvBy: 'accept' as 'accept' | 'format',
    claimed: null as number | null,
    updated: null as string | null,
    validFrom: null as string | null,
    prepares: null as number | null,
    prepared: 'AVAILABLE' as 'AVAILABLE' | 'EXPIRED',
  });
  return service;
}
