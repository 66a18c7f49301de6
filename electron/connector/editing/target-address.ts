import type { EditTarget, RemovalTarget } from '#shared/rpc/editing.ts';
import type { ServiceLayout } from '../http/layout.ts';

/** The address of a target. */
export function targetAddress(layout: ServiceLayout, target: EditTarget | RemovalTarget): URL {
  switch (target.kind) {
    case 'service':
      return layout.endpoint('namespaces');
    case 'namespace':
      return new URL(layout.namespace(target.namespace));
    case 'dataset':
      return new URL(layout.dataset(target.namespace, target.dataset));
    case 'version': {
      const dataset = layout.dataset(target.namespace, target.dataset);
      return new URL(`version/${encodeURIComponent(target.version)}/`, dataset);
    }
  }
}

/** The address at which children of a target are created; null if it cannot have any. */
export function insideAddress(layout: ServiceLayout, target: EditTarget): URL | null {
  if (target.kind === 'dataset') return null;
  if (target.kind === 'service') return layout.endpoint('namespaces');
  return new URL(`${layout.namespace(target.namespace)}datasets/`);
}
