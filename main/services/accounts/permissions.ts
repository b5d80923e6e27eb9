/**
 * Who may ask for what: one table over every method of the contract, and the rules about single layers. In short:
 *
 * - A clinician works on records and decides about suggested diagnoses.
 * - An annotator labels the documents given to them, in a layer of their own.
 * - An adjudicator sees all layers, makes the gold one, runs projects and trains models.
 * - An administrator looks after people, workspace, graph and engine, may open records and run projects and training;
 *   but decides no diagnosis without being a clinician, and changes nobody's annotations.
 *
 * Roles add up; none includes another.
 */

import type { annotationContract } from '../../../shared/contract/annotation.ts';
import type { Method } from '../../../shared/contract/index.ts';
import type { Role } from '../../../shared/domain/account.ts';
import { AppError } from '../../../shared/result.ts';
import type { Acting } from './requester.ts';

/** `anyone`: also while nobody is signed in. `person`: whoever is. Else those who have one of the roles. */
export type Permission = 'anyone' | 'person' | readonly Role[];

const RECORDS = ['clinician', 'administrator'] as const satisfies Permission;
const CLINICAL = ['clinician'] as const satisfies Permission;
const LABELLING = ['annotator', 'adjudicator'] as const satisfies Permission;
const PROJECT = ['annotator', 'adjudicator', 'administrator'] as const satisfies Permission;
const MANAGING = ['adjudicator', 'administrator'] as const satisfies Permission;
const ADMINISTRATION = ['administrator'] as const satisfies Permission;

const annotationPermissions = {
  'projects.list': 'person',
  'projects.get': 'person',
  'projects.create': MANAGING,
  'projects.rename': MANAGING,
  'projects.settings': MANAGING,
  'projects.delete': ADMINISTRATION,
  'projects.orphans': MANAGING,
  'projects.schema': MANAGING,
  'projects.members': MANAGING,
  'projects.assign': MANAGING,
  'projects.import': MANAGING,
  'projects.addDocuments': MANAGING,
  'projects.export': MANAGING,
  'annotation.queue': PROJECT,
  'annotation.next': PROJECT,
  'annotation.open': PROJECT,
  'annotation.layers': MANAGING,
  'annotation.apply': LABELLING,
  'annotation.decide': LABELLING,
  'annotation.markAll': LABELLING,
  'annotation.undo': LABELLING,
  'annotation.redo': LABELLING,
  'annotation.undoState': PROJECT,
  'annotation.setState': LABELLING,
  'annotation.lock': MANAGING,
  'annotation.history': PROJECT,
  'annotation.at': PROJECT,
  'annotation.diff': PROJECT,
  'annotation.restore': LABELLING,
  'annotation.occurrences': PROJECT,
  'agreement.report': MANAGING,
  'adjudication.groups': MANAGING,
  'adjudication.begin': ['adjudicator'],
  'adjudication.differences': MANAGING,
  'adjudication.majority': ['adjudicator'],
  'adjudication.decided': MANAGING,
} as const satisfies Record<keyof typeof annotationContract, Permission>;

/** A method without a line here does not compile. */
export const PERMISSIONS = {
  ...annotationPermissions,
  'projects.pack': MANAGING,
  'projects.unpack': MANAGING,
  'learning.get': PROJECT,
  'learning.train': MANAGING,
  'learning.suggest': LABELLING,
  'learning.order': PROJECT,
  'app.info': 'anyone',
  'settings.get': 'anyone',
  'settings.set': 'person',

  'account.signIn': 'anyone',
  'account.signOut': 'anyone',
  'account.lock': 'anyone',
  'account.activity': 'anyone',
  'account.changePassword': 'anyone', // checks the old one
  'people.names': 'person',
  'people.list': ADMINISTRATION,
  'people.add': ADMINISTRATION,
  'people.setRoles': ADMINISTRATION,
  'people.resetPassword': ADMINISTRATION,
  'people.setActive': ADMINISTRATION,
  'people.setIdleLock': ADMINISTRATION,

  'workspace.unlock': 'anyone', // checks the passphrase
  'workspace.changeKey': ADMINISTRATION,
  'workspace.exportKey': ADMINISTRATION,
  'workspace.backup': ADMINISTRATION,
  'workspace.restore': ADMINISTRATION,

  'docs.list': RECORDS,
  'docs.get': RECORDS,
  'docs.create': RECORDS,
  'docs.import': RECORDS,
  'docs.rename': RECORDS,
  'docs.delete': RECORDS,
  'docs.saveDraft': RECORDS,
  'docs.commit': RECORDS,
  'docs.revisions': RECORDS,
  'docs.revision': RECORDS,
  'docs.restore': RECORDS,
  'docs.archive': RECORDS,
  'docs.unarchive': ADMINISTRATION,
  'docs.search': RECORDS,
  'docs.export': RECORDS,
  'deid.preview': RECORDS,
  'deid.apply': RECORDS,

  'text.annotate': 'person',
  'text.predict': 'person',
  'diagnosis.rank': RECORDS,
  'diagnosis.predict': RECORDS,
  'diagnosis.explain': RECORDS,
  'diagnosis.decisions': RECORDS,
  'diagnosis.decide': CLINICAL,
  'requests.cancel': 'person',

  'kg.search': 'person',
  'kg.entity': 'person',
  'kg.stats': 'person',
  'kg.import': ADMINISTRATION,
  'kg.importStarter': ADMINISTRATION,
  'kg.undoImport': ADMINISTRATION,
  'files.open': MANAGING,
  'files.append': MANAGING,
  'files.discard': MANAGING,
  'jobs.list': 'person',
  'jobs.cancel': ADMINISTRATION,

  // Lists are names and numbers; what shows texts of training data needs the right to them.
  'datasets.list': 'person',
  'datasets.preview': MANAGING,
  'datasets.import': MANAGING,
  // Its documents can be read one by one, and records are not for everybody who trains.
  'datasets.ofRecords': ADMINISTRATION,
  'datasets.delete': MANAGING,
  'datasets.leakage': MANAGING,
  'datasets.document': MANAGING,
  'runs.list': 'person',
  'runs.get': MANAGING,
  'runs.points': MANAGING,
  'runs.start': MANAGING,
  'runs.control': MANAGING,
  'runs.delete': MANAGING,
  'runs.report': MANAGING,
  'experiments.list': 'person',
  'experiments.get': MANAGING,
  'experiments.start': MANAGING,
  'experiments.control': MANAGING,
  'experiments.delete': MANAGING,
  'experiments.report': MANAGING,
  'models.list': 'person',
  'models.rename': MANAGING,
  'models.delete': MANAGING,
  'models.use': MANAGING,
  'models.useInt8': MANAGING,
  'models.measureInt8': MANAGING,
  'models.evaluate': MANAGING,
  'models.try': MANAGING,
  'models.export': MANAGING,
  'models.import': MANAGING,
  'vectors.list': 'person',
  'vectors.rename': MANAGING,
  'vectors.delete': MANAGING,
  'vectors.import': MANAGING,
  'vectors.export': MANAGING,
  'vectors.neighbours': MANAGING,
  'vectors.tokens': MANAGING,
  'vectors.points': MANAGING,
  'vectors.trainings': 'person',
  'vectors.train': MANAGING,
  'vectors.control': MANAGING,

  'engine.status': 'person',
  'engine.restart': 'person',
  'engine.calibration': 'person',
  'engine.calibrate': ADMINISTRATION,
  'engine.pin': ADMINISTRATION,

  'audit.list': ADMINISTRATION,
  'audit.facets': ADMINISTRATION,
  'audit.export': ADMINISTRATION,
  'audit.verify': ADMINISTRATION,
} as const satisfies Record<Method, Permission>;

