import type { Handlers } from '../../../shared/contract/index.ts';
import { applyToDocument, preview } from '../../services/deid/deid.ts';
import {
  decidePlaces,
  forgetIdentifiers,
  loadIdentifiers,
  safetyOf,
  setLookLimits,
} from '../../services/deid/second-look.ts';
import { lookAtRecords } from '../../services/records/export-records.ts';
import { cancellableWithProgress, type Session } from '../../services/session/session.ts';

type Part = Pick<Handlers, Extract<keyof Handlers, `deid.${string}`>>;

export const deidHandlers = (session: () => Session): Part => ({
  'deid.preview': ({ text, ticket }) =>
    cancellableWithProgress(session(), ticket, (watch) => preview(session(), text, watch)),
  'deid.look': ({ ticket, ...request }) =>
    cancellableWithProgress(session(), ticket, (watch) => lookAtRecords(session(), request, watch)),
  'deid.decide': ({ places }) => {
    decidePlaces(session(), places);
    return { done: true };
  },
  'deid.safety': () => safetyOf(session()),
  'deid.setLimits': ({ limits }) => {
    setLookLimits(session(), limits);
    return { done: true };
  },
  'deid.loadList': ({ list, file: { name, base64 } }) =>
    loadIdentifiers(session(), { list, name, bytes: Buffer.from(base64, 'base64') }),
  'deid.forgetList': ({ list }) => forgetIdentifiers(session(), list),
  'deid.apply': ({ ticket, ...request }) =>
    cancellableWithProgress(session(), ticket, (watch) => applyToDocument(session(), request, watch)),
});
