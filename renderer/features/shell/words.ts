/** Words of the window around the views. */
import { words } from '../../i18n/words.ts';

export const view = words({
  editor: { en: 'Records', zh: '病历' },
  patients: { en: 'Patients', zh: '患者' },
  annotate: { en: 'Annotate', zh: '标注' },
  train: { en: 'Train', zh: '训练' },
  graph: { en: 'Graph', zh: '图谱' },
  settings: { en: 'Settings', zh: '设置' },
});

export const palette = words({
  open: { en: 'Search records, entities, commands', zh: '搜索病历、实体、命令' },
  placeholder: {
    en: 'Search all records, entities and commands; type > for commands only',
    zh: '搜索全部病历、实体与命令；输入 > 只看命令',
  },
  named: { en: 'Named so', zh: '同名命令' },
  commands: { en: 'Commands', zh: '命令' },
  entities: { en: 'Entities', zh: '实体' },
  documents: { en: 'Records', zh: '病历' },
  nothing: {
    en: 'Nothing matches. Try another word, or type > to see all commands.',
    zh: '没有匹配的内容。换一个词试试，或输入 > 查看全部命令。',
  },
  results: { en: 'Search results', zh: '搜索结果' },
  hits: { en: '{{n}} hits', zh: '{{n}} 处' },
  keys: { en: '↑↓ choose · Enter open · Esc close', zh: '↑↓ 选择　Enter 打开　Esc 关闭' },
});

export const status = words({
  bar: { en: 'Status bar', zh: '状态栏' },
  linker: {
    en: 'Dictionary {{names}} names · {{entities}} entities',
    zh: '词典 {{names}} 名称 · {{entities}} 实体',
  },
  engine: {
    starting: { en: 'engine starting', zh: '引擎启动中' },
    ready: { en: 'engine ready', zh: '引擎就绪' },
    restarting: { en: 'engine restarting', zh: '引擎重启中' },
    stopped: { en: 'engine stopped', zh: '引擎已停止' },
  },
  server: { en: 'on {{address}}', zh: '服务器 {{address}}' },
  lost: { en: 'not connected', zh: '连接中断' },
  mentions: { en: '{{n}} mentions', zh: '{{n}} 处实体' },
  chars: { en: '{{n}} characters', zh: '{{n}} 字符' },
  layerOf: { en: 'layer of {{person}}', zh: '{{person}} 的标注' },
  gold: { en: 'gold layer', zh: '金标准' },
  items: { en: '{{spans}} spans · {{relations}} relations', zh: '{{spans}} 处标注 · {{relations}} 条关系' },
  documents: { en: '{{done}} / {{n}} documents done', zh: '已完成 {{done}} / {{n}} 篇' },
  saved: { en: 'saved {{time}}', zh: '已保存 {{time}}' },
  unchanged: { en: 'unchanged', zh: '未改动' },
  dirty: { en: 'not saved yet', zh: '未保存' },
  saving: { en: 'saving…', zh: '保存中…' },
  failed: { en: 'not saved, will try again', zh: '保存失败，稍后重试' },
  conflict: { en: 'conflict', zh: '有冲突' },
  annotating: { en: 'annotating…', zh: '标注中…' },
  model: { en: 'model {{name}}', zh: '模型 {{name}}' },
  modelHint: { en: 'highlights besides the dictionary', zh: '除词典外，还用此模型标注' },
  modelFailed: { en: 'model not available', zh: '模型不可用' },
  job: '{{title}} {{percent}}',
  eta: { en: '{{time}} left', zh: '剩余 {{time}}' },
  training: { en: 'Training {{done}}', zh: '训练 {{done}}' },
  interrupted: { en: 'Run “{{name}}” was interrupted, can resume', zh: '训练“{{name}}”已中断，可继续' },
  experiment: { en: 'Experiment {{done}} / {{total}}', zh: '实验 {{done}} / {{total}}' },
  experimentInterrupted: {
    en: 'Experiment “{{name}}” was interrupted, can resume',
    zh: '实验“{{name}}”已中断，可继续',
  },
  mixedEol: { en: 'mixed line ends', zh: '换行符不一致' },
  mixedEolHint: {
    en: 'This file mixes kinds of line ends; once edited, saving turns them all into the most frequent one.',
    zh: '此文件混用了不同的换行符；只要编辑过，保存时会统一为最多的那一种。',
  },
});

