/** Watched folders, scheduled backups, rebuilding, logs and policies. */
import { dictionary } from './dictionary.ts';

export const upkeep = dictionary({
  'upkeep.not-absolute': {
    en: '{{folder}} is no absolute path on the machine of the workspace.',
    zh: '{{folder}} 不是工作区所在电脑上的绝对路径。',
  },
  'upkeep.no-folder': {
    en: 'There is no folder {{folder}} on the machine of the workspace.',
    zh: '工作区所在电脑上没有文件夹 {{folder}}。',
  },
  'upkeep.in-workspace': {
    en: '{{folder}} holds the workspace or lies in it.',
    zh: '{{folder}} 包含工作区或位于工作区之中。',
  },
  'upkeep.backup-running': { en: 'A backup is being made.', zh: '正在备份。' },
  'upkeep.backup-unsound': {
    en: 'The backup that was made is not whole and was thrown away: {{problem}} Earlier backups stay.',
    zh: '新生成的备份不完整，已丢弃：{{problem}}此前的备份不受影响。',
  },
  'upkeep.backup-altered': {
    en: {
      one: '{{file}}: its audit table and content do not fit in {{count}} place (entry {{entry}}).',
      other: '{{file}}: its audit table and content do not fit in {{count}} places (entry {{entry}}).',
    },
    zh: '{{file}}：审计表与内容有 {{count}} 处不符（第 {{entry}} 条）。',
  },
  'upkeep.policy-broken': {
    en: 'The policy of the administrator, {{file}}, cannot be used: {{problem}}',
    zh: '管理员策略文件 {{file}} 无法使用：{{problem}}',
  },
  'upkeep.by-policy': {
    en: 'The administrator of this computer has decided “{{what}}”.',
    zh: '“{{what}}” 由这台电脑的管理员锁定。',
  },
  'upkeep.rebuild-elsewhere': {
    en: 'A workspace is rebuilt at the machine that holds it.',
    zh: '只能在工作区所在的电脑上重建。',
  },
  'cli.backup-verified': {
    en: '{{file}}: opened and checked, {{records}} records, {{entries}} audit entries',
    zh: '{{file}}：已打开并检查，病历 {{records}} 份，审计 {{entries}} 条',
  },
  'cli.backup-failed': { en: 'Backup failed: {{reason}}', zh: '备份失败：{{reason}}' },
  'cli.watching': { en: 'Watching {{folder}}; Ctrl+C ends it.', zh: '正在监视 {{folder}}，按 Ctrl+C 结束。' },
  'cli.watched-file': { en: '{{file}}: {{records}} records', zh: '{{file}}：病历 {{records}} 份' },
});
