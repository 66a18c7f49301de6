import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The patterns of `docs/files.md`, as expressions over `<place>/<file>`. */
export function documentedFiles(): RegExp[] {
  const text = readFileSync(path.join(import.meta.dirname, '..', '..', 'docs', 'files.md'), 'utf8');
  const table = text.slice(text.indexOf('## The files'));
  return [...table.matchAll(/^\| `([^`]+)` \|/gm)].map(([, pattern = '']) => asExpression(pattern));
}

/** `*` matches a part of a name, `**` anything below. */
function asExpression(pattern: string): RegExp {
  const parts = pattern.split(/(\*\*|\*)/).map((part) => {
    if (part === '**') return '.+';
    return part === '*' ? '[^/]*' : part.replace(/[.+?^$(){}|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^${parts.join('')}$`);
}
