import project from '../../package.json' with { type: 'json' };

export const toolVersion: string = project.version;

/** A placeholder until the project has an address: no name below `.invalid` ever exists (RFC 2606). */
const isPlaceholder = new URL(project.homepage).hostname.endsWith('.invalid');

/** How Almanac introduces itself to servers (RFC 9110, 10.1.5), for people who wonder who asks their server. */
export const userAgent = `Almanac/${toolVersion}${isPlaceholder ? '' : ` (+${project.homepage})`}`;
