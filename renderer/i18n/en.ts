/** Every word of the window, in English; a missing translation does not compile. */
import * as accounts from '../features/accounts/words.en.ts';
import * as agreement from '../features/annotate/agreement/words.en.ts';
import * as learning from '../features/annotate/learning/words.en.ts';
import * as projects from '../features/annotate/projects/words.en.ts';
import * as annotate from '../features/annotate/words.en.ts';
import * as deidentify from '../features/deidentify/words.en.ts';
import * as diagnose from '../features/diagnose/words.en.ts';
import * as editor from '../features/editor/words.en.ts';
import * as graph from '../features/graph/words.en.ts';
import * as audit from '../features/settings/audit-words.en.ts';
import * as settings from '../features/settings/words.en.ts';
import * as shell from '../features/shell/words.en.ts';
import * as grid from '../features/train/grid/words.en.ts';
import * as networks from '../features/train/network-words.en.ts';
import * as pretrain from '../features/train/pretrain-words.en.ts';
import * as texts from '../features/train/text-words.en.ts';
import * as vectors from '../features/train/vectors/words.en.ts';
import * as train from '../features/train/words.en.ts';
import * as keyboard from '../lib/keyboard/words.en.ts';
import * as common from './common.en.ts';
import type { Translation } from './zh.ts';

export const en: Translation = {
  ...accounts,
  ...agreement,
  ...learning,
  ...projects,
  ...annotate,
  ...deidentify,
  ...diagnose,
  ...editor,
  ...graph,
  ...audit,
  ...settings,
  ...shell,
  ...grid,
  ...networks,
  ...pretrain,
  ...texts,
  ...vectors,
  ...train,
  ...common,
  ...keyboard,
};
