import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { create } from 'tar';
import { root } from '../../build/paths.ts';
import { labCommand } from '../lab-command.ts';
import { Program } from '../program.ts';
import { fillStore, password, people } from './fill-store.ts';
import { anonymous, type KeptStore, readAnswer, type StoreAnswer } from './store-answers.ts';

interface Choice {
  readonly name?: string;
  readonly program?: string;
  readonly to?: string;
}

/** Where the test of upgrades finds them. */
const storesFolder = path.join(import.meta.dirname, 'stores');

/**
 * Lets a program fill a store, and keeps it for the test of upgrades: `NAME.tar.gz`, the store, and `NAME.json.gz`, what
 * the program returned.
 * @see `npm run qa -- keep-store --name 1.2.0`
 */
async function keepStore({ name, program: tree = root, to = storesFolder }: Choice): Promise<void> {
  const home = await mkdtemp(path.join(tmpdir(), 'almanac-kept-store-'));
  try {
    const program = new Program(path.resolve(tree), home);
    const version = (await program.run(['--version'])).trim();
    const tokens = await fillStore(program);
    const served = await program.serve();
    const answers: StoreAnswer[] = [];
    try {
      for (const who of [...people.map((one) => one.name), anonymous])
        answers.push(...(await answersTo(served.url, tokens, who)));
    } finally {
      await served.stop();
    }
    const schema = await schemaOf(path.join(program.data, 'catalogue.sqlite'));
    const kept: KeptStore = { program: version, madeAt: new Date().toISOString(), schema, password, tokens, answers };
    await mkdir(to, { recursive: true });
    const base = path.join(to, name ?? version);
    await create({ gzip: { level: 9 }, file: `${base}.tar.gz`, cwd: program.data }, ['.']);
    await writeFile(`${base}.json.gz`, gzipSync(JSON.stringify(kept), { level: 9 }));
    const { size } = await stat(`${base}.tar.gz`);
    console.log(`${base}: schema ${schema}, ${answers.length} answers, ${Math.ceil(size / 1024)} KiB`);
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

/** The number of migrations, which SQLite keeps in the header of a file that was closed. */
async function schemaOf(catalogue: string): Promise<number> {
  return (await readFile(catalogue)).readUInt32BE(60);
}

interface Listed {
  readonly results: readonly { readonly url: string }[];
}

/**
 * Everything that a caller finds, beginning with the lists, and what the private records return to each caller. Rows are
 * read whole by the first of the people alone, who may read all of them; by the others a few, so that the file stays small.
 */
async function answersTo(url: string, tokens: KeptStore['tokens'], who: string): Promise<StoreAnswer[]> {
  const answers: StoreAnswer[] = [];
  const read = async (place: string): Promise<unknown> => {
    const answer = await readAnswer(url, tokens, { who, path: place });
    // What this program does not have, a later one may.
    if (answer.status !== 404) answers.push(answer);
    return answer.body;
  };
  const list = async (name: string): Promise<string[]> => {
    const body = (await read(`${name}/?limit=500`)) as Listed | null;
    return (body?.results ?? []).map((one) => one.url.replace('/api/v1/', ''));
  };
  const isFirst = who === people[0].name;
  await read('meta/');
  for (const name of ['namespaces', 'users', 'groups']) for (const place of await list(name)) await read(place);
  for (const place of await list('queries')) {
    await read(place);
    await read(`${place}data/?limit=${isFirst ? 500 : 2}`);
  }
  for (const place of await list('datasets')) {
    for (const part of ['', 'data/?limit=2', 'provenance/', 'source/', 'changes/']) await read(place + part);
  }
  for (const place of await list('versions')) {
    const [dataset = '', version = ''] = place.split(/version\/|\/$/);
    for (const part of isFirst ? ['', 'report/'] : ['report/']) await read(place + part);
    if (isFirst) {
      await read(`${dataset}data/?limit=500&version=${version}`);
      // Numbers of the text are exact.
      await read(`${dataset}download/?version=${version}`);
    }
  }
  for (const part of ['', 'datasets/notes/', 'datasets/notes/data/?limit=2']) await read(`namespaces/closed/${part}`);
  return answers;
}

await keepStore(
  labCommand('keep-store')
    .option('--name <text>', "of the files; the program's version if it is not given")
    .option('--program <folder>', 'source tree of an earlier program')
    .option('--to <folder>', 'where the files are written')
    .parse()
    .opts<Choice>(),
);