/** Whether the roles of a person allow a method; null: nobody is signed in. */
export function mayCall(person: Acting | null, method: Method): boolean {
  const permission: Permission = PERMISSIONS[method];
  if (permission === 'anyone') return true;
  if (person === null) return false;
  return person.everything || permission === 'person' || hasAny(person, permission);
}

/** Throws `locked` when nobody is signed in, `forbidden` when the person's roles do not allow the method. */
export function allow(person: Acting | null, method: Method): void {
  if (mayCall(person, method)) return;
  if (person === null) {
    throw new AppError(
      'locked',
      'accounts.sign-in-first',
      {},
      {
        kept: 'kept.nothing-changed',
      },
    );
  }
  const permission: Permission = PERMISSIONS[method];
  throw forbidden(permission === 'anyone' || permission === 'person' ? [] : permission);
}

/** An annotator's own layer; the gold layer (`''`) for adjudicators; nobody else's, whoever asks. */
export function mayEditLayer(person: Acting, layerPerson: string): boolean {
  if (person.everything) return true;
  if (layerPerson === '') return person.roles.includes('adjudicator');
  return layerPerson === person.name && person.roles.includes('annotator');
}

/** One's own layer; all of them for adjudicators and administrators, since annotators are to label independently. */
export function mayReadLayer(person: Acting, layerPerson: string): boolean {
  return layerPerson === person.name || person.everything || hasAny(person, MANAGING);
}

/** Throws `forbidden`. */
export function allowEditLayer(person: Acting, layerPerson: string): void {
  if (mayEditLayer(person, layerPerson)) return;
  if (layerPerson === '') throw forbidden(['adjudicator']);
  if (layerPerson === person.name) throw forbidden(['annotator']);
  throw new AppError(
    'forbidden',
    'accounts.others-annotations',
    { person: layerPerson },
    { kept: 'kept.nothing-changed' },
  );
}

/** Throws `forbidden`. */
export function allowReadLayer(person: Acting, layerPerson: string): void {
  if (!mayReadLayer(person, layerPerson)) throw forbidden(MANAGING);
}

/** What is refused to who lacks all of these roles. */
export function forbidden(roles: readonly Role[]): AppError {
  const english = roles.map((role) => ROLE_NAMES[role].en).join(' or ');
  const chinese = roles.map((role) => ROLE_NAMES[role].zh).join('或');
  return new AppError('forbidden', `This needs the role of ${english}. (此操作需要${chinese}角色)`, {
    kept: 'kept.nothing-changed',
    hint: 'hint.ask-for-role',
  });
}

const ROLE_NAMES: Readonly<Record<Role, { readonly en: string; readonly zh: string }>> = {
  clinician: { en: 'clinician', zh: '临床医生' },
  annotator: { en: 'annotator', zh: '标注员' },
  adjudicator: { en: 'adjudicator', zh: '审核员' },
  administrator: { en: 'administrator', zh: '管理员' },
};

function hasAny({ roles }: Acting, wanted: readonly Role[]): boolean {
  return wanted.some((role) => roles.includes(role));
}
