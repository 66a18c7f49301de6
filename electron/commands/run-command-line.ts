import { almanacProgram } from './program.ts';
import { ignoreBrokenPipes } from './running/output/standard-output.ts';
import { runCommands } from './running/run-commands.ts';

ignoreBrokenPipes();
// The bundle is not an ES module, so it has no top-level await.
void runCommands(almanacProgram());
