import { STATUS_CODES } from 'node:http';
import { Type } from 'typebox';
import { ResourceDescription } from '#shared/api/discovery.ts';
import { Detail, FieldErrors } from '#shared/api/page.ts';
import { toolVersion } from '../../../lib/tool-version.ts';
import { conditionalStatuses } from '../resources/conditional.ts';
import { type AnyResource, type DocumentedAction, renderingsOf, type Verb, verbs } from '../resources/resource.ts';
import examples from './examples.json' with { type: 'json' };
import { formatParameter, type QueryParameter } from './query-parameter.ts';

/** Invalid input: messages by field, or one message for an unreadable body. */
const BadInput = Type.Union([FieldErrors, Detail], { title: 'BadInput' });

const tags: Readonly<Record<string, string>> = {
  discovery: 'What the service offers.',
  namespaces: 'Groups of datasets.',
  datasets: 'Datasets with their columns and versions.',
  versions: 'Dated versions of the data of a dataset.',
  rows: 'The rows of a dataset, page by page or as a file.',
  queries: 'Saved queries.',
  accounts: 'Users and groups.',
  authentication: 'Tokens and sessions.',
  sql: 'SQL over versions.',
  trash: 'What was deleted and can be restored.',
  sources: 'Sources that datasets follow, and what changed.',
};

const pathParameters: Readonly<Record<string, string>> = {
  namespace: 'Slug of the namespace.',
  dataset: 'Slug of the dataset.',
  version: 'Slug of the version.',
  column: 'Name of the column.',
  id: 'Number of the record.',
};

/** The OpenAPI document of the service, generated from the definitions of the routes. */
export function describeApi(resources: readonly AnyResource[], base: string): object {
  const paths = Object.fromEntries(
    resources.map((resource) => [resource.path.replaceAll(/:(\w+)/g, '{$1}'), pathItem(resource, base)]),
  );
  const shared = shareSchemas(paths);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Open Data Statistics Service',
      version: toolVersion,
      description: 'The HTTP JSON interface of Almanac.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: base }],
    tags: Object.entries(tags).map(([name, description]) => {
      // The title of its part in the rendered reference.
      return { name, description, 'x-displayName': `${name.charAt(0).toUpperCase()}${name.slice(1)}` };
    }),
    security: [{}, { token: [] }, { session: [] }],
    paths: shared.value,
    components: {
      schemas: shared.schemas,
      securitySchemes: {
        token: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: '`Token <token>`, with a token from `/api/v1/auth/token/obtain/`.',
        },
        session: { type: 'apiKey', in: 'cookie', name: 'sessionid', description: 'A session of a browser.' },
      },
    },
  };
}

function pathItem(resource: AnyResource, base: string): object {
  const names = [...resource.path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '');
  const parameters = names.map((name) => {
    return { name, in: 'path', required: true, description: pathParameters[name], schema: { type: 'string' } };
  });
  const operations = verbs.flatMap((verb) => {
    const action = resource.actions[verb];
    if (action === undefined) return [];
    const samples = curlExamples(resource.path, verb, base);
    const codeSamples = samples.length === 0 ? {} : { 'x-codeSamples': samples };
    const described = [[verb.toLowerCase(), { ...operation(resource, verb, action), ...codeSamples }]];
    return verb === 'GET' ? [...described, ['head', headOperation(resource, action)]] : described;
  });
  operations.push(['options', optionsOperation(resource)]);
  return { ...(parameters.length === 0 ? {} : { parameters }), ...Object.fromEntries(operations) };
}

function formatOf(resource: AnyResource): QueryParameter {
  return formatParameter(renderingsOf(resource).map(({ format }) => format));
}

function operation(resource: AnyResource, verb: Verb, action: DocumentedAction): object {
  const parameters = [...(action.parameters ?? []), formatOf(resource)];
  const needsCredentials = verb !== 'GET' && resource.mayWrite !== undefined;
  return {
    operationId: `${verb.toLowerCase()}${wordsOf(resource)}`,
    tags: [resource.tag],
    summary: resource.summaries[verb],
    description: resource.description,
    ...(needsCredentials ? { security: [{ token: [] }, { session: [] }] } : {}),
    parameters: parameters.map((parameter) => ({ in: 'query', ...parameter })),
    ...requestBody(verb, action),
    responses: responses(resource, verb, action),
  };
}

