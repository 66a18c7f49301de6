import { Value } from 'typebox/value';

interface Operation {
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { schema?: object }>> }>>;
}

/** The parts of an OpenAPI document that responses are validated against. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

/** A response to validate. */
export interface ResponseToValidate {
  readonly method: string;
  readonly path: string;
  /** Only some fields of the records were requested, so the others are missing. */
  readonly isCut: boolean;
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

/** Inlines every shared schema. */
function resolved(schema: unknown, schemas: ApiDocument['components']['schemas']): unknown {
  if (Array.isArray(schema)) return schema.map((part) => resolved(part, schemas));
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $ref: reference } = schema as { $ref?: string };
  if (reference !== undefined) return resolved(schemas[reference.split('/').at(-1) ?? ''], schemas);
  return Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, resolved(part, schemas)]));
}

function templateOf(document: ApiDocument, path: string): string | undefined {
  const fits = (template: string) => new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path);
  const candidates = Object.keys(document.paths).filter(fits);
  return candidates.sort((one, other) => one.split('{').length - other.split('{').length)[0];
}

/** How a response deviates from the document; null if it does not, or the document does not specify it. */
export function undocumented(document: ApiDocument, answer: ResponseToValidate): string | null {
  const template = templateOf(document, answer.path);
  const method = answer.method.toLowerCase();
  const operation = template === undefined ? undefined : document.paths[template]?.[method];
  if (operation === undefined) return null;
  const place = `${method} ${template} ${answer.status}`;
  const response = operation.responses[String(answer.status)];
  if (response === undefined) return `${place}: the document has no such status`;
  if (answer.method === 'HEAD' || answer.body === '') return null;
  const mediaType = answer.contentType.split(';')[0] ?? '';
  const content = response.content?.[mediaType];
  if (content === undefined) return `${place}: the document has no media type "${mediaType}"`;
  if (mediaType !== 'application/json' || content.schema === undefined || answer.isCut) return null;
  const schema = resolved(content.schema, document.components.schemas) as object;
  const errors = Value.Errors(schema, JSON.parse(answer.body));
  return errors.length === 0 ? null : `${place}: ${JSON.stringify(errors.slice(0, 3))}`;
}
