import tls from 'node:tls';

let isDone = false;

/**
 * Trusts the authorities that the system trusts, beside those that come along: an organisation's own one is installed
 * there, and nowhere else. Called before the first secure connection, since reading them takes a moment on some systems.
 * Runtimes before Node 22.19 cannot do it; there `NODE_EXTRA_CA_CERTS` names further ones.
 */
export function trustSystemCertificates(): void {
  if (isDone) return;
  isDone = true;
  const { getCACertificates, setDefaultCACertificates } = tls as Partial<typeof tls>;
  if (getCACertificates === undefined || setDefaultCACertificates === undefined) return;
  setDefaultCACertificates([...new Set([...getCACertificates('default'), ...getCACertificates('system')])]);
}
