import { almanacProgram } from './program.ts';
import { runCommands } from './running/run.ts';

// The bundle is not an ES module, so it has no top-level await.
void runCommands(almanacProgram());
