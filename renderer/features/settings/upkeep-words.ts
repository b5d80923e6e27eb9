import { words } from '../../i18n/words.ts';

export const upkeep = words({
  watch: { en: 'Watched folder', zh: '监视文件夹' },
  watchHint: {
    en: 'Files that appear there are imported once they are complete. They are only read, never changed or deleted. The path is one of the computer that holds the workspace; empty: nothing is watched.',
    zh: '其中出现的文件写完后自动导入；文件只读取，不修改也不删除。路径是工作区所在电脑上的路径，留空则不监视。',
  },
  folderExample: { en: 'such as /srv/incoming', zh: '例如 /srv/incoming' },
  save: { en: 'Save', zh: '保存' },
  watchCounts: {
    en: '{{files}} files taken, {{records}} records; {{refused}} files refused',
    zh: '已处理文件 {{files}} 个，导入病历 {{records}} 份；拒绝 {{refused}} 个',
  },
  watchOff: { en: 'Off', zh: '未启用' },
  refusals: { en: 'Refused files', zh: '被拒绝的文件' },
  schedule: { en: 'Scheduled backups', zh: '定时备份' },
  scheduleHint: {
    en: 'While Meridian runs. Each backup is opened and checked whole; only scheduled ones beyond the number kept are removed, and only after a newer one was found whole.',
    zh: '在软件运行期间进行。每个备份都会重新打开并完整检查；仅在新备份检查通过后，才删除超出保留数的定时备份。',
  },
  every: { en: 'How often', zh: '频率' },
  never: { en: 'Off', zh: '关闭' },
  hour: { en: 'Every hour', zh: '每小时' },
  day: { en: 'Every day', zh: '每天' },
  week: { en: 'Every week', zh: '每周' },
  folder: { en: 'Folder', zh: '文件夹' },
  ownFolder: { en: 'empty: the folder of the workspace', zh: '留空：工作区文件夹' },
  keep: { en: 'Keep', zh: '保留份数' },
  next: { en: 'Next: {{time}}', zh: '下次：{{time}}' },
  runNow: { en: 'Back up and verify', zh: '立即备份并验证' },
  ranWell: { en: 'Backed up, opened and checked', zh: '备份完成，已重新打开并检查' },
  verify: { en: 'Verify', zh: '验证' },
  verified: { en: 'last verified {{time}}', zh: '上次验证 {{time}}' },
  unverified: { en: 'not verified', zh: '未验证' },
  sound: {
    en: 'Opened and whole: {{records}} records, {{entries}} audit entries',
    zh: '已打开，内容完整：病历 {{records}} 份，审计 {{entries}} 条',
  },
  diagnostics: { en: 'Diagnostics', zh: '诊断包' },
  diagnosticsHint: {
    en: 'Versions, sizes, states and logs for whoever helps. Holds no text, title or name of anybody.',
    zh: '供技术支持使用：版本、大小、状态和日志；不含任何病历文字、标题或姓名。',
  },
  diagnosticsDo: { en: 'Save the bundle', zh: '导出诊断包' },
  locked: { en: 'Locked by the administrator', zh: '由管理员锁定' },
  failed: { en: 'The backup of {{time}} failed: {{reason}}', zh: '{{time}} 的备份失败：{{reason}}' },
});
