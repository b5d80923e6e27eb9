/** Scopes of trigger words over mentions, computed in one pass through the text. */
import type { EntityType } from '../../shared/domain/graph.ts';
import type { Assertion, SectionKind } from '../../shared/domain/mention.ts';
import type { Span } from '../../shared/domain/span.ts';
import { type Clauses, closesClause, continuesLine, isListGap, lookAhead } from './clauses.ts';
import { foldUnits, isDigitUnit } from './folding.ts';
import {
  type Delimiter,
  PRECEDENCE,
  type Trigger,
  type TriggerFinder,
  type TriggerRole,
} from './negation-triggers.ts';
import type { AssertionRules } from './rule-schemas.ts';

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

/** Open scope of a trigger that precedes its mentions. */
interface OpenScope {
  readonly trigger: Trigger;
  readonly role: TriggerRole;
  /** Mentions must begin before this offset. */
  limit: number;
  /** End of the last mention in scope, for `adjacent`. */
  reached: number;
}

interface JudgedClauses extends Clauses {
  readonly mentions: readonly Judged[];
}

const NO_LIST = { bare: false, closed: false };
const MAX_REMARK = 30;
/** Longest enumeration, in code units, that a following trigger covers. */
const MAX_CHAIN = 200;
/** Most code units from a disease with a colon to the verdict on it. */
const MAX_TOPIC = 400;
const OPEN = '('.charCodeAt(0);
const CLOSE = ')'.charCodeAt(0);
const COLON = ':'.charCodeAt(0);
const NEWLINE = '\n'.charCodeAt(0);
const SEMICOLON = ';'.charCodeAt(0);
const COMMA = ','.charCodeAt(0);
const HYPHEN = '-'.charCodeAt(0);
const CIRCLED = '①'.charCodeAt(0);
const HAN = '一'.charCodeAt(0);
/** Most code units from the start of a sentence to the disease that it speaks of: 第二是…, 2. … */
const MAX_LEAD = 8;
const FULL_STOP = '。'.charCodeAt(0);
const QUOTE_START = '“'.charCodeAt(0);
const QUOTE_END = '”'.charCodeAt(0);
/** Most code units from a quotation mark to a word in its scope. */
const MAX_QUOTE = 40;
/** Most code units of a clause before a trigger that are read. */
const MAX_CLAUSE = 60;
const DASH = '—'.charCodeAt(0);
const POSITIVE = foldUnits('阳性');
const NEGATED = PRECEDENCE.indexOf('negated');
const HYPOTHETICAL = PRECEDENCE.indexOf('hypothetical');
const UNCERTAIN = PRECEDENCE.indexOf('uncertain');
/** Signs that end a name before a colon. */
const PAUSES: ReadonlySet<number> = new Set(Array.from(',;。.\n', (char) => char.charCodeAt(0)));
/** Types of mention that the description of a disease is made of; tests in it may well be the patient's. */
const COMPLAINTS: ReadonlySet<EntityType> = new Set(['disease', 'symptom', 'sign', 'finding', 'cause']);
const DESCRIBED: ReadonlySet<EntityType> = new Set([...COMPLAINTS, 'drug', 'treatment']);

