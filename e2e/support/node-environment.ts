import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..', '..');

/** For programs of ours that tests start in Node: none of them need remove the types from every module again. */
export const nodeEnvironment = {
  ...process.env,
  NODE_COMPILE_CACHE: path.join(root, 'node_modules', '.cache', 'compiled'),
};
