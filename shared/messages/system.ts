/** Failures of the system below, and of whatever travels between processes. */
import { dictionary } from './dictionary.ts';

export const system = dictionary({
  'system.text': { en: '{{text}}', zh: '{{text}}' },
  'system.legacy': { en: '{{text}}', zh: '{{text}}' },
  'system.unknown-message': { en: '{{id}} {{params}}', zh: '{{id}} {{params}}' },
  'system.disk-full': {
    en: 'The disk is full; the last change could not be written.',
    zh: '磁盘已满，最后一次更改未能写入。',
  },
  'system.saved-intact': { en: 'Everything saved before is intact.', zh: '此前保存的内容完好。' },
  'system.free-space': { en: 'Free some space and try again.', zh: '请释放空间后重试。' },
  'system.workspace-busy': {
    en: 'The workspace is in use by another process.',
    zh: '工作区正被另一个进程使用。',
  },
  'system.close-other': {
    en: 'Close the other Meridian and try again.',
    zh: '请关闭另一个 Meridian 后重试。',
  },
  'system.database-damaged': {
    en: 'The workspace database is damaged: {{text}}.',
    zh: '工作区数据库已损坏：{{text}}。',
  },
  'system.restore-backup': {
    en: 'Restore the last backup from Settings or with `workspace restore`.',
    zh: '请在设置中或用 `workspace restore` 恢复最近的备份。',
  },
  'system.needs-file': {
    en: 'A file is needed, not a folder: {{text}}.',
    zh: '需要文件而非文件夹：{{text}}。',
  },
  'system.needs-folder': {
    en: 'A folder is needed, not a file: {{text}}.',
    zh: '需要文件夹而非文件：{{text}}。',
  },
  'system.no-such-file': { en: 'There is no {{path}}.', zh: '找不到 {{path}}。' },
  'system.no-permission': { en: '{{text}}: no permission.', zh: '{{text}}：没有权限。' },
  'system.about': { en: '{{what}}: {{problem}}', zh: '{{what}}：{{problem}}' },
  'system.lines': { en: '{{first}}\n{{rest}}', zh: '{{first}}\n{{rest}}' },
  'system.missing': { en: '{{what}} is missing', zh: '{{what}} 缺失' },
  'system.altered': { en: '{{what}} was altered', zh: '{{what}}被篡改' },
  'system.what-and-hint': { en: '{{what}} {{hint}}', zh: '{{what}}{{hint}}' },
  'experiments.in-pipeline': { en: '{{pipeline}}: {{problem}}', zh: '{{pipeline}}：{{problem}}' },
  'archive.unreadable': { en: '{{name}}: {{problem}}', zh: '{{name}}：压缩包无法读取：{{problem}}' },
  'docs.more-refused': {
    en: { one: '{{count}} more line was refused', other: '{{count}} more lines were refused' },
    zh: '另有 {{count}} 行被拒绝',
  },
  'files.at-line': { en: '{{place}}: {{problem}}', zh: '{{place}}：{{problem}}' },
  'cli.unknown-language': {
    en: '--lang takes en or zh, not {{language}}.',
    zh: '--lang 只能是 en 或 zh，不能是 {{language}}。',
  },
  'cli.wrong-use': { en: '{{problem}}. Try --help.', zh: '{{problem}}。使用 --help 查看用法。' },
  'request.unknown-method': { en: 'There is no method {{method}}.', zh: '没有方法 {{method}}。' },
  'request.invalid': { en: '{{method}}: {{problems}}', zh: '{{method}}：{{problems}}' },
  'request.cancelled': { en: 'The request was cancelled.', zh: '请求已取消。' },
  'reply.unknown-form': { en: 'The answer has an unknown form.', zh: '收到的应答格式无法识别。' },
  'request.stopped': { en: 'Stopped.', zh: '已停止。' },
  'update.no-key': {
    en: 'This build has no key to check updates by: there is no key of its maker in it.',
    zh: '此版本未内置发布者公钥，无法校验更新。',
  },
  'update.not-an-update': { en: 'This is no update file.', zh: '这不是更新文件。' },
  'update.wrong-signature': {
    en: 'The update is not signed by the maker of this Meridian, or has been changed.',
    zh: '此更新并非由本软件的发布者签名，或已被改动。',
  },
  'update.other-system': {
    en: 'The update is for {{architecture}}, this computer is {{here}}.',
    zh: '此更新适用于 {{architecture}}，本机为 {{here}}。',
  },
  'update.older': {
    en: 'The update holds version {{version}}, older than this one ({{here}}). To go back, install its .deb.',
    zh: '此更新为 {{version}}，旧于当前版本（{{here}}）。如需退回，请安装相应的 .deb。',
  },
  'update.verified': {
    en: 'Version {{version}}, signed by the maker of this Meridian.',
    zh: '版本 {{version}}，签名有效。',
  },
  'update.installed': {
    en: 'Version {{version}} is installed. Start Meridian again to use it.',
    zh: '已安装版本 {{version}}，请重新启动 Meridian。',
  },
});
