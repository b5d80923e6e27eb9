/** Detects three-character names within sentences, which the dictionary segments into single characters: 已请张一鸣会诊. */
import { type Candidate, candidate, isHan } from '../candidates.ts';
import type { NameShapes } from './name-shapes.ts';
import { isPerson, type StrictDetector } from './reading.ts';

export function inlineNameDetector(shapes: NameShapes): StrictDetector {
  return (reading) => {
    const { folded, crosses, tagOf } = reading;
    const found: Candidate[] = [];
    for (let at = 0; at < folded.length; at++) {
      if (!isHan(folded[at]) || crosses(at) || crosses(at + 1)) continue;
      const [name] = shapes.at(reading, at);
      if (name === undefined || name.end - at - name.surname < 2 || crosses(name.end)) continue;
      const tag = tagOf(name);
      if (name.kind === 'sure' || (tag !== undefined && isPerson(tag)))
        found.push(candidate(at, name.end, 'name', 0.35, 'running', true));
    }
    return found;
  };
}
