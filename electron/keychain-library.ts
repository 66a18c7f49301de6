/**
 * The library over the system's keychain, in a file of its own: compiled code that is kept between starts
 * (`code-cache.ts`) can load files of the program late, but no packages. Lending it Node's own loader
 * (`USE_MAIN_CONTEXT_DEFAULT_LOADER`) would do as well, but Node calls that experimental, and says so on the error
 * output of every start that reads the keychain.
 */
export { default as keytar } from 'keytar';
