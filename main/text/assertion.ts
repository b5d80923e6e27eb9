/**
 * Assertion of mentions after NegEx (Chapman 2001) and ConText (Harkema 2009): trigger words reach over mentions
 * in a scope. Chinese gives scopes by clause: 、 enumerates, ， ends most scopes, 。 all of them. One pass over
 * triggers and mentions in text order; every scope is bounded in length, so time is linear in the text.
 */
import type { EntityType } from '../../shared/domain/graph.ts';
import type { Assertion, Section, SectionKind } from '../../shared/domain/mention.ts';
import type { AssertionRules } from './rule-schemas.ts';
import {
  buildTriggerFinder,
  PRECEDENCE,
  type Trigger,
  type TriggerFinder,
  type TriggerRole,
} from './triggers.ts';
import { isSpaceUnit } from './units.ts';

/** A mention to classify. Mentions must come sorted by start, longer first among equal starts. */
export interface AssertionSpan {
  readonly start: number;
  readonly end: number;
  readonly type: EntityType;
}

export interface Asserted {
  readonly assertion: Assertion;
  /** The words that decided, unless it is `present` or the caller's section decided. */
  readonly cue?: { readonly start: number; readonly end: number };
}

export interface AssertionClassifier {
  /**
   * One result per span. A span inside another takes the outer one's result.
   * @param sections sections of the text, or the kind of section that all of it belongs to
   */
  classify(
    units: Uint16Array,
    spans: readonly AssertionSpan[],
    sections: readonly Section[] | SectionKind | undefined,
  ): Asserted[];
}

export function buildAssertionClassifier(rules: AssertionRules): AssertionClassifier {
  const finder = buildTriggerFinder(rules);
  return {
    classify(units, spans, sections) {
      const outer = spans.map((_, i) => i);
      const outermost: Judged[] = [];
      for (let i = 0; i < spans.length; i++) {
        const span = spans[i]!;
        const last = outermost[outermost.length - 1];
        if (!last || span.end > last.end) outermost.push(new Judged(span));
        outer[i] = outermost.length - 1;
      }
      assignSections(outermost, sections, rules);
      new ScopeWalk(units, finder, outermost).run();
      const results = outermost.map((judged) => judged.result());
      return outer.map((index) => results[index]!);
    },
  };
}

const PRESENT = PRECEDENCE.length;

/** An outermost mention and the strongest assertion found for it so far. */
class Judged implements AssertionSpan {
  readonly start: number;
  readonly end: number;
  readonly type: EntityType;
  section: SectionKind | undefined;
  private rank = PRESENT;
  private cue: { start: number; end: number } | undefined;

  constructor(span: AssertionSpan) {
    this.start = span.start;
    this.end = span.end;
    this.type = span.type;
  }

  judge(rank: number, cue: { start: number; end: number } | undefined): void {
    if (rank >= this.rank) return;
    this.rank = rank;
    this.cue = cue;
  }

  result(): Asserted {
    const assertion: Assertion = PRECEDENCE[this.rank] ?? 'present';
    return this.cue === undefined ? { assertion } : { assertion, cue: this.cue };
  }
}

function assignSections(
  mentions: readonly Judged[],
  sections: readonly Section[] | SectionKind | undefined,
  rules: AssertionRules,
): void {
  let s = 0;
  for (const mention of mentions) {
    let heading: { start: number; end: number } | undefined;
    if (typeof sections === 'string') mention.section = sections;
    else if (sections) {
      while (s < sections.length && sections[s]!.end <= mention.start) s++;
      const section = sections[s];
      if (!section || section.start > mention.start) continue;
      mention.section = section.kind;
      if (section.bodyStart > section.start) heading = { start: section.start, end: section.bodyStart };
    }
    const rule = mention.section && rules.sections[mention.section];
    if (!rule || (rule.types && !rule.types.includes(mention.type))) continue;
    mention.judge(PRECEDENCE.indexOf(rule.assertion), heading);
  }
}

/** A trigger before its mentions whose scope is open. */
interface OpenScope {
  readonly trigger: Trigger;
  readonly role: TriggerRole;
  /** A mention must begin before this. */
  limit: number;
  /** End of the mention reached last, for `adjacent`. */
  reached: number;
}

