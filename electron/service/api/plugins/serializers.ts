import buildSerializer from 'fast-json-stringify';
import type { FastifyReply, FastifySerializerCompiler } from 'fastify';

type Schema = Parameters<typeof buildSerializer>[0];

/**
 * A schema whose choices between one type and null are written as that type, nullable: for a choice, the serializer
 * compiles a validator, which takes longer than all else at the first request of a route.
 */
function withoutChoices(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutChoices);
  if (typeof schema !== 'object' || schema === null) return schema;
  const all = Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, withoutChoices(part)]));
  const { anyOf, ...rest } = all;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return all;
  const [one, ...others] = anyOf.filter(({ type }) => type !== 'null');
  return typeof one?.type === 'string' && others.length === 0 ? { ...rest, ...one, nullable: true } : all;
}

/**
 * Creates the serializer of a route when the route is first requested: compiling all of them took most of the start-up
 * time, and most are never used in a run.
 */
export const lateSerializer: FastifySerializerCompiler<Schema> = ({ schema }) => {
  let write: ((answer: unknown) => string) | null = null;
  return (answer) => {
    write ??= buildSerializer(withoutChoices(schema) as Schema);
    return write(answer);
  };
};

/** The JSON text of a record: by the route's schema if it has one for the status. */
export function encodeRecord(reply: FastifyReply, record: unknown, status: number): string {
  const encode = reply.getSerializationFunction(String(status));
  return encode === undefined ? JSON.stringify(record) : String(encode(record as { [key: string]: unknown }));
}
