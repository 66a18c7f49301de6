import { environment } from './environment.ts';
import type { SampleNamespace } from './sample.ts';
import { societyAndCulture } from './society-and-culture.ts';
import { transport } from './transport.ts';

/** All samples in the order in which they appear at the first start; the largest dataset is last. */
export const sampleNamespaces: readonly SampleNamespace[] = [environment, societyAndCulture, transport];
