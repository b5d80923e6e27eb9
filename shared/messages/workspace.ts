/** The workspace, its key and its backups. */
import { dictionary } from './dictionary.ts';

export const workspace = dictionary({
  'connection.lost': { en: 'The connection to Meridian was lost.', zh: '与 Meridian 的连接中断。' },
  'connection.no-session': {
    en: 'This page has no session with Meridian.',
    zh: '此页面与 Meridian 没有会话。',
  },
  'hosts.ready': { en: 'Meridian is ready at {{url}}', zh: 'Meridian 经络已就绪：{{url}}' },
  'hosts.building': { en: 'Building …', zh: '正在构建……' },
  'hosts.browser-instead': {
    en: 'No Electron binary or no display: starting the browser host.',
    zh: '没有 Electron 程序或显示器，改用浏览器方式启动。',
  },
  'hosts.address-once': {
    en: 'This address works once, on this machine only. Ctrl+C ends it.',
    zh: '此地址仅限本机使用一次，按 Ctrl+C 退出。',
  },
  'serve.ready': {
    en: 'Meridian serves this workspace at {{urls}}',
    zh: 'Meridian 经络正在提供此工作区：{{urls}}',
  },
  'serve.fingerprint': {
    en: 'Fingerprint of the certificate (SHA-256), to compare at the first visit: {{fingerprint}}',
    zh: '证书指纹（SHA-256），首次访问时请核对：{{fingerprint}}',
  },
  'serve.needs-accounts': {
    en: 'The workspace {{dir}} has no accounts: everybody on the network could do everything in it.',
    zh: '工作区 {{dir}} 没有账户：网络上任何人都能在其中进行任何操作。',
  },
  'serve.no-certificate': {
    en: 'The certificate cannot be used: {{reason}}',
    zh: '证书无法使用：{{reason}}',
  },
  'servers.decided-certificate': {
    en: 'The administrator has named another certificate for {{address}}. Nothing was sent.',
    zh: '管理员为 {{address}} 指定的证书与此不同，未发送任何内容。',
  },
  'servers.not-here': {
    en: 'Only a window of the program on this machine can do this.',
    zh: '只能在本机程序的窗口中进行。',
  },
  'servers.no-address': { en: '{{address}} is no address of a server.', zh: '{{address}} 不是服务器地址。' },
  'servers.unreachable': {
    en: 'Nothing answers at {{address}} ({{reason}}).',
    zh: '{{address}} 没有响应（{{reason}}）。',
  },
  'servers.no-meridian': {
    en: 'No Meridian answers at {{address}}.',
    zh: '{{address}} 上没有 Meridian 经络。',
  },
  'servers.other-name': {
    en: 'The server at {{address}} does not go by this name.',
    zh: '{{address}} 处的服务器不接受此名称。',
  },
  'servers.other-certificate': {
    en: '{{address}} shows another certificate than the one compared: {{fingerprint}}. Nothing was sent to it.',
    zh: '{{address}} 出示的证书与核对过的不同：{{fingerprint}}。未向其发送任何内容。',
  },
  'servers.other-version': {
    en: 'The server runs Meridian {{theirs}}, this machine {{own}}.',
    zh: '服务器运行的是 Meridian {{theirs}}，本机为 {{own}}。',
  },
  'servers.window-of-other': {
    en: 'This window shows another workspace than the one in use now.',
    zh: '此窗口显示的不是当前使用的工作区。',
  },
  'sharing.on': { en: 'The workspace is shared already.', zh: '工作区已在共享。' },
  'sharing.cannot-listen': {
    en: 'Cannot listen at {{address}}, port {{port}}: {{reason}}',
    zh: '无法在 {{address}} 端口 {{port}} 上监听：{{reason}}',
  },
  'jobs.another-running': { en: 'Another import is running.', zh: '另一项导入正在进行。' },
  'jobs.not-found': { en: 'There is no such job.', zh: '没有此任务。' },
  'safekeeping.import-running': { en: 'An import is running.', zh: '正在导入。' },
  'safekeeping.training-running': { en: 'A training run is going on.', zh: '正在训练。' },
  'shortcuts.no-file': { en: 'This is not a file of shortcuts.', zh: '这不是快捷键文件。' },
  'shortcuts.kept': { en: 'Your shortcuts are as they were.', zh: '快捷键未改动。' },
  'shortcuts.export-to-see': {
    en: 'Export your shortcuts to see how such a file looks.',
    zh: '可先导出一份查看格式。',
  },
  'workspace.key-does-not-open': {
    en: 'The key does not open this workspace.',
    zh: '密钥不匹配，无法打开此工作区。',
  },
  'workspace.newer-schema': {
    en: 'This workspace was last opened by a newer Meridian (schema {{from}}, this one knows {{newest}}).',
    zh: '此工作区由更新版本的 Meridian 打开过（数据库版本 {{from}}，本版本为 {{newest}}）。',
  },
  'workspace.locked': { en: 'The workspace is locked.', zh: '工作区已锁定。' },
  'workspace.no-workspace-json': {
    en: '{{dir}} holds a database but no workspace.json.',
    zh: '{{dir}} 中有数据库但缺少 workspace.json。',
  },
  'workspace.no-keychain': { en: 'There is no system keychain here.', zh: '此处没有系统钥匙串。' },
  'workspace.key-in-keychain': {
    en: 'The key of this workspace lies in the system keychain, which this program cannot reach.',
    zh: '密钥在系统钥匙串中，此程序无法访问。',
  },
  'workspace.wrong-passphrase': { en: 'Wrong passphrase.', zh: '口令不正确。' },
  'workspace.key-file-missing': { en: 'The key file {{file}} is missing.', zh: '找不到密钥文件 {{file}}。' },
  'workspace.key-file-readable': {
    en: 'The key file {{file}} can be read by others.',
    zh: '密钥文件 {{file}} 可被其他用户读取。',
  },
  'workspace.no-key-file': {
    en: '{{file}} is not a Meridian key file.',
    zh: '{{file}} 不是有效的密钥文件。',
  },
  'workspace.sealed-too-large': {
    en: '{{file}}: {{bytes}} bytes are too many for one file.',
    zh: '{{file}}：{{bytes}} 字节超过单个文件的上限。',
  },
  'workspace.sealed-newer': {
    en: '{{file}} was written by a newer Meridian.',
    zh: '{{file}} 由更新版本的 Meridian 写入。',
  },
  'workspace.sealed-other-key': {
    en: '{{file}} was not written with the key of this workspace.',
    zh: '{{file}} 不是用此工作区的密钥写入的。',
  },
  'workspace.sealed-damaged': { en: '{{file}} is damaged: {{how}}.', zh: '{{file}} 已损坏：{{how}}。' },
  'workspace.newer': { en: 'This workspace was made by a newer Meridian.', zh: '此工作区由更新版本创建。' },
  'workspace.damaged': { en: '{{path}} is damaged.', zh: '工作区文件 {{path}} 已损坏。' },
  'workspace.database-lost': {
    en: '{{dir}} has lost its database meridian.db.',
    zh: '{{dir}} 的数据库 meridian.db 丢失。',
  },
  'workspace.read-only': {
    en: 'This workspace is open for reading only: its folder may not be written here.',
    zh: '此工作区以只读方式打开：没有其文件夹的写入权限。',
  },
  'workspace.read-only-unsettled': {
    en: 'A key change in {{dir}} was interrupted and can be ended only where the folder may be written.',
    zh: '{{dir}} 的密钥更换曾中断，需在可写入该文件夹的环境中打开一次。',
  },
  'workspace.key-damaged': {
    en: 'The wrapped key is damaged. Put workspace.json or the exported key back from a copy.',
    zh: '加密保存的密钥已损坏，请从副本恢复 workspace.json 或导出的密钥文件。',
  },
  'workspace.keychain-refused': {
    en: 'The system keychain could not unwrap the key of this workspace.',
    zh: '系统钥匙串无法解开此工作区的密钥。',
  },
  'workspace.none-here': { en: '{{dir}} holds no workspace.', zh: '{{dir}} 中没有工作区。' },
  'workspace.replaced': {
    en: 'The database or workspace.json in {{dir}} was replaced while it was open.',
    zh: '{{dir}} 的数据库或 workspace.json 在打开期间被替换。',
  },
  'workspace.file-damaged': {
    en: '{{file}} is damaged or does not fit: {{problem}}',
    zh: '{{file}} 已损坏或不匹配：{{problem}}',
  },
  'workspace.file-missing': { en: '{{file}} is missing.', zh: '{{file}} 缺失。' },
  'workspace.identity-changed': {
    en: 'workspace.json does not belong to this database.',
    zh: 'workspace.json 与此数据库不匹配。',
  },
  'workspace.check-failed': {
    en: 'The workspace has damaged files.',
    zh: '工作区中有文件损坏。',
  },
  'workspace.check-sound': {
    en: '{{count}} files checked, no damage',
    zh: '已检查 {{count}} 个文件，未发现损坏',
  },
  'workspace.check-faults': {
    en: '{{count}} files checked, {{found}} problems',
    zh: '已检查 {{count}} 个文件，发现 {{found}} 个问题',
  },
  'workspace.no-backup': { en: 'There is no backup {{file}}.', zh: '没有备份 {{file}}。' },
  'workspace.backup-damaged': {
    en: 'The backup {{file}} is damaged: {{verdict}}.',
    zh: '备份 {{file}} 已损坏：{{verdict}}。',
  },
  'workspace.plain-on-purpose': {
    en: 'This workspace was made plain on purpose; it has no key.',
    zh: '此工作区未加密。',
  },
  'workspace.no-key-to-export': { en: 'A plain workspace has no key to export.', zh: '此工作区未加密。' },
  'workspace.no-exported-key': { en: 'This is not an exported Meridian key.', zh: '不是导出的密钥文件。' },
  'workspace.key-of-other': { en: 'This key belongs to another workspace.', zh: '此密钥属于另一个工作区。' },
  'workspace.folder-not-empty': { en: '{{dir}} is not empty.', zh: '{{dir}} 不是空文件夹。' },
  'workspace.key-not-of-backup': {
    en: 'This key does not open the backup {{file}}. After a change of key, the key must have been exported again.',
    zh: '该密钥打不开备份 {{file}}。更换密钥之后，需要重新导出密钥。',
  },
  'workspace.passphrase-length': {
    en: 'A new passphrase has at least {{least}} characters and is not easily guessed, as 12345678 is.',
    zh: '新口令至少需要 {{least}} 个字符，且不能是 12345678 之类容易猜到的。',
  },
  'workspace.needs-passphrase': { en: 'A passphrase is needed.', zh: '需要口令。' },
  'workspace.locked-by-passphrase': {
    en: 'This workspace is locked by a passphrase.',
    zh: '此工作区由口令锁定。',
  },
});
