import path from 'node:path';
import envPaths from 'env-paths';

/** The project's root folder. */
export const root = path.resolve(import.meta.dirname, '..');

/** Where build tools keep what they fetch: outside the tree, per user, safe to delete. */
export const toolCache = path.join(envPaths('almanac', { suffix: '' }).cache, 'tools');
