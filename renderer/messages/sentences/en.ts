import { sentences } from '#shared/sentences/say.ts';
import type { TextsLike } from '../shape.ts';

/** What the backend says, in its own words. The other languages follow its shape. */
export const sentencesEn = { sentences };

/** The shape that every language fills. */
export type SentenceMessages = TextsLike<typeof sentencesEn>;
