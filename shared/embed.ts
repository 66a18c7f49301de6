/** What an embedded page shows of a dataset. */
export const embeddedViews = ['grid', 'chart', 'map', 'summary', 'number'] as const;
export type EmbeddedView = (typeof embeddedViews)[number];

/** Path of embedded pages at a service that serves the window. Their parameters are those of a link, and these. */
export const embedPath = 'embed/';

/** Parameters of an embedded page besides those of its link. */
export const embedParameters = { view: 'as', theme: 'theme', language: 'lang' } as const;

/** `type` of the message by which an embedded page reports its height in pixels (`height`) to the page around it. */
export const embedHeightMessage = 'almanac:height';
