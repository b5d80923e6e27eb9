/** Notes of the command line, beside its data. */
import { dictionary } from './dictionary.ts';

export const commandLine = dictionary({
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
