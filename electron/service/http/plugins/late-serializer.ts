import buildSerializer from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify';

/**
 * Makes the function that writes the answers of a route when the route is first asked: making all of them at the start
 * took longer than anything else there, and most routes of most runs are never asked.
 */
export const lateSerializer: FastifySerializerCompiler<Parameters<typeof buildSerializer>[0]> = ({ schema }) => {
  let write: ((answer: unknown) => string) | null = null;
  return (answer) => {
    write ??= buildSerializer(schema);
    return write(answer);
  };
};
