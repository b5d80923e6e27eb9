import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { starterWords } from '../../../main/inference/starter.ts';
import { readStarter, starterManifest } from '../../../main/inference/starter-files.ts';
import { resourcePath } from '../../../main/resources.ts';
import { STARTER_WORDS, StarterPart } from '../../../shared/domain/starter.ts';
import { saying } from '../../helpers/words.ts';

const WORDS = join('words', 'vectors.safetensors');

describe('starter models', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'meridian-test-'));
    cpSync(resourcePath('starter'), folder, { recursive: true });
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('every listed file is there with its checksum, and each card names sets and licences', () => {
    const { parts } = starterManifest();
    expect(parts.words).toBeDefined();
    for (const [part, { card }] of Object.entries(parts)) {
      expect(readStarter(StarterPart.parse(part)).size).toBeGreaterThan(0);
      expect(card.data.length).toBeGreaterThan(0);
      for (const { licence } of card.data) expect(licence).toMatch(/^(Apache-2\.0|MIT|CC BY 4\.0)/);
    }
  });

  test('all of them take less than 60 MB', () => {
    const files = Object.values(starterManifest().parts).flatMap((part) => Object.values(part.files));
    expect(files.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(60e6);
  });

  test('the built-in words are as choices list them', () => {
    const { vectors } = starterWords();
    expect({ unit: vectors.unit, dimension: vectors.dimension }).toEqual({
      unit: STARTER_WORDS.unit,
      dimension: STARTER_WORDS.dimension,
    });
    expect(vectors.tokens).toContain('糖尿病');
  });

  test('one changed byte is noticed, and the error says that all else works', () => {
    const file = join(folder, WORDS);
    const bytes = readFileSync(file);
    bytes[bytes.length - 1]! ^= 1;
    writeFileSync(file, bytes);
    expect(() => starterWords(folder)).toThrow(
      expect.objectContaining({ code: 'corrupt', message: saying('words/vectors.safetensors') }),
    );
  });

  test('a missing file is named', () => {
    rmSync(join(folder, WORDS));
    expect(() => starterWords(folder)).toThrow(expect.objectContaining({ code: 'not-found' }));
    expect(() => readStarter('encoder', folder)).toThrow(expect.objectContaining({ code: 'not-found' }));
  });

  test('a file that cannot be read counts as damaged', () => {
    rmSync(join(folder, WORDS));
    mkdirSync(join(folder, WORDS));
    expect(() => starterWords(folder)).toThrow(expect.objectContaining({ code: 'corrupt' }));
  });

  test('a damaged manifest is corrupt; without one there are no parts', () => {
    writeFileSync(join(folder, 'manifest.json'), '{"format": 1, "parts": {"words": {}}}');
    expect(() => starterManifest(folder)).toThrow(expect.objectContaining({ code: 'corrupt' }));
    rmSync(join(folder, 'manifest.json'));
    expect(starterManifest(folder).parts).toEqual({});
  });
});
