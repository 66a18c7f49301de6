import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';

/** Components of the library whose `title` is a heading. */
const headings = new Set(['Alert', 'Modal']);

/** Places where a component's code gives an element the browser's own tooltip. */
function nativeTitles(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const ofLibrary = new Set<string>();
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && node.moduleSpecifier.getText().includes('@mantine/')) {
      const names = node.importClause?.namedBindings;
      if (names !== undefined && ts.isNamedImports(names))
        for (const { name } of names.elements) ofLibrary.add(name.text);
    }
    if (ts.isJsxAttribute(node) && node.name.getText() === 'title') {
      const tag = node.parent.parent.tagName.getText();
      // The title of a frame is its name.
      const isElement =
        (/^[a-z]/.test(tag) && tag !== 'iframe') || (ofLibrary.has(tag.split('.')[0] ?? '') && !headings.has(tag));
      if (isElement) found.push(`${file}: <${tag} ${node.getText()}>`);
    }
    // Elements made without React.
    const isSet = ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken;
    if (isSet && /(?<!^document)\.title$/.test(node.left.getText())) found.push(`${file}: ${node.getText()}`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

test('finds the title of an element, of a component of the library and of an element made by hand', () => {
  const library = "import { Button, Modal } from '@mantine/core';";
  expect(nativeTitles('a.tsx', '<Group title="x"><b title="y" /></Group>')).toEqual(['a.tsx: <b title="y">']);
  expect(nativeTitles('a.tsx', `${library} <Modal title="x"><Button title="y" /></Modal>`)).toHaveLength(1);
  expect(nativeTitles('a.tsx', "field.title = 'x';")).toHaveLength(1);
});

test('no element has a tooltip of the browser beside those of the window', () => {
  const files = globSync('renderer/**/*.{ts,tsx}').filter((file) => !/\.test\.tsx?$/.test(file));
  expect(files.length).toBeGreaterThan(300);
  expect(files.flatMap((file) => nativeTitles(file, readFileSync(file, 'utf8')))).toEqual([]);
});
