/** Meridian's side of the graph vector bench: one training from random vectors, then a line of what it took. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { trainGraphVectors } from '../../../main/engine/embeddings/graph/train-graph.ts';
import type { GraphCase } from './case.ts';

const { folder, entities, relations, settings, ranks }: GraphCase = JSON.parse(process.argv[2] ?? '');
const lines = readFileSync(join(folder, ranks ? 'all' : 'train'), 'utf8')
  .trim()
  .split('\n');
const columns = [0, 1, 2].map(() => new Int32Array(lines.length));
for (const [at, line] of lines.entries())
  for (const [column, number] of line.split('\t').entries()) columns[column]![at] = Number(number);
const [heads, relationColumn, tails] = columns;

const saved = new Map<string, Uint8Array>();
const steps = trainGraphVectors(
  {
    settings: { ...settings, heldOut: ranks ? settings.heldOut : 0, evaluateEvery: settings.epochs },
    entities,
    relationNames: Array.from({ length: relations }, (_, relation) => String(relation)),
    triples: { heads: heads!, relations: relationColumn!, tails: tails! },
    fingerprint: 'bench',
    storage: {
      read: (name) => saved.get(name),
      write: (name, chunks) => void saved.set(name, Buffer.concat(chunks)),
    },
  },
  new AbortController().signal,
);
let before = process.cpuUsage();
let cpu = 0;
for (;;) {
  const { done, value } = await steps.next();
  if (done === true) {
    if (value.kind !== 'finished') throw new Error('nobody paused the training');
    const { scores } = value.facts;
    const peak = process.resourceUsage().maxRSS * 1024;
    console.log(JSON.stringify({ seconds: value.seconds, cpu, peak, ...scores?.both }));
    break;
  }
  if (value.kind === 'started') before = process.cpuUsage();
  if (value.kind === 'progress') {
    const { user, system } = process.cpuUsage(before);
    cpu = (user + system) / 1e6;
  }
}
