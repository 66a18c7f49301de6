import ts from 'typescript';
import type { Source } from './source-files.ts';

/**
 * Finds names that several modules export. A name that a module passes on from another one does not count, nor does a
 * type beside a value of the same name.
 */
export function doubledNames(sources: readonly Source[]): string[] {
  const modules = new Map<string, string[]>();
  for (const { path, tree } of sources) {
    for (const name of new Set(tree.statements.flatMap(exportedNames))) {
      modules.set(name, [...(modules.get(name) ?? []), path]);
    }
  }
  return [...modules].flatMap(([name, paths]) =>
    paths.length > 1 ? [`${name} is exported by ${paths.join(', ')}`] : [],
  );
}

function exportedNames(statement: ts.Statement): string[] {
  if (!ts.canHaveModifiers(statement)) return [];
  if (!ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
  const declarations: readonly ts.Node[] = ts.isVariableStatement(statement)
    ? statement.declarationList.declarations
    : [statement];
  return declarations.flatMap((declaration) => {
    const name = ts.getNameOfDeclaration(declaration as ts.Declaration);
    return name !== undefined && ts.isIdentifier(name) ? [name.text] : [];
  });
}
