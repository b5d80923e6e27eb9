/** Words of accounts, signing in and locking, in English. */
import type { Translation } from '../../i18n/zh.ts';

export const accounts: Translation['accounts'] = {
  role: {
    clinician: 'Clinician',
    annotator: 'Annotator',
    adjudicator: 'Adjudicator',
    administrator: 'Administrator',
  },
  roleHint: {
    clinician: 'writes records, accepts or overrides suggested diagnoses',
    annotator: 'labels the documents given to them',
    adjudicator: "sees everybody's annotations and decides, runs projects, trains models",
    administrator:
      'looks after people, workspace, graph and audit; may open records, but neither annotates for others nor decides diagnoses',
  },
  noRole: 'no role',
  name: 'Name',
  password: 'Password',
  newPassword: 'New password (at least {{n}} characters)',
  firstPassword: 'Initial password (at least {{n}} characters)',
  oldPassword: 'Present password',
  repeat: 'Once more',
  tooShort: 'A password has at least {{n}} characters',
  notSame: 'The two are not the same',
  signIn: {
    title: 'Sign in',
    body: 'With the name and password of the account that an administrator made for you.',
    submit: 'Sign in',
    busy: 'Checking…',
  },
  locked: {
    title: 'The window is locked',
    body: 'Your password takes you back to where you were; what was not saved is still there.',
    submit: 'Unlock',
    other: 'Somebody else',
    back: 'Back',
  },
  chosen: {
    title: 'Choose a password',
    body: 'The present one was given by an administrator. Replace it by one that only you know.',
    submit: 'Save and go on',
  },
  held: {
    title: 'This window holds unsaved text of {{owner}}',
    body: 'It is saved as soon as {{owner}} signs in again. If nobody needs it, discard it and go on as {{name}}.',
    signOut: 'Sign out, for {{owner}}',
    discard: 'Discard and go on',
  },
  menu: {
    label: 'Signed in: {{name}}',
    changePassword: 'Change password',
    lock: 'Lock',
    signOut: 'Sign out',
  },
  changed: 'Password changed',
  unsavedTitle: 'Something is not saved',
  unsavedBody:
    'It could not be saved just now. If you sign out, it stays in this window and is saved when you sign in again.',
  people: {
    none: 'Nobody has to sign in: whoever can use this computer account acts as “{{actor}}” and may do everything.',
    noneBody:
      'Once there is a first account, everybody signs in, acts by their roles, and is named in the audit. The first account is an administrator, who adds the others.',
    first: 'Make the first account',
    firstDo: 'Make it and sign in',
    add: 'Add a person',
    addDo: 'Add',
    addHint:
      'Tell them the initial password in person; they replace it when they first sign in. The name stays in the audit and cannot be changed.',
    added: '{{name}} was added',
    roles: 'Roles',
    state: 'State',
    active: 'May sign in',
    inactive: 'Deactivated',
    mustChange: 'password to be replaced',
    lastSignIn: 'Last signed in',
    never: 'never',
    you: 'you',
    editRoles: 'Change roles',
    rolesTitle: 'Roles of {{name}}',
    reset: 'Reset password',
    resetTitle: 'Reset the password of {{name}}',
    resetBody:
      'The old one ends at once, failed attempts are forgotten, and {{name}} replaces this one when signing in.',
    resetDone: 'The password of {{name}} was reset',
    deactivate: 'Deactivate',
    activate: 'Activate',
    deactivateTitle: 'Deactivate {{name}}?',
    deactivateBody:
      '{{name}} cannot sign in any more, and is signed out now. Records, annotations and audit entries stay; you may activate the account again.',
    onlyAdministrator: 'The only administrator who can sign in',
    idle: 'Lock when left alone',
    idleMinutes: '{{n}} minutes',
    idleNever: 'never',
    idleHint:
      'When no window has seen a key or the pointer for this long, they lock until the password is typed.',
    rights: 'What each role may do',
  },
  needs: 'Needs the role of {{roles}}',
};