/** Units that a comma may be followed by and still be looked through for an enumeration. */
const MAX_LIST_ITEM = 40;
const MAX_LIST_ITEMS = 8;
const NO_LIST = { bare: false, closed: false };
/** Units in a bare list item that no mention or filler word covers. */
const MAX_BARE_REST = 1;
const MAX_GAP = 4;
const MAX_REMARK = 30;
/** Units from a disease with a colon behind it to the verdict on it. */
const MAX_TOPIC = 400;
const OPEN = '('.charCodeAt(0);
const CLOSE = ')'.charCodeAt(0);
const COLON = ':'.charCodeAt(0);
const ENUMERATION = '、'.charCodeAt(0);
const CLOSING: ReadonlySet<Trigger['word']['delimiter']> = new Set(['stop', 'semicolon', 'comma', 'close']);
const JOINING: ReadonlySet<Trigger['word']['delimiter']> = new Set(['list', 'quote']);
/** Longest enumeration that a trigger behind it reaches back over. */
const MAX_CHAIN = 200;

class ScopeWalk {
  private readonly units: Uint16Array;
  private readonly mentions: readonly Judged[];
  private readonly triggers: readonly Trigger[];
  private scopes: OpenScope[] = [];
  /** First mention that a trigger after its mentions may reach back to. */
  private barrier = 0;
  private nextMention = 0;
  private lastOpen = -1;
  /** Disease with a colon behind it that the lines after it speak of. */
  private topic: Judged | undefined;

  constructor(units: Uint16Array, finder: TriggerFinder, mentions: readonly Judged[]) {
    this.units = units;
    this.mentions = mentions;
    this.triggers = finder.find(units, mentions);
  }

  run(): void {
    for (let t = 0; t < this.triggers.length; t++) {
      this.takeMentionsBefore(this.triggers[t]!.end);
      this.takeTrigger(t);
    }
    this.takeMentionsBefore(Number.POSITIVE_INFINITY);
  }

  private takeMentionsBefore(offset: number): void {
    for (; this.nextMention < this.mentions.length; this.nextMention++) {
      const mention = this.mentions[this.nextMention]!;
      if (mention.start >= offset) return;
      if (mention.type === 'disease' && this.units[mention.end] === COLON) this.topic = mention;
      for (const scope of this.scopes) {
        const { role, trigger } = scope;
        if (mention.start >= scope.limit || !role.allows(mention.type, mention.section)) continue;
        mention.judge(role.rank, { start: trigger.start, end: trigger.end });
        scope.reached = mention.end;
        if (role.scope === 'adjacent') scope.limit = mention.end;
      }
    }
  }

  private takeTrigger(index: number): void {
    const trigger = this.triggers[index]!;
    const { roles, ends, delimiter } = trigger.word;
    const closing = roles.some((role) => role.position === 'edge') && this.closesClause(index);
    for (const role of roles) {
      if (role.position === 'after' || (role.position === 'edge' && closing)) this.reachBack(trigger, role);
    }
    if (ends !== 0) {
      this.scopes = this.scopes.filter((scope) => (ends & (1 << scope.role.rank)) === 0);
      this.barrier = this.nextMention;
    }
    if (!closing) for (const role of roles) if (role.position === 'before') this.open(trigger, role);
    if (delimiter) this.delimit(index, delimiter);
  }

  private open(trigger: Trigger, role: TriggerRole): void {
    this.scopes = this.scopes.filter(
      (scope) =>
        scope.limit > trigger.end && !(scope.role.rank === role.rank && scope.role.scope === role.scope),
    );
    const limit = trigger.end + role.reach + 1;
    this.scopes.push({ trigger, role, limit, reached: -1 });
  }

  /** A trigger after its mentions: the clause back to the barrier, or the enumeration that ends beside it. */
  private reachBack(trigger: Trigger, role: TriggerRole): void {
    if (role.verdict && this.barrier === this.nextMention) this.judgeTopic(trigger, role);
    const anchor = this.beforeRemark(trigger.start);
    let from = anchor;
    for (let m = this.nextMention - 1; m >= this.barrier; m--) {
      const mention = this.mentions[m]!;
      if (mention.end > trigger.start) continue;
      if (mention.start > anchor) {
        this.judgeBack(mention, trigger, role);
        continue;
      }
      if (trigger.start - mention.end > (role.scope === 'adjacent' ? MAX_CHAIN : role.reach)) return;
      if (role.scope === 'adjacent') {
        const beside = from === anchor && anchor - mention.end <= role.reach;
        if (!beside && !this.isListGap(mention.end, from)) return;
      }
      from = mention.start;
      this.judgeBack(mention, trigger, role);
    }
  }

  private judgeBack(mention: Judged, trigger: Trigger, role: TriggerRole): void {
    if (!role.allows(mention.type, mention.section)) return;
    mention.judge(role.rank, { start: trigger.start, end: trigger.end });
  }

