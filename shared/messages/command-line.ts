/** Wrong use of the command line, and what its options take. */
import { dictionary } from './dictionary.ts';

export const commandLine = dictionary({
  'cli.out-of-memory': {
    en: 'ended, since it took more memory than this computer can spare',
    zh: '占用内存过多，已终止',
  },
  'cli.no-command': { en: 'no command given', zh: '没有给出命令' },
  'cli.unknown-command': { en: 'unknown command {{command}}', zh: '没有命令 {{command}}' },
  'cli.unknown-option': { en: 'unknown option {{option}}', zh: '没有选项 {{option}}' },
  'cli.option-needs-value': { en: '{{option}} needs a value', zh: '{{option}} 需要一个值' },
  'cli.option-takes-no-value': { en: '{{option}} takes no value', zh: '{{option}} 不带值' },
  'cli.expected': { en: '{{command}}: expected {{what}}', zh: '{{command}}：应为 {{what}}' },
  'cli.exactly-one': { en: 'expected exactly one {{what}}', zh: '需要且只能有一个 {{what}}' },
  'cli.needs': { en: '{{command}} needs {{what}}', zh: '{{command}} 需要 {{what}}' },
  'cli.takes': {
    en: '{{option}} takes {{form}}, not {{value}}',
    zh: '{{option}} 应为{{form}}，不是 {{value}}',
  },
  'cli.port': { en: 'a port number', zh: '端口号' },
  'cli.one-of': { en: 'one of {{choices}}', zh: '以下之一：{{choices}}' },
  'cli.some-of': { en: 'some of {{choices}}', zh: '以下若干项：{{choices}}' },
  'cli.whole-number': { en: 'a whole number from 1', zh: '不小于 1 的整数' },
  'cli.whole-numbers': { en: 'whole numbers, such as 1,2,3', zh: '整数，如 1,2,3' },
  'cli.positive-number': { en: 'a number above 0', zh: '大于 0 的数' },
  'cli.number': { en: 'a number', zh: '数字' },
  'cli.number-to-one': { en: 'a number from 0 to 1', zh: ' 0 到 1 之间的数' },
  'cli.characters': { en: 'one or more characters', zh: '一个或多个字符' },
  'cli.time': {
    en: 'a day such as 2026-01-31, or 2026-01-31T08:00',
    zh: '日期，如 2026-01-31 或 2026-01-31T08:00',
  },
  'cli.axis': { en: 'SETTING=VALUE,VALUE…', zh: ' SETTING=VALUE,VALUE…' },
  'cli.fields-of-labels': {
    en: 'LABEL=FIELD with FIELD one of {{fields}}',
    zh: ' LABEL=FIELD，其中 FIELD 为 {{fields}} 之一',
  },
  'cli.source-number': { en: "a source's number (see kg stats)", zh: '来源编号（见 kg stats）' },
  'cli.belongs-to': { en: '{{option}} belongs to {{other}}', zh: '{{option}} 仅用于 {{other}}' },
  'cli.excludes': { en: '{{option}} does not go with {{other}}', zh: '{{option}} 不能与 {{other}} 同用' },
  'cli.not-in-paper': {
    en: '--preset paper: {{network}} is none of its networks, which are {{networks}}',
    zh: '--preset paper：论文中没有 {{network}}，可选 {{networks}}',
  },
  'cli.resume-keeps-settings': {
    en: '--resume goes on with the settings of the run; {{options}} cannot change them',
    zh: '--resume 沿用该训练的设置，{{options}} 不能更改',
  },
  'cli.wrong-settings': { en: '{{problems}}', zh: '{{problems}}' },
  'cli.unknown-label': {
    en: '--model-fields: the model has no label {{label}}, but {{labels}}',
    zh: '--model-fields：模型没有标签 {{label}}，只有 {{labels}}',
  },
  'cli.given-twice': {
    en: "{{path}} is given twice; each file is one annotator's",
    zh: '{{path}} 给出了两次；每个文件对应一位标注者',
  },
  'cli.whose-annotations': {
    en: 'say whose annotations: --person NAME, or --gold',
    zh: '请说明是谁的标注：--person NAME 或 --gold',
  },
  'cli.majority-needed': {
    en: 'project adjudicate needs --majority or --person; single differences are decided on the desk',
    zh: 'project adjudicate 需要 --majority 或 --person；逐处裁决请在窗口中进行',
  },
  'cli.no-project-file': {
    en: '{{path}} is no project file; annotations need a project: project import NAME PATH…',
    zh: '{{path}} 不是项目文件；导入标注须指明项目：project import NAME PATH…',
  },
  'cli.nothing-trained-here': {
    en: '{{command}}: nothing is trained here',
    zh: '{{command}}：此命令不训练模型',
  },
  'cli.written-plain': { en: '--out is written plain: leave out .gz', zh: '--out 不压缩，请去掉 .gz' },
  'cli.set-new-passphrase': {
    en: 'set MERIDIAN_NEW_PASSPHRASE to the passphrase that shall protect the key',
    zh: '请将 MERIDIAN_NEW_PASSPHRASE 设为保护密钥的口令',
  },
  'cli.set-passphrase': {
    en: 'set MERIDIAN_PASSPHRASE to the passphrase of the exported key',
    zh: '请将 MERIDIAN_PASSPHRASE 设为导出密钥的口令',
  },
  'diagnosis.score-of-fit': {
    en: 'A score says how well a candidate fits the evidence of the graph; it is no probability.',
    zh: '评分表示与知识图谱证据的吻合程度，不是概率；仅供参考。',
  },
  'cli.refused': { en: '{{place}}: refused: {{reason}}', zh: '{{place}}：已拒绝：{{reason}}' },
  'cli.not-read': {
    en: '{{path}} ({{format}}): {{count}} × {{what}}, as {{example}}',
    zh: '{{path}}（{{format}}）：未读入 {{what}} {{count}} 处，如 {{example}}',
  },
  'cli.importing-starter-graph': {
    en: 'New workspace: importing the starter knowledge graph …',
    zh: '新工作区：正在导入入门知识图谱',
  },
  'cli.files-not-encrypted': { en: 'The files are not encrypted.', zh: '导出文件未加密。' },
  'cli.name-documents': { en: 'name a project and its documents', zh: '请写明项目和其中的文档' },
  'cli.would-remove': {
    en: 'would remove {{documents}} documents; {{annotators}} annotators have work on them ({{items}} annotations, {{gold}} gold layers), which is kept. Nothing was changed: add --yes',
    zh: '将移出 {{documents}} 篇文档；{{annotators}} 名标注者在其中有工作（标注 {{items}} 个，金标准 {{gold}} 份），会全部保留。尚未更改：请加 --yes',
  },
  'cli.removed': {
    en: 'removed {{documents}} documents; the work of {{annotators}} annotators on them ({{items}} annotations, {{gold}} gold layers) is kept: project put-back',
    zh: '已移出 {{documents}} 篇文档；{{annotators}} 名标注者的工作（标注 {{items}} 个，金标准 {{gold}} 份）已保留，可用 project put-back 放回',
  },
  'cli.put-back': { en: 'put back {{documents}} documents', zh: '已放回 {{documents}} 篇文档' },
  'cli.pausing': { en: 'pausing; once more ends at once', zh: '正在暂停，再按一次立即结束' },
  'cli.deleted': { en: '{{name}} deleted', zh: '已删除 {{name}}' },
  'cli.renamed': { en: '{{before}} is {{after}} now', zh: '{{before}} 已重命名为 {{after}}' },
  'cli.pausing-after-step': {
    en: 'pausing after this step; once more ends at once',
    zh: '正在暂停，再按一次立即结束',
  },
  'cli.table-written': {
    en: 'table written to {{out}}; the file is not encrypted',
    zh: '表格已写入 {{out}}，文件未加密',
  },
  'cli.nothing-found': { en: 'nothing found for {{query}}', zh: '未找到 {{query}}' },
  'cli.model-exported': {
    en: 'exported {{name}} to {{path}}; the folder is not encrypted',
    zh: '已将 {{name}} 导出到 {{path}}，文件夹未加密',
  },
  'cli.corpus-size': {
    en: '{{name}}: {{documents}} texts, {{characters}} characters',
    zh: '{{name}}：语料 {{documents}} 份文本，{{characters}} 字符',
  },
  'cli.report-written': {
    en: 'report written to {{out}}; the file is not encrypted',
    zh: '报告已写入 {{out}}，文件未加密',
  },
});
