import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../build/paths.ts';
import { distributionSources } from './apt-sources.ts';
import { readmeCommands } from './readme-commands.ts';

test('the sources of the distribution are used unchanged, and no others', () => {
  const own = 'Types: deb\nURIs: http://mirror.example/debian\nSuites: bookworm bookworm-updates\nComponents: main';
  const others = 'Types: deb\nURIs: https://others.example/node\nSuites: nodistro\nComponents: main';
  const lists = [
    `${own}\n\n${others}\n`,
    'deb https://others.example/sdk sdk-bookworm main\n# deb http://mirror.example/old bookworm main\n',
    'deb [signed-by=/a.gpg] http://mirror.example/security bookworm-security main\n',
  ];
  expect(distributionSources(lists, 'bookworm')).toEqual({
    lines: 'deb [signed-by=/a.gpg] http://mirror.example/security bookworm-security main\n',
    stanzas: `${own}\n`,
  });
});

test('the commands are exactly those of the README', () => {
  expect(readmeCommands(readFileSync(path.join(root, 'README.md'), 'utf8'))).toEqual({
    run: 'npm install && npm start',
    test: 'npm install && npm test',
  });
  expect(() => readmeCommands('# A\n\n## Install\n\n```sh\na && b\n```\n')).toThrow(/Install/);
});
