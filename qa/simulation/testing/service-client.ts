import type { FileText, Person } from './world.ts';

/** An import of a few rows that takes longer hangs. */
const maxImportMs = 120_000;

/** An answer of the service. */
export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly location: string;
}

/** Requests to a service as different people; its address changes with each start. */
export class ServiceClient {
  base = '';
  readonly tokens: Partial<Record<Person, string>> = {};
  requests = 0;

  async ask(who: Person, method: string, path: string, body: object | FormData | null = null): Promise<Answer> {
    this.requests += 1;
    const token = this.tokens[who];
    const isForm = body instanceof FormData;
    const address = /^https?:/.test(path) ? path : `${this.base}api/v1/${path}`;
    const answer = await fetch(address, {
      method,
      headers: {
        ...(token === undefined ? {} : { Authorization: `Token ${token}` }),
        ...(body === null || isForm ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === null ? {} : { body: isForm ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    });
    return { status: answer.status, text: await answer.text(), location: answer.headers.get('location') ?? '' };
  }

  /** Asks, and checks the status. @throws with the answer if it is another one */
  async expect(status: number, who: Person, method: string, path: string, body: object | FormData | null = null) {
    const answer = await this.ask(who, method, path, body);
    if (answer.status === status) return answer;
    const sent = body === null ? '' : body instanceof FormData ? ' with a form' : ` with ${JSON.stringify(body)}`;
    throw new Error(
      `${method} ${path}${sent} as ${who}: ${answer.status} instead of ${status}: ${answer.text.slice(0, 400)}`,
    );
  }

  async read<Json>(who: Person, path: string): Promise<Json> {
    return JSON.parse((await this.expect(200, who, 'GET', path)).text) as Json;
  }

  /** All items of a list, page by page. */
  async list<Item>(who: Person, path: string): Promise<Item[]> {
    const items: Item[] = [];
    for (let next: string | null = path; next !== null; ) {
      const page: { next: string | null; results: Item[]; count: number } = await this.read(who, next);
      items.push(...page.results);
      next = page.next;
      if (next === null && page.count !== items.length) {
        throw new Error(`${path} as ${who}: ${items.length} items, and a count of ${page.count}.`);
      }
    }
    return items;
  }

  /** Waits until a version is ready. @param version its address */
  async waitUntilReady(who: Person, version: string): Promise<void> {
    for (const end = performance.now() + maxImportMs; ; ) {
      const report = await this.read<{ state: string; message: string }>(who, `${version}report/`);
      if (report.state === 'ready') return;
      if (report.state === 'failed') throw new Error(`${version} failed: ${report.message}`);
      if (performance.now() > end) throw new Error(`${version} is still ${JSON.stringify(report)}.`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
}

/** A form with a file. */
export function formOf(file: FileText, fields: Readonly<Record<string, string>> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob([file.text]), file.name);
  return form;
}
