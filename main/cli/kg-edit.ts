/** `kg add|edit|remove|merge|split|edits|unedit|redo|review` */
import { EntityType } from '../../shared/domain/graph.ts';
import type { GraphChange, GraphEdit } from '../../shared/domain/graph-edit.ts';
import { ReviewDecision, ReviewKind } from '../../shared/domain/graph-review.ts';
import { message } from '../../shared/messages/message.ts';
import { editGraph, listEdits, turnEdit } from '../services/graph/edits.ts';
import { entityPage } from '../services/graph/graph.ts';
import { decideReview, reviewQueue } from '../services/graph/review.ts';
import type { Session } from '../services/session/session.ts';
import {
  choice,
  expected,
  headed,
  integer,
  needed,
  only,
  print,
  printJson,
  printList,
  UsageError,
  valueName,
} from './command.ts';
import { idOf } from './kg-entity.ts';
import type { Options } from './options.ts';

type KgOptions = Options<'kg'>;

const typeOf = ({ type }: KgOptions): EntityType | undefined => choice('--type', type, EntityType.options);

/** Returns the two sides of `KEY=VALUE`. Throws UsageError. */
function pair(option: string, text: string): readonly [string, string] {
  const at = text.indexOf('=');
  if (at > 0) return [text.slice(0, at).trim(), text.slice(at + 1).trim()];
  throw new UsageError('cli.takes', { option, value: text, form: 'KEY=VALUE' });
}

function report(session: Session, changes: readonly GraphChange[], options: KgOptions): void {
  const { edit, entity } = editGraph(session, changes);
  if (options.json) return printJson({ edit, ...(entity !== undefined && { entity }) });
  printEdit(edit);
  if (entity === undefined) return;
  const { id, name, type } = entityPage(session, entity, 0);
  print(`${name}  [${type}] #${id}`);
}

const printEdit = ({ id, undone, notes }: GraphEdit): void => {
  for (const { kind, words } of notes)
    print(`${id}: ${valueName(kind)} ${words.join(' | ')}${undone ? ` (${valueName('undone')})` : ''}`);
};

export function addEntity(session: Session, args: readonly string[], options: KgOptions): void {
  const name = only(args, 'NAME');
  const type = needed(typeOf(options), 'kg add', '--type');
  const facts = Object.fromEntries((options.fact ?? []).map((text) => pair('--fact', text)));
  report(session, [{ kind: 'add', type, name, names: options.name ?? [], facts }], options);
}

/** Changes an entity by the options given, all or none. An empty value of `--fact` removes the fact. */
export function editEntity(session: Session, args: readonly string[], options: KgOptions): void {
  const id = idOf(session, only(args, 'NAME|ID'));
  const page = entityPage(session, id, 0);
  const type = typeOf(options);
  const edges = (kind: 'addEdge' | 'removeEdge', given: readonly string[] = []): GraphChange[] =>
    given.map((text) => {
      const [relation, other] = pair(kind === 'addEdge' ? '--edge' : '--remove-edge', text);
      return { kind, head: id, relation, tail: idOf(session, other) };
    });
  const changes: GraphChange[] = [
    ...(options.name ?? []).map((name): GraphChange => ({ kind: 'addName', id, name })),
    ...(options.rename === undefined
      ? []
      : [{ kind: 'rename' as const, id, from: page.name, to: options.rename }]),
    ...(options['remove-name'] ?? []).map((name): GraphChange => ({ kind: 'removeName', id, name })),
    ...(type === undefined ? [] : [{ kind: 'retype' as const, id, from: page.type, to: type }]),
    ...(options.fact ?? []).map((text): GraphChange => {
      const [key, value] = pair('--fact', text);
      return { kind: 'fact', id, key, from: page.facts[key] ?? null, to: value === '' ? null : value };
    }),
    ...edges('addEdge', options.edge),
    ...edges('removeEdge', options['remove-edge']),
  ];
  if (changes.length === 0)
    throw expected('kg edit', '--rename | --type | --name | --remove-name | --fact | --edge | --remove-edge');
  report(session, changes, options);
}

