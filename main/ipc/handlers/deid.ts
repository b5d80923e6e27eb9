import type { Handlers } from '../../../shared/contract/index.ts';
import { applyToDocument, preview } from '../../services/deid/deid.ts';
import { cancellableWithProgress, type Session } from '../../services/session/session.ts';

type Part = Pick<Handlers, Extract<keyof Handlers, `deid.${string}`>>;

export const deidHandlers = (session: () => Session): Part => ({
  'deid.preview': ({ text, ticket }) =>
    cancellableWithProgress(session(), ticket, (watch) => preview(session(), text, watch)),
  'deid.apply': ({ ticket, ...request }) =>
    cancellableWithProgress(session(), ticket, (watch) => applyToDocument(session(), request, watch)),
});
