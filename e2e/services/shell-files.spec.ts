import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { PageFile, ShellBridge } from '#shared/rpc/shell/shell.ts';
import { openedOutside, standIn } from '../actions/input/stand-in.ts';
import { expect, test } from '../support/app.ts';
import { callShell, refusalOf } from '../support/shell-calls.ts';

test.describe('files and addresses outside the window', () => {
  test('the user chooses what is read and where to write; a cancelled dialog returns nothing', async ({ app }) => {
    const kinds = [{ name: 'Tables', extensions: ['csv', 'tsv'] }];
    await standIn(app.electron, { open: ['/a/one.csv', '/a/two.csv'], save: '/b/rows' });
    expect(await callShell(app.window, 'chooseFiles', { title: 'Open', multiple: true, kinds })).toEqual([
      '/a/one.csv',
      '/a/two.csv',
    ]);
    expect(await callShell(app.window, 'chooseSaveTarget', { title: 'Save', name: 'rows', kinds })).toBe('/b/rows.csv');
    await standIn(app.electron, {});
    expect(await callShell(app.window, 'chooseFiles', { title: 'Open', multiple: true, kinds })).toEqual([]);
    expect(await callShell(app.window, 'chooseSaveTarget', { title: 'Save', name: 'rows', kinds })).toBeNull();
  });

  test('a proposed file name stays one name, whatever a service calls its dataset', async ({ app }) => {
    await app.electron.evaluate(({ dialog }) => {
      dialog.showSaveDialog = async (...words: unknown[]) => {
        Reflect.set(globalThis, 'proposed', Reflect.get(words.at(-1) as object, 'defaultPath'));
        return { canceled: true, filePath: '' };
      };
    });
    const downloads = await app.electron.evaluate(({ app: main }) => main.getPath('downloads'));
    const proposed: string[] = [];
    for (const name of ['../../.bashrc', 'a\u0000b:c?.csv', '...', 'Ärzte je Kreis.csv']) {
      await callShell(app.window, 'chooseSaveTarget', { title: 'Save', name, kinds: [] });
      proposed.push(await app.electron.evaluate(() => Reflect.get(globalThis, 'proposed') as string));
    }
    expect(proposed).toEqual(
      ['_.._.bashrc', 'a_b_c_.csv', 'export', 'Ärzte je Kreis.csv'].map((name) => path.join(downloads, name)),
    );
  });

  test('only files that the user exported are shown or opened, and only if they are data', async ({ app }) => {
    const folder = path.join(app.folder, 'written here');
    mkdirSync(folder);
    const file = (name: string) => path.join(folder, name);
    for (const name of ['rows.csv', 'descriptor.json', 'run.sh']) writeFileSync(file(name), 'x\n');
    symlinkSync(file('run.sh'), file('link.csv'));
    const refusals: (string | null)[] = [];
    for (const target of ['rows.csv', 'run.sh', 'link.csv', 'gone.csv']) {
      refusals.push(await refusalOf(app.window, 'openFile', { path: file(target) }));
    }
    expect(refusals).toEqual(Array(4).fill('Only files that Almanac wrote can be opened.'));

    for (const target of ['rows.csv', 'run.sh', 'link.csv', 'gone.csv']) {
      await standIn(app.electron, { save: file(target) });
      await callShell(app.window, 'chooseSaveTarget', { title: 'Save', name: target, kinds: [] });
    }
    expect(await refusalOf(app.window, 'openFile', { path: file('run.sh') })).toBe('Only data files can be opened.');
    expect(await refusalOf(app.window, 'openFile', { path: file('link.csv') })).toBe('Only data files can be opened.');
    expect(await refusalOf(app.window, 'openFile', { path: file('gone.csv') })).toContain('no longer there');
    expect(await refusalOf(app.window, 'showInFolder', { path: '/etc/passwd' })).toContain('Only files that Almanac');
    await callShell(app.window, 'openFile', { path: file('rows.csv') });
    await callShell(app.window, 'showInFolder', { path: file('descriptor.json') });
    expect(await openedOutside(app.electron)).toEqual([file('rows.csv'), `folder of ${file('descriptor.json')}`]);
  });

  test('addresses go to the browser only when they are plain web addresses', async ({ app }) => {
    await standIn(app.electron, {});
    const refused = [
      'file:///etc/passwd',
      'javascript:alert(1)',
      'data:text/html,x',
      'smb://host/share',
      'ms-msdt:/id',
      'vscode://x',
      'almanac://open',
      'mailto:a@example.org',
      'https://user:secret@example.org/',
      'http://',
      ' nothing',
    ];
    for (const address of refused) {
      expect(await refusalOf(app.window, 'openAddress', { address }), address).not.toBeNull();
    }
    await callShell(app.window, 'openAddress', { address: 'https://example.org/a?b=c#d' });
    await callShell(app.window, 'openAddress', { address: 'HTTP://example.org' });
    expect(await openedOutside(app.electron)).toEqual(['https://example.org/a?b=c#d', 'http://example.org/']);
  });

  test('a dropped file has a path; anything else has none', async ({ app }) => {
    const file = path.join(app.folder, 'dropped.csv');
    writeFileSync(file, 'a,b\n1,2\n');
    await app.window.evaluate(() => {
      const input = document.createElement('input');
      input.type = 'file';
      input.id = 'stand-in-for-a-drop';
      document.body.append(input);
    });
    const input = app.window.locator('#stand-in-for-a-drop');
    await input.setInputFiles(file);
    const paths = await input.evaluate((element: HTMLInputElement) => {
      const { takeFile } = Reflect.get(globalThis, 'almanac') as ShellBridge;
      const pathOf = async (file: PageFile) => await takeFile(file, () => {}, new Promise(() => {}));
      const [chosen = { name: '', size: 0 }] = element.files ?? [];
      element.remove();
      return Promise.all([chosen, new File(['x'], 'made.csv'), { name: 'x', size: 1 }].map(pathOf));
    });
    expect(paths).toEqual([file, '', ''].map((result) => ({ kind: 'done', result })));
  });
});
