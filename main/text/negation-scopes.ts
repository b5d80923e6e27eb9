/** Scopes of trigger words over mentions, computed in one pass through the text. */
import type { Span } from '../../shared/domain/span.ts';
import { reachBack } from './backward-scopes.ts';
import { closesClause, continuesLine, lookAhead } from './clauses.ts';
import { DescriptionReader } from './disease-descriptions.ts';
import { FULL_STOP, type Judged, type JudgedClauses, PAUSES } from './judged-mention.ts';
import {
  type Delimiter,
  PRECEDENCE,
  type Trigger,
  type TriggerFinder,
  type TriggerRole,
} from './negation-triggers.ts';
import type { AssertionRules } from './rule-schemas.ts';

/** Open scope of a trigger that precedes its mentions. */
interface OpenScope {
  readonly trigger: Trigger;
  readonly role: TriggerRole;
  /** Mentions must begin before this offset. */
  limit: number;
  /** End of the last mention in scope, for `adjacent`. */
  reached: number;
}

const NO_LIST = { bare: false, closed: false };
const QUOTE_START = '“'.charCodeAt(0);
const QUOTE_END = '”'.charCodeAt(0);
/** Most code units from a quotation mark to a word in its scope. */
const MAX_QUOTE = 40;
/** Most code units of a clause before or after a trigger that are read. */
const MAX_CLAUSE = 60;
/** Longest word beside a mention or trigger that changes what it says, in code units. */
const MAX_WORD = 6;
const NEGATED = PRECEDENCE.indexOf('negated');
const HYPOTHETICAL = PRECEDENCE.indexOf('hypothetical');

/**
 * Assigns assertions to mentions by the triggers around them.
 * @param mentions outermost ones, in text order
 * @param rules where descriptions of diseases begin, how far a treatment goes on, and nouns that a denial is about
 * @param headings headings of sections, in text order: they contain no triggers, and scopes do not cross them
 */
export function walkScopes(
  units: Uint16Array,
  finder: TriggerFinder,
  mentions: readonly Judged[],
  rules: WalkRules,
  headings: readonly Span[],
): void {
  const covered = [...mentions, ...headings].sort((a, b) => a.start - b.start);
  const clauses = { units, mentions, triggers: finder.find(units, covered) };
  new ScopeWalk(clauses, rules, headings).run();
}

type WalkRules = Pick<AssertionRules, 'description' | 'current' | 'denied'>;

class ScopeWalk {
  private readonly clauses: JudgedClauses;
  private readonly rules: WalkRules;
  private readonly headings: readonly Span[];
  private readonly descriptions: DescriptionReader;
  private nextHeading = 0;
  private scopes: OpenScope[] = [];
  /** First mention that a following trigger may cover. */
  private barrier = 0;
  /** The barrier before the last comma, and the end of that comma. */
  private earlierBarrier = 0;
  private commaEnd = -1;
  private nextMention = 0;
  private lastOpen = -1;
  /** Offset up to which treatments go on. */
  private currentUntil = 0;

  constructor(clauses: JudgedClauses, rules: WalkRules, headings: readonly Span[]) {
    this.clauses = clauses;
    this.rules = rules;
    this.headings = headings;
    this.descriptions = new DescriptionReader(clauses, rules.description);
  }

  run(): void {
    this.clauses.triggers.forEach((trigger, t) => {
      this.takeMentionsBefore(trigger.end);
      this.passHeadings(trigger.start);
      this.takeTrigger(t);
    });
    this.takeMentionsBefore(Number.POSITIVE_INFINITY);
  }

  private passHeadings(offset: number): void {
    const heading = this.headings[this.nextHeading];
    if (!heading || heading.start > offset) return;
    while ((this.headings[this.nextHeading]?.start ?? Number.POSITIVE_INFINITY) <= offset) this.nextHeading++;
    this.endSentence();
    this.descriptions.beginItem(this.headings[this.nextHeading - 1]!.end);
  }

  private endSentence(): void {
    this.currentUntil = 0;
    this.scopes = [];
    this.barrier = this.nextMention;
  }

  private takeMentionsBefore(offset: number): void {
    for (; this.nextMention < this.clauses.mentions.length; this.nextMention++) {
      const mention = this.clauses.mentions[this.nextMention]!;
      if (mention.start >= offset) return;
      this.passHeadings(mention.start);
      const { current } = this.rules;
      this.descriptions.read(this.nextMention);
      if (mention.start < this.currentUntil && current.types.includes(mention.type)) mention.forget();
      for (const scope of this.scopes) {
        const { role, trigger } = scope;
        if (mention.start >= scope.limit || !role.allows(mention.type, mention.section)) continue;
        scope.reached = mention.end;
        if (role.scope === 'adjacent') scope.limit = mention.end;
        if (this.isOfAnother(mention, role)) continue;
        mention.judge(role.rank, { start: trigger.start, end: trigger.end });
      }
    }
  }

  /** Returns whether a word after the mention takes the assertion: 无溶栓|禁忌, 考虑曲马多|所致. */
  private isOfAnother({ type, end }: Judged, { rank }: TriggerRole): boolean {
    const { types, nouns, causes } = this.rules.denied;
    if (!types.includes(type) || (rank !== NEGATED && rank !== HYPOTHETICAL)) return false;
    const after = this.textOf(end, end + MAX_WORD);
    return (rank === NEGATED ? nouns : causes).some((word) => after.startsWith(word));
  }

