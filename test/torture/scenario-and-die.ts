/** Runs the scenario named argv[2] in the workspace below argv[3] and prints the state after every acknowledged step. */
import { writeSync } from 'node:fs';
import { SCENARIOS } from './scenarios.ts';
import { openBelow, stateOf } from './session.ts';

const [name = '', dir = ''] = process.argv.slice(2);
const scenario = SCENARIOS.find((each) => each.name === name);
if (scenario === undefined) throw new Error(`no scenario ${name}`);
const session = openBelow(dir);
const acknowledge = (): number => writeSync(1, `${stateOf(session)}\n`);
acknowledge();
for (const step of scenario.steps) {
  await step(session);
  acknowledge();
}
session.workspace.close();
process.exit(0); // the engine that a key change starts again is none