export const banner = words({
  lost: {
    en: 'The connection to the application was lost; reconnecting. The text on screen stays here and is saved afterwards. If Meridian was started again, open the new address it gave.',
    zh: '与后台的连接中断，正在重连。屏幕上的文字仍在本窗口，恢复后自动保存。若已重新启动软件，请打开它给出的新地址。',
  },
  server: {
    open: {
      en: 'The connection to the application was lost; reconnecting. The text on screen stays here and is saved afterwards.',
      zh: '与后台的连接中断，正在重连。屏幕上的文字仍在本窗口，恢复后自动保存。',
    },
    lost: {
      en: 'The connection to {{address}} was lost; reconnecting. The text on screen stays here and is saved afterwards.',
      zh: '与 {{address}} 的连接中断，正在重连。屏幕上的文字仍在本窗口，恢复后自动保存。',
    },
    refused: {
      en: '{{address}} now shows another certificate than the one compared; nothing is sent to it any more. Ask whoever runs the server. The text on screen stays here.',
      zh: '{{address}} 现在出示的证书与核对过的不同，已停止向其发送任何内容。请询问服务器管理员。屏幕上的文字仍在本窗口。',
    },
  },
  readonly: {
    en: 'This workspace is open for reading only: its folder may not be written here. Changes are refused.',
    zh: '此工作区以只读方式打开：没有其文件夹的写入权限，无法保存修改。',
  },
  restarting: {
    en: 'The analysis engine is restarting; highlights and suggestions come back shortly. Editing and saving go on.',
    zh: '分析引擎正在重启，稍候恢复标注与建议；病历的编辑和保存不受影响。',
  },
  stopped: {
    en: 'The analysis engine has stopped. Editing and saving go on.',
    zh: '分析引擎已停止。病历的编辑和保存不受影响。',
  },
  restart: { en: 'Restart the engine', zh: '重新启动引擎' },
});

export const unlock = words({
  title: { en: 'The workspace is locked', zh: '工作区已加锁' },
  body: {
    en: 'Records and graph are kept encrypted on this computer. Enter the passphrase to open them.',
    zh: '病历与图谱以加密方式保存在这台电脑上。输入口令即可打开。',
  },
  keyfile: {
    en: 'The key file of the workspace is missing or is not the right one: {{path}}. Put it back (or plug in the disk that holds it) and try again, or use the exported key.',
    zh: '工作区的密钥文件缺失或不匹配：{{path}}。请放回该文件（或插入存放它的磁盘）后重试，或使用导出的密钥。',
  },
  keychain: {
    en: "The system keychain did not give the workspace's key. Unlock the keychain and try again, or use the exported key.",
    zh: '系统钥匙串未给出工作区的密钥。请解锁系统钥匙串后重试，或使用导出的密钥。',
  },
  passphrase: { en: 'Passphrase', zh: '口令' },
  submit: { en: 'Open', zh: '打开' },
  wrong: {
    en: 'The passphrase is wrong; no data was touched. Try again.',
    zh: '口令不对，数据未受影响。请再试一次。',
  },
  path: { en: 'Location: {{path}}', zh: '位置：{{path}}' },
});

export const recover = words({
  open: { en: 'Use the exported key…', zh: '使用导出的密钥…' },
  title: { en: 'Open with the exported key', zh: '用导出的密钥打开' },
  body: {
    en: 'For a lost key file or keychain, or a forgotten passphrase. The exported key is kept in a new key file on this computer; records stay as they are.',
    zh: '用于密钥文件或钥匙串丢失、口令遗忘的情况。导出的密钥会存入这台电脑上新的密钥文件，病历不变。',
  },
  do: { en: 'Open', zh: '打开' },
});

export const rebuild = words({
  open: { en: 'Rebuild from a backup…', zh: '从备份重建…' },
  title: { en: 'Rebuild the workspace from a backup', zh: '从备份重建工作区' },
  body: {
    en: 'Needs a backup, the exported key and its passphrase. The folder of the present workspace is kept beside the new one under another name; nothing is deleted.',
    zh: '需要备份文件、导出的密钥及其口令。当前工作区的文件夹会改名保留在旁边，不会删除任何内容。',
  },
  backup: { en: 'Backup, by its path on this computer', zh: '备份文件在这台电脑上的路径' },
  backupExample: {
    en: 'such as /media/usb/2026-01-05-scheduled.db',
    zh: '例如 /media/usb/2026-01-05-scheduled.db',
  },
  key: { en: 'Choose the exported key…', zh: '选择导出的密钥…' },
  noKey: { en: 'meridian-key-….json', zh: 'meridian-key-….json' },
  passphrase: { en: 'Passphrase of the exported key', zh: '导出密钥的口令' },
  do: { en: 'Rebuild', zh: '重建' },
});

export const tour = words({
  next: { en: 'Next', zh: '下一步' },
  previous: { en: 'Back', zh: '上一步' },
  finish: { en: 'Done', zh: '完成' },
  skip: { en: 'Skip for good', zh: '跳过，不再显示' },
  textTitle: { en: 'Entities are marked as you write', zh: '一边写，一边标出实体' },
  text: {
    en: 'Diseases, symptoms, drugs and more are marked while you type; struck through means negated, the legend below shows the rest. {{next}} goes from one to the next, {{card}} explains it.',
    zh: '疾病、症状、药物等随输入标出；删除线表示否认，其他样式见下方图例。按 {{next}} 逐个查看，按 {{card}} 看说明。',
  },
  diagnosisTitle: { en: 'Suggestions with their evidence', zh: '有依据的诊断建议' },
  diagnosis: {
    en: 'Each lists what speaks for it, what against and what is missing; a click shows the words. Suggestions only support you and never write into the record.',
    zh: '每条建议列出支持、反对与缺少的依据，点一下就跳到原文。建议仅供参考，绝不写入病历。',
  },
  searchTitle: { en: 'One search for everything', zh: '一处搜索，全部找到' },
  search: {
    en: '{{palette}} searches the full text of all records, the graph and the commands. All data stay on this computer; nothing ever goes online.',
    zh: '按 {{palette}} 搜索病历全文、图谱实体与命令。所有数据都在本机，软件从不联网。',
  },
});
