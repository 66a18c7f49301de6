import type { TObject, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { isTooDeep, maxBodyDepth, type ParsedBody, type UploadedFile } from '../bodies/body-parsers.ts';
import { invalid, invalidRequest } from './api-error.ts';

type Fields = Record<string, unknown>;

/** A validated body: its known fields, and the files of a form. */
export interface ValidBody {
  readonly fields: Readonly<Fields>;
  readonly files: ReadonlyMap<string, UploadedFile>;
  /** Whether it came from a form, which does not send unchecked boxes. */
  readonly isForm: boolean;
}

/**
 * Validates a body with its schema: unknown fields are ignored, as in DRF; texts of a form are converted.
 * @throws {ApiError} 400 with DRF's messages by field
 */
export function validBody(schema: TObject, body: ParsedBody, partial: boolean): ValidBody {
  const isForm = body.kind === 'form';
  const given = isForm ? formFields(schema, body) : objectFields(schema, body.value);
  const errors: Record<string, string[]> = {};
  for (const [name, property] of Object.entries(schema.properties)) {
    const messages = fieldErrors(property, Object.hasOwn(given, name), given[name], {
      required: !partial && (schema.required ?? []).includes(name),
    });
    if (messages.length > 0) errors[name] = messages;
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return { fields: given, files: isForm ? body.files : new Map(), isForm };
}

function objectFields(schema: TObject, value: unknown): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidRequest(`Invalid data. Expected a dictionary, but got ${pythonName(value)}.`);
  }
  const known: [string, unknown][] = [];
  for (const name of Object.keys(schema.properties)) {
    if (Object.hasOwn(value, name)) known.push([name, (value as Fields)[name]]);
  }
  return Object.fromEntries(known);
}

function formFields(schema: TObject, body: Extract<ParsedBody, { kind: 'form' }>): Fields {
  const fields: Fields = {};
  for (const [name, property] of Object.entries(schema.properties) as [string, TSchema][]) {
    // A browser sends every line break as two characters, whatever the original.
    const values = body.fields.filter(([given]) => given === name).map(([, value]) => value.replaceAll('\r\n', '\n'));
    const last = values.at(-1);
    if (last !== undefined) fields[name] = fromText(name, property, values, last);
  }
  return fields;
}

const formBooleans: Readonly<Record<string, boolean>> = {
  true: true,
  on: true,
  '1': true,
  false: false,
  off: false,
  '0': false,
  '': false,
};

/** Converts the text of a form's field; invalid text stays as it is. @throws {ApiError} 400 if nested too deep */
function fromText(name: string, schema: TSchema, values: readonly string[], last: string): unknown {
  const { type, items } = schema as { type?: string; items?: { type?: string } };
  if (type === 'boolean') return formBooleans[last.toLowerCase()] ?? last;
  if (type === 'array' && items?.type === 'string') return values.filter((value) => value !== '');
  if (type === 'array' || type === 'object') {
    if (isTooDeep(last)) throw invalid({ [name]: [`Nested more than ${maxBodyDepth} levels deep.`] });
    try {
      return JSON.parse(last);
    } catch {
      return last;
    }
  }
  return last;
}

function fieldErrors(schema: TSchema, isGiven: boolean, value: unknown, field: { required: boolean }): string[] {
  if (!isGiven) return field.required ? ['This field is required.'] : [];
  if (value === null && !Value.Check(schema, null)) return ['This field may not be null.'];
  const messages = Value.Errors(schema, value).map((error) => messageOf(error as SchemaError, value, schema));
  if (messages.length === 0 && JSON.stringify(value).includes('\\u0000')) return ['Null characters are not allowed.'];
  return [...new Set(messages)];
}

interface SchemaError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: { readonly type?: string; readonly limit?: number };
  readonly message: string;
}

function messageOf(error: SchemaError, value: unknown, schema: TSchema): string {
  const own = (schema as { errorMessage?: string }).errorMessage;
  const { keyword, params } = error;
  const inside = error.instancePath === '' ? '' : `${error.instancePath.slice(1)}: `;
  if (keyword === 'type' && params.type === 'string') return `${inside}Not a valid string.`;
  if (keyword === 'type' && params.type === 'boolean') return `${inside}Must be a valid boolean.`;
  if (keyword === 'type' && params.type === 'array') {
    return `${inside}Expected a list of items but got type "${pythonName(value)}".`;
  }
  if (keyword === 'type' && params.type === 'object') return `${inside}Invalid data. Expected a dictionary.`;
  if (keyword === 'minLength') return `${inside}This field may not be blank.`;
  if (keyword === 'maxLength') return `${inside}Ensure this field has no more than ${params.limit} characters.`;
  if (own !== undefined) return `${inside}${own}`;
  if (keyword === 'required') return `${inside}This field is required.`;
  return `${inside}${error.message}.`;
}

/** The Python type name that DRF uses for a value. */
function pythonName(value: unknown): string {
  if (value === null) return 'NoneType';
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'object') return 'dict';
  if (typeof value === 'string') return 'str';
  if (typeof value === 'boolean') return 'bool';
  return Number.isInteger(value) ? 'int' : 'float';
}
