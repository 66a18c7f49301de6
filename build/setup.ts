import { electronRuntime, runtimeLine } from './electron-runtime.ts';
import { ensureSystemPackages, toTest } from './system-packages.ts';

const say = (line: string) => process.stderr.write(`${line}\n`);

if (!ensureSystemPackages(toTest, say)) process.exitCode = 1;
say(runtimeLine(await electronRuntime(say)));