  private takeTrigger(index: number): void {
    const trigger = this.clauses.triggers[index]!;
    this.descriptions.passColons(trigger.start);
    if (trigger.word.current) this.currentUntil = trigger.end + this.rules.current.reach;
    if (trigger.word.patient) this.descriptions.namePatient();
    const { ends, delimiter } = trigger.word;
    const roles = trigger.word.roles.some((role) => this.isVoid(trigger, role))
      ? trigger.word.roles.filter((role) => !this.isVoid(trigger, role))
      : trigger.word.roles;
    const edges = roles.reduce(
      (bits, { position, rank }) => (position === 'edge' ? bits | (1 << rank) : bits),
      0,
    );
    const closing = edges !== 0 && closesClause(this.clauses, index, edges);
    for (const role of roles) {
      if (role.position === 'after' || (role.position === 'edge' && closing)) {
        // 意识不清、持续呕吐、尿少，|立即返诊 is said of the clause before it
        const back = role.rank === HYPOTHETICAL && trigger.start === this.commaEnd;
        const from = back ? this.earlierBarrier : this.barrier;
        const reach = { from, to: this.nextMention, topics: this.descriptions.topics };
        reachBack(this.clauses, reach, trigger, role);
      }
    }
    if (ends !== 0 && !this.isQuoted(trigger)) {
      this.scopes = this.scopes.filter((scope) => (ends & (1 << scope.role.rank)) === 0);
      this.barrier = this.nextMention;
    }
    if (!closing) for (const role of roles) if (role.position === 'before') this.open(trigger, role);
    if (delimiter) this.delimit(index, delimiter);
  }

  /** Returns whether a word before or after a trigger in its clause voids it. */
  private isVoid({ start, end }: Trigger, { unless, notBefore, unlessThen }: TriggerRole): boolean {
    if (notBefore.length > 0) {
      const before = this.textOf(Math.max(0, start - MAX_WORD), start);
      if (notBefore.some((word) => before.endsWith(word))) return true;
    }
    if (unless.length > 0) {
      const clause = this.clauseBefore(start);
      if (unless.some((word) => clause.includes(word))) return true;
    }
    if (unlessThen.length === 0) return false;
    const then = this.clauseAfter(end);
    return unlessThen.some((word) => then.includes(word));
  }

  private clauseBefore(end: number): string {
    const { units } = this.clauses;
    let from = end;
    while (from > 0 && end - from < MAX_CLAUSE && !PAUSES.has(units[from - 1]!)) from--;
    return this.textOf(from, end);
  }

  /** Returns the clause after a trigger up to its first mention. */
  private clauseAfter(start: number): string {
    const { units } = this.clauses;
    const limit = Math.min(
      units.length,
      start + MAX_CLAUSE,
      this.clauses.mentions[this.nextMention]?.start ?? units.length,
    );
    let to = start;
    while (to < limit && !PAUSES.has(units[to]!)) to++;
    return this.textOf(start, to);
  }

  private textOf(from: number, to: number): string {
    return String.fromCharCode(...this.clauses.units.subarray(from, to));
  }

  /** Returns whether a word stands inside quotation marks, where it is part of a name: 拟“肾结石伴积水”. */
  private isQuoted({ start }: Span): boolean {
    const { units } = this.clauses;
    for (let i = start - 1; i >= 0 && i > start - MAX_QUOTE && units[i] !== FULL_STOP; i--) {
      if (units[i] === QUOTE_END) return false;
      if (units[i] === QUOTE_START) return true;
    }
    return false;
  }

  private open(trigger: Trigger, role: TriggerRole): void {
    if (role.factual && this.scopes.some(({ role: { rank } }) => rank === HYPOTHETICAL)) return;
    this.scopes = this.scopes.filter(
      (scope) =>
        scope.limit > trigger.end &&
        !(scope.trigger !== trigger && scope.role.rank === role.rank && scope.role.scope === role.scope),
    );
    const limit = trigger.end + role.reach + 1;
    this.scopes.push({ trigger, role, limit, reached: -1 });
  }

  private delimit(index: number, delimiter: Delimiter): void {
    const trigger = this.clauses.triggers[index]!;
    switch (delimiter) {
      case 'stop':
        if (continuesLine(this.clauses, index)) return;
        this.endSentence();
        if (this.clauses.units[trigger.start] === FULL_STOP) this.descriptions.beginSentence(trigger.end);
        else this.descriptions.beginItem(trigger.end);
        return;
      case 'semicolon':
        this.currentUntil = 0;
        this.descriptions.beginSentence(trigger.end);
        this.barrier = this.nextMention;
        this.scopes = this.scopes.filter(({ role }) => role.scope === 'sentence');
        return;
      case 'comma':
        this.endClause(index);
        return;
      case 'list':
        for (const scope of this.scopes) {
          if (scope.role.scope === 'adjacent' && scope.reached === trigger.start) {
            scope.limit = trigger.end + 1;
            scope.reached = trigger.end;
          }
        }
        return;
      case 'open':
        this.lastOpen = trigger.start;
        return;
      case 'close':
        if (this.lastOpen < 0) return;
        this.scopes = this.scopes.filter((scope) => scope.trigger.start < this.lastOpen);
        this.lastOpen = -1;
        return;
      case 'quote':
      case 'closing':
      case 'filler':
        return;
    }
  }

  private endClause(index: number): void {
    this.earlierBarrier = this.barrier;
    this.commaEnd = this.clauses.triggers[index]!.end;
    this.barrier = this.nextMention;
    const lists = this.scopes.some(({ role }) => role.scope === 'list' || role.scope === 'closed-list');
    const { bare, closed } = lists ? lookAhead(this.clauses, index, this.nextMention) : NO_LIST;
    this.scopes = this.scopes.filter(({ role: { scope } }) => {
      return (
        scope === 'sentence' ||
        scope === 'semicolon' ||
        (scope === 'list' && bare) ||
        (scope === 'closed-list' && closed)
      );
    });
  }
}
