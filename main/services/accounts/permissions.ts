/**
 * Permissions: one table over every method of the contract, and the rules about single layers. In short:
 *
 * - A clinician works on records and decides about suggested diagnoses.
 * - An annotator labels the documents given to them, in a layer of their own.
 * - An adjudicator sees all layers, makes the gold one, runs projects and trains models.
 * - An administrator manages accounts, workspace, graph and engine, may open records and run projects and training;
 *   but decides no diagnosis without being a clinician, and changes nobody's annotations.
 *
 * Roles add up; none includes another.
 */

import type { annotationContract } from '../../../shared/contract/annotation.ts';
import type { Method } from '../../../shared/contract/index.ts';
import type { Role } from '../../../shared/domain/account.ts';
import { message } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';
import type { AuthorizedActor } from './requester.ts';

/** `anyone`: also without sign-in. `person`: any signed-in account. A list: accounts with one of the roles. */
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
  'projects.previewTable': MANAGING,
  'projects.addDocuments': MANAGING,
  'projects.addCorrected': MANAGING,
  'projects.removal': MANAGING,
  'projects.removeDocuments': MANAGING,
  'projects.removedDocuments': MANAGING,
  'projects.putBackDocuments': MANAGING,
  'projects.export': MANAGING,
  'projects.look': MANAGING,
  'annotation.queue': PROJECT,
  'annotation.find': PROJECT,
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
  'projects.board': MANAGING,
  'projects.remind': MANAGING,
  'annotation.reopen': MANAGING,
  'threads.list': PROJECT,
  'threads.open': PROJECT,
  'threads.reply': PROJECT,
  'threads.resolve': PROJECT,
  'projects.pack': MANAGING,
  'projects.unpack': MANAGING,
  'projects.merge': MANAGING,
  'learning.get': PROJECT,
  'learning.train': MANAGING,
  'learning.suggest': PROJECT, // own layers need LABELLING, others' MANAGING
  'learning.order': PROJECT,
  'app.info': 'anyone',
  'app.components': 'anyone',
  'app.diagnostics': ADMINISTRATION,
  'settings.get': 'anyone',
  'settings.set': 'person',

  'account.signIn': 'anyone',
  'account.signOut': 'anyone',
  'account.lock': 'anyone',
  'account.activity': 'anyone',
  'account.changePassword': 'anyone', // checks the old one
  'accounts.names': 'person',
  'accounts.list': ADMINISTRATION,
  'accounts.add': ADMINISTRATION,
  'accounts.setRoles': ADMINISTRATION,
  'accounts.resetPassword': ADMINISTRATION,
  'accounts.setActive': ADMINISTRATION,
  'accounts.setIdleLock': ADMINISTRATION,
  'accounts.sessions': ADMINISTRATION,
  'accounts.endSession': ADMINISTRATION,

  'presence.enter': 'person', // checks that the person may read what the window shows

  'workspace.unlock': 'anyone', // checks the passphrase
  'workspace.rebuild': 'anyone', // of this machine, while the workspace is locked; else who may restore
  'workspace.importKey': 'anyone', // of this machine, while the workspace is locked; takes the exported key
  'workspace.changeKey': ADMINISTRATION,
  'workspace.exportKey': ADMINISTRATION,
  'workspace.backup': ADMINISTRATION,
  'workspace.restore': ADMINISTRATION,

  // Answered by the program to its own windows only, before anybody signs in.
  'servers.status': 'anyone',
  'servers.check': 'anyone',
  'servers.connect': 'anyone',
  'servers.disconnect': 'anyone',
  'servers.forget': 'anyone',
  'sharing.get': ADMINISTRATION,
  'sharing.start': ADMINISTRATION,
  'sharing.stop': ADMINISTRATION,
  // Folders of the workspace's machine are chosen.
  'watch.get': ADMINISTRATION,
  'watch.set': ADMINISTRATION,
  'backups.get': ADMINISTRATION,
  'backups.plan': ADMINISTRATION,
  'backups.run': ADMINISTRATION,
  'backups.verify': ADMINISTRATION,

  // Texts of all records, models and a server: none of these alone.
  'batch.list': ADMINISTRATION,
  'batch.submit': ADMINISTRATION,
  'batch.control': ADMINISTRATION,
  'batch.prioritise': ADMINISTRATION,
  'batch.failures': ADMINISTRATION,
  'batch.results': ADMINISTRATION,
  'batch.invite': ADMINISTRATION,
  'batch.setQueue': ADMINISTRATION,

  'docs.list': RECORDS,
  'docs.ids': RECORDS,
  'docs.totals': RECORDS,
  'docs.get': RECORDS,
  'docs.create': RECORDS,
  'docs.import': RECORDS,
  'docs.scanChecked': RECORDS,
  'templates.list': RECORDS,
  'templates.save': RECORDS,
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
  'docs.similar': RECORDS,
  'docs.export': RECORDS,
  'patients.list': RECORDS,
  'patients.get': RECORDS,
  'patients.findings': RECORDS,
  'patients.merge': RECORDS,
  'patients.unmerge': RECORDS,
  'deid.preview': RECORDS,
  'deid.apply': RECORDS,
  'deid.look': RECORDS,
  'deid.decide': ['clinician', 'adjudicator', 'administrator'],
  'deid.safety': 'person',
  'deid.setLimits': ADMINISTRATION,
  'deid.loadList': ADMINISTRATION,
  'deid.forgetList': ADMINISTRATION,

  'text.annotate': 'person',
  'text.predict': 'person',
  'relations.find': RECORDS,
  'relations.list': RECORDS,
  'relations.decide': CLINICAL,
  'corrections.apply': CLINICAL,
  'corrections.rules': RECORDS,
  'corrections.setRule': CLINICAL,
  'values.ranges': RECORDS,
  'values.setRange': ADMINISTRATION,
  'corrections.exportRules': RECORDS,
  'diagnosis.rank': RECORDS,
  'diagnosis.predict': RECORDS,
  'diagnosis.terms': RECORDS,
  'diagnosis.explain': RECORDS,
  'diagnosis.decisions': RECORDS,
  'diagnosis.decide': CLINICAL,
  'cds.patientView': RECORDS,
  'requests.cancel': 'person',

  'kg.search': 'person',
  'kg.entity': 'person',
  'kg.related': 'person',
  'kg.records': RECORDS,
  'kg.path': 'person',
  'kg.stats': 'person',
  'kg.predict': MANAGING,
  'kg.predictions': 'person',
  'kg.explain': 'person',
  'kg.decide': MANAGING,
  'kg.edit': MANAGING,
  'kg.edits': 'person',
  'kg.turnEdit': MANAGING,
  'kg.export': MANAGING,
  'kg.query': 'person',
  'kg.review': 'person',
  'kg.decideReview': MANAGING,
  'kg.import': ADMINISTRATION,
  'kg.importStarter': ADMINISTRATION,
  'kg.undoImport': ADMINISTRATION,
  'phrases.lists': 'person',
  'phrases.mine': MANAGING,
  'phrases.page': MANAGING,
  'phrases.edit': MANAGING,
  'phrases.setCutPoint': MANAGING,
  'phrases.export': MANAGING,
  'phrases.import': MANAGING,
  'phrases.delete': MANAGING,
  'app.givenFile': 'person',
  'files.open': MANAGING,
  'files.append': MANAGING,
  'files.discard': MANAGING,
  'jobs.list': 'person',
  'jobs.cancel': ADMINISTRATION,

  // Lists show names and numbers only; methods that show training texts need the role.
  'datasets.list': 'person',
  'datasets.preview': MANAGING,
  'datasets.import': MANAGING,
  // Documents of the data set can be read one by one, and not everybody who trains may read records.
  'datasets.ofRecords': ADMINISTRATION,
  'datasets.delete': MANAGING,
  'datasets.leakage': MANAGING,
  'datasets.document': MANAGING,
  'runs.list': 'person',
  'runs.get': MANAGING,
  'runs.points': MANAGING,
  'runs.recipes': MANAGING,
  'runs.estimate': MANAGING,
  'runs.augmented': MANAGING,
  'runs.samples': MANAGING,
  'runs.start': MANAGING,
  'runs.control': MANAGING,
  'runs.delete': MANAGING,
  'runs.report': MANAGING,
  'experiments.list': 'person',
  'experiments.get': MANAGING,
  'experiments.start': MANAGING,
  'experiments.control': MANAGING,
  'experiments.delete': MANAGING,
  'experiments.differences': MANAGING,
  'experiments.report': MANAGING,
  'models.starter': 'person',
  'models.list': 'person',
  'models.rename': MANAGING,
  'models.delete': MANAGING,
  'models.use': MANAGING,
  'models.useInt8': MANAGING,
  'models.measureInt8': MANAGING,
  'models.probe': MANAGING,
  'models.similarity': MANAGING,
  'models.attention': MANAGING,
  'models.evaluate': MANAGING,
  'models.compare': MANAGING,
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
  'audit.exportPart': ADMINISTRATION,
  'audit.verify': ADMINISTRATION,
} as const satisfies Record<Method, Permission>;

