/** Every word of the window in both languages; each feature keeps its words beside its views. */
import * as accounts from '../features/accounts/words.ts';
import * as agreement from '../features/annotate/agreement/words.ts';
import * as filter from '../features/annotate/filter/words.ts';
import * as lead from '../features/annotate/lead/words.ts';
import * as learning from '../features/annotate/learning/words.ts';
import * as projects from '../features/annotate/projects/words.ts';
import * as annotate from '../features/annotate/words.ts';
import * as deidentify from '../features/deidentify/words.ts';
import * as diagnose from '../features/diagnose/words.ts';
import * as corrections from '../features/editor/correction-words.ts';
import * as editor from '../features/editor/words.ts';
import * as graph from '../features/graph/words.ts';
import * as network from '../features/network/words.ts';
import * as patients from '../features/patients/words.ts';
import * as audit from '../features/settings/audit-words.ts';
import * as starter from '../features/settings/starter-words.ts';
import * as upkeep from '../features/settings/upkeep-words.ts';
import * as settings from '../features/settings/words.ts';
import * as shell from '../features/shell/words.ts';
import * as batch from '../features/train/batch/words.ts';
import * as grid from '../features/train/grid/words.ts';
import * as networks from '../features/train/network-words.ts';
import * as pretrain from '../features/train/pretrain-words.ts';
import * as vectors from '../features/train/vectors/words.ts';
import * as train from '../features/train/words.ts';
import * as keyboard from '../lib/keyboard/words.ts';
import * as common from './common.ts';
import { type Translation, translate } from './words.ts';

const words = {
  ...accounts,
  ...agreement,
  ...filter,
  ...lead,
  ...learning,
  ...projects,
  ...annotate,
  ...deidentify,
  ...diagnose,
  ...corrections,
  ...editor,
  ...graph,
  ...network,
  ...patients,
  ...audit,
  ...starter,
  ...settings,
  ...upkeep,
  ...shell,
  ...batch,
  ...grid,
  ...networks,
  ...pretrain,
  ...vectors,
  ...train,
  ...common,
  ...keyboard,
};

export type Words = Translation<typeof words>;
export const zh = translate(words, 'zh');
export const en = translate(words, 'en');
