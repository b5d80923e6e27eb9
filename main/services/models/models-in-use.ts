/** The models in use for highlights, diagnoses, relations and standard terms. */
import { STARTER_SETTINGS, type StarterModel } from '../../../shared/domain/starter.ts';
import type { ModelCard } from '../../../shared/domain/training.ts';
import * as repository from '../../db/repositories/models.ts';
import { readSettings } from '../../db/repositories/settings.ts';
import { type ClassifierChoice, classifierOf } from '../../inference/classifier-choice.ts';
import { starterCard } from '../../inference/starter-files.ts';
import { dbOf, type Session } from '../session/session.ts';

/** Notifies the windows, and the engine, which opens the models in use. */
export function modelsChanged(session: Session): void {
  session.emit('models.changed', {});
  session.engine.modelsChanged({
    tagger: taggerInUse(session),
    classifier: classifierInUse(session),
    relater: relaterInUse(session),
  });
}

/** Returns the tagger in use in the editor: an own one, else the starter tagger unless it is turned off. */
export const taggerInUse = (session: Session): ModelCard | undefined =>
  repository.getModelInUse(dbOf(session), 'entities') ?? starterInUse(session, 'tagger');

/** Returns the classifier in use in the diagnosis panel, likewise. */
export function classifierInUse(session: Session): ClassifierChoice | undefined {
  const card = repository.getModelInUse(dbOf(session), 'panel') ?? starterInUse(session, 'classifier');
  return card && classifierOf(card);
}

/** Returns the model in use for relations in the editor. */
export const relaterInUse = (session: Session): ModelCard | undefined =>
  repository.getModelInUse(dbOf(session), 'relations');

/** Returns the model in use for standard terms beside accepted diagnoses. */
export const normaliserInUse = (session: Session): ModelCard | undefined =>
  repository.getModelInUse(dbOf(session), 'terms');

const starterInUse = (session: Session, part: StarterModel): ModelCard | undefined =>
  readSettings(dbOf(session), null)[STARTER_SETTINGS[part]] ? starterCard(part) : undefined;
