interface Operation {
  readonly summary: string;
  readonly responses: Readonly<Record<string, object>>;
}

/** The part of an OpenAPI document that the table is generated from. */
export interface EndpointDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

const opening = `# Conformance

What the embedded service returns, compared with the specification of the Open Data Statistics Service. The table is
generated from the OpenAPI document that the service publishes at \`/api/v1/schema/\`; a test keeps this page in step with it
(\`npx vitest run electron/service/http/openapi -u\` regenerates it).

## How it is tested

Each section of the specification, and each decision where the specification is silent, has a file of tests in
\`electron/service/conformance/\`. Every test is named after the statement that it covers and sends requests to a running
service over HTTP; each response is also validated against the OpenAPI document.

| section | tests |
|---|---|
| What the service does | \`what-the-service-does.test.ts\` |
| Resources and their fields | \`resources.test.ts\` |
| Endpoints, versioning | \`endpoints.test.ts\` |
| Authentication; users, groups, sessions | \`authentication.test.ts\` |
| Representation | \`decisions-1-representation.test.ts\` |
| Errors, order of the checks | \`decisions-2-errors.test.ts\` |
| Paging, ordering, filtering, projection, conditional requests | \`decisions-3-paging-and-filters.test.ts\`, \`filters.property.test.ts\` |
| Rows, column names of every kind | \`decisions-4-rows.test.ts\` |
| Publishing; versions and their states, comparing | \`decisions-6-publishing.test.ts\`, \`decisions-6-versions.test.ts\` |
| Download | \`decisions-7-download.test.ts\` |
| Read access; write access; images | \`decisions-8-access.test.ts\`, \`decisions-8-writing.test.ts\`, \`decisions-8-images.test.ts\` |
| Saved queries, usage | \`decisions-8-queries.test.ts\` |
| Grouping and aggregation | \`statistics.test.ts\`, \`statistics-saved.test.ts\`, \`statistics.property.test.ts\` |
| Profiles of columns | \`profiles.test.ts\` |
| Naughty strings and bad input | \`naughty-strings.test.ts\`, \`bad-input.test.ts\` |

## Conditional requests

Every record (a namespace, dataset, version, user, group or saved query) has a strong \`ETag\`, which changes with anything
in it that the caller can see. A read with a matching \`If-None-Match\` (or \`*\`) returns 304, one without a match for
\`If-Match\` returns 412. A write with a matching \`If-None-Match\` (or \`*\`) returns 412 and changes nothing. A \`PUT\`, \`PATCH\`
or \`DELETE\` with \`If-Match\` changes the record only if one of the tags is still current (or, for \`*\`, if the record exists),
and returns 412 otherwise; without \`If-Match\` the last writer wins (\`conditional-records.test.ts\`). A record that is deleted
while it is read or written returns 404; a download that has sent its first byte is completed (\`deletion-races.test.ts\`).

## Dates and times

The API has no type for dates and times: they are text, \`char\`, in ISO 8601. A version's \`metadata\`, which the
specification leaves opaque, is the base64 encoding of a JSON object whose \`columns\` give each column its \`type\` and, if all
its values have the same form, a \`format\`: \`date\` (\`2020-01-31\`), \`date-time\` (\`2020-01-31T10:30:00\`), \`date-time-zone\` (each
with its offset from UTC), \`time\`, \`month\` (\`2020-01\`), \`quarter\` (\`2020-Q1\`) or \`week\` (\`2020-W05\`). The format is
detected in the stored values of every version, including appended rows (\`decisions-6-publishing.test.ts\`).

Values of \`date-time\` and \`date-time-zone\` columns are compared by instant and returned as they are written. This applies to every
order, to groups by such a column (the key is the value of the group's first row), to \`Min\`, \`Max\` and \`CountDistinct\`, to the
first and last time of a profile, and to the keys of a comparison of versions. A value without an offset counts as UTC there.
Filters with \`exact\`, \`ne\`, \`gt\`, \`gte\`, \`lt\`, \`lte\`, \`in\` and \`range\` compare by instant if their value has an offset
(\`at__lt=2020-03-29T00:40:00Z\`; an unencoded \`+\` that arrives as a space is accepted). If it has none, it is compared with the text as
written, so that \`at__gte=2020-03-29\` begins with that day in each value's own offset, as \`Day(at)\`, the other periods and the
histograms of profiles do. Other lookups compare the text. A column with any other value among its date-times is text.

## Endpoints

Every endpoint that supports \`GET\` also supports \`HEAD\`, which returns the same without a body. \`OPTIONS\` returns 200, any
other method 405, and the path without its trailing slash 301 (\`GET\`, \`HEAD\`) or 308. A request with an unknown \`Host\` returns
400. A caller with too many requests, at once or for the operator's limit, gets 429; an internal error returns 500 and an overloaded
service 503. These three apply to every line.

| method | path | what it does | success | errors |
|---|---|---|---|---|
`;

/** Keys of a path that are described above the table. */
const describedAbove: ReadonlySet<string> = new Set(['parameters', 'head', 'options']);

/** Statuses that apply to every line of the table. */
const commonStatuses: ReadonlySet<string> = new Set(['429', '500', '503']);

/** The content of `docs/conformance.md`. */
export function conformanceTable(document: EndpointDocument): string {
  const lines = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([method]) => !describedAbove.has(method))
      .map(([method, { summary, responses }]) => {
        const statuses = Object.keys(responses).filter((status) => !commonStatuses.has(status));
        const good = statuses.filter((status) => Number(status) < 400);
        const refused = statuses.filter((status) => Number(status) >= 400);
        return `| ${method.toUpperCase()} | \`${path}\` | ${summary} | ${good.join(', ')} | ${refused.join(', ')} |`;
      }),
  );
  return `${opening}${lines.join('\n')}\n`;
}
