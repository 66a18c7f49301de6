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

## Searching and ignoring case

\`search\`, \`iexact\`, \`icontains\`, \`istartswith\` and \`iendswith\` compare texts that are normalised (Unicode NFC) and folded with
Unicode's full case folding: \`STRASSE\` finds \`Straße\`, \`ΟΔΟΣ\` finds \`οδος\`, \`FIN\` finds \`ﬁn\`, and it does not matter whether
\`é\` is one character or two. Accents count: \`e\` does not find \`é\`. Folding knows no language: \`I\` finds \`i\`, and the dotless \`ı\`
is a letter of its own. Compatibility characters (\`①\`, full-width letters) are not replaced. Every other lookup and every order
compares code points; \`iregex\` ignores case as its patterns do.

## Groups

The rules that every group, chart and profile follows (\`statistics.property.test.ts\`, and \`statistics.property.long.test.ts\`
with 4,000 random queries; both compare with exact numbers):

- **Numbers are the decimals that JSON writes for them.** The bins of \`Bin\` and the cells of \`Cell\` are calculated as
  decimals: with a width of 0.1, 0.3 is in the bin 0.3. A lower end is given as the nearest double, and bins with the same
  one are one group. A width or an origin with more digits than a double holds returns 400.
- **Sums and averages are exact, and then rounded once**, for integers and for a float column of decimals (each value has at
  most 15 digits, and all together at most 26). Other floats are summed with compensation for rounding. The median and the
  quantiles lie between the two values around the rank, in proportion; the quartiles of a profile are defined likewise.
- **What no double holds is missing** (\`null\`): a sum, average, variance or deviation beyond ±1.797e308. What fits is returned
  even if a step on the way does not. The lowest bin, whose end may be below that range, begins with the smallest double,
  because its rows are not missing. Sums of integers have as many digits as they need, in \`_having\` too. A response never
  contains \`NaN\` or \`Infinity\`.
- **Periods contain periods**: the texts \`2020\`, \`2020-05\`, \`2020-Q2\` and \`2020-W19\` have a year; a month has a quarter as well.
  A week belongs to the year that it is numbered in (ISO 8601), and to no month or quarter. A value with no period of the
  requested kind is in the missing group; if that holds for a whole column by its \`format\`, the response is 400. Hours are
  00 to 23. The week of 0000-01-01 is \`-0001-W52\`.

## Filters

A request has at most 200 filters. \`iexact\` on a number compares by value: \`2\` finds 2.0; other text lookups compare the text
of the number as JSON writes it. \`bbox\` finds every geometry whose envelope, the smallest box around it, touches the box,
even if the geometry itself does not. Items of a list (\`in\`, \`range\`, \`fields\`, \`ordering\`) may be quoted as in CSV; a quotation
mark that is not closed returns 400. An error names the parameter as it was written. An \`offset\` may be any non-negative
integer.

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