/** Returns whether the actor's roles allow a method; null: nobody is signed in. */
export function mayCall(person: AuthorizedActor | null, method: Method): boolean {
  const permission: Permission = PERMISSIONS[method];
  if (permission === 'anyone') return true;
  if (person === null) return false;
  return person.everything || permission === 'person' || hasAny(person, permission);
}

/** Throws `locked` when nobody is signed in, `forbidden` when the person's roles do not allow the method. */
export function requirePermission(person: AuthorizedActor | null, method: Method): void {
  if (mayCall(person, method)) return;
  if (person === null) {
    throw new AppError('locked', 'accounts.sign-in-first', {}, { kept: 'kept.nothing-changed' });
  }
  const permission: Permission = PERMISSIONS[method];
  throw forbidden(permission === 'anyone' || permission === 'person' ? [] : permission);
}

/** Returns whether the actor may edit a layer: annotators their own, adjudicators the gold layer (`''`). */
export function mayEditLayer(person: AuthorizedActor, layerPerson: string): boolean {
  if (person.everything) return true;
  if (layerPerson === '') return person.roles.includes('adjudicator');
  return layerPerson === person.name && person.roles.includes('annotator');
}

/** Returns whether the actor may read a layer: their own, or all for adjudicators and administrators. */
export function mayReadLayer(person: AuthorizedActor, layerPerson: string): boolean {
  return layerPerson === person.name || person.everything || hasAny(person, MANAGING);
}

/** Throws `forbidden`. */
export function requireEditLayer(person: AuthorizedActor, layerPerson: string): void {
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
export function requireReadLayer(person: AuthorizedActor, layerPerson: string): void {
  if (!mayReadLayer(person, layerPerson)) throw forbidden(MANAGING);
}

/** Returns the error for an actor without any of these roles. */
function forbidden(roles: readonly Role[]): AppError {
  const params = { roles: roles.map((role) => message(`accounts.role-${role}`)) };
  const advice = { kept: 'kept.nothing-changed', hint: 'hint.ask-for-role' } as const;
  return new AppError('forbidden', 'accounts.needs-role', params, advice);
}

function hasAny({ roles }: AuthorizedActor, wanted: readonly Role[]): boolean {
  return wanted.some((role) => roles.includes(role));
}
