/** Mention whose assertion is being found: of several that hold for it, the strongest wins. */
import type { EntityType } from '../../shared/domain/graph.ts';
import type { Assertion, SectionKind } from '../../shared/domain/mention.ts';
import type { Span } from '../../shared/domain/span.ts';
import type { Clauses } from './clauses.ts';
import { PRECEDENCE } from './negation-triggers.ts';

const PRESENT = PRECEDENCE.length;

/** Outermost mention and the strongest assertion found so far. */
export class Judged implements Span {
  readonly start: number;
  readonly end: number;
  readonly type: EntityType;
  section: SectionKind | undefined;
  private rank = PRESENT;
  private cue: Span | undefined;
  private assumed = PRESENT;
  private heading: Span | undefined;

  constructor(span: Span & { readonly type: EntityType }) {
    this.start = span.start;
    this.end = span.end;
    this.type = span.type;
  }

  judge(rank: number, cue: Span | undefined): void {
    if (rank >= this.rank) return;
    this.rank = rank;
    this.cue = cue;
  }

  /** Sets what the section says, unless a word says otherwise. */
  assume(rank: number, heading: Span | undefined): void {
    this.assumed = rank;
    this.heading = heading;
  }

  /** Withdraws what the section says. */
  forget(): void {
    this.assumed = PRESENT;
  }

  result(): { assertion: Assertion; cue?: Span } {
    this.judge(this.assumed, this.heading);
    const assertion: Assertion = PRECEDENCE[this.rank] ?? 'present';
    return this.cue === undefined ? { assertion } : { assertion, cue: this.cue };
  }
}

export interface JudgedClauses extends Clauses {
  readonly mentions: readonly Judged[];
}

/** Characters of a folded text that end names, clauses and remarks. */
const unitOf = (char: string): number => char.charCodeAt(0);
export const OPEN = unitOf('(');
export const CLOSE = unitOf(')');
export const SEMICOLON = unitOf(';');
export const FULL_STOP = unitOf('。');
/** Signs that end a name before a colon. */
export const PAUSES: ReadonlySet<number> = new Set(Array.from(',;。.\n', unitOf));
/** Longest bracketed remark behind a name, in code units. */
export const MAX_REMARK = 30;
