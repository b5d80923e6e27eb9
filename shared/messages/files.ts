/** Files that are read or written, and the records and data sets in them. */
import { dictionary } from './dictionary.ts';

export const files = dictionary({
  'documents.exported': {
    en: 'exported {{documents}} documents to {{out}}, {{how}}; the file is not encrypted',
    zh: '已导出 {{documents}} 份文档到 {{out}}，{{how}}；文件未加密',
  },
  'documents.identified': { en: 'WITH what identifies the patients', zh: '含患者身份信息' },
  'documents.deidentified': { en: 'de-identified by {{mode}}', zh: '已去标识化（{{mode}}）' },
  'documents.deidentified-strictly': {
    en: 'de-identified by {{mode}}, strictly',
    zh: '已从严去标识化（{{mode}}）',
  },
  'archive.too-deep': {
    en: 'it holds archives within archives, more than {{limit}} deep',
    zh: '压缩包嵌套超过 {{limit}} 层',
  },
  'archive.empty': { en: 'the archive holds no file', zh: '压缩包为空' },
  'archive.locked': {
    en: 'This record is archived and locked, by {{by}}.',
    zh: '该病历已由 {{by}} 归档锁定。',
  },
  'archive.record-as-it-was': {
    en: 'The record is as it was; text not saved stays in the window.',
    zh: '病历未改动，未保存的文本仍在窗口中。',
  },
  'archive.needs-reason': { en: 'Unlocking a record needs a reason.', zh: '解除归档需要说明理由。' },
  'archive.stays-archived': { en: 'The record stays archived.', zh: '病历仍为归档状态。' },
  'data.empty-table': { en: 'it is empty', zh: '文件为空' },
  'data.broken-heading': {
    en: '{{name}} has no line of field names: {{problem}}.',
    zh: '{{name}} 缺少表头：{{problem}}。',
  },
  'data.no-document': { en: '{{name}} holds no document.', zh: '{{name}} 中没有文档。' },
  'data.line-not-an-object': { en: 'line: is no JSON object', zh: '不是 JSON 对象' },
  'data.field-count': {
    en: 'has {{fields}} fields, the heading {{heading}}',
    zh: '字段数多于表头：有 {{fields}} 个，表头 {{heading}} 个',
  },
  'data.no-text-in': { en: 'There is no text in {{where}}.', zh: '{{where}} 中没有文本内容。' },
  'data.no-data-set': { en: 'There is no data set {{id}}.', zh: '数据集 {{id}} 不存在或已删除。' },
  'data.no-data-set-named': {
    en: 'There is no data set named {{name}}.',
    zh: '没有名为 {{name}} 的数据集。',
  },
  'data.for-other-task': {
    en: 'The data set {{name}} is for {{task}}.',
    zh: '数据集 {{name}} 用于{{task}}任务。',
  },
  'data.no-such-document': {
    en: '{{name}} has {{documents}} documents, none of number {{number}}.',
    zh: '{{name}} 有 {{documents}} 份文档，没有第 {{number}} 份。',
  },
  'data.no-record-with-text': { en: 'There is no record with text.', zh: '没有可用的病历文本。' },
  'data.name-taken': {
    en: 'There is another data set named {{name}}, with other documents.',
    zh: '已有名为 {{name}} 但内容不同的数据集。',
  },
  'data.documents-gone': {
    en: 'The documents of this data set are no longer there.',
    zh: '数据集文件已不存在。',
  },
  'data.no-files-in': {
    en: 'There is no .txt or .jsonl file in {{path}}.',
    zh: '文件夹 {{path}} 中没有 .txt 或 .jsonl 文件。',
  },
  'data.upload-too-long': { en: 'The file is longer than announced.', zh: '文件长度与声明不符。' },
  'data.no-upload': { en: 'There is no such upload.', zh: '没有此上传。' },
  'data.not-for-task': {
    en: 'The data set {{name}} is for {{task}}, not for {{wanted}}.',
    zh: '数据集 {{name}} 用于{{task}}任务，而非{{wanted}}任务。',
  },
  'data.too-many-labels': {
    en: 'The training set has more than {{limit}} different labels: a model cannot tell so many apart.',
    zh: '训练集的不同标签超过 {{limit}} 个，模型无法区分这么多标签。',
  },
  'data.no-entities': {
    en: 'The data set {{name}} has {{documents}} documents and no entity: nothing can be learned or measured.',
    zh: '数据集 {{name}} 有 {{documents}} 份文档但没有实体标注，无法训练或评测。',
  },
  'documents.no-record': { en: '{{input}}: no record could be read.', zh: '{{input}}：没有可读取的病历。' },
  'documents.nothing-imported': { en: 'nothing could be imported', zh: '没有可导入的内容' },
  'documents.nothing-to-export': { en: 'there are no documents to export', zh: '没有文档' },
  'documents.no-text-field': {
    en: 'no "text" field and no section fields such as 主诉 or 现病史.',
    zh: '缺少 text 字段，也没有主诉、现病史等病历章节字段。',
  },
  'documents.no-text-column': {
    en: '{{name}}: the table has no column of texts. Its columns are: {{columns}}.',
    zh: '{{name}}：表格没有正文列。现有列：{{columns}}。',
  },
  'documents.unsupported-ending': {
    en: '{{name}}: {{ending}} files cannot be opened.',
    zh: '{{name}}：不支持 {{ending}} 格式。',
  },
  'documents.too-long': {
    en: '{{name}}: one document of {{characters}} characters; at most {{limit}} are supported.',
    zh: '{{name}}：单个文档有 {{characters}} 个字符，最多支持 {{limit}} 个。',
  },
  'documents.unreadable-docx': {
    en: '{{name}} is not a readable .docx file.',
    zh: '无法读取 docx 文件 {{name}}。',
  },
  'documents.unreadable-pdf': {
    en: '{{name}} is not a readable .pdf file.',
    zh: '无法读取 pdf 文件 {{name}}，文件可能已损坏。',
  },
  'documents.pdf-encrypted': {
    en: '{{name}} is locked with a password.',
    zh: '{{name}} 设有密码，无法读取。',
  },
  'documents.pdf-too-many-pages': {
    en: '{{name}} has {{pages}} pages; at most {{limit}} can be read.',
    zh: '{{name}} 有 {{pages}} 页，最多读取 {{limit}} 页。',
  },
  'documents.pdf-without-text': {
    en: '{{name}} has no text, neither written nor in pictures of its pages.',
    zh: '{{name}} 没有文字，各页图片中也未识别出文字。',
  },
  'documents.pdf-page-without-text': {
    en: 'Page {{page}} has no text.',
    zh: '第 {{page}} 页没有文字。',
  },
  'documents.too-many-scans': {
    en: '{{name}} has more than {{limit}} pages without a layer of text.',
    zh: '{{name}} 中没有文字层的页超过 {{limit}} 页。',
  },
  'documents.unreadable-picture': {
    en: '{{name}} is not a readable picture (PNG or JPEG).',
    zh: '无法读取图片 {{name}}（支持 PNG、JPEG）。',
  },
  'documents.picture-too-large': {
    en: '{{name}} has more than {{limit}} million pixels.',
    zh: '{{name}} 超过 {{limit}} 百万像素。',
  },
  'documents.picture-without-text': {
    en: 'No text was found in {{name}}.',
    zh: '{{name}} 中未识别出文字。',
  },
  'templates.changed-meanwhile': {
    en: 'Somebody else has changed the templates meanwhile. They were read again: please make your change once more.',
    zh: '模板已被他人修改，现已重新读取，请再改一次。',
  },
  'tables.unreadable-office': {
    en: '{{name}} cannot be read as an Office file: {{problem}}',
    zh: '无法读取 Office 文件 {{name}}：{{problem}}',
  },
  'tables.old-or-encrypted': {
    en: 'it has a password, or is of Excel 97–2003',
    zh: '文件有密码，或是 Excel 97–2003 格式',
  },
  'tables.no-part': { en: 'its part {{part}} is missing', zh: '缺少 {{part}} 部分' },
  'tables.no-workbook': { en: 'there is no workbook in it', zh: '其中没有工作簿' },
  'tables.no-sheet': { en: 'it has no visible sheet of cells', zh: '没有可见的工作表' },
  'tables.no-shared-text': { en: 'there is no shared text {{value}}', zh: '没有共享文本 {{value}}' },
  'tables.no-cell': { en: '{{reference}} is no cell', zh: '{{reference}} 不是单元格' },
  'tables.no-table': {
    en: '{{name}} is no table of documents.',
    zh: '{{name}} 不是文档表格。',
  },
  'tables.no-such-sheet': {
    en: '{{name}} has no sheet {{sheet}}. It has: {{sheets}}.',
    zh: '{{name}} 中没有工作表 {{sheet}}。现有：{{sheets}}。',
  },
  'tables.no-rows': {
    en: '{{name}} has no table with a heading and a row.',
    zh: '{{name}} 中没有带表头和数据行的表格。',
  },
  'tables.no-column': {
    en: '{{name}} has no column {{column}}. Its columns are: {{columns}}.',
    zh: '{{name}} 中没有“{{column}}”列。现有列：{{columns}}。',
  },
  'tables.score-count': {
    en: '{{scores}} scores for {{labels}} labels',
    zh: '{{labels}} 个标签对应 {{scores}} 个得分',
  },
  'tables.no-place': {
    en: 'has no start and end; it has: {{names}}',
    zh: '缺少起点和终点；现有字段：{{names}}',
  },
  'documents.over-limit': { en: 'over {{limit}} characters', zh: '文本超过 {{limit}} 个字符' },
  'patients.not-found': { en: 'There is no patient {{id}}.', zh: '患者 {{id}} 不存在。' },
  'patients.same': {
    en: 'These two entries are one patient already.',
    zh: '这两位患者已经合并。',
  },
  'patients.not-merged': {
    en: 'Patient {{id}} is not merged into another.',
    zh: '患者 {{id}} 没有合并到其他患者。',
  },
  'documents.not-found': { en: 'There is no document {{id}}.', zh: '文档 {{id}} 不存在或已删除。' },
  'documents.changed-meanwhile': {
    en: 'Another window has changed this document meanwhile.',
    zh: '该文档已在另一窗口中修改。',
  },
  'values.no-range': {
    en: 'There is no reference range {{id}} to set.',
    zh: '没有可设置的参考范围 {{id}}。',
  },
  'values.range-order': {
    en: 'A range of {{name}} needs a bound, and the lower one below the upper one.',
    zh: '{{name}}的参考范围至少要有一个界限，且下限须低于上限。',
  },
  'values.range-implausible': {
    en: '{{bound}} {{unit}} is no possible value of {{name}}.',
    zh: '{{bound}} {{unit}} 不可能是{{name}}的值。',
  },
  'corrections.changed-meanwhile': {
    en: 'Somebody has corrected these words meanwhile.',
    zh: '这段文字的标注刚被他人更正。',
  },
  'corrections.other-words': {
    en: 'The words of this correction are not at its place in the record.',
    zh: '病历此处的文字与这项更正不符。',
  },
  'corrections.none': { en: 'No record has corrected highlights.', zh: '还没有更正过标注的病历。' },
  'corrections.empty': { en: 'This correction changes nothing.', zh: '这项更正没有内容。' },
  'corrections.no-entity': {
    en: 'The graph has no entity “{{name}}” of this type.',
    zh: '图谱中没有此类型的实体“{{name}}”。',
  },
  'documents.both-kept': {
    en: 'Both texts are kept: yours is still in the editor.',
    zh: '两份文本均已保留，您的文本仍在编辑器中。',
  },
  'documents.no-revision': {
    en: 'Document {{id}} has no revision {{number}}.',
    zh: '文档 {{id}} 没有第 {{number}} 版。',
  },
  'documents.no-such-finding': {
    en: 'The graph has nothing named “{{name}}”.',
    zh: '图谱中没有名为“{{name}}”的条目。',
  },
  'documents.no-such-value': {
    en: '“{{name}}” is no laboratory value, vital sign or score that is read.',
    zh: '“{{name}}”不是可识别的检验项目、生命体征或评分。',
  },
  'documents.no-such-unit': {
    en: 'Values of “{{name}}” are not given in “{{unit}}”.',
    zh: '“{{name}}”不能以“{{unit}}”为单位。',
  },
  'documents.review-of-one': { en: 'A review belongs to one record.', zh: '审阅结果只能用于一份病历。' },
  'documents.changed-since-review': {
    en: 'The record has changed since it was looked through.',
    zh: '审阅之后病历已被修改。',
  },
  'docs.diagnosis-not-in-graph': {
    en: 'The accepted diagnosis {{name}} was not kept: the graph has no disease of this name.',
    zh: '已确认的诊断“{{name}}”未保存：图谱中没有此疾病。',
  },
  'fhir.broken': {
    en: '{{resource}}: the element {{element}} is not as FHIR R4 has it.',
    zh: '{{resource}}：元素 {{element}} 不符合 FHIR R4。',
  },
  'fhir.broken-narrative': {
    en: '{{resource}}: its narrative is no well-formed XHTML: {{problem}}',
    zh: '{{resource}}：叙述文本不是格式正确的 XHTML：{{problem}}',
  },
  'fhir.entered-in-error': {
    en: '{{resource}}: not read, since its status is {{status}}.',
    zh: '{{resource}}：状态为 {{status}}，未读取。',
  },
  'fhir.no-text': { en: '{{resource}}: has no text.', zh: '{{resource}}：没有正文。' },
  'fhir.no-text-attachment': {
    en: '{{resource}}: has no text inside the file, only {{types}}.',
    zh: '{{resource}}：文件内没有文本内容，只有 {{types}}。',
  },
  'fhir.no-value': {
    en: '{{resource}} ({{name}}): has no value that can be read.',
    zh: '{{resource}}（{{name}}）：没有可读取的值。',
  },
  'fhir.not-read': {
    en: {
      one: '{{count}} resource {{type}} was not read: records are made of Composition, DocumentReference, DiagnosticReport, Observation and Condition.',
      other:
        '{{count}} resources {{type}} were not read: records are made of Composition, DocumentReference, DiagnosticReport, Observation and Condition.',
    },
    zh: '{{count}} 个 {{type}} 资源未读取：病历由 Composition、DocumentReference、DiagnosticReport、Observation 和 Condition 组成。',
  },
  'hl7.no-result': { en: '{{name}}: not read ({{problem}}).', zh: '{{name}}：未读取（{{problem}}）。' },
  'hl7.no-text': {
    en: 'The message {{type}} has neither results nor text nor diagnoses.',
    zh: '消息 {{type}} 没有结果、正文或诊断。',
  },
  'hl7.not-read': {
    en: 'The message {{type}} was not read: records are made of ORU, MDM and ADT.',
    zh: '消息 {{type}} 未读取：病历由 ORU、MDM 和 ADT 消息组成。',
  },
  'hl7.segments-not-read': {
    en: 'Segments that were not read: {{segments}}.',
    zh: '未读取的段：{{segments}}。',
  },
  'files.no-path': { en: 'There is no {{input}}.', zh: '路径 {{input}} 不存在。' },
  'files.exists': { en: '{{out}} is there already.', zh: '输出路径 {{out}} 已存在。' },
  'files.not-json': { en: '{{file}} is not JSON.', zh: '{{file}} 不是有效的 JSON 文件。' },
  'files.no-json': { en: '{{path}} is no JSON: {{problem}}', zh: '{{path}} 不是有效的 JSON：{{problem}}' },
  'files.not-found': { en: 'There is no file {{name}}.', zh: '文件 {{name}} 不存在。' },
  'files.unreadable': {
    en: '{{name}} cannot be read: {{problem}}.',
    zh: '文件 {{name}} 无法读取：{{problem}}。',
  },
  'files.empty': { en: '{{name}} is empty.', zh: '{{name}}：文件为空。' },
  'files.unknown-encoding': {
    en: '{{name}} is neither valid UTF-8 nor valid GB18030.',
    zh: '文件 {{name}} 的编码既非 UTF-8 也非 GB18030。',
  },
  'files.not-text': { en: '{{name}} is not a text file.', zh: '{{name}} 不是文本文件。' },
  'files.zero-bytes': { en: 'it holds zero bytes', zh: '含有零字节' },
  'files.docx-too-large': {
    en: '{{name}} holds over {{size}} MB of markup; no record has so much.',
    zh: '{{name}} 的标记内容超过 {{size}} MB，不是正常的病历。',
  },
  'files.ratio-too-high': {
    en: '{{name}} unpacks to over {{ratio}} times its size; no honest file does.',
    zh: '{{name}} 解压后超过原大小的 {{ratio}} 倍，压缩比异常。',
  },
  'files.nested-too-deeply': { en: 'is nested too deeply', zh: '嵌套过深' },
  'files.too-many': {
    en: '{{path}} holds {{files}} files; at most {{limit}} can be read at once.',
    zh: '{{path}} 中有 {{files}} 个文件，一次最多读取 {{limit}} 个。',
  },
  'files.line': { en: '{{name}}, line {{line}}', zh: '{{name}} 第 {{line}} 行' },
  'files.no-utf8-text': {
    en: '{{place}}: this is no UTF-8 text: {{problem}}',
    zh: '{{place}}：不是 UTF-8 文本：{{problem}}',
  },
  'files.invalid-json': {
    en: '{{name}} is not valid JSON: {{problem}}.',
    zh: '{{name}} 不是有效的 JSON：{{problem}}。',
  },
  'files.not-a-file': { en: '{{name}} is not a file.', zh: '{{name}} 不是文件。' },
  'files.bad-json': { en: 'no JSON: {{problem}}', zh: 'JSON 格式错误：{{problem}}' },
  'files.empty-folder': { en: 'The folder {{path}} holds no file.', zh: '文件夹 {{path}} 为空。' },
  'files.too-large-unpacked': {
    en: '{{name}} has over {{megabytes}} MB unpacked.',
    zh: '{{name}} 解压后超过 {{megabytes}} MB。',
  },
  'files.is-a-folder': { en: '{{path}} is a folder.', zh: '目标 {{path}} 是文件夹。' },
  'files.needs-new-folder': {
    en: '{{target}} is there already; {{count}} files need a new or an empty folder.',
    zh: '目标 {{target}} 已存在；{{count}} 个文件需要新的或空的文件夹。',
  },
  'files.folder-not-empty': { en: 'The folder {{folder}} is not empty.', zh: '文件夹 {{folder}} 不为空。' },
  'files.no-folder': { en: 'There is no folder {{folder}}.', zh: '文件夹 {{folder}} 不存在。' },
  'files.over-limit': {
    en: '{{name}} has over {{megabytes}} MB; at most {{limit}} MB can be opened at once.',
    zh: '{{name}} 超过 {{megabytes}} MB；一次最多打开 {{limit}} MB。',
  },
  'files.folder-or-gone': {
    en: '{{name}} cannot be read: it is a folder or no longer there.',
    zh: '{{name}} 无法读取：是文件夹或已不存在。',
  },
  'revision.draft-before-archiving': { en: 'draft before archiving', zh: '归档前的草稿' },
  'revision.draft-before-restore': { en: 'draft before restore', zh: '恢复前的草稿' },
  'revision.created': { en: 'created', zh: '新建' },
  'revision.number': { en: 'revision {{number}}', zh: '第 {{number}} 版' },
  'revision.restored': { en: 'restored revision {{number}}', zh: '恢复第 {{number}} 版' },
  'files.damaged': { en: '{{what}}: {{problem}}', zh: '{{what}}：文件有误：{{problem}}' },
  'files.not-written': {
    en: '{{path}} was not written: {{problem}}.',
    zh: '{{path}} 未能写入：{{problem}}。',
  },
  'files.disk-full': { en: 'the disk is full', zh: '磁盘已满' },
  'files.quota-used': { en: 'your share of the disk is used up', zh: '磁盘配额已用完' },
  'files.no-permission': { en: 'there is no permission to write there', zh: '没有写入权限' },
  'files.file-in-path': {
    en: 'a part of the path is a file, not a folder',
    zh: '路径中有一段是文件而非文件夹',
  },
  'files.file-size-limit': {
    en: 'the file is larger than this disk or this account may have',
    zh: '文件超过磁盘或账户允许的大小',
  },
  'files.read-only': { en: 'the disk is read-only', zh: '磁盘为只读' },
  'files.name-too-long': { en: 'a name is longer than this disk allows', zh: '名称过长' },
  'files.disk-fails': { en: 'the disk does not answer as it should', zh: '磁盘读写出错' },
  'archive.too-large': { en: 'A zip archive cannot hold {{what}}.', zh: 'zip 压缩包容纳不了 {{what}}。' },
  'archive.file-count': { en: '{{files}} files', zh: '{{files}} 个文件' },
  'archive.over-4-gb': { en: 'over 4 GB', zh: '超过 4 GB 的内容' },
  'data.no-readable-row': {
    en: '{{name}} holds no rows that can be read. {{why}}',
    zh: '{{name}} 中没有可读取的行。{{why}}',
  },
  'data.no-readable-record': {
    en: '{{name}}: no record could be read. {{why}}',
    zh: '{{name}}：没有可读取的病历。{{why}}',
  },
  'data.upload-incomplete': {
    en: 'The file has not arrived whole: {{received}} of {{bytes}} bytes.',
    zh: '文件未完整到达：{{bytes}} 字节中只收到 {{received}}。',
  },
});
