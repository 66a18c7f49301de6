import type { Meta } from '#shared/api/discovery.ts';
import { toolVersion } from '../lib/tool-version.ts';

/** Default contact: the mailbox that every host has (RFC 2142). */
export const defaultContact = 'postmaster@localhost';

/** The project metadata record of a service. @param contact address for questions */
export function projectMeta(contact: string): Meta {
  return {
    __status__: 'production',
    __email__: contact,
    __copyright__: 'Copyright 2026, The Almanac developers',
    __version__: toolVersion,
  };
}
