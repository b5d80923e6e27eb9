/** Every message that is shown outside the window's own words, in both languages. */
import { accounts } from './accounts.ts';
import { api } from './api.ts';
import { batch } from './batch.ts';
import { columns } from './columns.ts';
import { commandLine } from './command-line.ts';
import { commandNotes } from './command-notes.ts';
import { deid } from './deid.ts';
import type { ParameterNames } from './dictionary.ts';
import { faults } from './faults.ts';
import { files } from './files.ts';
import { graph } from './graph.ts';
import { help } from './help.ts';
import { hints } from './hints.ts';
import { kept } from './kept.ts';
import { losses } from './losses.ts';
import { models } from './models.ts';
import { projects } from './projects.ts';
import { secondLook } from './second-look.ts';
import { system } from './system.ts';
import { training } from './training.ts';
import { upkeep } from './upkeep.ts';
import { values } from './values.ts';
import { vectors } from './vectors.ts';
import { workspace } from './workspace.ts';

export const messages = {
  ...accounts,
  ...api,
  ...batch,
  ...columns,
  ...commandLine,
  ...commandNotes,
  ...deid,
  ...secondLook,
  ...faults,
  ...files,
  ...graph,
  ...help,
  ...hints,
  ...kept,
  ...losses,
  ...models,
  ...projects,
  ...system,
  ...training,
  ...upkeep,
  ...values,
  ...vectors,
  ...workspace,
};

export type MessageId = keyof typeof messages;
export type ParameterNamesOf<Id extends MessageId> = ParameterNames<(typeof messages)[Id]>;
