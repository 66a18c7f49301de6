import type { TextsLike } from '../shape.ts';

/** Words of the help, in English. The other languages follow its shape. */
export const helpEn = {
  help: {
    title: 'Help',
    open: 'Help for what you are working with',
    search: 'Search the guide',
    pages: 'Pages of the guide',
    results: 'Found in the guide',
    found_one: '{{count, number}} section found',
    found_other: '{{count, number}} sections found',
    nothing: 'Nothing found. Try another word.',
    readHow: 'Learn how',
    releaseNotes: 'Release notes',
    report: 'Report a problem',
    reportCommand: 'Report a problem…',
  },
  report: {
    lead: 'Describe the problem in a few words and send it, together with the report below, to the person or team that provided Almanac.',
    did: 'What you did',
    expected: 'What you expected',
    happened: 'What happened instead',
    contents:
      'The report contains versions, sizes and the log. It contains no names, addresses, cells or tokens. Read it before you share it.',
    text: 'The report',
    copy: 'Copy the report',
    save: 'Save the report…',
    failed: 'The report could not be copied. Save it instead.',
  },
};

/** The shape that every language fills. */
export type HelpMessages = TextsLike<typeof helpEn>;
