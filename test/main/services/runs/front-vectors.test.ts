import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { namedVectors, nameOrPath, readVectors } from '../../../../main/services/runs/front-vectors.ts';
import type { Session } from '../../../../main/services/session/session.ts';
import { refuseTaken } from '../../../../main/services/vectors/vectors.ts';
import { openSession } from '../../../helpers/session.ts';

let dir: string;
let session: Session;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'meridian-test-'));
  session = openSession(join(dir, 'ws'), join(dir, 'config'));
});
afterEach(() => {
  session.workspace.close();
  rmSync(dir, { recursive: true, force: true });
});

test('the built-in vectors are read by their name, which no others may take', async () => {
  expect(nameOrPath(session, 'starter')).toBe('starter');
  const { vectors, folded } = await readVectors(namedVectors(session, 'starter'), dir, null);
  expect({ unit: vectors.unit, folded }).toEqual({ unit: 'word', folded: true });
  expect(() => refuseTaken(session, 'starter')).toThrow(expect.objectContaining({ code: 'conflict' }));
});
