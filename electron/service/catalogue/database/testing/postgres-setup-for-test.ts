import { startPostgres, testPassword } from './postgres-server.ts';

/** Starts PostgreSQL for a run of tests whose services have their catalogues in it; returns what ends it. */
export default async function startForAllTests(): Promise<() => Promise<void>> {
  const server = await startPostgres({ max_connections: '400' });
  process.env.ALMANAC_TEST_POSTGRES = server.url('postgres');
  process.env.ALMANAC_CATALOGUE_PASSWORD = testPassword;
  return () => server.close();
}
