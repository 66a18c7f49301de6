import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { guardsRecord } from '#shared/api/records/source.ts';
import type { BackendFunctions } from '#shared/rpc/backend.ts';
import type { sqlCalls } from '#shared/rpc/calls/sql.ts';
import type { Connections } from '../../connector/connections/connections.ts';
import {
  findRecipe,
  readSql,
  removeRecipe,
  requestRecompute,
  requestRun,
  sendRecipe,
} from '../../connector/sql/recipes.ts';
import type { ViewedFiles } from './viewed-files.ts';

type SqlFunctions = Pick<BackendFunctions<AbortSignal>, keyof typeof sqlCalls>;

interface SqlParts {
  readonly connections: Pick<Connections, 'use'>;
  /** Notifies every window of a changed catalogue. */
  readonly onChanged: (connection: string) => void;
}

/** The calls about SQL over versions, and about recipes. */
export function sqlFunctionsOver({ connections, onChanged }: SqlParts): Omit<SqlFunctions, 'viewSqlResult'> {
  const use: typeof connections.use = (id, act) => connections.use(id, act);
  return {
    runsSql: ({ connection }) => use(connection, async ({ extras }) => (await extras()).has('sql')),
    runSql: ({ connection, ...request }, signal) => use(connection, (source) => readSql(source, request, signal)),
    readRecipe: ({ connection, ...name }, signal) => use(connection, (source) => findRecipe(source, name, signal)),
    async putRecipe({ reference: { connection, ...name }, sql, run, guards, confirmPrivate }, signal) {
      const recipe = { sql, run, guards: guardsRecord(guards), confirm_private_inputs: confirmPrivate };
      await use(connection, (source) => sendRecipe(source, name, recipe, signal));
      onChanged(connection);
      return {};
    },
    async runRecipe({ connection, ...name }, signal) {
      const outcome = await use(connection, (source) => requestRun(source, name, signal));
      onChanged(connection);
      return outcome;
    },
    async removeRecipe({ connection, ...name }, signal) {
      await use(connection, (source) => removeRecipe(source, name, signal));
      onChanged(connection);
      return {};
    },
    recomputeVersion: ({ reference: { connection, ...name }, version }, signal) =>
      use(connection, (source) => requestRecompute(source, name, version, signal)),
  };
}

/** The call that views the whole result of a statement like a file. */
export function sqlResultsOver(
  connections: Pick<Connections, 'use'>,
  viewedFiles: Pick<ViewedFiles, 'functions' | 'scratchFolder'>,
): Pick<SqlFunctions, 'viewSqlResult'> {
  return {
    async viewSqlResult({ connection, sql }, signal) {
      // The name of the file is that of the result wherever it is shown and exported.
      const folder = path.join(await viewedFiles.scratchFolder(), randomUUID());
      const file = path.join(folder, 'query.parquet');
      await mkdir(folder);
      try {
        const out = createWriteStream(file);
        const written = finished(out);
        await connections.use(connection, (source) =>
          source.runSql({ sql }, 'parquet', (piece) => void out.write(piece), signal),
        );
        out.end();
        await written;
        return await viewedFiles.functions.viewFile({ path: file }, signal);
      } catch (error) {
        await rm(folder, { recursive: true, force: true });
        throw error;
      }
    },
  };
}
