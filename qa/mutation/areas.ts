/** A part of the program that must not be wrong, and the tests that have to notice if it is. */
export interface Area {
  readonly name: string;
  /** Files whose code is altered. */
  readonly mutate: readonly string[];
  readonly tests: readonly string[];
}

/** Areas of mutation testing. */
export const areas: readonly Area[] = [
  {
    name: 'exact-json',
    mutate: ['electron/lib/exact-json.ts'],
    tests: ['electron/lib/exact-json.test.ts'],
  },
  {
    name: 'links',
    mutate: ['shared/open-link.ts'],
    tests: ['shared/open-link.test.ts'],
  },
  {
    name: 'trust',
    mutate: ['electron/connector/http/redirects.ts', 'electron/connector/http/transport/trust.ts'],
    tests: [
      'electron/connector/http/transport/trust.test.ts',
      'electron/connector/testing/trust.long.test.ts',
      'electron/connector/testing/reachable.long.test.ts',
    ],
  },
  {
    name: 'rights',
    mutate: [
      'electron/service/catalogue/access/!(*.test).ts',
      'electron/service/catalogue/records/users.ts',
      'electron/service/api/plugins/authentication.ts',
      'electron/service/api/routes/namespaces/find.ts',
      'electron/service/accounts/administer.ts',
    ],
    tests: [
      'electron/service/catalogue/access/access.test.ts',
      'electron/service/api/plugins/authentication.test.ts',
      'electron/service/api/routes/namespaces/find.test.ts',
    ],
  },
  {
    name: 'log-in',
    mutate: [
      'electron/service/accounts/login-throttle.ts',
      'electron/service/accounts/network-of.ts',
      'electron/service/catalogue/access/login-tally.ts',
    ],
    tests: ['electron/service/accounts/login-throttle.test.ts', 'electron/service/accounts/network-of.test.ts'],
  },
  {
    name: 'paging',
    mutate: [
      'electron/service/api/bodies/query-pairs.ts',
      'electron/connector/paging/page-answer.ts',
      'electron/connector/paging/paging.ts',
    ],
    tests: [
      'electron/service/api/bodies/query-pairs.test.ts',
      'electron/connector/paging/page-answer.test.ts',
      'electron/connector/paging/paging.test.ts',
    ],
  },
  {
    name: 'completeness',
    mutate: [
      'electron/connector/paging/open-rows.ts',
      'electron/connector/paging/row-window.ts',
      'electron/connector/paging/sequence.ts',
    ],
    tests: ['electron/connector/paging/completeness.test.ts', 'electron/connector/paging/open-rows.test.ts'],
  },
  {
    name: 'row-query',
    mutate: ['shared/row-query.ts'],
    tests: ['shared/row-query.test.ts'],
  },
  {
    name: 'filters',
    mutate: ['electron/service/rows/views/filter-to-sql.ts', 'electron/service/rows/selection.ts'],
    tests: ['electron/service/rows/selection.test.ts'],
  },
  {
    name: 'aggregate-query',
    mutate: ['shared/aggregate-query.ts'],
    tests: ['shared/aggregate-query.test.ts'],
  },
  {
    name: 'aggregation',
    mutate: ['electron/service/rows/groups/group-sql.ts', 'electron/service/rows/groups/group-files.ts'],
    tests: ['electron/service/rows/groups/group-files.long.test.ts'],
  },
  {
    name: 'descriptors',
    mutate: ['electron/jobs/descriptor/data-package.ts', 'electron/jobs/descriptor/descriptor-file.ts'],
    tests: ['electron/jobs/descriptor/data-package.test.ts', 'electron/jobs/descriptor/descriptor-file.test.ts'],
  },
  {
    name: 'durable-files',
    mutate: [
      'electron/lib/durable-file.ts',
      'electron/service/files/block-checksums.ts',
      'electron/service/files/checked-file.ts',
      'electron/service/files/stored-files.ts',
      'electron/service/files/verification-record.ts',
      'electron/service/files/unfinished-name.ts',
    ],
    tests: [
      'electron/lib/durable-file.test.ts',
      'electron/lib/durable-text.test.ts',
      'electron/service/files/checked-file.test.ts',
      'electron/service/files/stored-files.test.ts',
    ],
  },
  {
    name: 'numbers',
    mutate: ['electron/service/reading/values/number-reading.ts'],
    tests: ['electron/service/reading/values/number-reading.test.ts'],
  },
  {
    name: 'records',
    mutate: ['electron/service/reading/formats/delimited/scan-records.ts'],
    tests: ['electron/service/reading/formats/delimited/scan-records.test.ts'],
  },
  {
    name: 'file-numbers',
    mutate: [
      'electron/service/reading/formats/json/exact-numbers.ts',
      'electron/service/reading/formats/workbook/xlsx/date-formats.ts',
    ],
    tests: [
      'electron/service/reading/formats/json/exact-numbers.test.ts',
      'electron/service/reading/formats/workbook/xlsx/date-formats.test.ts',
    ],
  },
  {
    name: 'types',
    mutate: [
      'electron/service/reading/values/column-reading.ts',
      'electron/service/reading/values/infer.ts',
      'electron/service/reading/values/missing-marks.ts',
      'electron/service/reading/values/value-shapes.ts',
    ],
    tests: ['electron/service/reading/values/infer.test.ts'],
  },
  {
    name: 'headers',
    mutate: ['electron/service/reading/formats/delimited/header-names.ts'],
    tests: ['electron/service/reading/formats/delimited/header-names.test.ts'],
  },
  {
    name: 'header-rows',
    mutate: [
      'electron/service/reading/columns/units-row.ts',
      'electron/service/reading/formats/delimited/header-rows.ts',
      'electron/service/reading/formats/json/json-layout.ts',
    ],
    tests: [
      'electron/service/reading/columns/units-row.test.ts',
      'electron/service/reading/formats/delimited/header-rows.test.ts',
      'electron/service/reading/formats/delimited/layouts.test.ts',
      'electron/service/reading/formats/delimited/office-tables.test.ts',
      'electron/service/reading/formats/json/further-pages.test.ts',
      'electron/service/reading/formats/workbook/sheet-layout.test.ts',
    ],
  },
  {
    name: 'layouts',
    mutate: ['electron/service/reading/formats/delimited/detect-layout.ts'],
    tests: [
      'electron/service/reading/formats/delimited/detect-layout.test.ts',
      'electron/service/reading/formats/delimited/layout-above.test.ts',
      'electron/service/reading/formats/delimited/layout-quotes.test.ts',
      'electron/service/reading/formats/delimited/layouts.test.ts',
    ],
  },
  {
    name: 'json-scanner',
    mutate: ['electron/service/reading/formats/json/json-scanner.ts'],
    tests: ['electron/service/reading/formats/json/json-scanner.test.ts'],
  },
  {
    name: 'json-records',
    mutate: [
      'electron/follow/sources/json-pages/json-page.ts',
      'electron/service/reading/formats/json/open-json.ts',
      'electron/service/reading/formats/json/geometry/esri-features.ts',
      'electron/service/reading/formats/json/geometry/topology-features.ts',
    ],
    tests: [
      'electron/follow/sources/json-pages/json-page.test.ts',
      'electron/service/reading/formats/json/nested-members.test.ts',
      'electron/service/reading/formats/json/geometry/esri-features.long.test.ts',
      'electron/service/reading/formats/json/geometry/topology-features.long.test.ts',
    ],
  },
  {
    name: 'sheets',
    mutate: [
      'electron/service/reading/formats/workbook/sheet-layout.ts',
      'electron/service/reading/formats/workbook/xlsx/sheet-rows.ts',
    ],
    tests: [
      'electron/service/reading/formats/workbook/sheet-layout.test.ts',
      'electron/service/reading/formats/workbook/xlsx/sheet-rows.test.ts',
    ],
  },
  {
    name: 'ods',
    mutate: [
      'electron/service/reading/formats/workbook/ods/ods-cell.ts',
      'electron/service/reading/formats/workbook/ods/open-ods.ts',
    ],
    tests: [
      'electron/service/reading/formats/workbook/ods/ods-cell.test.ts',
      'electron/service/reading/formats/workbook/ods/open-ods.test.ts',
    ],
  },
  {
    name: 'sheet-records',
    mutate: [
      'electron/service/reading/formats/workbook/sheet-records.ts',
      'electron/service/reading/formats/workbook/workbook-records.ts',
    ],
    tests: [
      'electron/service/reading/formats/workbook/sheet-records.test.ts',
      'electron/service/reading/formats/workbook/workbook-records.test.ts',
    ],
  },
  {
    name: 'px',
    mutate: [
      'electron/service/reading/formats/pc-axis/px-cells.ts',
      'electron/service/reading/formats/pc-axis/px-header.ts',
      'electron/service/reading/formats/pc-axis/px-format.ts',
    ],
    tests: ['electron/service/reading/formats/pc-axis/px-format.test.ts'],
  },
  {
    name: 'sheet-layout',
    mutate: ['electron/service/reading/formats/workbook/sheet-layout.ts'],
    tests: [
      'electron/service/reading/formats/workbook/sheet-layout.test.ts',
      'electron/service/reading/formats/workbook/sheet-records.test.ts',
    ],
  },
  {
    name: 'marks',
    mutate: ['electron/service/reading/marks/find-marks.ts'],
    tests: ['electron/service/reading/marks/find-marks.test.ts'],
  },
  {
    name: 'long',
    mutate: ['electron/service/reading/long/find-long.ts', 'electron/service/reading/long/heading-groups.ts'],
    tests: ['electron/service/reading/long/find-long.test.ts', 'electron/service/reading/long/heading-groups.test.ts'],
  },
  {
    name: 'moments',
    mutate: [
      'electron/service/reading/values/moment-reading.ts',
      'electron/service/reading/values/worded-moments.ts',
      'electron/service/reading/values/stored-moments.ts',
    ],
    tests: ['electron/service/reading/values/moment-reading.test.ts'],
  },
];
