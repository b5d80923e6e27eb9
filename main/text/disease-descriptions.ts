/**
 * Descriptions of diseases in a differential diagnosis: 肺栓塞：多有胸痛、咯血… says nothing of the patient. They begin
 * at a name before a colon or long dash, or at a name that textbook words follow, and end at a word for the patient.
 */
import type { EntityType } from '../../shared/domain/graph.ts';
import type { Span } from '../../shared/domain/span.ts';
import { isListGap } from './clauses.ts';
import { fold, isDigitUnit } from './folding.ts';
import {
  CLOSE,
  FULL_STOP,
  type Judged,
  type JudgedClauses,
  MAX_REMARK,
  OPEN,
  PAUSES,
  SEMICOLON,
} from './judged-mention.ts';
import { PRECEDENCE } from './negation-triggers.ts';
import type { AssertionRules } from './rule-schemas.ts';

const HYPOTHETICAL = PRECEDENCE.indexOf('hypothetical');
const UNCERTAIN = PRECEDENCE.indexOf('uncertain');
/** Most code units from a disease with a colon to the verdict on it. */
export const MAX_TOPIC = 400;
/** Most code units from the start of a sentence to the disease that it speaks of: 第二是…, 2. … */
const MAX_LEAD = 8;
/** Most code units before a disease that begins its sentence. */
const MAX_BEGIN = 2;
const COLON = ':'.charCodeAt(0);
const COMMA = ','.charCodeAt(0);
const NEWLINE = '\n'.charCodeAt(0);
const HYPHEN = '-'.charCodeAt(0);
const DASH = '—'.charCodeAt(0);
const CIRCLED = '①'.charCodeAt(0);
const HAN = '一'.charCodeAt(0);
/** Types of mention that the description of a disease is made of; tests in it may well be the patient's. */
const COMPLAINTS: ReadonlySet<EntityType> = new Set(['disease', 'symptom', 'sign', 'finding', 'cause']);
const DESCRIBED: ReadonlySet<EntityType> = new Set([...COMPLAINTS, 'drug', 'treatment']);

export class DescriptionReader {
  private readonly clauses: JudgedClauses;
  private readonly rules: AssertionRules['description'];
  /** Words for the author's own reasons before a colon, and textbook words behind a disease. */
  private readonly own: readonly string[];
  private readonly verbs: readonly string[];
  private readonly measured: readonly string[];
  /** Diseases that the following lines discuss; the last one bears the colon. */
  topics: readonly Judged[] = [];
  /** Whether a disease is described, not the patient. */
  private describing = false;
  private sentenceStart = 0;
  /** Whether the sentence has named the patient. */
  private patientNamed = false;
  /** End of the last disease under discussion, where a bracket may describe it: 鼻咽结核（多有盗汗）. */
  private bracketAt = -1;
  private inBracket = false;
  /** Whether the sentence gives the author's reasons. */
  private reasoning = false;
  /** Offset up to which colons have been looked for. */
  private seen = 0;

  constructor(clauses: JudgedClauses, rules: AssertionRules['description']) {
    this.clauses = clauses;
    this.rules = rules;
    this.own = rules.own.map(fold);
    this.verbs = rules.verbs.map(fold);
    this.measured = rules.measured.map(fold);
  }

  beginItem(at: number): void {
    this.describing = false;
    this.inBracket = false;
    this.topics = [];
    this.beginSentence(at);
  }

  beginSentence(at: number): void {
    this.sentenceStart = at;
    this.patientNamed = false;
    this.reasoning = false;
    this.seen = Math.max(this.seen, at);
  }

  /** Ends the description at a word for the patient. */
  namePatient(): void {
    this.describing = false;
    this.patientNamed = true;
  }

  /** Begins a description at a colon before the offset that stands near the start of its sentence, or at a bracket. */
  passColons(offset: number): void {
    for (; this.seen < offset; this.seen++) {
      const unit = this.clauses.units[this.seen]!;
      if (unit >= HAN) continue;
      if (unit === OPEN && this.seen === this.bracketAt) this.describing = this.inBracket = true;
      else if (unit === CLOSE && this.inBracket) this.describing = this.inBracket = false;
      if (!this.isTopicMark(this.seen)) continue;
      this.reasoning ||= this.endsWith(this.own, this.seen);
      if (this.patientNamed || this.reasoning) continue;
      if (this.seen - this.sentenceStart <= this.rules.reach) this.describing = !this.leavesOpen(this.seen);
    }
  }

