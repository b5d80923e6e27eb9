/** Imports that the layers allow or forbid, for the test that plants them and the bench that counts them. */
import { ROOMS } from '../../layers.config.ts';

export type Planted = readonly [from: string, to: string];

/** One file in each room: `main/db` → `main/db/planted.ts`. */
const fileOf = (room: string) => (room.endsWith('.ts') ? room : `${room}/planted.ts`);
const rooms = Object.entries(ROOMS);

/** Every pair of rooms that the table does not allow, one import each. */
export const forbidden = rooms.flatMap(([from, allowed]) =>
  rooms
    .filter(
      ([to]) => to !== from && ![from, ...allowed].some((room) => to === room || to.startsWith(`${room}/`)),
    )
    .map(([to]): Planted => [fileOf(from), fileOf(to)]),
);
export const allowed = rooms.flatMap(([from, list]) => list.map((to): Planted => [fileOf(from), fileOf(to)]));
/** Imports that rules beside the table refuse, with the rule's name. */
export const others: readonly (readonly [rule: string, ...Planted])[] = [
  ['features-apart', 'renderer/features/editor/planted.ts', 'renderer/features/train/planted.ts'],
  ['imports of main', 'main/unlisted/planted.ts', 'main/db/planted.ts'],
  ['no-node-outside-main', 'shared/planted.ts', 'node:fs'],
  ['no-node-outside-main', 'renderer/lib/planted.ts', 'node:fs'],
  ['agreement-is-pure', 'main/agreement/planted.ts', 'node:fs'],
  ['shared-is-pure', 'shared/planted.ts', 'react'],
  ['electron-in-hosts', 'main/services/planted.ts', 'electron'],
  ['sqlite-in-db', 'main/services/planted.ts', 'better-sqlite3'],
  ['onnxruntime-in-engine', 'main/services/planted.ts', 'onnxruntime-node'],
  ['no-cycles', 'main/text/planted.ts', 'main/text/planted.ts'],
];
