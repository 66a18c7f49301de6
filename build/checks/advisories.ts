import { spawnSync } from 'node:child_process';
import { root } from '../paths.ts';
import accepted from './accepted-advisories.json' with { type: 'json' };
import { type Acceptance, type AuditReport, openAdvisories } from './open-advisories.ts';
import { report } from './report.ts';

/**
 * Compares `npm audit` with the list of accepted advisories. If the registry cannot be reached it prints that and does
 * not fail: a build must not depend on a remote server, but the output must state that nothing was checked.
 */
const { stdout } = spawnSync('npm', ['audit', '--json'], { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 });
const audit = parsed(stdout);
if (audit === null || audit.vulnerabilities === undefined) {
  process.stderr.write(
    `\nATTENTION: known vulnerabilities were NOT checked: the registry's advisories could not be asked${audit?.message ? ` (${audit.message.split(' - ')[0]})` : ''}.\n\n`,
  );
} else {
  const open = openAdvisories(audit, accepted as Acceptance[], new Date());
  report(open, null, 'No known vulnerability that is not accepted in build/checks/accepted-advisories.json.');
}

function parsed(text: string): AuditReport | null {
  try {
    return JSON.parse(text) as AuditReport;
  } catch {
    return null;
  }
}
