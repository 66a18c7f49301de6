import project from '../../package.json' with { type: 'json' };

/** The release of Almanac that is running. */
export const toolVersion: string = project.version;