export function removeEntities(session: Session, args: readonly string[], options: KgOptions): void {
  if (args.length === 0) throw expected('kg remove', 'NAME|ID…');
  const changes = args.map((which): GraphChange => ({ kind: 'remove', id: idOf(session, which) }));
  report(session, changes, options);
}

export function mergeEntities(session: Session, args: readonly string[], options: KgOptions): void {
  const [from, into, ...rest] = args;
  if (from === undefined || into === undefined || rest.length > 0) throw expected('kg merge', 'NAME|ID INTO');
  report(session, [{ kind: 'merge', id: idOf(session, from), into: idOf(session, into) }], options);
}

/** Makes a new entity of some names, facts and edges of another one. */
export function splitEntity(session: Session, args: readonly string[], options: KgOptions): void {
  const id = idOf(session, only(args, 'NAME|ID'));
  const page = entityPage(session, id, 2000);
  const name = needed(options.as, 'kg split', '--as');
  const type = typeOf(options) ?? page.type;
  const edges = (options.edge ?? []).map((text) => {
    const [relation, other] = pair('--edge', text);
    const otherId = idOf(session, other);
    const found = page.edges.find((edge) => edge.relation === relation && edge.other.id === otherId);
    return { relation, direction: found?.direction ?? 'out', other: otherId };
  });
  const [names, facts] = [options.name ?? [], options.fact ?? []];
  report(session, [{ kind: 'split', id, type, name, names, facts, edges }], options);
}

export function printEdits(session: Session, _args: readonly string[], options: KgOptions): void {
  const edits = listEdits(session, integer(options.limit, '--limit', 20));
  printList(edits, options, ['id', 'at', 'who', 'state', 'action'], ({ id, at, actor, undone, ...edit }) => {
    const [first] = edit.notes;
    const more = edit.changes > 1 ? ` +${edit.changes - 1}` : '';
    const what = first === undefined ? '' : `${valueName(first.kind)} ${first.words.join(' | ')}${more}`;
    return [id, at.slice(0, 19), actor, undone ? valueName('undone') : '', what];
  });
}

/** Undoes an edit, or does it again: the one with the number, else one's own newest. */
export const turn =
  (redo: boolean) =>
  (session: Session, args: readonly string[], options: KgOptions): void => {
    const [value, ...rest] = args;
    if (rest.length > 0 || (value !== undefined && !/^\d+$/.test(value)))
      throw expected(redo ? 'kg redo' : 'kg unedit', '[ID]');
    const edit = turnEdit(session, { redo, ...(value !== undefined && { id: Number(value) }) });
    if (options.json) printJson(edit);
    else printEdit(edit);
  };

/** Lists suspicious content of imports, or decides about it: about the items with these keys, else about all of the kind. */
export async function review(session: Session, args: readonly string[], options: KgOptions): Promise<void> {
  const [first, word, ...keys] = args;
  const kind = choice('kg review', first ?? ReviewKind.options[0]!, ReviewKind.options);
  if (word !== undefined) {
    const decision = choice('kg review', word, ReviewDecision.options);
    const type = typeOf(options);
    const done = await decideReview(session, { kind, decision, type, ...(keys.length > 0 && { keys }) });
    return options.json ? printJson(done) : print(message('cli.items-decided', { count: done.decided }));
  }
  const { counts, items } = await reviewQueue(session, {
    kind,
    limit: integer(options.limit, '--limit', 20),
  });
  if (options.json) return printJson({ counts, items });
  print(headed(['kind', 'items'], Object.entries(counts)));
  print('');
  printList(
    items,
    options,
    ['key', 'name', 'type', 'relation', 'tail'],
    ({ key, entity, edge, suggestion }) => [
      ...[key, entity.name, suggestion === undefined ? entity.type : `${entity.type} → ${suggestion}?`],
      ...[edge?.relation ?? '', edge?.tail.name ?? ''],
    ],
  );
}
