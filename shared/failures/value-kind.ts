/**
 * `text`: shown as it is, such as a name or a line number. `amount`: a number, formatted in the reader's language.
 * `explanation`, `explanations`: nested explanations.
 */
export type ValueKind = 'text' | 'amount' | 'explanation' | 'explanations';
