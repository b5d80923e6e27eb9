import type { Handlers } from '../../../shared/contract.ts';
import { applyToDocument, preview } from '../../services/deid.ts';
import type { Session } from '../../services/session.ts';

type Part = Pick<Handlers, Extract<keyof Handlers, `deid.${string}`>>;

export function deidHandlers(session: () => Session): Part {
  return {
    'deid.preview': ({ text }) => preview(session(), text),
    'deid.apply': (request) => applyToDocument(session(), request),
  };
}