/**
 * Assigns assertions to mentions by the triggers around them.
 * @param mentions outermost ones, in text order
 * @param rules where descriptions of diseases begin, and how far a treatment goes on
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

type WalkRules = Pick<AssertionRules, 'description' | 'current'>;

class ScopeWalk {
  private readonly clauses: JudgedClauses;
  private readonly description: WalkRules['description'];
  private readonly current: WalkRules['current'];
  private readonly headings: readonly Span[];
  private nextHeading = 0;
  private scopes: OpenScope[] = [];
  /** First mention that a following trigger may cover. */
  private barrier = 0;
  private nextMention = 0;
  private lastOpen = -1;
  /** Diseases before a colon, which the following lines discuss; the last one bears the colon. */
  private topics: readonly Judged[] = [];
  /** Whether a disease is described, not the patient. */
  private describing = false;
  private sentenceStart = 0;
  /** Whether the sentence has named the patient. */
  private patientNamed = false;
  /** Offset up to which colons have been looked for. */
  private seen = 0;
  /** Offset up to which treatments go on. */
  private currentUntil = 0;

  constructor(clauses: JudgedClauses, rules: WalkRules, headings: readonly Span[]) {
    this.clauses = clauses;
    this.description = rules.description;
    this.current = rules.current;
    this.headings = headings;
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
    this.beginItem(this.headings[this.nextHeading - 1]!.end);
  }

  private beginItem(at: number): void {
    this.describing = false;
    this.topics = [];
    this.beginSentence(at);
  }

  private beginSentence(at: number): void {
    this.sentenceStart = at;
    this.patientNamed = false;
    this.seen = Math.max(this.seen, at);
  }

  /** Begins a description at a colon before the offset that stands near the start of its sentence. */
  private passColons(offset: number): void {
    for (; this.seen < offset; this.seen++) {
      if (!this.isTopicMark(this.seen) || this.patientNamed) continue;
      if (this.seen - this.sentenceStart <= this.description.reach)
        this.describing = !this.leavesOpen(this.seen);
    }
  }

  /** Returns whether the rest of the paragraph leaves the verdict on the patient open. */
  private leavesOpen(from: number): boolean {
    const { units } = this.clauses;
    let end = from;
    while (end < units.length && end - from < MAX_TOPIC && units[end] !== NEWLINE && !this.isItem(end, from))
      end++;
    const text = String.fromCharCode(...units.subarray(from, end));
    const { open, patient, typical } = this.description;
    return (
      open.some((word) => text.includes(word)) &&
      ![...patient, ...typical].some((word) => text.includes(word))
    );
  }

  /** Returns whether another numbered item begins at the offset: (2), ②, 2. after a full stop. */
  private isItem(at: number, from: number): boolean {
    const { units } = this.clauses;
    const unit = units[at];
    if (unit === undefined || at === from) return false;
    if (unit >= CIRCLED && unit < CIRCLED + 20) return true;
    const before = units[at - 1];
    return (before === FULL_STOP || before === SEMICOLON) && (unit === OPEN || isDigitUnit(unit));
  }

  /** Judges a mention that may be part of the description of a disease. */
  private describe(mention: Judged): void {
    if (mention.section === undefined || !this.description.sections.includes(mention.section)) return;
    this.passColons(mention.start);
    if (this.isBeforeColon(mention)) {
      this.describing = false;
      if (COMPLAINTS.has(mention.type)) mention.judge(UNCERTAIN, undefined);
    } else if (this.describing && (COMPLAINTS.has(mention.type) || this.topics.length > 0)) {
      if (DESCRIBED.has(mention.type)) mention.judge(HYPOTHETICAL, undefined);
    }
  }

  /** Returns whether a colon or a long dash stands at the offset. */
  private isTopicMark(at: number): boolean {
    const { units } = this.clauses;
    if (units[at] === COLON || (units[at] === DASH && units[at + 1] === DASH)) return true;
    // 心衰竭－NT-proBNP正常: a full-width dash reads as a hyphen
    return units[at] === HYPHEN && units[at - 1]! >= HAN && !isDigitUnit(units[at + 1]);
  }

  private isBeforeColon({ end }: Span): boolean {
    for (let i = end; i <= end + MAX_REMARK; i++) {
      const unit = this.clauses.units[i];
      if (this.isTopicMark(i)) return true;
      if (unit === undefined || PAUSES.has(unit)) return false;
    }
    return false;
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
      this.describe(mention);
      if (mention.start < this.currentUntil && this.current.types.includes(mention.type)) mention.forget();
      if (this.isTopic(mention)) this.topics = this.enumerated(this.nextMention);
      for (const scope of this.scopes) {
        const { role, trigger } = scope;
        if (mention.start >= scope.limit || !role.allows(mention.type, mention.section)) continue;
        mention.judge(role.rank, { start: trigger.start, end: trigger.end });
        scope.reached = mention.end;
        if (role.scope === 'adjacent') scope.limit = mention.end;
      }
    }
  }

  /** Returns whether what follows speaks of the disease: 肺栓塞：…, and 肺炎（重症）：… in a differential diagnosis. */
  private isTopic(mention: Judged): boolean {
    if (!COMPLAINTS.has(mention.type)) return false;
    const after = this.clauses.units[mention.end];
    const { section } = mention;
    const discussed = section !== undefined && this.description.sections.includes(section);
    if (mention.type !== 'disease')
      return discussed && mention.start - this.sentenceStart <= MAX_LEAD && this.isBeforeColon(mention);
    if (after === COLON || after === DASH) return true;
    return (
      discussed &&
      (this.isBeforeColon(mention) || (after === COMMA && mention.start - this.sentenceStart <= MAX_LEAD))
    );
  }

  private takeTrigger(index: number): void {
    const trigger = this.clauses.triggers[index]!;
    this.passColons(trigger.start);
    if (trigger.word.current) this.currentUntil = trigger.end + this.current.reach;
    if (trigger.word.patient) {
      this.describing = false;
      this.patientNamed = true;
    }
    const { ends, delimiter } = trigger.word;
    const roles = trigger.word.roles.filter((role) => !this.isVoid(trigger, role));
    const edges = roles.reduce(
      (bits, { position, rank }) => (position === 'edge' ? bits | (1 << rank) : bits),
      0,
    );
    const closing = edges !== 0 && closesClause(this.clauses, index, edges);
    for (const role of roles) {
      if (role.position === 'after' || (role.position === 'edge' && closing)) this.reachBack(trigger, role);
    }
    if (ends !== 0 && !this.isQuoted(trigger)) {
      this.scopes = this.scopes.filter((scope) => (ends & (1 << scope.role.rank)) === 0);
      this.barrier = this.nextMention;
    }
    if (!closing) for (const role of roles) if (role.position === 'before') this.open(trigger, role);
    if (delimiter) this.delimit(index, delimiter);
  }

  /** Returns whether a word before a trigger in its clause voids it. */
  private isVoid({ start }: Trigger, { unless }: TriggerRole): boolean {
    if (unless.length === 0) return false;
    const { units } = this.clauses;
    let from = start;
    while (from > 0 && start - from < MAX_CLAUSE && !PAUSES.has(units[from - 1]!)) from--;
    const clause = String.fromCharCode(...units.subarray(from, start));
    return unless.some((word) => clause.includes(word));
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
        scope.limit > trigger.end && !(scope.role.rank === role.rank && scope.role.scope === role.scope),
    );
    const limit = trigger.end + role.reach + 1;
    this.scopes.push({ trigger, role, limit, reached: -1 });
  }

  /**
   * Applies a trigger after its mentions: to the clause back to the barrier, or to the enumeration that ends beside
   * it.
   */
  private reachBack(trigger: Trigger, role: TriggerRole): void {
    if (role.verdict && this.isBarren(role)) this.judgeTopic(trigger, role);
    const anchor = this.beforeRemark(trigger.start);
    let from = anchor;
    for (let m = this.nextMention - 1; m >= this.barrier; m--) {
      const mention = this.clauses.mentions[m]!;
      if (mention.end > trigger.start) continue;
      if (role.rank === NEGATED && !role.verdict && this.isPositive(mention)) return;
      if (mention.start > anchor) {
        this.judgeBack(mention, trigger, role);
        continue;
      }
      if (trigger.start - mention.end > (role.scope === 'adjacent' ? MAX_CHAIN : role.reach)) return;
      if (role.scope === 'adjacent') {
        const beside =
          from === anchor && anchor - mention.end <= role.reach && !this.opensBetween(mention.end, anchor);
        if (!beside && !isListGap(this.clauses, mention.end, from)) return;
      }
      from = mention.start;
      this.judgeBack(mention, trigger, role);
    }
  }

  /** Returns whether a name says itself that it is there, and so ends what is denied after it: …抗原阳性、e抗体阴性. */
  private isPositive({ end }: Span): boolean {
    const { units } = this.clauses;
    return units[end - 2] === POSITIVE[0] && units[end - 1] === POSITIVE[1];
  }

  /** Returns whether a bracket opens between two offsets: 恶性肿瘤（鳞癌？） doubts only what is in it. */
  private opensBetween(from: number, to: number): boolean {
    return (
      this.clauses.units.subarray(from, to).includes(OPEN) &&
      !this.clauses.units.subarray(from, to).includes(CLOSE)
    );
  }

  /** Returns a disease with those enumerated before it: 焦虑症、惊恐发作：… */
  private enumerated(last: number): Judged[] {
    const { mentions } = this.clauses;
    let first = last;
    while (mentions[first - 1]?.type === 'disease' && this.follows(first - 1)) first--;
    return mentions.slice(first, last + 1);
  }

  private follows(index: number): boolean {
    const { mentions } = this.clauses;
    return isListGap(this.clauses, mentions[index]!.end, mentions[index + 1]!.start);
  }

  /** Returns whether nothing in the clause can take the assertion: 本例CT不支持 is said of the disease before. */
  private isBarren({ allows }: TriggerRole): boolean {
    const own = this.clauses.mentions.slice(this.barrier, this.nextMention);
    return own.every(({ type, section }) => !allows(type, section));
  }

  private judgeBack(mention: Judged, trigger: Trigger, role: TriggerRole): void {
    if (!role.allows(mention.type, mention.section)) return;
    mention.judge(role.rank, { start: trigger.start, end: trigger.end });
  }

  /** Applies a verdict to the disease that heads a differential diagnosis: 肺栓塞：…，D-二聚体正常，可排除。 */
  private judgeTopic(trigger: Trigger, role: TriggerRole): void {
    const last = this.topics.at(-1);
    if (last === undefined || trigger.start - last.end > MAX_TOPIC) return;
    for (const topic of this.topics) this.judgeBack(topic, trigger, role);
  }

  /** Returns the start of a bracketed remark that ends at the offset, else the offset: 急性冠脉综合征（ACS）？ */
  private beforeRemark(offset: number): number {
    if (this.clauses.units[offset - 1] !== CLOSE) return offset;
    for (let i = offset - 2; i >= 0 && i > offset - MAX_REMARK; i--)
      if (this.clauses.units[i] === OPEN) return i;
    return offset;
  }

  private delimit(index: number, delimiter: Delimiter): void {
    const trigger = this.clauses.triggers[index]!;
    switch (delimiter) {
      case 'stop':
        if (continuesLine(this.clauses, index)) return;
        this.endSentence();
        if (this.clauses.units[trigger.start] === FULL_STOP) this.beginSentence(trigger.end);
        else this.beginItem(trigger.end);
        return;
      case 'semicolon':
        this.currentUntil = 0;
        this.beginSentence(trigger.end);
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
