import { chromiumPackages } from '../browsers.ts';
import { electronRuntime, runtimeLine } from '../electron-runtime.ts';
import { ensureSystemPackages, toTest } from '../system-packages.ts';

/** Installs what the tests need besides the packages of npm, prints what it downloads, and asks for nothing. */
const log = (line: string) => process.stderr.write(`${line}\n`);
const began = performance.now();

if (!ensureSystemPackages([...toTest, ...chromiumPackages()], log)) process.exitCode = 1;
log(runtimeLine(await electronRuntime(log)));
log(`Set-up took ${Math.round((performance.now() - began) / 1000)} s.`);
