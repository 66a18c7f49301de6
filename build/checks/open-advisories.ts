/** A reviewed advisory: why it does not affect us, and until when that review is valid. */
export interface Acceptance {
  /** Its address, as in the output of `npm audit`. */
  readonly url: string;
  readonly reason: string;
  /** Day (ISO 8601) of the next review. */
  readonly until: string;
}

/** The part of `npm audit --json` that is used; a failed one contains only a message. */
export interface AuditReport {
  readonly message?: string;
  readonly vulnerabilities?: Readonly<Record<string, { readonly via: readonly (string | Advisory)[] }>>;
}

interface Advisory {
  readonly name: string;
  readonly title: string;
  readonly url: string;
  readonly severity: string;
}

/** One line for each advisory that is not accepted, or whose acceptance has expired. */
export function openAdvisories(report: AuditReport, accepted: readonly Acceptance[], now: Date): string[] {
  const holds = new Set(accepted.filter(({ until }) => now < new Date(until)).map(({ url }) => url));
  const advisories = Object.values(report.vulnerabilities ?? {})
    .flatMap(({ via }) => via)
    .filter((via) => typeof via !== 'string')
    .filter(({ url }) => !holds.has(url));
  return [...new Set(advisories.map(({ name, severity, title, url }) => `${name} (${severity}): ${title} ${url}`))];
}
