/** The pages of the guide in their order; each is a file of `docs/guide/`. */
export const guidePages = [
  'first-steps',
  'catalogue',
  'rows',
  'columns',
  'charts',
  'versions',
  'publish',
  'following',
  'export',
  'services',
  'settings',
] as const;
export type GuidePage = (typeof guidePages)[number];

export type HelpTopic = GuidePage | 'release-notes' | 'report';

/** Attributes of a region that has a page in the guide. */
export function helpFor(page: GuidePage): { readonly 'data-help': GuidePage } {
  return { 'data-help': page };
}

/** The page for the focused element; without one, for the active tab. */
export function pageOfFocus(): GuidePage {
  const focused = document.activeElement?.closest('[data-help]');
  // Hidden views are in the document too.
  const regions = document.querySelectorAll('[data-front] [data-help], main [data-help]');
  const region = focused ?? [...regions].find((one) => one.checkVisibility());
  const page = region?.getAttribute('data-help');
  return guidePages.find((each) => each === page) ?? 'first-steps';
}
