/** Batch runs in tests: a workspace with a small graph, records, and workers in this process. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeSettings } from '../../main/db/repositories/settings.ts';
import type { BatchResult, OwnedBatches } from '../../main/services/batch/batch.ts';
import { type Invited, openInvitation } from '../../main/services/batch/keys.ts';
import type { BatchRequest } from '../../main/services/batch/prepare.ts';
import type { BatchRecord } from '../../main/services/batch/processor.ts';
import { runWorker, type WorkerEvent } from '../../main/services/batch/worker.ts';
import { dbOf, type Session } from '../../main/services/session/session.ts';
import { importFile, temporaryFile } from './kg.ts';
import { openTestSession, temporaryDir } from './workspace.ts';

const GRAPH = [
  '肺炎\t症状\t发热',
  '肺炎\t症状\t咳嗽',
  '肺炎\t药物治疗\t阿莫西林',
  '高血压\t症状\t头痛',
  '糖尿病\t检查\t血糖',
].join('\n');

/** Returns a session on a workspace with some names, and without the starter models, which take seconds to open. */
export async function batchSession(): Promise<Session> {
  const session = openTestSession();
  await importFile(dbOf(session), temporaryFile('graph.tsv', GRAPH));
  writeSettings(dbOf(session), { starterTagger: false, starterDeid: false }, null);
  return session;
}

/** Returns small records, each different. */
export function batchRecords(count: number): BatchRecord[] {
  const said = ['发热', '咳嗽', '头痛', '肺炎'];
  return Array.from({ length: count }, (_, i) => ({
    id: `r${i}`,
    title: `病历 ${i}`,
    text: `第${i}床患者${said[i % 4]}${(i % 9) + 1}天，无${said[(i + 1) % 4]}，否认高血压史，予阿莫西林。`,
    composed: false,
  }));
}

export const batchRequest = (name: string, more: Partial<BatchRequest> = {}): BatchRequest => ({
  ...{ job: 'annotate', name, priority: 0, block: 10 },
  deid: { mode: 'mask', level: 'ordinary' },
  ...more,
});

/** Invites and lets a worker in this process work until nothing is left. Returns what it told. */
export async function workInHere(
  url: string,
  invited: readonly Invited[],
  folder = temporaryDir(),
): Promise<WorkerEvent[]> {
  const events: WorkerEvent[] = [];
  await runWorker(url, {
    ...{ invited, folder, drain: true, signal: new AbortController().signal },
    onEvent: (event) => events.push(event),
  });
  return events;
}

export const invited = async (batches: OwnedBatches, name: string): Promise<Invited> =>
  invitedBy(await batches.invite(name));

interface Invitation {
  readonly file: string;
  readonly passphrase: string;
}

export function invitedBy({ file, passphrase }: Invitation, folder = temporaryDir()): Invited {
  const path = join(folder, 'invitation');
  writeFileSync(path, file);
  return openInvitation(path, passphrase);
}
/** Returns the outcomes by number, as JSON. */
export async function outcomes(
  results: AsyncIterable<BatchResult> | Iterable<BatchResult>,
): Promise<string[]> {
  const all: string[] = [];
  for await (const { seq, outcome } of results) all.push(`${seq} ${JSON.stringify(outcome)}`);
  return all;
}