  /** Differential diagnoses name their disease first: 肺栓塞：…，D-二聚体正常，可排除。 */
  private judgeTopic(trigger: Trigger, role: TriggerRole): void {
    const topic = this.topic;
    if (topic === undefined || trigger.start - topic.end > MAX_TOPIC) return;
    this.judgeBack(topic, trigger, role);
  }

  /** The start of a remark in brackets that ends at the offset, else the offset: 急性冠脉综合征（ACS）？ */
  private beforeRemark(offset: number): number {
    if (this.units[offset - 1] !== CLOSE) return offset;
    for (let i = offset - 2; i >= 0 && i > offset - MAX_REMARK; i--) if (this.units[i] === OPEN) return i;
    return offset;
  }

  private delimit(index: number, delimiter: NonNullable<Trigger['word']['delimiter']>): void {
    const trigger = this.triggers[index]!;
    switch (delimiter) {
      case 'stop':
        if (this.continuesLine(index)) return;
        if (isSpaceUnit(this.units[trigger.start])) this.topic = undefined;
        this.scopes = [];
        this.barrier = this.nextMention;
        return;
      case 'semicolon':
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
    const { bare, closed } = lists ? this.lookAhead(index) : NO_LIST;
    this.scopes = this.scopes.filter(({ role: { scope } }) => {
      return (
        scope === 'sentence' ||
        scope === 'semicolon' ||
        (scope === 'list' && bare) ||
        (scope === 'closed-list' && closed)
      );
    });
  }

  /** Whether nothing but mentions and filler words stand in the item after a comma, and so on to a closing word. */
  private lookAhead(comma: number): { bare: boolean; closed: boolean } {
    let mention = this.nextMention;
    let bare = false;
    for (let t = comma, items = 0; items < MAX_LIST_ITEMS; items++) {
      const start = this.triggers[t]!.end;
      let end = Math.min(this.units.length, start + MAX_LIST_ITEM);
      let covered = 0;
      let closing = false;
      let delimiter: Trigger['word']['delimiter'];
      for (t++; t < this.triggers.length && this.triggers[t]!.start < end; t++) {
        const { word, start: from, end: to } = this.triggers[t]!;
        delimiter = word.delimiter;
        if (delimiter === 'stop' || delimiter === 'semicolon' || delimiter === 'comma') end = from;
        else if (delimiter === undefined) return { bare, closed: false };
        else covered += to - from;
        if (delimiter === 'closing') closing = true;
        if (end === from) break;
      }
      const first = mention;
      for (; mention < this.mentions.length && this.mentions[mention]!.start < end; mention++) {
        covered += this.mentions[mention]!.end - this.mentions[mention]!.start;
      }
      if (mention === first || end - start - covered > MAX_BARE_REST) return { bare, closed: false };
      bare = true;
      if (closing) return { bare, closed: true };
      if (delimiter !== 'comma') break;
    }
    return { bare, closed: false };
  }

  /** Whether a clause ends right after this trigger. */
  private closesClause(index: number): boolean {
    const next = this.triggers[index + 1];
    let at = this.triggers[index]!.end;
    while (at < this.units.length && isSpaceUnit(this.units[at]) && at !== next?.start) at++;
    if (at >= this.units.length) return true;
    if (next?.start !== at) return false;
    const { delimiter, ends } = next.word;
    if (delimiter === 'list') return this.units[at] === ENUMERATION;
    return ends !== 0 || (delimiter !== undefined && CLOSING.has(delimiter));
  }

  /** A line break right after a comma or enumeration mark ends nothing. */
  private continuesLine(index: number): boolean {
    const trigger = this.triggers[index]!;
    if (!isSpaceUnit(this.units[trigger.start])) return false;
    const previous = this.triggers[index - 1];
    if (previous?.end !== trigger.start) return false;
    return previous.word.delimiter === 'list' || previous.word.delimiter === 'comma';
  }

  /** Whether only an enumeration mark or a quotation mark stands between two offsets. */
  private isListGap(from: number, to: number): boolean {
    if (to - from > MAX_GAP) return false;
    if (to <= from) return true;
    for (let t = this.triggerAtOrAfter(from); from < to; t++) {
      const trigger = this.triggers[t];
      if (trigger?.start !== from || !JOINING.has(trigger.word.delimiter)) return false;
      from = trigger.end;
    }
    return true;
  }

  private triggerAtOrAfter(offset: number): number {
    let low = 0;
    let high = this.triggers.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.triggers[middle]!.start < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
