import { resetStores } from './zustand-for-test.ts';

// Files of tests follow each other in one process, which loads what they test once.
resetStores();
