/** Scopes of trigger words that stand after their mentions: 肝炎、结核均阴性; 肺栓塞：…，可排除. */
import type { Span } from '../../shared/domain/span.ts';
import { isListGap } from './clauses.ts';
import { MAX_TOPIC } from './disease-descriptions.ts';
import { foldUnits } from './folding.ts';
import { CLOSE, type Judged, type JudgedClauses, MAX_REMARK, OPEN } from './judged-mention.ts';
import { PRECEDENCE, type Trigger, type TriggerRole } from './negation-triggers.ts';

const NEGATED = PRECEDENCE.indexOf('negated');
/** Longest enumeration, in code units, that a following trigger covers. */
const MAX_CHAIN = 200;
const POSITIVE = foldUnits('阳性');

/** Mentions that a following trigger may cover, as indices, and the diseases under discussion. */
interface Reach {
  readonly from: number;
  readonly to: number;
  readonly topics: readonly Judged[];
}

/** Applies a trigger to the clause before it, or to the enumeration that ends beside it. */
export function reachBack(
  clauses: JudgedClauses,
  { from, to, topics }: Reach,
  trigger: Trigger,
  role: TriggerRole,
): void {
  if (role.verdict && isBarren(clauses, from, to, role)) judgeTopics(topics, trigger, role);
  const anchor = beforeRemark(clauses, trigger.start);
  let left = anchor;
  for (let m = to - 1; m >= from; m--) {
    const mention = clauses.mentions[m]!;
    if (mention.end > trigger.start) continue;
    if (role.rank === NEGATED && !role.verdict && isPositive(clauses, mention)) return;
    if (mention.start > anchor) {
      judge(mention, trigger, role);
      continue;
    }
    if (trigger.start - mention.end > (role.scope === 'adjacent' ? MAX_CHAIN : role.reach)) return;
    if (role.rank === NEGATED && inOwnBracket(clauses, mention.end, trigger.start)) return;
    if (role.scope === 'adjacent') {
      const beside =
        left === anchor && anchor - mention.end <= role.reach && !opensBetween(clauses, mention.end, anchor);
      if (!beside && !isListGap(clauses, mention.end, left)) return;
    }
    left = mention.start;
    judge(mention, trigger, role);
  }
}

/** Returns whether nothing in the clause can take the assertion: 本例CT不支持 is said of the disease before. */
function isBarren({ mentions }: JudgedClauses, from: number, to: number, { allows }: TriggerRole): boolean {
  for (let m = from; m < to; m++) if (allows(mentions[m]!.type, mentions[m]!.section)) return false;
  return true;
}

function judge(mention: Judged, trigger: Trigger, role: TriggerRole): void {
  if (!role.allows(mention.type, mention.section)) return;
  mention.judge(role.rank, { start: trigger.start, end: trigger.end });
}

/** Applies a verdict to the disease that heads a differential diagnosis: 肺栓塞：…，D-二聚体正常，可排除。 */
function judgeTopics(topics: readonly Judged[], trigger: Trigger, role: TriggerRole): void {
  const last = topics.at(-1);
  if (last === undefined || trigger.start - last.end > MAX_TOPIC) return;
  for (const topic of topics) judge(topic, trigger, role);
}

/** Returns whether a name says itself that it is there, and so ends what is denied after it: …抗原阳性、e抗体阴性. */
function isPositive({ units }: JudgedClauses, { end }: Span): boolean {
  return units[end - 2] === POSITIVE[0] && units[end - 1] === POSITIVE[1];
}

/** Returns whether a bracket opens between two offsets: 恶性肿瘤（鳞癌？） doubts only what is in it. */
function opensBetween({ units }: JudgedClauses, from: number, to: number): boolean {
  const between = units.subarray(from, to);
  return between.includes(OPEN) && !between.includes(CLOSE);
}

/** Returns whether the trigger ends a remark in a bracket that opens after the mention: 大肠杆菌（ESBL阴性）. */
function inOwnBracket(clauses: JudgedClauses, from: number, to: number): boolean {
  return clauses.units[to - 1] !== OPEN && opensBetween(clauses, from, to);
}

/** Returns the start of a bracketed remark that ends at the offset, else the offset: 急性冠脉综合征（ACS）？ */
function beforeRemark({ units }: JudgedClauses, offset: number): number {
  if (units[offset - 1] !== CLOSE) return offset;
  for (let i = offset - 2; i >= 0 && i > offset - MAX_REMARK; i--) if (units[i] === OPEN) return i;
  return offset;
}
