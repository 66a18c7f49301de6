import { TestBackend } from './test-backend.ts';
import { TestShell } from './test-shell.ts';

/** The backend behind the window under test. */
export const backend = new TestBackend();
/** The main process behind the window under test. */
export const shell = new TestShell();
