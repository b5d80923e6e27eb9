/** Words of accounts, signing in and locking. */
import { words } from '../../i18n/words.ts';

export const accounts = words({
  role: {
    clinician: { en: 'Clinician', zh: '临床医生' },
    annotator: { en: 'Annotator', zh: '标注员' },
    adjudicator: { en: 'Adjudicator', zh: '审核员' },
    administrator: { en: 'Administrator', zh: '管理员' },
  },
  roleHint: {
    clinician: {
      en: 'writes records, accepts or overrides suggested diagnoses',
      zh: '书写病历，采纳或否决诊断建议',
    },
    annotator: { en: 'labels the documents given to them', zh: '标注分配给自己的文档' },
    adjudicator: {
      en: "sees everybody's annotations and decides, runs projects, trains models",
      zh: '查看所有人的标注并裁决分歧，管理项目，训练模型',
    },
    administrator: {
      en: 'looks after people, workspace, graph and audit; may open records, but neither annotates for others nor decides diagnoses',
      zh: '管理人员、工作区、图谱与审计；可查看病历，但不能代他人标注或作诊断决定',
    },
  },
  noRole: { en: 'no role', zh: '无角色' },
  name: { en: 'Name', zh: '姓名' },
  password: { en: 'Password', zh: '密码' },
  newPassword: { en: 'New password (at least {{n}} characters)', zh: '新密码（至少 {{n}} 个字符）' },
  firstPassword: { en: 'Initial password (at least {{n}} characters)', zh: '初始密码（至少 {{n}} 个字符）' },
  oldPassword: { en: 'Present password', zh: '当前密码' },
  repeat: { en: 'Once more', zh: '再输入一次' },
  tooShort: {
    en: 'A password has at least {{n}} characters and is not easily guessed',
    zh: '密码至少 {{n}} 个字符，且不易猜到',
  },
  notSame: { en: 'The two are not the same', zh: '两次输入不一致' },
  signIn: {
    title: { en: 'Sign in', zh: '登录' },
    body: {
      en: 'With the name and password of the account that an administrator made for you.',
      zh: '请用管理员为您建立的姓名和密码登录。',
    },
    submit: { en: 'Sign in', zh: '登录' },
    busy: { en: 'Checking…', zh: '正在核对…' },
  },
  locked: {
    title: { en: 'The window is locked', zh: '窗口已锁定' },
    body: {
      en: 'Your password takes you back to where you were; what was not saved is still there.',
      zh: '输入密码后从原处继续，未保存的内容仍在窗口中。',
    },
    submit: { en: 'Unlock', zh: '解锁' },
    other: { en: 'Somebody else', zh: '换人登录' },
    back: { en: 'Back', zh: '返回' },
  },
  chosen: {
    title: { en: 'Choose a password', zh: '设置新密码' },
    body: {
      en: 'The present one was given by an administrator. Replace it by one that only you know.',
      zh: '当前密码由管理员设置，请换成只有您自己知道的密码。',
    },
    submit: { en: 'Save and go on', zh: '保存并继续' },
  },
  held: {
    title: { en: 'This window holds unsaved text of {{owner}}', zh: '此窗口还有 {{owner}} 未保存的内容' },
    body: {
      en: 'It is saved as soon as {{owner}} signs in again. If nobody needs it, discard it and go on as {{name}}.',
      zh: '{{owner}} 重新登录后会自动保存。若确定不再需要，可以丢弃后由 {{name}} 继续。',
    },
    signOut: { en: 'Sign out, for {{owner}}', zh: '退出，由 {{owner}} 登录' },
    discard: { en: 'Discard and go on', zh: '丢弃并继续' },
  },
  menu: {
    label: { en: 'Signed in: {{name}}', zh: '当前人员：{{name}}' },
    changePassword: { en: 'Change password', zh: '修改密码' },
    lock: { en: 'Lock', zh: '锁定' },
    signOut: { en: 'Sign out', zh: '退出登录' },
  },
  changed: { en: 'Password changed', zh: '密码已修改' },
  unsavedTitle: { en: 'Something is not saved', zh: '有内容尚未保存' },
  unsavedBody: {
    en: 'It could not be saved just now. If you sign out, it stays in this window and is saved when you sign in again.',
    zh: '刚才未能保存。现在退出的话，内容会留在此窗口，您再次登录后继续保存。',
  },
  people: {
    none: {
      en: 'Nobody has to sign in: whoever can use this computer account acts as “{{actor}}” and may do everything.',
      zh: '目前无需登录：任何能打开此电脑账户的人都以“{{actor}}”的身份操作，拥有全部权限。',
    },
    noneBody: {
      en: 'Once there is a first account, everybody signs in, acts by their roles, and is named in the audit. The first account is an administrator, who adds the others.',
      zh: '建立第一个账户后，每个人都要登录，各按角色操作，审计记录写明是谁。第一个账户是管理员，以后可再添加他人。',
    },
    first: { en: 'Make the first account', zh: '建立第一个账户' },
    firstDo: { en: 'Make it and sign in', zh: '建立并登录' },
    add: { en: 'Add a person', zh: '添加人员' },
    addDo: { en: 'Add', zh: '添加' },
    addHint: {
      en: 'Tell them the initial password in person; they replace it when they first sign in. The name stays in the audit and cannot be changed.',
      zh: '初始密码请当面告知，对方首次登录时须更换。姓名会留在审计记录中，以后不能更改。',
    },
    added: { en: '{{name}} was added', zh: '已添加 {{name}}' },
    roles: { en: 'Roles', zh: '角色' },
    state: { en: 'State', zh: '状态' },
    active: { en: 'May sign in', zh: '可登录' },
    inactive: { en: 'Deactivated', zh: '已停用' },
    mustChange: { en: 'password to be replaced', zh: '待换密码' },
    lastSignIn: { en: 'Last signed in', zh: '最近登录' },
    never: { en: 'never', zh: '从未' },
    you: { en: 'you', zh: '您' },
    editRoles: { en: 'Change roles', zh: '修改角色' },
    rolesTitle: { en: 'Roles of {{name}}', zh: '{{name}} 的角色' },
    reset: { en: 'Reset password', zh: '重置密码' },
    resetTitle: { en: 'Reset the password of {{name}}', zh: '重置 {{name}} 的密码' },
    resetBody: {
      en: 'The old one ends at once, failed attempts are forgotten, and {{name}} replaces this one when signing in.',
      zh: '原密码立即失效，失败次数清零；{{name}} 下次登录时须更换。',
    },
    resetDone: { en: 'The password of {{name}} was reset', zh: '已重置 {{name}} 的密码' },
    deactivate: { en: 'Deactivate', zh: '停用' },
    activate: { en: 'Activate', zh: '启用' },
    deactivateTitle: { en: 'Deactivate {{name}}?', zh: '停用 {{name}}？' },
    deactivateBody: {
      en: '{{name}} cannot sign in any more, and is signed out now. Records, annotations and audit entries stay; you may activate the account again.',
      zh: '{{name}} 不能再登录，已登录的会立即退出。其病历、标注和审计记录都保留，可随时重新启用。',
    },
    onlyAdministrator: { en: 'The only administrator who can sign in', zh: '唯一可登录的管理员，不能停用' },
    idle: { en: 'Lock when left alone', zh: '无人操作时锁定' },
    idleMinutes: { en: '{{n}} minutes', zh: '{{n}} 分钟' },
    idleNever: { en: 'never', zh: '从不' },
    idleHint: {
      en: 'When no window has seen a key or the pointer for this long, they lock until the password is typed.',
      zh: '所有窗口都没有按键或鼠标操作达到这段时间后锁定，须输入密码才能继续。',
    },
  },
  sessions: {
    title: { en: 'Signed in now', zh: '当前登录' },
    where: { en: 'From', zh: '来源' },
    here: { en: 'this machine', zh: '本机' },
    own: { en: 'this window', zh: '当前窗口' },
    locked: { en: 'locked', zh: '已锁定' },
    since: { en: 'Since', zh: '登录时间' },
    used: { en: 'Last input', zh: '最近操作' },
    end: { en: 'Sign out', zh: '令其退出' },
  },
  needs: { en: 'Needs the role of {{roles}}', zh: '需要{{roles}}角色' },
});
