interface Operation {
  readonly summary: string;
  readonly responses: Readonly<Record<string, object>>;
}

/** The part of an OpenAPI document that the table is made of. */
export interface TabledDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

const opening = `# Conformance

What the embedded service answers, laid beside the specification of the Open Data Statistics Service. The table is made
from the OpenAPI document that the service itself gives at \`/api/v1/schema/\`, and a test keeps this page equal to it
(\`npx vitest run electron/service/http/openapi -u\` writes it again).

## How it is shown

Each section of the specification, and of the decisions where it is silent, has a file of tests in
\`electron/service/conformance/\`; every test is named by the statement that it shows, asks a running service over HTTP,
and has the answer compared with the OpenAPI document.

| section | tests |
|---|---|
| What the service does | \`what-the-service-does.test.ts\` |
| Resources and their fields | \`resources.test.ts\` |
| Endpoints, Versioning | \`endpoints.test.ts\` |
| Authentication; users, groups, sessions | \`authentication.test.ts\` |
| Representation | \`decisions-1-representation.test.ts\` |
| Errors, order of the checks | \`decisions-2-errors.test.ts\` |
| Paging, ordering, filtering, projection, conditional requests | \`decisions-3-paging-and-filters.test.ts\`, \`filters.property.test.ts\` |
| Rows, columns of every name | \`decisions-4-rows.test.ts\` |
| Publishing; versions and their states, comparing | \`decisions-6-publishing.test.ts\`, \`decisions-6-versions.test.ts\` |
| Download | \`decisions-7-download.test.ts\` |
| Who may see; who may do what; images | \`decisions-8-access.test.ts\`, \`decisions-8-writing.test.ts\`, \`decisions-8-images.test.ts\` |
| Saved queries, usage | \`decisions-8-queries.test.ts\` |
| Grouping and aggregation | \`statistics.test.ts\`, \`statistics-saved.test.ts\`, \`statistics.property.test.ts\` |
| Profiles of columns | \`profiles.test.ts\` |
| Naughty strings and bad input | \`naughty-strings.test.ts\`, \`bad-input.test.ts\` |

## Conditional requests

Every record (a namespace, dataset, version, user, group or saved query) has a strong \`ETag\`, which changes with anything
that the caller sees of it. A read with \`If-None-Match\` and this tag (or \`*\`) is answered 304, one with \`If-Match\` and other
tags 412; a write with \`If-None-Match\` and this tag (or \`*\`) is answered 412 and changes nothing. A \`PUT\`, \`PATCH\` or \`DELETE\` with \`If-Match\`
changes the record only where it still has one of the tags (or exists, for \`*\`), and is answered 412 otherwise; without
\`If-Match\` the last writer wins (\`conditional-records.test.ts\`). What is deleted while it is read or written is answered
404, and a download whose first byte was sent ends whole (\`deletion-races.test.ts\`).

## Dates and times

The API has no type for dates and times: they are texts, \`char\`, in the forms of ISO 8601. A version's \`metadata\`, which the
specification leaves opaque, are base64 of a JSON object whose \`columns\` name each column with its \`type\` and, where all its
values are of one form, a \`format\`: \`date\` (\`2020-01-31\`), \`date-time\` (\`2020-01-31T10:30:00\`), \`date-time-zone\` (each
with its offset from UTC), \`time\`, \`month\` (\`2020-01\`), \`quarter\` (\`2020-Q1\`) or \`week\` (\`2020-W05\`). It is found
out from the stored values of every version, appended rows included (\`decisions-6-publishing.test.ts\`).

## Endpoints

Every endpoint also answers \`HEAD\` as \`GET\` without the body where it has \`GET\`, \`OPTIONS\` with 200, any other
method with 405, and its path without the last slash with 301 (\`GET\`, \`HEAD\`) or 308. Any request with a foreign
\`Host\` is 400, an inner error 500, an overload 503; these two stand for every line.

| method | path | what it does | good | refused |
|---|---|---|---|---|
`;

/** What the opening says of every path. */
const inOpening: ReadonlySet<string> = new Set(['parameters', 'head', 'options']);

/** Statuses that stand for every line of the table. */
const everywhere: ReadonlySet<string> = new Set(['500', '503']);

/** The page `docs/conformance.md`. */
export function conformanceTable(document: TabledDocument): string {
  const lines = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([method]) => !inOpening.has(method))
      .map(([method, { summary, responses }]) => {
        const statuses = Object.keys(responses).filter((status) => !everywhere.has(status));
        const good = statuses.filter((status) => Number(status) < 400);
        const refused = statuses.filter((status) => Number(status) >= 400);
        return `| ${method.toUpperCase()} | \`${path}\` | ${summary} | ${good.join(', ')} | ${refused.join(', ')} |`;
      }),
  );
  return `${opening}${lines.join('\n')}\n`;
}
