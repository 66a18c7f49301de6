import { expect } from '@playwright/test';
import { openDataset } from '../../e2e/actions/open-dataset.ts';
import { openPage, startBrowser } from '../../e2e/support/browser-app.ts';
import { labCommand } from '../lab-command.ts';
import { ensureBuilt } from '../run-tests.ts';
import { type Cluster, startCluster } from './start-cluster.ts';

/**
 * Kills the nodes of a cluster in turn while a page of the window shows a filtered view through the balancer. The page
 * must connect to another node, keep its view, and read rows that it has not read before.
 * @see `npm run qa -- window-nodes --times 4`
 */
const { times, port } = labCommand('window-nodes')
  .option('--times <number>', 'how many nodes are killed', '4')
  .option('--port <number>', 'of the balancer; the others follow it', '17600')
  .parse()
  .opts<{ times: string; port: string }>();
ensureBuilt();
const rows = 50_000;
const cluster = await startCluster(Number(port), 2, { words: ['--ui'] });
const browser = await startBrowser();
try {
  await publishTowns(cluster);
  const page = await openPage(browser, `${cluster.url}app/`);
  await openDataset(page, 'places', 'towns');
  await page.keyboard.press('Control+f');
  await page.keyboard.type('Town 1');
  await page.keyboard.press('Enter');
  const status = page.getByRole('contentinfo');
  const count = [...Array(rows).keys()].filter((at) => `Town ${at}`.includes('Town 1')).length;
  await expect(status).toContainText(count.toLocaleString('en-GB'));
  const address = page.url();
  for (let turn = 1; turn <= Number(times); turn += 1) {
    const node = cluster.nodes[turn % cluster.nodes.length];
    const began = performance.now();
    await node?.kill();
    const line = turn * 1000;
    await page.keyboard.press('Control+g');
    await page.keyboard.type(String(line));
    await page.keyboard.press('Enter');
    const cell = page.locator(`[row-index="${line - 1}"] [role="gridcell"]`).filter({ hasText: 'Town 1' });
    await expect(cell).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText('The connection was lost. Connecting again…')).toBeHidden({ timeout: 60_000 });
    await expect(status).toContainText(count.toLocaleString('en-GB'));
    expect(page.url()).toBe(address);
    console.log(`Node ${turn}: row ${line} was shown ${Math.round(performance.now() - began)} ms after the kill.`);
    await node?.start();
  }
} finally {
  await browser.close();
  await cluster.stop();
}

/** Publishes a dataset for everybody through the balancer. */
async function publishTowns({ url, addStaff }: Cluster): Promise<void> {
  const headers = { Authorization: `Token ${addStaff('admin')}` };
  const post = async (address: string, init: RequestInit) => {
    const answer = await fetch(`${url}api/v1/${address}`, {
      ...init,
      method: 'POST',
      headers: { ...headers, ...init.headers },
    });
    if (!answer.ok) throw new Error(`${address}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
  const json = (record: object) => ({
    body: JSON.stringify(record),
    headers: { 'Content-Type': 'application/json' },
  });
  await post('namespaces/', json({ slug: 'places', label: 'places', published: true }));
  await post('namespaces/places/datasets/', json({ slug: 'towns', label: 'towns' }));
  const lines = Array.from({ length: rows }, (_, at) => `Town ${at},${at}`);
  const sent = await post('namespaces/places/datasets/towns/versions/', {
    body: `name,number\n${lines.join('\n')}\n`,
    headers: { 'Content-Type': 'text/csv', 'Content-Disposition': 'attachment; filename="towns.csv"' },
  });
  const report = new URL('report/', new URL(sent.headers.get('location') ?? '', url));
  await expect
    .poll(async () => ((await (await fetch(report, { headers })).json()) as { state: string }).state)
    .toBe('ready');
}
