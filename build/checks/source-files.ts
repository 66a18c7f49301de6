import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { root } from '../paths.ts';

/** A parsed source file. */
export interface Source {
  /** From the root of the project, with forward slashes. */
  readonly path: string;
  readonly tree: ts.SourceFile;
}

/** Folders of what is made: Git ignores them. */
const made = new Set(['node_modules', 'out', '.git']);

/**
 * The files of the project, from its root and with forward slashes, without those that Git ignores. Where there is no
 * Git, as on a machine that has an archive of the sources, all files outside of made and hidden folders.
 */
export function listFiles(): string[] {
  const git = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  const listed =
    git.status === 0
      ? git.stdout.split('\n')
      : globSync('**/*', { cwd: root, exclude: (name) => made.has(path.basename(name)) });
  return listed
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file !== '' && statSync(path.join(root, file), { throwIfNoEntry: false })?.isFile() === true);
}

/** @param file from the root of the project */
export const readFile = (file: string): string => readFileSync(path.join(root, file), 'utf8');

/** Whether a file is code of the application: neither a test nor a helper of tests. */
export function isProduct(file: string): boolean {
  return (
    /^(electron|shared|renderer)\/.*\.tsx?$/.test(file) &&
    !/\.(test|spec)\.tsx?$|-for-test\.ts$|\/(testing|conformance)\//.test(file)
  );
}

/** @param path from the root of the project; its ending says whether it may contain JSX */
export function parseSource(path: string, text: string): Source {
  return { path, tree: ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true) };
}

/** One line about a problem at a position of a source. */
export function problemAt({ path, tree }: Source, position: number, problem: string): string {
  return `${path}:${tree.getLineAndCharacterOfPosition(position).line + 1}: ${problem}`;
}

/** The files of the project that a source imports, also types and at run time, from the root of the project. */
export function importsOf({ path: from, tree }: Source): string[] {
  return ts.preProcessFile(tree.text).importedFiles.flatMap(({ fileName }) => {
    if (fileName.startsWith('#shared/')) return [fileName.slice(1)];
    return fileName.startsWith('.') ? [path.posix.join(path.posix.dirname(from), fileName)] : [];
  });
}
