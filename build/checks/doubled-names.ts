import ts from 'typescript';
import type { Source } from './source-files.ts';

/**
 * Compares the names that several modules export with the accepted ones, whose list may only shrink. A name that a
 * module passes on from another one does not count, nor does a type beside a value of the same name.
 * @param accepted how many modules export each name
 */
export function doubledNames(sources: readonly Source[], accepted: Readonly<Record<string, number>>): string[] {
  const modules = new Map<string, string[]>();
  for (const { path, tree } of sources) {
    for (const name of new Set(tree.statements.flatMap(exportedNames))) {
      modules.set(name, [...(modules.get(name) ?? []), path]);
    }
  }
  const doubled = [...modules].filter(([name, paths]) => paths.length > Math.max(1, accepted[name] ?? 0));
  const outdated = Object.entries(accepted).filter(([name, count]) => (modules.get(name)?.length ?? 0) < count);
  return [
    ...doubled.map(([name, paths]) => `${name} is exported by ${paths.join(', ')}`),
    ...outdated.map(([name, count]) => `${name}: ${count} are accepted, ${modules.get(name)?.length ?? 0} are left`),
  ];
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
