/** Reads the header of a WebAnno TSV file: version, and columns of each layer's features. */
import { type Message, message } from '../../../../shared/messages/message.ts';
import type { AppError } from '../../../../shared/result.ts';
import type { Line } from '../../../reading/lines.ts';

type ColumnKind = 'feature' | 'placeholder' | 'role' | 'slot' | 'base' | 'chain';

export interface Column {
  readonly kind: ColumnKind;
  /** Name of a feature or role. */
  readonly feature: string;
  /** Target layer of a relation (`base`) or slot. */
  readonly target: string;
}

export interface Layer {
  readonly kind: 'span' | 'relation' | 'chain';
  /** Name such as `custom.Span`. */
  readonly name: string;
  readonly columns: readonly Column[];
  /** Index of its first column, from 0. */
  readonly first: number;
}

export interface Header {
  readonly version: string;
  readonly layers: readonly Layer[];
  readonly columns: number;
}

export type BrokenLine = (line: Line | undefined, column: number, problem: Message) => AppError;

const FORMAT = /^#FORMAT=WebAnno TSV (\d+\.\d+)\s*$/;
const READABLE = new Set(['3.0', '3.1', '3.2', '3.3']);
const KINDS = { T_SP: 'span', T_RL: 'relation', T_CH: 'chain' } as const;
/** Layer of any slot filler. */
export const ANY_TYPE = 'uima.tcas.Annotation';

export const isWebAnno = (firstLine: string): boolean => FORMAT.test(firstLine);

/** Consumes the header's lines, up to the first blank one. */
export function readHeader(lines: Iterator<Line>, broken: BrokenLine): Header {
  const first = lines.next();
  const line = first.done ? undefined : first.value;
  const version = FORMAT.exec(line?.text ?? '')?.[1];
  if (version === undefined) throw broken(line, 1, message('fault.no-webanno-head'));
  if (!READABLE.has(version))
    throw broken(line, 1, message('fault.webanno-version', { version: version ?? '', known: [...READABLE] }));
  const layers: Layer[] = [];
  let columns = 0;
  for (let next = lines.next(); !next.done && next.value.text.trim() !== ''; next = lines.next()) {
    const layer = readLayer(next.value, columns, broken);
    layers.push(layer);
    columns += layer.columns.length;
  }
  return { version, layers, columns };
}

function readLayer(line: Line, first: number, broken: BrokenLine): Layer {
  const [, mark, declared] = /^#(T_SP|T_RL|T_CH)=(.+)$/.exec(line.text) ?? [];
  if (mark === undefined || declared === undefined) throw broken(line, 1, message('fault.webanno-layer'));
  const kind = KINDS[mark as keyof typeof KINDS]; // safe: the expression takes no other mark
  const [name = '', ...features] = declared.split('|');
  // A layer without features declares one with an empty name.
  const names = features.length === 0 ? [''] : features;
  const columns = names.map((feature, i): Column => readColumn(kind, feature, names[i - 1]));
  const [last] = columns.slice(-1);
  if (kind === 'relation' && last?.kind !== 'base')
    throw broken(line, line.text.length, message('fault.webanno-relation'));
  return { kind, name, columns, first };
}

function readColumn(kind: Layer['kind'], declared: string, before: string | undefined): Column {
  if (kind === 'chain') return { kind: 'chain', feature: declared, target: '' };
  if (kind === 'relation' && declared.startsWith('BT_'))
    return { kind: 'base', feature: '', target: declared.slice(3) };
  // Example: ROLE_webanno.custom.Frame:Roles_webanno.custom.FrameRolesLink
  const role = /^ROLE_[^_]*:([^_]+)_/.exec(declared)?.[1];
  if (kind === 'span' && role !== undefined) return { kind: 'role', feature: role, target: '' };
  if (kind === 'span' && before?.startsWith('ROLE_')) return { kind: 'slot', feature: '', target: declared };
  if (declared === '') return { kind: 'placeholder', feature: '', target: '' };
  return { kind: 'feature', feature: declared, target: '' };
}
