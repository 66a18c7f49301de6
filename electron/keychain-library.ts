/**
 * The library over the system's keychain, in a file of its own: compiled code that is kept between starts
 * (`code-cache.ts`) can load files of the program late, but no packages.
 */
export { default as keytar } from 'keytar';
