/** Whose annotations somebody may see and change. */
import { GOLD } from '../../../shared/domain/project.ts';
import { AppError } from '../../../shared/result.ts';
import type { Session } from '../session.ts';

/** Their own, or the gold one. */
export function mayEdit(session: Session, person: string): boolean {
  return person === session.actor.name || person === GOLD;
}

/** Throws unless the person who asks may change that layer. */
export function allowEdit(session: Session, person: string): void {
  if (mayEdit(session, person)) return;
  throw new AppError(
    'bad-request',
    `These are the annotations of ${person}; only they may change them. (这是 ${person} 的标注，只有本人可以修改)`,
    { kept: 'Nothing was changed. (未做任何更改)' },
  );
}

/** Throws unless the person who asks may see that layer. */
export function allowRead(_session: Session, _person: string): void {}
