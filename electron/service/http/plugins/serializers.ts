import buildSerializer from 'fast-json-stringify';
import type { FastifyReply, FastifySerializerCompiler } from 'fastify';

/**
 * Creates the serializer of a route when the route is first requested: compiling all of them took most of the start-up
 * time, and most are never used in a run.
 */
export const lateSerializer: FastifySerializerCompiler<Parameters<typeof buildSerializer>[0]> = ({ schema }) => {
  let write: ((answer: unknown) => string) | null = null;
  return (answer) => {
    write ??= buildSerializer(schema);
    return write(answer);
  };
};

/** The JSON text of a record: by the route's schema if it has one for the status. */
export function encodeRecord(reply: FastifyReply, record: unknown, status: number): string {
  const encode = reply.getSerializationFunction(String(status));
  return encode === undefined ? JSON.stringify(record) : String(encode(record as { [key: string]: unknown }));
}
