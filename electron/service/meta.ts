import type { Meta } from '#shared/api/meta.ts';
import project from '../../package.json' with { type: 'json' };

/** The release of Almanac that is running. */
export const toolVersion: string = project.version;

/** The project metadata record of this service. */
export const meta: Meta = {
  __status__: 'production',
  __email__: '',
  __copyright__: 'Copyright 2026, The Almanac developers',
  __version__: toolVersion,
};
