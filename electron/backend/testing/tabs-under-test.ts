import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach } from 'vitest';
import { WebSocket } from 'ws';
import { type BackendCaller, createBackendCaller } from '#shared/rpc/port-protocol.ts';
import { portText, readPortText } from '#shared/rpc/port-text.ts';
import type { BackendEvent } from '#shared/rpc/shell/events.ts';
import { underTest } from '../../service/conformance/testing/service-under-test.ts';
import type { TabVisit } from '../../service/service.ts';
import { openBrowserTabs } from '../browser-tab.ts';

export interface TestTab {
  readonly socket: WebSocket;
  readonly caller: BackendCaller;
  readonly events: BackendEvent[];
  readonly closed: Promise<number>;
}

/** A service with the records of the tests and the window, for the tests of a file. */
export function tabsUnderTest() {
  const folder = mkdtempSync(path.join(tmpdir(), 'almanac-tabs-'));
  const renderer = path.join(folder, 'renderer');
  mkdirSync(renderer);
  writeFileSync(path.join(folder, 'bridge.js'), '');
  writeFileSync(path.join(renderer, 'index.html'), '<script></script>');
  const scratchFolder = path.join(folder, 'scratch');
  afterAll(() => rmSync(folder, { recursive: true }));

  const reported: unknown[] = [];
  const visits: TabVisit[] = [];
  const tabsOfService = openBrowserTabs({
    service: () => under.service,
    scratchFolder,
    report: (_, error) => reported.push(error),
  });
  const open = (visit: TabVisit) => {
    visits.push(visit);
    tabsOfService.open(visit);
  };
  const under = underTest({ window: { folder: renderer, embedFrom: [], tabs: { open, close: tabsOfService.close } } });
  const tabs: TestTab[] = [];
  afterEach(() => {
    for (const { socket } of tabs.splice(0)) socket.terminate();
  });

  /** A page that has opened its port, with the session of a cookie if one is given. */
  async function openTab(cookie?: string, query = ''): Promise<TestTab> {
    const headers = { origin: under.base, ...(cookie !== undefined && { cookie }) };
    const socket = new WebSocket(`${under.base.replace('http', 'ws')}/app/port${query}`, { headers });
    const events: BackendEvent[] = [];
    const caller = createBackendCaller(
      (message) => socket.send(portText(message)),
      (event) => events.push(event),
    );
    socket.on('message', (data) => caller.receive(readPortText(String(data))));
    const closed = new Promise<number>((resolve) => socket.once('close', resolve));
    await once(socket, 'open');
    const tab = { socket, caller, events, closed };
    tabs.push(tab);
    return tab;
  }

  /** Logs in as a browser does. @returns the cookie of the session */
  async function logIn(username: string, password: string): Promise<string> {
    const cookiesOf = ({ headers }: Response) => headers.getSetCookie().map((each) => each.split(';')[0] ?? '');
    const form = await fetch(`${under.base}/auth/login/`, { headers: { accept: 'text/html' } });
    const [, token = ''] = /name="_csrf" value="([^"]+)"/.exec(await form.text()) ?? [];
    const answer = await fetch(`${under.base}/auth/login/`, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        cookie: cookiesOf(form).join('; '),
        origin: under.base,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ username, password, _csrf: token }),
    });
    return cookiesOf(answer).find((each) => each.startsWith('sessionid=')) ?? '';
  }

  /** Sends a file as a page does. @returns the answer, with the path of the file */
  async function send(cookie: string, name: string, content: string | Buffer, origin = under.base) {
    const answer = await fetch(`${under.base}/app/files?filename=${encodeURIComponent(name)}`, {
      method: 'POST',
      headers: { cookie, origin, 'content-type': 'application/octet-stream' },
      body: content,
    });
    return { status: answer.status, ...((await answer.json()) as { path?: string; detail?: string }) };
  }

  /** Downloads a file that was made for a reader, as the browser does. */
  const download = (file: string, cookie = '') =>
    fetch(`${under.base}/app/files/${file.split('/').map(encodeURIComponent).join('/')}`, { headers: { cookie } });

  return { under, openTab, logIn, send, download, renderer, scratchFolder, reported, visits, tabs };
}