/** HEAD is GET without the body: the same parameters, statuses and headers. */
function headOperation(resource: AnyResource, action: DocumentedAction): object {
  const statuses = Object.entries(responses(resource, 'GET', action));
  return {
    ...operation(resource, 'GET', action),
    operationId: `head${wordsOf(resource)}`,
    summary: `${resource.summaries.GET} (headers only)`,
    responses: Object.fromEntries(statuses.map(([status, { description }]) => [status, { description }])),
  };
}

function optionsOperation(resource: AnyResource): object {
  const page = { 'text/html': { schema: { type: 'string' } } };
  const good = { description: 'OK', content: { 'application/json': { schema: ResourceDescription }, ...page } };
  return {
    operationId: `options${wordsOf(resource)}`,
    tags: [resource.tag],
    summary: 'Describe the resource and what the caller may write',
    description: resource.description,
    parameters: [{ in: 'query', ...formatOf(resource) }],
    responses: Object.fromEntries([
      ['200', good],
      ...[400, 401, 404, 406, 500, 503].map((status) => [String(status), failure(resource, status)]),
    ]),
  };
}

function wordsOf({ name }: AnyResource): string {
  return name.replaceAll(/\W+/g, '');
}

function requestBody(verb: Verb, action: DocumentedAction): object {
  const { body, streamed, fileForm } = action;
  if (body === undefined) return {};
  const fields = fileForm ?? body;
  const form = {
    ...fields,
    properties: { ...fields.properties, ...fileProperty(action) },
    title: `${title(body)}Form`,
  };
  if (streamed) {
    const raw = { schema: { type: 'string', contentMediaType: 'application/octet-stream' } };
    return { requestBody: { required: true, content: { '*/*': raw, 'multipart/form-data': { schema: form } } } };
  }
  // PATCH takes any of the fields, so none of them is required.
  const json = verb === 'PATCH' ? { ...body, required: [], title: `${title(body)}Partial` } : body;
  const sent = verb === 'PATCH' ? { ...form, required: [], title: `${title(body)}FormPartial` } : form;
  const content = {
    'application/json': { schema: json },
    'application/x-www-form-urlencoded': { schema: json },
    'multipart/form-data': { schema: sent },
  };
  return { requestBody: { required: verb !== 'PATCH', content } };
}

function title(schema: object): string {
  return (schema as { title?: string }).title ?? 'Body';
}

function fileProperty({ body, streamed, fileForm }: DocumentedAction): object {
  const file = { type: 'string', contentMediaType: 'application/octet-stream', description: 'A file.' };
  if (streamed) return { file };
  return {
    ...(body !== undefined && 'image' in body.properties ? { image: file } : {}),
    ...(fileForm === undefined ? {} : { file }),
  };
}

interface Described {
  readonly description: string;
  readonly content?: object;
}

function responses(resource: AnyResource, verb: Verb, action: DocumentedAction): Record<string, Described> {
  const good = Object.entries(action.answers).map(([status, schema]): [string, Described] => {
    const content = schema === null ? pageOnly(resource, verb) : goodContent(resource, schema);
    return [status, { description: STATUS_CODES[status] ?? '', ...(content === null ? {} : { content }) }];
  });
  const writes = verb !== 'GET';
  const isPublic = resource.tag === 'discovery' || resource.tag === 'authentication';
  const usual = [400, 401, ...(isPublic ? [] : [403]), 404, 406, ...(writes ? [408, 413, 415] : []), 429, 500, 503];
  // A form of a browsable page is redirected to the result.
  const led = writes && resource.tag !== 'authentication' ? [303] : [];
  const own = [...(action.failures ?? []), ...conditionalStatuses(resource, verb)];
  const bad = [...new Set([...led, ...usual, ...own])].map((status): [string, Described] => [
    String(status),
    failure(resource, status),
  ]);
  return Object.fromEntries([...good, ...bad].sort(([one], [other]) => Number(one) - Number(other)));
}

