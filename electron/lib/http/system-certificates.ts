import tls from 'node:tls';

let isDone = false;

/**
 * Trusts the system's certificate authorities in addition to the bundled ones: organisations install their own
 * authority only there. Called before the first secure connection, because reading them takes a moment on some systems.
 * Runtimes before Node 22.19 cannot do this; for them `NODE_EXTRA_CA_CERTS` names additional authorities.
 */
export function trustSystemCertificates(): void {
  if (isDone) return;
  isDone = true;
  const { getCACertificates, setDefaultCACertificates } = tls as Partial<typeof tls>;
  if (getCACertificates === undefined || setDefaultCACertificates === undefined) return;
  setDefaultCACertificates([...new Set([...getCACertificates('default'), ...getCACertificates('system')])]);
}
