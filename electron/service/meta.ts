import type { Meta } from '#shared/api/meta.ts';
import project from '../../package.json' with { type: 'json' };

/** The release of Almanac that is running. */
export const toolVersion: string = project.version;

/** Whom to write to where nobody else is named: the mailbox that every host has (RFC 2142). */
export const usualContact = 'postmaster@localhost';

/** The project metadata record of a service. @param contact whom to write to */
export function projectMeta(contact: string): Meta {
  return {
    __status__: 'production',
    __email__: contact,
    __copyright__: 'Copyright 2026, The Almanac developers',
    __version__: toolVersion,
  };
}
