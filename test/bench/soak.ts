/**
 * Memory of the engine process while somebody types for `SOAK_MINUTES` (10): every edit asks for highlights, ranking,
 * entities of a tagger and labels of a classifier, every hundredth scans twenty texts at lower priority.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { spawnNode } from '../../main/processes/spawn-node.ts';
import { resourcePath } from '../../main/resources.ts';
import { useModel as putToUse, saveModel } from '../../main/services/models/models.ts';
import { predict, predictLabels } from '../../main/services/models/predict.ts';
import { closeSession, openSession, startEngine } from '../../main/services/session/open-session.ts';
import type { Session } from '../../main/services/session/session.ts';
import { addStarterGraph } from '../../main/services/workspace/starter-content.ts';
import { classifierFiles } from '../helpers/classifier.ts';
import { KNOWN, sampleTexts, taggerFiles } from '../helpers/tagger.ts';

const MINUTES = Number(process.env.SOAK_MINUTES ?? 10);
const SAMPLE_MS = 30_000;
/** Pause after each edit: faster than anybody types. */
const PAUSE_MS = 20;
const SCAN_EVERY = 100;

/** Returns a Markdown table. */
export async function run(): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), 'meridian-soak-bench-'));
  const session = openSession({
    dir: join(dir, 'workspace'),
    configDir: join(dir, 'config'),
    spawn: spawnNode,
    emit: () => undefined,
  });
  try {
    await addStarterGraph(session);
    const model = { metrics: {}, origin: 'import' } as const;
    const tagger = saveModel(session, { ...model, name: 'tagger', files: taggerFiles('bilstm-crf') });
    const classifier = saveModel(session, { ...model, name: 'classifier', files: classifierFiles() });
    for (const { id } of [tagger, classifier]) putToUse(session, id, true);
    startEngine(session);
    await session.engine.ready();
    return await type(session, tagger.id);
  } finally {
    await closeSession(session);
    rmSync(dir, { recursive: true, force: true });
  }
}

/** All sample records as one text, about 20,000 characters. */
function longRecord(): string {
  const dir = resourcePath('samples');
  const texts = readdirSync(dir).map((name) => readFileSync(join(dir, name), 'utf8'));
  return texts.join('\n').repeat(3).slice(0, 20_000);
}

async function type(session: Session, tagger: number): Promise<string> {
  const rows: string[] = [];
  const scanned = sampleTexts(20, 60);
  let [text, edits, requests] = [longRecord(), 0, 0];
  const began = performance.now();
  for (let sample = 0; sample * SAMPLE_MS <= MINUTES * 60_000; ) {
    text = edited(text, edits++);
    await Promise.all([
      session.engine.run('annotate', { text }),
      session.engine.run('rank', { text, top: 10 }),
      predict(session, text),
      predictLabels(session, text),
    ]);
    requests += 4;
    if (edits % SCAN_EVERY === 0) {
      await session.engine.run('scan', { modelId: tagger, texts: scanned });
      requests++;
    }
    if (performance.now() - began >= sample * SAMPLE_MS) {
      rows.push(
        `| ${(sample++ * SAMPLE_MS) / 1000} | ${requests} | ${residentOf(session.engine.status().pid)} |`,
      );
      console.error(rows.at(-1));
    }
    await sleep(PAUSE_MS);
  }
  return ['| seconds | requests | engine process, MB |', '|---:|---:|---:|', ...rows].join('\n');
}

/** Types a character somewhere and takes another away elsewhere, so that the text keeps its length. */
function edited(text: string, edit: number): string {
  const at = (edit * 7919) % text.length;
  const gone = (edit * 104_729) % text.length;
  const longer = text.slice(0, at) + KNOWN[edit % KNOWN.length] + text.slice(at);
  return longer.slice(0, gone) + longer.slice(gone + 1);
}

function residentOf(pid = 0): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}
