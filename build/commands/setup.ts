import { electronRuntime, runtimeLine } from '../electron-runtime.ts';
import { ensureSystemPackages, toTest } from '../system-packages.ts';

const log = (line: string) => process.stderr.write(`${line}\n`);

if (!ensureSystemPackages(toTest, log)) process.exitCode = 1;
log(runtimeLine(await electronRuntime(log)));
