import project from '../../../../package.json' with { type: 'json' };

/** Address of the project, for people who wonder who asks their server; empty until the project has one. */
const homepage = 'homepage' in project ? String(project.homepage) : '';

/** How Almanac introduces itself to servers on the web (RFC 9110, 10.1.5). */
export const userAgent = `Almanac/${project.version}${homepage === '' ? '' : ` (+${homepage})`}`;
