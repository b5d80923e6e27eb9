/** Annotation projects, annotation files and agreement. */
import { dictionary } from './dictionary.ts';

export const projects = dictionary({
  'agreement.compared': {
    en: '{{annotators}} annotators, {{documents}} documents, {{characters}} characters',
    zh: '{{annotators}} 位标注者，{{documents}} 份文档，{{characters}} 字符',
  },
  'agreement.single-left-out': {
    en: '{{single}} documents with one annotator are left out',
    zh: '{{single}} 份文档仅一人标注，未计入',
  },
  'agreement.intervals': {
    en: 'in brackets: {{level}} % intervals from {{samples}} resamples of documents, seed {{seed}}',
    zh: '括号内为 {{level}} % 自助法置信区间（文档重抽样 {{samples}} 次，种子 {{seed}}）',
  },
  'agreement.annotators': { en: 'annotators', zh: '标注者' },
  'agreement.pairs': { en: 'pairs', zh: '两两比较' },
  'agreement.spans-by-type': { en: 'spans by type ({{names}})', zh: '按类型（{{names}}）' },
  'agreement.places-and-types': {
    en: 'places alone: F1 {{place}}, |uα {{boundary}}; types where spans meet: cuα {{coding}}',
    zh: '仅位置：F1 {{place}}，|uα {{boundary}}；仅类型：cuα {{coding}}',
  },
  'agreement.least-agreed': { en: 'documents that agree least', zh: '一致性最低的文档' },
  'agreement.document-labels': { en: 'labels of documents', zh: '文档标签' },
  'agreement.attributes': { en: 'attributes of spans that are alike', zh: '相同标注的属性' },
  'agreement.annotated-twice': {
    en: '{{name}}: {{annotator}} annotated this document twice.',
    zh: '{{name}}：{{annotator}} 对该文档有两份标注。',
  },
  'agreement.span-beyond-text': {
    en: '{{name}}: span {{span}} of {{annotator}} ends at {{end}}, but the text has {{length}} characters.',
    zh: '{{name}}：{{annotator}} 的标注 {{span}} 止于第 {{end}} 个字符，超出文本末尾（共 {{length}} 个字符）。',
  },
  'agreement.texts-differ': {
    en: '{{name}}: the text of {{first}} is not that of {{second}}; they part at character {{at}}: {{firstText}} and {{secondText}}.',
    zh: '{{name}}：{{first}} 与 {{second}} 的文本不同，第 {{at}} 个字符起不一致：{{firstText}} 与 {{secondText}}。',
  },
  'agreement.same-text-needed': {
    en: 'Annotations can only be compared in the same text.',
    zh: '只能比较同一文本上的标注。',
  },
  'agreement.nothing-shared': {
    en: 'No document was annotated by two people, so there is nothing to compare.',
    zh: '没有文档由两人以上标注，无法比较。',
  },
  'annotations.no-pair': {
    en: 'There is no .txt with an .ann among the files.',
    zh: '没有 .txt 与 .ann 文件。',
  },
  'annotations.no-file-of-format': {
    en: 'There is no file of the format {{format}} among them.',
    zh: '其中没有 {{format}} 格式的文件。',
  },
  'annotations.unread': {
    en: '{{count}} annotations are in a form that Meridian does not know. The first is {{first}}',
    zh: '有 {{count}} 条标注的形式无法识别。第一条：{{first}}',
  },
  'annotations.unknown-format': {
    en: '{{name}} looks like none of the formats of annotations.',
    zh: '无法识别“{{name}}”的标注格式。',
  },
  'annotations.newer-file': {
    en: 'The file was written by a newer Meridian (version {{version}} of its format, {{known}} is known).',
    zh: '文件由更新版本的 Meridian 生成（格式版本 {{version}}，本版本支持 {{known}}）。',
  },
  'projects.adjudication-not-ready': {
    en: 'Ready are documents that all who are to label them, two people at least, have finished.',
    zh: '须由全部标注者、至少两人完成后才能裁决。',
  },
  'projects.wrong-schema': {
    en: '{{path}}: {{field}}: {{problem}}',
    zh: '{{path}}：不符合标注体系的格式：{{field}}：{{problem}}',
  },
  'projects.files-name-patients': {
    en: 'The files name patients and are not encrypted.',
    zh: '文件含患者身份信息且未加密。',
  },
  'projects.file-not-encrypted': {
    en: 'The file holds the texts as they are and is not encrypted.',
    zh: '文件含原文且未加密。',
  },
  'projects.over-limit': {
    en: '{{name}} has over {{megabytes}} MB.',
    zh: '项目文件 {{name}} 超过 {{megabytes}} MB。',
  },
  'projects.empty-text': { en: '{{name}}: the text is empty.', zh: '“{{name}}”没有文本。' },
  'projects.half-character': {
    en: '{{name}}: the text holds half a character.',
    zh: '“{{name}}”的文本含有残缺字符。',
  },
  'projects.no-edit-of-its-own': { en: '{{action}} is no edit of its own.', zh: '不能直接执行 {{action}}。' },
  'projects.document-of-others': { en: 'This document is not assigned to you.', zh: '该文档未分配给你。' },
  'projects.project-of-others': { en: 'You are not a member of this project.', zh: '你不是该项目的成员。' },
  'projects.origin-forged': {
    en: 'Item {{id}} names another person or source than this edit has.',
    zh: '标注 {{id}} 所写的人员或来源与本次编辑不符。',
  },
  'projects.origin-fixed': {
    en: 'Where item {{id}} came from cannot be changed.',
    zh: '标注 {{id}} 的来源不能更改。',
  },
  'projects.too-many-types': {
    en: 'The files have too many types for one project: {{problem}}.',
    zh: '类型过多，无法并入项目：{{problem}}。',
  },
  'projects.as-it-was': { en: 'It is as it was then already.', zh: '当前内容与该版本相同。' },
  'threads.one': { en: 'discussion {{id}}', zh: '讨论 {{id}}' },
  'projects.other-project': {
    en: '{{file}} was not written from the project “{{name}}”, so the two cannot be merged.',
    zh: '“{{file}}”不是项目“{{name}}”导出的文件，不能合并。',
  },
  'threads.none': { en: 'There is no such discussion ({{id}}).', zh: '讨论不存在或无权查看（{{id}}）。' },
  'threads.no-place': {
    en: 'The discussion names no place of the text.',
    zh: '讨论没有对应到正文中的位置。',
  },
  'threads.stranger': {
    en: '{{person}} has no part in this and would not see it.',
    zh: '{{person}} 未参与，看不到这条内容。',
  },
  'projects.not-finished': {
    en: '{{person}} has not finished this document.',
    zh: '{{person}} 尚未完成此文档，无需退回。',
  },
  'projects.not-begun': {
    en: '{{person}} has not begun this document.',
    zh: '{{person}} 尚未开始标注此文档。',
  },
  'projects.unlock-needs-reason': {
    en: 'Unlocking an archived document needs a reason.',
    zh: '解除归档须填写理由。',
  },
  'projects.not-found': { en: 'There is no project {{id}}.', zh: '项目 {{id}} 不存在或已删除。' },
  'projects.no-document': {
    en: 'There is no document {{id}} in any project.',
    zh: '任何项目中都没有文档 {{id}}。',
  },
  'projects.no-document-named': {
    en: 'The project has no document {{name}}.',
    zh: '项目中没有文档“{{name}}”。',
  },
  'projects.document-removed': {
    en: '{{name}} was removed from the project by {{by}}.',
    zh: '“{{name}}”已由 {{by}} 移出项目。',
  },
  'projects.removed-other-text': {
    en: 'A document removed from the project has the name {{name}} and another text.',
    zh: '已移出项目的文档中有同名但文本不同的“{{name}}”。',
  },
  'projects.no-annotations': { en: 'There are no annotations {{id}}.', zh: '标注层 {{id}} 不存在。' },
  'projects.no-edit': {
    en: 'There is no edit {{id}} of these annotations.',
    zh: '这些标注没有编辑记录 {{id}}。',
  },
  'projects.words-half-character': { en: 'The words hold half a character.', zh: '词语含有残缺字符。' },
  'projects.other-text': {
    en: '{{name}} is in the project with another text.',
    zh: '项目中已有同名但文本不同的文档“{{name}}”。',
  },
  'projects.no-project-file': { en: '{{name}} is no project file.', zh: '“{{name}}”不是项目文件。' },
  'projects.is-whole-project': {
    en: '{{name}} is a whole project, not annotations for one.',
    zh: '“{{name}}”是整个项目的文件，不是单个项目的标注。',
  },
  'projects.name-taken': {
    en: 'There is a project called {{name}} already.',
    zh: '已有同名项目“{{name}}”。',
  },
  'projects.documents-archived': {
    en: '{{locked}} documents of {{name}} are archived.',
    zh: '“{{name}}”中有 {{locked}} 份已归档文档。',
  },
  'projects.no-place-in-schema': {
    en: '{{total}} annotations would have no place in this schema: {{left}}.',
    zh: '{{total}} 个标注在新体系中没有对应：{{left}}。',
  },
  'projects.nobody-finished': {
    en: 'Nobody has finished {{name}} yet, so there is nothing to adjudicate.',
    zh: '{{name}} 尚无人完成，无法裁决。',
  },
  'projects.newer-file': {
    en: '{{file}} was written by a newer Meridian.',
    zh: '{{file}} 由更新版本的 Meridian 写出。',
  },
  'projects.impossible': { en: 'This cannot be done: {{problem}}.', zh: '无法执行：{{problem}}。' },
  'projects.wrong-edit': { en: 'This edit makes no sense: {{problem}}.', zh: '编辑无效：{{problem}}。' },
  'projects.by-at': { en: ' by {{actor}} at {{at}}', zh: '由 {{actor}} 于 {{at}} ' },
  'projects.schema-changed': {
    en: 'The schema was changed meanwhile{{change}}.',
    zh: '标注体系已{{change}}被修改。',
  },
  'projects.edit-open': {
    en: 'Another edit of many annotations of this project is being written.',
    zh: '此项目正在写入一次大量标注的修改。',
  },
  'projects.annotations-changed': {
    en: 'These annotations were changed meanwhile{{change}}.',
    zh: '这些标注已{{change}}被修改。',
  },
  'projects.undo-blocked': {
    en: 'Edit {{id}} cannot be taken back: something was changed since{{change}}. {{problem}}',
    zh: '编辑 {{id}} 无法撤销：之后已{{change}}修改。{{problem}}',
  },
  'projects.redo-blocked': {
    en: 'Edit {{id}} cannot be done again: something was changed since{{change}}. {{problem}}',
    zh: '编辑 {{id}} 无法重做：之后已{{change}}修改。{{problem}}',
  },
  'projects.document-archived': {
    en: '{{name}} is archived; nothing about it changes.',
    zh: '“{{name}}”已归档，不能修改。',
  },
  'projects.document-archived-by': {
    en: '{{name}} is archived by {{by}}; nothing about it changes.',
    zh: '“{{name}}”已由 {{by}} 归档，不能修改。',
  },
  'projects.orphans': {
    en: '{{total}} annotations would have no place in the schema: {{types}}',
    zh: '{{total}} 个标注在标注体系中没有对应：{{types}}',
  },
  'projects.item-twice': { en: 'item {{id}} is changed twice', zh: '标注 {{id}} 出现两次' },
  'projects.item-unchanged': { en: 'item {{id}} does not change', zh: '标注 {{id}} 没有变化' },
  'projects.item-other-id': { en: 'item {{id}} bears another id', zh: '标注 {{id}} 的编号不一致' },
  'projects.kind-fixed': { en: 'a span, relation or label stays what it is', zh: '标注的种类不能改变' },
  'projects.fragment-order': {
    en: 'fragment {{place}} is out of order, or touches or overlaps the one before',
    zh: '片段 {{place}} 顺序错误、相接或重叠',
  },
  'projects.relation-needs-spans': {
    en: 'the relation {{type}} needs both its spans; remove it together with them',
    zh: '关系“{{type}}”的两端必须存在，请连同关系一起删除',
  },
  'projects.relation-of-suggestion': {
    en: 'the relation {{type}} counts only when both its spans do; accept them first',
    zh: '关系“{{type}}”的两端须先被接受',
  },
  'projects.relation-not-allowed': {
    en: '{{type}} may not go from {{from}} to {{to}}',
    zh: '“{{type}}”不能从“{{from}}”指向“{{to}}”',
  },
  'projects.label-taken': {
    en: 'the document has the label {{label}} already',
    zh: '文档已有标签“{{label}}”',
  },
  'projects.no-span-type': {
    en: 'the schema has no span type {{type}}',
    zh: '标注体系中没有实体类型“{{type}}”',
  },
  'projects.no-relation-type': {
    en: 'the schema has no relation {{type}}',
    zh: '标注体系中没有关系“{{type}}”',
  },
  'projects.no-label-type': { en: 'the schema has no label {{type}}', zh: '标注体系中没有标签“{{type}}”' },
  'projects.required-missing': {
    en: '{{count}} annotations lack a value that the schema requires: {{attribute}} of {{type}} first.',
    zh: '{{count}} 处标注缺少必填属性值，首处为“{{type}}”的“{{attribute}}”。',
  },
  'projects.not-in-schema': { en: 'item {{id}} does not fit the schema', zh: '标注 {{id}} 不符合标注体系' },
  'projects.attribute-not-allowed': {
    en: '{{type}} may not have {{name}} = {{value}}',
    zh: '“{{type}}”不能有属性“{{name}} = {{value}}”',
  },
  'projects.the-project': { en: 'the project', zh: '项目信息' },
  'projects.the-schema': { en: 'the schema', zh: '标注体系' },
  'projects.the-text': { en: 'the text', zh: '文本' },
  'projects.the-removal': { en: 'whether it is removed', zh: '移除标记' },
  'projects.gold': { en: 'gold', zh: '金标准' },
  'projects.document': { en: 'document {{id}}', zh: '文档 {{id}}' },
  'projects.layer': { en: 'layer {{id}}', zh: '标注层 {{id}}' },
  'projects.item': { en: 'item {{id}}', zh: '标注 {{id}}' },
  'projects.edit': { en: 'edit {{id}}', zh: '编辑 {{id}}' },
  'projects.edits': {
    en: 'one of the edits {{first}} to {{last}}, which came with a project file,',
    zh: '随项目文件导入的编辑 {{first}}–{{last}}',
  },
  'projects.part-twice': { en: '{{what}} is there twice', zh: '{{what}}出现两次' },
  'projects.not-as-edited': { en: '{{what}} is not what the edits made it', zh: '{{what}}与编辑记录不符' },
  'projects.not-as-audited': {
    en: 'edit {{id}} is not what was written down of it',
    zh: '编辑 {{id}} 与审计记录不符',
  },
  'projects.changed-between': {
    en: 'item {{id}} changed between two edits',
    zh: '标注 {{id}} 在两次编辑之间发生变化',
  },
  'projects.documents-exchanged': {
    en: 'documents that came together were exchanged or removed',
    zh: '同批导入的文档被替换或删除',
  },
  'projects.cut-off': { en: 'it is cut off here', zh: '文件在此处中断' },
  'projects.not-as-written': { en: 'it is not as it was written', zh: '内容与写出时不符' },
  'projects.no-project-line': { en: 'it is no project file', zh: '不是项目文件' },
  'projects.after-end': { en: 'something follows its end', zh: '结尾之后还有内容' },
  'projects.untyped': { en: 'items without a type: {{types}}', zh: '有标注没有对应的类型：{{types}}' },
  'projects.no-item': {
    en: 'item {{number}} of layer {{layer}} is no item',
    zh: '标注层 {{layer}} 的标注 {{number}} 无效',
  },
  'projects.no-layer': {
    en: '{{name}} has no annotations of {{person}}.',
    zh: '“{{name}}”没有{{person}}的标注。',
  },
  'projects.nothing-of': { en: '{{person}} has no annotations here.', zh: '没有可导出的{{person}}标注。' },
  'projects.not-to': {
    en: '{{name}} cannot become {{to}}: the schema has no {{to}}.',
    zh: '“{{name}}”无法改为“{{to}}”：标注体系中没有“{{to}}”。',
  },
});
