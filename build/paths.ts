import path from 'node:path';
import envPaths from 'env-paths';

/** The project's root folder. */
export const root = path.resolve(import.meta.dirname, '..');

/** Cache for downloads of the build tools: outside the tree, per user, safe to delete. */
export const toolCache = path.join(envPaths('almanac', { suffix: '' }).cache, 'tools');
