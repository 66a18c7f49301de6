import path from 'node:path';
import ts from 'typescript';
import type { Source } from './source-files.ts';

/**
 * Compares the classes of CSS modules with those that components use: each class is defined, each definition is used, and
 * a module is used by its own feature alone, unless it belongs to `renderer/ui`.
 * @param modules the texts of the CSS modules by their paths
 * @param shared the classes of the whole window, which components may name as text
 */
export function styleClassProblems(
  sources: readonly Source[],
  modules: ReadonlyMap<string, string>,
  shared: ReadonlySet<string>,
): string[] {
  const used = new Map<string, Set<string>>();
  const problems: string[] = [];
  for (const source of sources) {
    const unknown = namedClasses(source).filter((name) => !shared.has(name));
    problems.push(...unknown.map((name) => `${source.path}: no style sheet of the window has the class ${name}`));
    for (const [alias, module] of styleImports(source)) {
      const text = modules.get(module);
      if (text === undefined) problems.push(`${source.path}: there is no ${module}`);
      else if (!isWithin(source.path, module)) problems.push(`${source.path}: ${module} belongs to another feature`);
      const defined = classesOf(text ?? '');
      for (const name of usedClasses(source, alias)) {
        if (text !== undefined && !defined.has(name)) problems.push(`${source.path}: ${module} has no class ${name}`);
        used.set(module, (used.get(module) ?? new Set()).add(name));
      }
    }
  }
  for (const [module, text] of modules) {
    const unused = [...classesOf(text)].filter((name) => !used.get(module)?.has(name));
    problems.push(...unused.map((name) => `${module}: no component uses the class ${name}`));
  }
  return problems;
}

/** The names by which a source imports CSS modules, with the paths of these from the root of the project. */
function styleImports({ path: from, tree }: Source): [alias: string, module: string][] {
  return tree.statements.flatMap((statement): [string, string][] => {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) return [];
    const { text } = statement.moduleSpecifier;
    const alias = statement.importClause?.name?.text;
    if (alias === undefined || !text.endsWith('.module.css')) return [];
    return [[alias, path.posix.join(path.posix.dirname(from), text)]];
  });
}

function usedClasses({ tree }: Source, alias: string): string[] {
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node) && node.expression.getText() === alias) names.push(node.name.text);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return names;
}

/** The classes that elements name as text. */
function namedClasses({ tree }: Source): string[] {
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isJsxAttribute(node) && node.name.getText() === 'className' && node.initializer !== undefined) {
      if (ts.isStringLiteral(node.initializer)) names.push(...node.initializer.text.split(' '));
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return names;
}

/** The classes that a style sheet defines itself, without those of libraries. */
export function classesOf(text: string): Set<string> {
  const own = text.replaceAll(/\/\*[^*]*\*\/|:global\([^)]*\)|"[^"]*"|\{[^{}]*\}/g, '');
  return new Set([...own.matchAll(/\.([a-z_][\w-]*)/gi)].map((found) => found[1] ?? ''));
}

function isWithin(file: string, module: string): boolean {
  const feature = /^renderer\/(?:features\/[^/]+|[^/]+)\//.exec(module)?.[0] ?? '';
  return file.startsWith(feature) || module.startsWith('renderer/ui/');
}
