import path from 'node:path';

/** A test that failed, and the command that runs it alone. */
export interface FailedTest {
  readonly title: string;
  readonly command: string;
}

/** What Vitest writes with `--reporter=json`, as far as it is read here. */
export interface UnitReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly title: string;
      readonly status: string;
    }[];
  }[];
}

/** What Playwright writes with its reporter `json`, as far as it is read here. */
export interface JourneyReport {
  readonly suites: readonly JourneySuite[];
  readonly errors: readonly { readonly message?: string }[];
}

interface JourneySuite {
  readonly suites?: readonly JourneySuite[];
  readonly specs: readonly {
    readonly title: string;
    readonly ok: boolean;
    readonly file: string;
    readonly line: number;
  }[];
}

/** The failed unit tests; a file that could not be loaded counts as one. */
export function failedUnitTests({ testResults }: UnitReport, root: string): FailedTest[] {
  return testResults.flatMap(({ name, status, assertionResults }) => {
    const file = path.relative(root, name).replaceAll('\\', '/');
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0 && status === 'failed') return [{ title: file, command: `npm run unit -- ${file}` }];
    return failed.map(({ fullName, title }) => ({
      title: `${file}: ${fullName}`,
      command: `npm run unit -- ${file} -t ${quoted(title)}`,
    }));
  });
}

/** The failed journeys, and what failed outside of them. */
export function failedJourneys({ suites, errors }: JourneyReport): FailedTest[] {
  const outside = errors.map(({ message = 'an unnamed error' }) => ({
    title: `e2e: ${message.split('\n')[0]}`,
    command: 'npm run e2e',
  }));
  return [...outside, ...suites.flatMap(failedOf)];
}

function failedOf({ suites = [], specs }: JourneySuite): FailedTest[] {
  const failed = specs.filter(({ ok }) => !ok);
  const here = failed.map(({ title, file, line }) => ({
    title: `e2e/${file}: ${title}`,
    command: `npm run e2e -- ${file}:${line}`,
  }));
  return [...here, ...suites.flatMap(failedOf)];
}

/** One word of a shell; characters of a pattern lose their meaning. */
function quoted(title: string): string {
  const literal = title.replaceAll(/[.*+?^$|()[\]{}\\]/g, String.raw`\$&`);
  return `'${literal.replaceAll("'", String.raw`'\''`)}'`;
}
