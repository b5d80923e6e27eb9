/**
 * Keeps the linker's tables in a sealed file of the workspace, named by a hash of all that they are built from. A file
 * that is damaged, sealed with another key or built from anything else is built anew and replaced.
 */
import { createHash } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { endianness } from 'node:os';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { z } from 'zod';
import { EntityType } from '../../shared/domain/graph.ts';
import type { ReadDb } from '../db/connection.ts';
import { graphVersion } from '../db/repositories/graph-triples.ts';
import { loadLexicon } from '../db/repositories/lexicon.ts';
import { buildLinkerTables, type LinkerTables, namesInRules } from '../kg/linker/linker.ts';
import { appVersion } from '../resources.ts';
import type { LinkerRules } from '../text/rule-schemas.ts';
import { scriptTable } from '../text/script.ts';
import { readSealed, writeSealed } from '../workspace/sealed-file.ts';

export interface LinkerStore {
  readonly workspaceDir: string;
  /** Null in a plain workspace. */
  readonly fileKey: Uint8Array | null;
}

/** Raise it when other tables are built from the same names and rules. */
const LAYOUT = 1;

const Tables = z.object({
  lexicon: z.object({
    firstSense: z.instanceof(Int32Array),
    senses: z.instanceof(Int32Array),
    preferred: z.instanceof(Uint8Array),
    entityId: z.instanceof(Float64Array),
    entityType: z.instanceof(Uint8Array),
    entityWeight: z.instanceof(Int32Array),
    nameUnits: z.instanceof(Uint16Array),
    firstUnit: z.instanceof(Int32Array),
  }),
  automaton: z.object({
    unit: z.instanceof(Uint16Array),
    firstChild: z.instanceof(Int32Array),
    fail: z.instanceof(Int32Array),
    nameAt: z.instanceof(Int32Array),
    outLink: z.instanceof(Int32Array),
    root: z.instanceof(Int32Array),
    length: z.instanceof(Int32Array),
    border: z.instanceof(Uint8Array),
  }),
  indices: z.map(z.string(), z.number()),
});
const Kept = Tables.extend({ fingerprint: z.string() });

/** Returns tables as bytes, the same for the same graph whether they were built or read. */
export function packLinkerTables(tables: LinkerTables): Buffer {
  const { lexicon, automaton, indices } = Tables.parse(tables);
  // a view on a larger buffer would be written with all of that buffer
  const own = (arrays: Readonly<Record<string, { slice(): unknown }>>) =>
    Object.fromEntries(Object.entries(arrays).map(([name, array]) => [name, array.slice()]));
  return serialize({ lexicon: own(lexicon), automaton: own(automaton), indices });
}

/** Reads tables from bytes that nobody can have changed: their seal is checked before. */
export const unpackLinkerTables = (bytes: Uint8Array): LinkerTables => Tables.parse(deserialize(bytes));

export const linkerFolder = (workspaceDir: string): string => join(workspaceDir, 'linker');

/** Returns the tables of the graph: those kept if they fit, else built and kept. */
export function linkerTables(db: ReadDb, rules: LinkerRules, store?: LinkerStore): LinkerTables {
  const found = db.snapshot(() => {
    const { version, complete } = graphVersion(db);
    const place =
      complete && store !== undefined ? { ...store, fingerprint: fingerprintOf(version, rules) } : undefined;
    const kept = place && read(place);
    if (kept !== undefined) return { tables: kept };
    return { tables: buildLinkerTables(loadLexicon(db), rules), place };
  });
  if (found.place !== undefined) keep(found.tables, found.place);
  return found.tables;
}

interface Place extends LinkerStore {
  readonly fingerprint: string;
}

function fingerprintOf(graph: string, rules: LinkerRules): string {
  const own = [LAYOUT, appVersion(), endianness(), EntityType.options, rules.linking, namesInRules(rules)];
  return createHash('sha256')
    .update(JSON.stringify([graph, own]))
    .update(scriptTable())
    .digest('hex');
}

const fileOf = ({ workspaceDir, fingerprint }: Place): string =>
  join(linkerFolder(workspaceDir), `${fingerprint.slice(0, 16)}.tables`);

function read(place: Place): LinkerTables | undefined {
  try {
    const bytes = readSealed(fileOf(place), place.fileKey);
    const { fingerprint, ...tables } = Kept.parse(bytes && deserialize(bytes));
    return fingerprint === place.fingerprint ? tables : undefined;
  } catch {
    return undefined; // it is built from the database
  }
}

/** Writes the tables and removes those of other graphs. */
function keep(tables: LinkerTables, place: Place): void {
  const file = fileOf(place);
  try {
    writeSealed(file, [serialize({ fingerprint: place.fingerprint, ...tables })], place.fileKey);
    const folder = linkerFolder(place.workspaceDir);
    for (const name of readdirSync(folder))
      if (name.endsWith('.tables') && join(folder, name) !== file)
        rmSync(join(folder, name), { force: true });
  } catch {
    // A full disk, or a folder that may not be written: the next process builds them again.
  }
}
