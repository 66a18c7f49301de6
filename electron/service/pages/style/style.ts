import { contentStyle } from './content.ts';
import { formStyle } from './forms.ts';
import { frameStyle } from './frame.ts';
import { tokens } from './tokens.ts';

/** The style of all pages. It stands in each page, so that a page is one request and stays whole when it is saved. */
export const style = [tokens, frameStyle, contentStyle, formStyle].join('\n');