function goodContent(resource: AnyResource, schema: object): object {
  const page = { schema: { type: 'string' } };
  if (!resource.attachment) {
    const others = renderingsOf(resource).filter(
      ({ mediaType }) => !/^(application\/json|text\/html)$/.test(mediaType),
    );
    const texts = Object.fromEntries(others.map(({ mediaType }) => [mediaType, page]));
    return { 'application/json': { schema }, ...texts, 'text/html': page };
  }
  return Object.fromEntries(renderingsOf(resource).map(({ mediaType }) => [mediaType, {}]));
}

/** A response without a record is empty, or an HTML page. */
function pageOnly(resource: AnyResource, verb: Verb): object | null {
  const isPage = verb === 'GET' && renderingsOf(resource)[0]?.mediaType === 'text/html';
  return isPage ? { 'text/html': { schema: { type: 'string' } } } : null;
}

function failure(resource: AnyResource, status: number): Described {
  const description = STATUS_CODES[status] ?? '';
  if (status === 206) return { description, content: goodContent(resource, {}) };
  if (status < 400 || status === 416) return { description };
  const schema = status === 400 ? BadInput : Detail;
  return { description, content: { 'application/json': { schema }, 'text/html': { schema: { type: 'string' } } } };
}

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** Our own keywords, which are not part of the document. */
const ownKeywords: ReadonlySet<string> = new Set(['errorMessage']);

/** Moves every schema that has a title to `components.schemas`, once per title. */
function shareSchemas(value: unknown): { readonly value: Json; readonly schemas: Record<string, Json> } {
  const schemas: Record<string, Json> = {};
  const walk = (part: Json, isRoot: boolean): Json => {
    if (Array.isArray(part)) return part.map((item) => walk(item, false));
    if (typeof part !== 'object' || part === null) return part;
    const { title } = part;
    if (!isRoot && typeof title === 'string' && ('type' in part || 'anyOf' in part)) {
      // Registered before its parts are visited, so that a schema may contain itself.
      if (!(title in schemas)) {
        schemas[title] = null;
        schemas[title] = walk(part, true);
      }
      return { $ref: `#/components/schemas/${title}` };
    }
    const kept = Object.entries(part).filter(([name]) => !ownKeywords.has(name));
    return Object.fromEntries(kept.map(([name, inner]) => [name, walk(inner, false)]));
  };
  return { value: walk(JSON.parse(JSON.stringify(value)) as Json, false), schemas };
}

/** A request as people make it first, about the dataset `geo/towns` with the columns `name`, `region` and `people`. */
interface ApiExample {
  readonly summary: string;
  readonly method: Verb;
  /** Below the service's address, with `VERSION` for the slug of a version; `BASE` stands for that address in a body. */
  readonly path: string;
  readonly query?: string;
  readonly json?: object;
}

/** Examples of the OpenAPI document, in an order in which each finds what it needs. */
export const apiExamples = examples as readonly ApiExample[];

/** The examples of a route's method, as commands for `curl`. @param route with its parameters as `:name` */
function curlExamples(route: string, verb: Verb, base: string): object[] {
  const pattern = new RegExp(`^${route.replaceAll(/:\w+/g, '[^/]+')}$`);
  return apiExamples
    .filter(({ method, path }) => method === verb && pattern.test(path))
    .map(({ summary, path, query, json }) => {
      const address = `'${base}${path}${query === undefined ? '' : `?${query}`}'`;
      const needsToken = verb !== 'GET' && !path.endsWith('/obtain/');
      const words = [
        'curl',
        ...(verb === 'GET' || (verb === 'POST' && json !== undefined) ? [] : ['--request', verb]),
        address,
        ...(needsToken ? ['--header "Authorization: Token $TOKEN"'] : []),
        ...(json === undefined ? [] : [`--json '${JSON.stringify(json).replaceAll('BASE', base)}'`]),
      ];
      return { lang: 'Shell', label: summary, source: words.join(' ') };
    });
}