  /** Judges a mention that may be part of a description, and takes it as the topic of what follows if it is one. */
  read(index: number): void {
    const mention = this.clauses.mentions[index]!;
    if (this.isDiscussed(mention) && this.isFollowedByVerb(mention)) this.describing = false;
    this.describe(mention);
    if (mention.type === 'disease' && this.isDiscussed(mention) && !this.inBracket)
      this.bracketAt = mention.end;
    if (!this.isTopic(mention)) return;
    this.topics = this.enumerated(index);
    if (this.isDiscussed(mention) && this.isFollowedByVerb(mention)) this.describing = true;
  }

  private endsWith(words: readonly string[], at: number): boolean {
    const before = String.fromCharCode(...this.clauses.units.subarray(Math.max(0, at - MAX_LEAD), at));
    return words.some((word) => before.endsWith(word));
  }

  /** Returns whether the rest of the paragraph leaves the verdict on the patient open. */
  private leavesOpen(from: number): boolean {
    const { units } = this.clauses;
    let end = from;
    while (end < units.length && end - from < MAX_TOPIC && units[end] !== NEWLINE && !this.isItem(end, from))
      end++;
    const text = String.fromCharCode(...units.subarray(from, end));
    const { open, patient, typical } = this.rules;
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

  private describe(mention: Judged): void {
    if (!this.isDiscussed(mention)) return;
    this.passColons(mention.start);
    if (this.reasoning) mention.forget();
    if (this.isBeforeColon(mention)) {
      this.describing = false;
      if (COMPLAINTS.has(mention.type)) mention.judge(UNCERTAIN, undefined);
    } else if (
      this.describing &&
      !this.isMeasured(mention) &&
      (COMPLAINTS.has(mention.type) || this.topics.length > 0)
    ) {
      if (DESCRIBED.has(mention.type)) mention.judge(HYPOTHETICAL, undefined);
    }
  }

  /** Returns whether the words after a complaint tell it of the patient: 发热|才2天, 疼痛|非阵发. */
  private isMeasured({ end }: Span): boolean {
    const after = String.fromCharCode(...this.clauses.units.subarray(end, end + MAX_LEAD));
    return this.measured.some((word) => after.startsWith(word));
  }

  private isDiscussed({ section }: Judged): boolean {
    return section !== undefined && this.rules.sections.includes(section);
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
      if (this.isTopicMark(i)) return !this.endsWith(this.own, i);
      if (unit === undefined || PAUSES.has(unit)) return false;
    }
    return false;
  }

  /** Returns whether textbook words follow a disease near the start of its sentence: 再障一般没有脾大. */
  private isFollowedByVerb({ start, end, type }: Judged): boolean {
    if (type !== 'disease' || start - this.sentenceStart > MAX_LEAD) return false;
    const after = String.fromCharCode(...this.clauses.units.subarray(end, end + MAX_LEAD));
    return this.verbs.some((word) => after.startsWith(word));
  }

  /** Returns whether what follows speaks of the disease: 肺栓塞：…, and 肺炎（重症）：… in a differential diagnosis. */
  private isTopic(mention: Judged): boolean {
    if (!COMPLAINTS.has(mention.type)) return false;
    const after = this.clauses.units[mention.end];
    const discussed = this.isDiscussed(mention);
    const leads = mention.start - this.sentenceStart <= MAX_LEAD;
    if (mention.type !== 'disease') return discussed && leads && this.isBeforeColon(mention);
    if (after === COLON || after === DASH) return true;
    if (
      mention.start - this.sentenceStart <= MAX_BEGIN &&
      this.rules.argued.includes(mention.section ?? 'none')
    )
      return true;
    return (
      discussed &&
      (this.isBeforeColon(mention) || (after === COMMA && leads) || this.isFollowedByVerb(mention))
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
}
