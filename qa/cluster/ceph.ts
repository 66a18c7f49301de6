import { execFile, execFileSync } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

/** A real object store on loopback, for tests and benchmarks. */
export interface Ceph {
  /** The variables with which tests and benchmarks find it. */
  readonly environment: Readonly<Record<string, string>>;
  /** Starts again what has ended. */
  revive(): Promise<void>;
  /** Ends its processes and removes its data. */
  stop(): void;
}

/** Starts Ceph with an S3 gateway in a folder. Installs its Debian packages if they are missing and this user may. */
export function startCeph(folder: string, port: number): Ceph {
  const env = { ...process.env, S3_DIR: folder, S3_PORT: `${port}`, S3_MON_PORT: `${port + 100}` };
  const script = (name: string, ...words: string[]) =>
    execFileSync(path.join(import.meta.dirname, name), words, {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
      encoding: 'utf8',
    });
  const started: { endpoint: string; accessKey: string; secretKey: string; region: string; bucket: string } =
    JSON.parse(script('ceph-up.sh'));
  const { endpoint, accessKey, secretKey, region, bucket } = started;
  return {
    environment: {
      ALMANAC_TEST_OBJECTS: `s3://${bucket}/?${new URLSearchParams({ endpoint, region })}`,
      AWS_ACCESS_KEY_ID: accessKey,
      AWS_SECRET_ACCESS_KEY: secretKey,
    },
    async revive() {
      await promisify(execFile)(path.join(import.meta.dirname, 'ceph-up.sh'), { env });
    },
    stop: () => void script('ceph-down.sh', '--wipe'),
  };
}
