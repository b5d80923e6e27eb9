/** Every objective has tests: a file of its own, and a model that must learn a batch by heart. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { KnowledgeModel, PairObjective, TokenObjective } from '../../../../shared/domain/pretraining.ts';
import { MODEL_CASES } from '../models/cases.ts';

const names = [
  ...TokenObjective.options,
  ...PairObjective.exclude(['none']).options,
  ...KnowledgeModel.exclude(['bert']).options,
];

it.each(names)('%s has a test and a case among the models', (name) => {
  expect(existsSync(join(import.meta.dirname, `${name}.test.ts`))).toBe(true);
  expect(MODEL_CASES.some((model) => model.name.split(/[, ]+/).includes(name))).toBe(true);
});
