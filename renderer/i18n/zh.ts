/** Every word of the window, in Chinese; each feature keeps its words beside its views. */
import * as accounts from '../features/accounts/words.zh.ts';
import * as agreement from '../features/annotate/agreement/words.zh.ts';
import * as learning from '../features/annotate/learning/words.zh.ts';
import * as projects from '../features/annotate/projects/words.zh.ts';
import * as annotate from '../features/annotate/words.zh.ts';
import * as deidentify from '../features/deidentify/words.zh.ts';
import * as diagnose from '../features/diagnose/words.zh.ts';
import * as editor from '../features/editor/words.zh.ts';
import * as graph from '../features/graph/words.zh.ts';
import * as audit from '../features/settings/audit-words.zh.ts';
import * as settings from '../features/settings/words.zh.ts';
import * as shell from '../features/shell/words.zh.ts';
import * as grid from '../features/train/grid/words.zh.ts';
import * as networks from '../features/train/network-words.zh.ts';
import * as pretrain from '../features/train/pretrain-words.zh.ts';
import * as texts from '../features/train/text-words.zh.ts';
import * as vectors from '../features/train/vectors/words.zh.ts';
import * as train from '../features/train/words.zh.ts';
import * as keyboard from '../lib/keyboard/words.zh.ts';
import * as common from './common.zh.ts';

export const zh = {
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

/** A translation: the same keys, any words. */
type Words<T> = { readonly [K in keyof T]: T[K] extends string ? string : Words<T[K]> };
export type Translation = Words<typeof zh>;
