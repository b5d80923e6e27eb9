import type { Handlers } from '../../../shared/contract/index.ts';
import * as diagnosis from '../../services/diagnosis/diagnosis.ts';
import { explainLabel, predictLabels, standardTerms } from '../../services/models/predict.ts';
import type { Session } from '../../services/session/session.ts';

type Part = Pick<Handlers, Extract<keyof Handlers, `diagnosis.${string}` | 'cds.patientView'>>;

export const diagnosisHandlers = (session: () => Session): Part => ({
  'diagnosis.rank': (request) => diagnosis.rank(session(), request),
  'diagnosis.decide': (decision) => diagnosis.decide(session(), decision),
  'diagnosis.decisions': ({ documentId }) => diagnosis.decisions(session(), documentId),
  'diagnosis.predict': ({ text }) => predictLabels(session(), text),
  'diagnosis.terms': ({ name }) => standardTerms(session(), name),
  'diagnosis.explain': (request) => explainLabel(session(), request),
  'cds.patientView': async (request) =>
    (await import('../../services/cds-hooks/patient-view.ts')).patientView(session(), request),
});
