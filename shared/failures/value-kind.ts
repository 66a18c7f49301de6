/**
 * `text`: shown as it is, such as a name or a line number. `amount`: a number, formatted in the reader's language.
 * `lines`: numbers of lines or rows, shown separated by commas. `explanation`, `explanations`: nested explanations.
 */
export type ValueKind = 'text' | 'amount' | 'lines' | 'explanation' | 'explanations';
