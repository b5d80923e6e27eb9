import type { Handlers } from '../../../shared/contract/index.ts';
import { patientView } from '../../services/cds-hooks/patient-view.ts';
import * as diagnosis from '../../services/diagnosis/diagnosis.ts';
import { explainLabel, predictLabels, standardTerms } from '../../services/models/predict.ts';
import { cancelRequest, type Session } from '../../services/session/session.ts';

type Part = Pick<
  Handlers,
  Extract<keyof Handlers, `diagnosis.${string}` | 'cds.patientView' | 'requests.cancel'>
>;

export const diagnosisHandlers = (session: () => Session): Part => ({
  'diagnosis.rank': (request) => diagnosis.rank(session(), request),
  'diagnosis.decide': (decision) => diagnosis.decide(session(), decision),
  'diagnosis.decisions': ({ documentId }) => diagnosis.decisions(session(), documentId),
  'diagnosis.predict': ({ text }) => predictLabels(session(), text),
  'diagnosis.terms': ({ name }) => standardTerms(session(), name),
  'diagnosis.explain': (request) => explainLabel(session(), request),
  'cds.patientView': (request) => patientView(session(), request),
  'requests.cancel': ({ ticket }) => {
    cancelRequest(session(), ticket);
    return { done: true };
  },
});
