import { environment } from './environment.ts';
import type { SampleNamespace } from './sample.ts';
import { societyAndCulture } from './society-and-culture.ts';
import { transport } from './transport.ts';

/** Everything that a first start shows, in the order in which it appears; the largest dataset comes last. */
export const sampleNamespaces: readonly SampleNamespace[] = [environment, societyAndCulture, transport];
