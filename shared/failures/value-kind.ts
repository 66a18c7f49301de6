/**
 * `text`: words or a number that is shown as it is, such as a name or a line. `amount`: a number of things, written as
 * the reader's language does. `explanation`, `explanations`: what is explained in its turn.
 */
export type ValueKind = 'text' | 'amount' | 'explanation' | 'explanations';
