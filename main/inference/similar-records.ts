/**
 * Finds records similar to a text, and records by findings and values. Vectors of records lie in a sealed file of the workspace, named by a hash of all that
 * they are made from beside the texts; records that changed since are read again before each search.
 */
import { createHash } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { endianness } from 'node:os';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { z } from 'zod';
import { invariant } from '../../shared/assert.ts';
import type { SimilarPage, SimilarQuestion } from '../../shared/domain/similar.ts';
import type { ReadDb } from '../db/connection.ts';
import { graphVersion } from '../db/repositories/graph-triples.ts';
import { getRecord, recordVersions } from '../db/repositories/records.ts';
import { appVersion } from '../resources.ts';
import { readSealed, writeSealed } from '../workspace/sealed-file.ts';
import type { GraphLinker } from './graph-linker.ts';
import type { LinkerStore } from './linker-store.ts';
import { type MatchingRecords, type RecordConditions, RecordVectors } from './record-vectors.ts';

/** Raise it when other vectors are made from the same texts. */
const LAYOUT = 2;
/** Fewer changed records are read again by the next process instead of writing the whole file. */
const WRITE_AFTER = 32;
const SHARED = { entities: 12, words: 6 } as const;

const Kept = z.object({
  fingerprint: z.string(),
  terms: z.array(z.string()),
  records: z.array(
    z.object({
      id: z.number(),
      version: z.string(),
      vector: z.object({
        terms: z.instanceof(Int32Array),
        counts: z.instanceof(Uint16Array),
        length: z.number(),
        entities: z.instanceof(Float64Array),
        findings: z.instanceof(Float64Array),
        values: z.array(z.object({ analyte: z.string(), value: z.number() })),
      }),
    }),
  ),
});

export const similarFolder = (workspaceDir: string): string => join(workspaceDir, 'similar');

interface Sources {
  readonly db: ReadDb;
  readonly linker: Pick<GraphLinker, 'annotate'>;
  /** Absent: vectors are made and not kept. */
  readonly store: LinkerStore | undefined;
}

interface Between {
  /** Called after each record that was read; throws to stop. */
  readonly between: () => Promise<void>;
  /** Milliseconds after which the answer is given from the records read so far. */
  readonly budgetMs: number;
}

export class SimilarRecords {
  readonly #sources: Sources;
  readonly #fingerprint: string;
  readonly #vectors: RecordVectors;
  #unwritten = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(sources: Sources) {
    this.#sources = sources;
    const { version, complete } = graphVersion(sources.db);
    this.#fingerprint = fingerprintOf(version);
    const kept = complete ? this.#read() : undefined;
    this.#vectors = new RecordVectors(kept?.terms, kept?.records);
  }

  /** Returns similar records; one search at a time. @throws what `between` throws; records read until then are kept */
  find(question: SimilarQuestion, pace: Between): Promise<SimilarPage> {
    const found = this.#last.then(() => this.#find(question, pace));
    this.#last = found.catch(() => undefined);
    return found;
  }

  /** Returns the ids of records in which all conditions hold; one search at a time. @throws what `between` throws */
  match(conditions: RecordConditions, pace: Between): Promise<MatchingRecords> {
    const found = this.#last.then(async () => {
      const progress = await this.#update(pace);
      return { ids: this.#vectors.matching(conditions), ...progress };
    });
    this.#last = found.catch(() => undefined);
    return found;
  }

  async #find({ text, documentId, count }: SimilarQuestion, pace: Between): Promise<SimilarPage> {
    const { db, linker } = this.#sources;
    const { records, left } = await this.#update(pace);
    const { mentions } = linker.annotate(text);
    const found = this.#vectors.search(text, mentions, {
      count,
      ...(documentId !== undefined && { without: documentId }),
    });
    const hits = found.flatMap(({ id, score }) => {
      const record = getRecord(db, id);
      if (record === undefined) return []; // deleted just now
      const { text: other, ...document } = record;
      const entities = this.#vectors.sharedEntities(id, mentions).slice(0, SHARED.entities);
      return {
        document,
        score,
        entities: entities.map(({ entityId, name, type, assertion }) => {
          invariant(entityId !== undefined, 'similar records: entities are linked');
          return { entityId, name, type, assertion };
        }),
        words: this.#vectors.sharedWords(text, other, SHARED.words),
      };
    });
    return { hits, records, left };
  }

  /** Reads records that are new or changed, forgets those that are gone. */
  async #update({ between, budgetMs }: Between): Promise<{ records: number; left: number }> {
    const { db, linker } = this.#sources;
    const versions = recordVersions(db);
    for (const { id } of this.#vectors.records)
      if (!versions.has(id)) {
        this.#vectors.delete(id);
        this.#unwritten += WRITE_AFTER; // nothing of a deleted record stays
      }
    const stale = [...versions].filter(([id, version]) => this.#vectors.versionOf(id) !== version);
    const until = performance.now() + budgetMs;
    let done = 0;
    for (const [id, version] of stale) {
      if (done > 0 && performance.now() > until) break;
      const text = getRecord(db, id)?.text ?? '';
      this.#vectors.set(id, version, text, linker.annotate(text));
      done++;
      this.#unwritten++;
      await between();
    }
    const left = stale.length - done;
    if (left === 0 && this.#unwritten >= WRITE_AFTER) this.#write();
    return { records: versions.size, left };
  }

  get #file(): string | undefined {
    const { store } = this.#sources;
    return store && join(similarFolder(store.workspaceDir), `${this.#fingerprint.slice(0, 16)}.vectors`);
  }

  #read(): z.infer<typeof Kept> | undefined {
    const file = this.#file;
    if (file === undefined) return undefined;
    try {
      const bytes = readSealed(file, this.#sources.store?.fileKey ?? null);
      const kept = Kept.parse(bytes && deserialize(bytes));
      return kept.fingerprint === this.#fingerprint ? kept : undefined;
    } catch {
      return undefined; // the records are read again
    }
  }

  /** Writes the vectors and removes those of other graphs. */
  #write(): void {
    const { store } = this.#sources;
    const file = this.#file;
    if (store === undefined || file === undefined) return;
    const { terms, records } = this.#vectors;
    try {
      writeSealed(file, [serialize({ fingerprint: this.#fingerprint, terms, records })], store.fileKey);
      this.#unwritten = 0;
      const folder = similarFolder(store.workspaceDir);
      for (const name of readdirSync(folder))
        if (name.endsWith('.vectors') && join(folder, name) !== file)
          rmSync(join(folder, name), { force: true });
    } catch {
      // A full disk, or a folder that may not be written: the next process reads the records again.
    }
  }
}

const fingerprintOf = (graph: string): string =>
  createHash('sha256')
    .update(JSON.stringify([LAYOUT, appVersion(), endianness(), graph]))
    .digest('hex');
