import { channel } from 'node:diagnostics_channel';

/**
 * Announces each detection of a property of a file: `format`, `encoding`, `layout` or `types`. A file is planned once
 * and its plan is followed, which `plan.long.test.ts` shows by counting.
 */
export const detections = channel('almanac.reading.detections');
