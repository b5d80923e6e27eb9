/** Batch runs: those of this machine and, where PostgreSQL is installed, one of a server with failures. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { invitedBy, workInHere } from '../helpers/batch.ts';
import { Postgres, withoutPostgres } from '../helpers/postgres.ts';
import { ask } from '../helpers/screen.ts';
import type { Views } from './stage.ts';

const source = { kind: 'records', filter: {} } as const;

export const batchViews: Views = {
  batch: openPage,
  'batch-new': async (page) => {
    await openPage(page);
    await page.getByTestId('batch-new').click();
    await page
      .getByTestId('batch-job')
      .getByText(/去标识化|De-identify/)
      .click();
  },
  'batch-server': async (page) => {
    await openPage(page);
    await page.getByTestId('batch-queue').click();
    await page.getByTestId('queue-url').waitFor();
  },
};

async function openPage(page: Page): Promise<void> {
  await page.keyboard.press('Escape'); // a dialog of the view before
  await page.getByTestId('view-train').click();
  await page.getByTestId('train-nav-batch').click();
  await page.getByTestId('batch-run').first().waitFor();
}

/** Submits runs of both places. */
export async function prepareBatches(page: Page): Promise<void> {
  await ask(page, 'batch.submit', { place: 'here', name: '夜间去标识化', job: 'deid', source });
  await ask(page, 'batch.submit', { place: 'here', name: '病区标记', job: 'annotate', source, priority: 5 });
  if (withoutPostgres !== undefined) return;
  const server = await Postgres.start();
  process.on('exit', () => server.close());
  await ask(page, 'batch.setQueue', { url: server.url });
  await ask(page, 'batch.submit', { place: 'queue', name: '全院标记', job: 'annotate', source, block: 2 });
  server.query('UPDATE meridian_boss.job SET retry_limit = 0');
  server.query('ALTER TABLE meridian_batch_result ADD CONSTRAINT broken CHECK (seq <> 5) NOT VALID');
  server.query(`UPDATE meridian_batch_record SET content = content || '\\x00' WHERE seq = 3`);
  const { file, passphrase } = await ask(page, 'batch.invite', { name: '全院标记' });
  const invitation = Buffer.from(file.base64, 'base64').toString('utf8');
  const folder = mkdtempSync(join(tmpdir(), 'meridian-batch-'));
  await workInHere(server.url, [invitedBy({ file: invitation, passphrase }, folder)], folder);
  rmSync(folder, { recursive: true });
}
