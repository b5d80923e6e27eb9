/** People, sessions and the audit table. */
import { dictionary } from './dictionary.ts';

export const accounts = dictionary({
  'accounts.password': { en: 'Password:', zh: '密码：' },
  'accounts.first-account': {
    en: 'This is the first account: an administrator. From now on the app asks people to sign in.',
    zh: '这是第一个账户，为管理员；此后打开应用须登录。',
  },
  'accounts.password-to-replace': {
    en: 'They replace the password when they first sign in.',
    zh: '首次登录时须更换密码。',
  },
  'accounts.nobody-yet': {
    en: 'nobody has an account: the app asks nobody to sign in',
    zh: '尚无账户，无需登录',
  },
  'accounts.wrong-name': {
    en: '{{name}} cannot be a name: up to 60 characters, no colon.',
    zh: '{{name}} 不能作为姓名：最多 60 个字符，不能含冒号。',
  },
  'accounts.password-length': {
    en: 'A password has {{least}} to 200 characters and is not easily guessed, as 12345678 is.',
    zh: '密码为 {{least}} 至 200 个字符，且不能是 12345678 之类容易猜到的。',
  },
  'accounts.nobody-signed-in': { en: 'Nobody is signed in.', zh: '尚未登录。' },
  'accounts.password-is-name': { en: 'A password must not be the name.', zh: '密码不能与姓名相同。' },
  'accounts.only-administrator': {
    en: '{{name}} is the only administrator who can sign in.',
    zh: '{{name}} 是唯一可登录的管理员。',
  },
  'accounts.name-taken': { en: 'There is a person {{name}} already.', zh: '已有人员 {{name}}。' },
  'accounts.no-person': { en: 'There is no person {{name}}.', zh: '没有人员 {{name}}。' },
  'accounts.no-token': { en: 'There is no token {{id}}.', zh: '没有令牌 {{id}}。' },
  'accounts.token-once': {
    en: 'Token {{id}} acts for {{person}} until {{until}}. Keep it safe: it is shown this once only.',
    zh: '令牌 {{id}} 代表 {{person}}，有效期至 {{until}}。请妥善保存，仅此一次显示。',
  },
  'accounts.token-days': { en: 'a number of days from 1 to {{most}}', zh: ' 1 到 {{most}} 之间的天数' },
  'accounts.sign-in-first': { en: 'Sign in first.', zh: '请先登录。' },
  'accounts.others-annotations': {
    en: 'These are the annotations of {{person}}; only they may change them.',
    zh: '这是 {{person}} 的标注，只有本人可以修改。',
  },
  'accounts.wrong-password': { en: 'Wrong name or password.', zh: '姓名或密码不正确。' },
  'accounts.too-many-attempts': {
    en: 'Too many failed attempts; this one was not tried.',
    zh: '失败次数过多，本次未验证。',
  },
  'accounts.window-locked': { en: 'The window is locked.', zh: '窗口已锁定。' },
  'accounts.choose-new-password': { en: 'Choose a new password first.', zh: '请先设置新密码。' },
  'accounts.deactivated': { en: 'The account of {{name}} is deactivated.', zh: '{{name}} 的账户已停用。' },
  'accounts.is-signed-in': { en: '{{name}} is signed in.', zh: '{{name}} 已登录。' },
  'accounts.busy': { en: 'Too many sign-ins are waiting.', zh: '等待登录的人过多。' },
  'accounts.no-session': { en: 'Nobody is signed in there any more.', zh: '该处已无人登录。' },
  'accounts.same-password': { en: 'The new password is the old one.', zh: '新密码与原密码相同。' },
  'audit.no-export': {
    en: 'entry {{id}} is no export of yours',
    zh: '第 {{id}} 条记录不是您的导出',
  },
  'audit.tampered': { en: 'the audit table was tampered with', zh: '审计记录被篡改' },
  'window.belongs-to': { en: "This window is {{owner}}'s.", zh: '此窗口属于 {{owner}}。' },
  'accounts.needs-role': {
    en: 'This needs one of the roles: {{roles}}.',
    zh: '此操作需要以下角色之一：{{roles}}。',
  },
  'accounts.role-clinician': { en: 'clinician', zh: '临床医生' },
  'accounts.role-annotator': { en: 'annotator', zh: '标注员' },
  'accounts.role-adjudicator': { en: 'adjudicator', zh: '审核员' },
  'accounts.role-administrator': { en: 'administrator', zh: '管理员' },
});
