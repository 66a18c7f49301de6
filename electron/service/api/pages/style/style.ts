import { contentStyle } from './content.ts';
import { formStyle } from './forms.ts';
import { frameStyle } from './frame.ts';
import { tokens } from './tokens.ts';

/** The style of all pages. It is embedded in each page, so that a page needs one request and is complete when saved. */
export const style = [tokens, frameStyle, contentStyle, formStyle].join('\n');
