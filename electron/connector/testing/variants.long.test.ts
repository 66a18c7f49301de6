import { everyVariant } from './every-variant.ts';
import { describeSource } from './source-suite.ts';
import { startVariant } from './variant-service.ts';

for (const [name, variant] of Object.entries(everyVariant)) describeSource(name, () => startVariant(variant));
