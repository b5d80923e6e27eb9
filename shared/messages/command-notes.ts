/** Notes and results of the command line, beside its data. */
import { dictionary } from './dictionary.ts';

export const commandNotes = dictionary({
  'cli.needs-no-columns': {
    en: 'These files need no columns: project import reads them as they are.',
    zh: '这些文件无需指定列，可直接用 project import 导入。',
  },
  'cli.sheets': { en: 'sheets: {{sheets}}; read: {{chosen}}', zh: '工作表：{{sheets}}；读取：{{chosen}}' },
  'cli.no-column-of-texts': {
    en: 'No column looks like a text: name it with --text.',
    zh: '没有像正文的列，请用 --text 指定。',
  },
  'cli.columns-give': {
    en: '{{documents}} documents, {{labels}} labels, {{spans}} entities, {{suggestions}} of these as suggestions; {{empty}} rows without text, {{refused}} that cannot be read',
    zh: '{{documents}} 篇文档、{{labels}} 个标签、{{spans}} 个实体，其中建议 {{suggestions}} 个；无正文 {{empty}} 行，无法读取 {{refused}} 行',
  },
  'cli.audit-written': {
    en: '{{entries}} entries written to {{out}}; the file is not encrypted',
    zh: '已将 {{entries}} 条记录写入 {{out}}，文件未加密',
  },
  'cli.audit-intact': { en: 'chain intact', zh: '记录链完整' },
  'cli.audit-problems': { en: '{{found}} problems', zh: '{{found}} 处问题' },
  'cli.audit-verified': { en: '{{entries}} entries, {{sound}}', zh: '{{entries}} 条记录，{{sound}}' },
  'cli.and-more': { en: '  and {{more}} more', zh: '  另有 {{more}} 处' },
  'cli.audit-compared': {
    en: '{{count}} {{what}} compared with the table',
    zh: '已与数据表核对 {{what}}：{{count}} 条',
  },
  'cli.audit-note': { en: 'to look at: {{object}}: {{reason}}', zh: '提请查看 {{object}}：{{reason}}' },
  'cli.audit-clock': {
    en: 'entry {{entry}}: the clock had gone back, from {{before}} to {{at}}; order is by number',
    zh: '第 {{entry}} 条：时钟曾倒退，由 {{before}} 到 {{at}}；次序以编号为准',
  },
  'cli.audit-more-clocks': { en: 'and {{more}} more times', zh: '另有 {{more}} 次' },
  'cli.audit-head': { en: 'last entry {{entry}}, {{hash}}', zh: '末条 {{entry}}，{{hash}}' },
  'cli.accuracy': { en: 'accuracy {{accuracy}} %, {{hits}}', zh: '准确率 {{accuracy}} %，{{hits}}' },
  'cli.calibration-error': {
    en: 'calibration error {{error}} (uncalibrated {{before}})',
    zh: '校准误差 {{error}}（校准前 {{before}}）',
  },
  'cli.ranking': {
    en: 'ranking of candidates for {{questions}} questions: P@1 {{first}}, MRR {{reciprocal}}, nDCG {{gain}}',
    zh: '{{questions}} 个问题的候选排序：P@1 {{first}}，MRR {{reciprocal}}，nDCG {{gain}}',
  },
  'cli.baseline': { en: 'for comparison, {{name}}: {{scores}}', zh: '对照：{{name}}，{{scores}}' },
  'cli.texts-cut': { en: '; {{cut}} texts were not read to their end', zh: '；{{cut}} 份文本没有读完' },
  'cli.text-errors': {
    en: 'errors: {{errors}} of {{documents}} texts{{unread}}',
    zh: '错误：{{documents}} 份文本中 {{errors}} 份{{unread}}',
  },
  'cli.texts-evaluated': {
    en: '{{documents}} texts in {{seconds}} s, {{rate}} characters/s',
    zh: '{{documents}} 份文本，用时 {{seconds}} 秒，每秒 {{rate}} 字符',
  },
  'cli.documents-read': {
    en: '{{documents}} documents in {{seconds}} s',
    zh: '{{documents}} 份文档，用时 {{seconds}} 秒',
  },
  'cli.without-words': { en: 'without it {{probability}} %', zh: '去掉后 {{probability}} %' },
  'cli.converted-from': {
    en: 'read {{input}} as {{format}}: {{documents}} documents, {{spans}} spans, {{relations}} relations, {{labels}} labels',
    zh: '已按 {{format}} 读入 {{input}}：{{documents}} 篇文档，{{spans}} 个片段，{{relations}} 个关系，{{labels}} 个标签',
  },
  'cli.written-files': { en: 'written {{path}}: {{files}} files', zh: '已写入 {{path}}：{{files}} 个文件' },
  'cli.written': { en: 'written {{path}}', zh: '已写入 {{path}}' },
  'cli.leakage': {
    en: '{{leaked}} of {{documents}} texts of {{dev}} also stand in {{train}}',
    zh: '{{dev}} 的 {{documents}} 份文本中有 {{leaked}} 份也在 {{train}} 中',
  },
  'cli.document-number': { en: '  document {{number}}', zh: '  第 {{number}} 份' },
  'cli.deid-missed': { en: 'missed {{id}}: {{field}} {{text}}', zh: '漏查 {{id}}：{{field}} {{text}}' },
  'cli.deid-superfluous': {
    en: 'too much {{id}}: {{field}} {{text}} ({{rule}})',
    zh: '多查 {{id}}：{{field}} {{text}}（{{rule}}）',
  },
  'cli.refused-file': { en: 'refused {{file}}: {{reason}}', zh: '已拒绝 {{file}}：{{reason}}' },
  'cli.deidentified': {
    en: '{{records}} records of {{files}} files de-identified by {{mode}}: {{out}}',
    zh: '已去标识化（{{mode}}）{{files}} 个文件中的 {{records}} 份病历：{{out}}',
  },
  'cli.records-found': { en: '{{found}} records', zh: '共 {{found}} 份病历' },
  'cli.records-found-first': {
    en: 'the first {{found}} records (--limit)',
    zh: '前 {{found}} 份病历（--limit）',
  },
  'cli.imported-documents': { en: 'imported {{documents}} documents', zh: '已导入 {{documents}} 份文档' },
  'cli.key-exported': {
    en: 'key exported to {{out}}; keep it apart from the workspace',
    zh: '密钥已导出到 {{out}}；请与工作区分开保管',
  },
  'cli.workspace-rebuilt': {
    en: 'workspace rebuilt in {{dir}} with {{records}} records; its key lies in a key file',
    zh: '工作区已在 {{dir}} 重建，共 {{records}} 份病历；密钥保存为密钥文件',
  },
  'cli.key-restored': { en: 'key restored as a key file', zh: '密钥已恢复为密钥文件' },
  'cli.vectors-trained': {
    en: '{{where}}: {{vectors}} vectors of {{dimension}}, {{seconds}} s, {{rate}} a second',
    zh: '{{where}}：{{vectors}} 个 {{dimension}} 维向量，用时 {{seconds}} 秒，每秒 {{rate}}',
  },
  'cli.edges-predicted': {
    en: '{{relation}}: {{added}} new predictions',
    zh: '{{relation}}：新增 {{added}} 条预测',
  },
  'cli.mining': { en: 'mining phrases: {{share}} %', zh: '正在挖掘短语：{{share}} %' },
  'cli.phrases-mined': {
    en: '{{phrases}} phrases of {{candidates}} frequent n-grams; {{names}} are names of the graph; AUC of names held out {{auc}}',
    zh: '{{candidates}} 个高频 n-gram 中得到 {{phrases}} 个短语；其中图谱名称 {{names}} 个；留出名称的 AUC {{auc}}',
  },
  'cli.phrases-shown': { en: '{{shown}} of {{total}}', zh: '显示 {{shown}} / {{total}}' },
  'cli.phrases-imported': {
    en: '{{name}}: {{phrases}} phrases imported',
    zh: '{{name}}：已导入 {{phrases}} 个短语',
  },
  'cli.cut-anew': { en: '{{changed}} phrases are cut otherwise now', zh: '{{changed}} 个短语的切分已改变' },
  'cli.heads-asked': {
    en: '{{name}}: {{done}} of {{total}} entities',
    zh: '{{name}}：已处理 {{done}} / {{total}} 个实体',
  },
  'cli.graph-trained': {
    en: '{{name}}: vectors of epoch {{epoch}}, {{seconds}} s, {{rate}} triples a second',
    zh: '{{name}}：取第 {{epoch}} 轮的向量，用时 {{seconds}} 秒，每秒 {{rate}} 个三元组',
  },
  'cli.graph-baseline': {
    en: 'MRR of ranking by frequency in the relation: {{mrr}}',
    zh: '仅按关系中出现频次排序的 MRR：{{mrr}}',
  },
  'cli.pairs-without-negatives': {
    en: '{{count}} synonyms left out: fewer than 19 names of their type are like the preferred one.',
    zh: '略去 {{count}} 个同义词：同类型中与首选名相近的名称不足 19 个。',
  },
  'cli.graph-started': {
    en: '{{entities}} entities, {{relations}} relations, {{triples}} triples, {{validation}} for validation, {{test}} for the test, {{threads}} threads{{resumed}}',
    zh: '{{entities}} 个实体，{{relations}} 种关系，训练 {{triples}}、验证 {{validation}}、测试 {{test}} 个三元组，{{threads}} 个线程{{resumed}}',
  },
  'cli.graph-takes-no-files': {
    en: 'It trains on the knowledge graph of the workspace and takes no files: {{given}}',
    zh: '训练使用工作区的知识图谱，不接受文件：{{given}}',
  },
  'cli.of-words': { en: 'of words', zh: '词' },
  'cli.of-characters': { en: 'of characters', zh: '字' },
  'cli.vectors-read': {
    en: '{{file}}: {{tokens}} vectors of {{dimension}}, {{unit}}, mean length {{length}}',
    zh: '{{file}}：{{tokens}} 个 {{dimension}} 维{{unit}}向量，平均长度 {{length}}',
  },
  'cli.vectors-written': {
    en: '{{out}}: {{tokens}} vectors of {{dimension}} as {{format}}',
    zh: '{{out}}：{{tokens}} 个 {{dimension}} 维向量，格式 {{format}}',
  },
  'cli.does-not-load': { en: 'does not load', zh: '无法加载' },
  'cli.processor': { en: '{{model}}, {{cores}} cores', zh: '{{model}}，{{cores}} 核' },
  'cli.memory': { en: '{{total}}, {{free}} free', zh: '{{total}}，可用 {{free}}' },
  'cli.never-measured': {
    en: 'never: `engine calibrate` does it in half a minute',
    zh: '从未校准：运行 `engine calibrate`，约半分钟',
  },
  'cli.executor-works': { en: 'works', zh: '可用' },
  'cli.executor-absent': { en: 'absent', zh: '不可用' },
  'cli.executor-chosen': { en: 'auto is {{chosen}}', zh: 'auto 即 {{chosen}}' },
  'cli.executor-pinned': { en: 'auto is {{chosen}}, pinned', zh: 'auto 即 {{chosen}}（已固定）' },
  'cli.experiment-deleted': {
    en: 'deleted {{name}} with {{runs}} finished runs; models that were kept stay',
    zh: '已删除 {{name}} 及其 {{runs}} 次完成的运行；保留的模型不受影响',
  },
  'cli.runs-without-result': {
    en: '{{lost}} of {{total}} runs have no result; again with: {{command}}',
    zh: '{{total}} 次运行中 {{lost}} 次没有结果；重试：{{command}}',
  },
  'cli.rows-read': { en: '{{name}}: {{rows}} rows{{share}}', zh: '{{name}}：{{rows}} 行{{share}}' },
  'cli.graph-imported': {
    en: '{{name}}: {{rows}} rows, {{triples}} triples, {{newEntities}} new entities, {{newNames}} new names, {{merged}} merged, {{seconds}} s',
    zh: '{{name}}：{{rows}} 行，{{triples}} 条三元组，新实体 {{newEntities}} 个，新名称 {{newNames}} 个，合并 {{merged}} 个，用时 {{seconds}} 秒',
  },
  'cli.refused-count': { en: '  refused {{count}}: {{reason}}', zh: '  已拒绝 {{count}} 行：{{reason}}' },
  'cli.line': { en: '    line {{line}}: {{text}}', zh: '    第 {{line}} 行：{{text}}' },
  'cli.graph-size': {
    en: 'entities {{entities}}   names {{names}}   triples {{triples}}',
    zh: '实体 {{entities}}   名称 {{names}}   三元组 {{triples}}',
  },
  'cli.names': { en: 'names: {{names}}', zh: '名称：{{names}}' },
  'cli.items-decided': { en: 'items decided: {{count}}', zh: '已处理 {{count}} 条' },
  'cli.more-rows': {
    en: 'There are more rows; --limit raises their number.',
    zh: '还有更多行；可用 --limit 增加行数。',
  },
  'cli.no-path': { en: 'No path leads from {{from}} to {{to}}.', zh: '没有从 {{from}} 到 {{to}} 的路径。' },
  'cli.import-undone': { en: 'undone: {{name}}', zh: '已撤销导入：{{name}}' },
  'cli.deleted-in-use': { en: 'deleted {{name}}; it was in use', zh: '已删除 {{name}}；它曾在使用中' },
  'cli.must-change': { en: 'active, password to be replaced', zh: '启用，须更换密码' },
  'cli.active': { en: 'active', zh: '启用' },
  'cli.deactivated': { en: 'deactivated', zh: '停用' },
  'cli.expired': { en: 'expired', zh: '已过期' },
  'cli.revoked': { en: 'revoked', zh: '已撤回' },
  'cli.never-signed-in': { en: 'never signed in', zh: '从未登录' },
  'cli.evaluated': {
    en: '{{documents}} documents in {{seconds}} s, {{rate}} characters/s, {{weights}} weights',
    zh: '{{documents}} 份文档，用时 {{seconds}} 秒，每秒 {{rate}} 字符，{{weights}} 权重',
  },
  'cli.errors': { en: 'errors: {{errors}}', zh: '错误：{{errors}}' },
  'cli.untaggable': {
    en: 'entities that tags cannot hold, counted as missed: {{entities}}',
    zh: '标签无法表示、计为漏标的实体：{{entities}}',
  },
  'cli.predicted': {
    en: '{{documents}} documents, {{characters}} characters, {{entities}} entities in {{seconds}} s, {{weights}} weights',
    zh: '{{documents}} 份文档，{{characters}} 字符，{{entities}} 个实体，用时 {{seconds}} 秒，{{weights}} 权重',
  },
  'cli.pretraining-scores': {
    en: 'dev loss {{loss}}, perplexity {{perplexity}}, accuracy {{accuracy}} % of {{guesses}} guesses',
    zh: '验证损失 {{loss}}，困惑度 {{perplexity}}，{{guesses}} 次猜测的正确率 {{accuracy}} %',
  },
  'cli.samples-legend': {
    en: 'token{original}: guessed; token(original): replaced; /B /I: mention that is found; |: end of a part. A generator replaces masked tokens in training only.',
    zh: 'token{原 token}：需要猜测；token(原 token)：已被替换；/B /I：待识别的提及；|：组成部分的结尾。生成器只在训练时替换被遮盖的 token。',
  },
  'cli.sample-mention': { en: '  {{place}} {{entity}}', zh: '  {{place}} {{entity}}' },
  'cli.sample-fits': {
    en: '  {{place}} {{entity}}: was {{before}}, fits its context',
    zh: '  {{place}} {{entity}}：原为 {{before}}，与上下文一致',
  },
  'cli.sample-fits-not': {
    en: '  {{place}} {{entity}}: was {{before}}, does not fit its context',
    zh: '  {{place}} {{entity}}：原为 {{before}}，与上下文不一致',
  },
  'cli.sample-neighbour': {
    en: '  {{place}} {{entity}}: its neighbour {{neighbour}} is guessed',
    zh: '  {{place}} {{entity}}：猜测其邻居 {{neighbour}}',
  },
  'cli.sample-hidden': {
    en: '  {{place}} {{entity}}: masked as a whole, its vector is guessed',
    zh: '  {{place}} {{entity}}：整个提及被遮盖，猜测其向量',
  },
  'cli.sample-in-order': { en: '  segments as in the text', zh: '  两段与原文一致' },
  'cli.sample-other-pair': { en: '  segments not as in the text', zh: '  两段与原文不一致' },
  'cli.pairs-accuracy': { en: 'pairs: accuracy {{accuracy}} %', zh: '句对：正确率 {{accuracy}} %' },
  'cli.pretraining-corpus': {
    en: 'corpus: {{documents}} texts ({{duplicates}} duplicates left out), {{characters}} characters, {{tokens}} tokens; {{devDocuments}} texts for dev',
    zh: '语料：{{documents}} 份文本（去重 {{duplicates}} 份），{{characters}} 字符，{{tokens}} token；验证用 {{devDocuments}} 份',
  },
  'cli.pretraining-sequences': {
    en: 'sequences: {{trainSequences}} trained on, {{devSequences}} for dev',
    zh: '序列：训练 {{trainSequences}} 条，验证 {{devSequences}} 条',
  },
  'cli.finished-documents': {
    en: '{{finished}} documents finished: {{trainDocuments}} to train on, {{devDocuments}} to measure with',
    zh: '已完成 {{finished}} 篇文档：{{trainDocuments}} 篇用于训练，{{devDocuments}} 篇用于评测',
  },
  'cli.round-in-use': { en: 'in use', zh: '使用中' },
  'cli.round-not-better': { en: 'not better', zh: '没有提高' },
  'cli.majority-taken': {
    en: 'decided {{decided}} differences in {{documents}} documents; {{open}} are left',
    zh: '已裁决 {{documents}} 篇文档中的 {{decided}} 处差异；还剩 {{open}} 处',
  },
  'cli.merged': {
    en: '{{documents}} new documents, {{items}} changed annotations, {{states}} changed states, {{threads}} discussions, {{comments}} comments; {{conflicts}} conflicts',
    zh: '新增文档 {{documents}} 篇，变更标注 {{items}} 项，状态变更 {{states}} 处，讨论 {{threads}} 条，评论 {{comments}} 条；冲突 {{conflicts}} 项',
  },
  'cli.merge-conflict': {
    en: 'conflict in {{document}}, {{person}}: here {{ours}}; in the file {{theirs}}',
    zh: '冲突：{{document}}（{{person}}）：本方 {{ours}}；文件 {{theirs}}',
  },
  'cli.merge-untouched': {
    en: '{{document}} is archived or removed here and stays as it is',
    zh: '{{document}} 在本项目中已归档或移出，保持不变',
  },
  'cli.merge-preview': {
    en: 'Nothing is changed yet; --yes merges.',
    zh: '尚未写入；加 --yes 执行合并。',
  },
  'cli.annotations-imported': {
    en: 'imported {{documents}} documents and {{items}} annotations as {{format}}; {{skipped}} documents were there already',
    zh: '已按 {{format}} 导入 {{documents}} 篇文档和 {{items}} 个标注；{{skipped}} 篇文档原已存在',
  },
  'cli.written-deidentified': {
    en: 'written {{documents}} documents to {{path}}, de-identified',
    zh: '已写入 {{documents}} 篇文档到 {{path}}，已去标识化',
  },
  'cli.written-documents': {
    en: 'written {{documents}} documents to {{path}}',
    zh: '已写入 {{documents}} 篇文档到 {{path}}',
  },
  'cli.project-written': {
    en: 'written {{documents}} documents, {{layers}} layers and {{edits}} edits to {{out}}',
    zh: '已写入 {{documents}} 篇文档、{{layers}} 个标注层、{{edits}} 次编辑到 {{out}}',
  },
  'cli.run-deleted': {
    en: 'deleted run {{id}} {{name}}; models stay',
    zh: '已删除运行 {{id}} {{name}}；模型保留',
  },
  'cli.run-data': { en: 'train: {{train}}  dev: {{dev}}', zh: '训练：{{train}}  验证：{{dev}}' },
  'cli.run-steps': {
    en: 'steps: {{step}} of {{total}}, {{seconds}} s',
    zh: '步数：{{step}} / {{total}}，{{seconds}} 秒',
  },
  'cli.run-best': { en: 'best: {{score}} after epoch {{epoch}}', zh: '最佳：{{score}}，第 {{epoch}} 轮' },
  'cli.warning': { en: 'warning: {{warning}}', zh: '警告：{{warning}}' },
  'cli.error': { en: 'error: {{error}}', zh: '错误：{{error}}' },
  'cli.settings': { en: 'settings: {{settings}}', zh: '设置：{{settings}}' },
  'cli.linked': {
    en: '{{records}} documents, {{chars}} characters, {{mentions}} mentions; {{names}} names loaded in {{loading}} ms; linked in {{linking}} ms: {{rate}} characters/s, {{megabytes}} MB/s',
    zh: '{{records}} 份文档，{{chars}} 字符，{{mentions}} 处提及；载入 {{names}} 个名称用时 {{loading}} 毫秒；识别用时 {{linking}} 毫秒：每秒 {{rate}} 字符，{{megabytes}} MB/s',
  },
  'cli.augmented': {
    en: '{{documents}} texts read, {{words}} words replaced',
    zh: '读入 {{documents}} 篇文本，替换 {{words}} 个词',
  },
  'cli.similar-of': {
    en: '{{found}} of {{records}} records, most similar first',
    zh: '共 {{records}} 份病历，列出最相似的 {{found}} 份',
  },
  'cli.linking-measured': {
    en: '{{labelled}} labelled mentions, {{ambiguous}} of them found by the linker with several entities of the name',
    zh: '标注提及 {{labelled}} 处，其中 {{ambiguous}} 处被链接器找到且有同名实体',
  },
  'cli.html-report': {
    en: 'report: {{out}} ({{records}} records, {{seconds}} s; not encrypted)',
    zh: '报告：{{out}}（{{records}} 份病历，用时 {{seconds}} 秒；未加密）',
  },
  'cli.encoder-trained': {
    en: 'encoder {{name}}, best after epoch {{epoch}} (run {{id}})',
    zh: '编码器 {{name}}，第 {{epoch}} 轮最佳（运行 {{id}}）',
  },
  'cli.classifier-trained': {
    en: 'model {{name}}, best after epoch {{epoch}} (run {{id}})',
    zh: '模型 {{name}}，第 {{epoch}} 轮最佳（运行 {{id}}）',
  },
  'cli.tagger-trained': {
    en: 'model {{name}}: dev F1 {{f1}}, best after epoch {{epoch}} (run {{id}})',
    zh: '模型 {{name}}：验证 F1 {{f1}}，第 {{epoch}} 轮最佳（运行 {{id}}）',
  },
  'cli.documents-done': { en: '{{done}} of {{total}} documents', zh: '{{done}} / {{total}} 份文档' },
  'cli.has-deleted': { en: 'deleted {{name}}', zh: '已删除 {{name}}' },
  'cli.run-started': {
    en: '{{executor}}, {{parameters}} parameters{{learnt}}, {{steps}} steps{{resumed}}',
    zh: '{{executor}}，{{parameters}} 个参数{{learnt}}，共 {{steps}} 步{{resumed}}',
  },
  'cli.run-learnt': { en: ' ({{learnt}} learnt)', zh: '（训练 {{learnt}} 个）' },
  'cli.run-resumed': { en: ', going on from step {{step}}', zh: '，从第 {{step}} 步继续' },
  'cli.epoch-scores': {
    en: 'epoch {{at}}: dev {{scores}} (best{{best}})',
    zh: '第 {{at}} 轮：验证 {{scores}}（最佳{{best}}）',
  },
  'cli.texts-read': {
    en: '{{texts}} texts, {{tokens}} tokens read',
    zh: '已读 {{texts}} 份文本，{{tokens}} token',
  },
  'cli.triples': { en: { one: '{{count}} triple', other: '{{count}} triples' }, zh: '{{count}} 个三元组' },
  'cli.texts-done': {
    en: { one: '{{count}} text read', other: '{{count}} texts read' },
    zh: '已读 {{count}} 份文本',
  },
  'cli.tokens': { en: { one: '{{count}} token', other: '{{count}} tokens' }, zh: '{{count}} 个 token' },
  'cli.corpus-characters': {
    en: { one: '{{count}} character', other: '{{count}} characters' },
    zh: '{{count}} 字',
  },
  'cli.entry-altered': { en: 'entry {{entry}} was altered', zh: '第 {{entry}} 条被改动' },
  'cli.entry-unlinked': {
    en: 'entry {{entry}} does not follow from the one before it',
    zh: '第 {{entry}} 条与前一条不衔接',
  },
  'cli.entry-missing': { en: 'entry {{entry}} is missing', zh: '第 {{entry}} 条缺失' },
  'cli.entries-missing': {
    en: 'entries {{entry}} to {{to}} are missing',
    zh: '第 {{entry}} 至 {{to}} 条缺失',
  },
  'cli.object-differs': { en: '{{object}}: {{reason}}', zh: '{{object}}：{{reason}}' },
  'cli.audit-cut': {
    en: 'the table ends with entry {{entry}}, but entry {{noted}} was noted as the last',
    zh: '表以第 {{entry}} 条结束，但记下的最后一条为第 {{noted}} 条',
  },
  'cli.counting-pairs': { en: 'counting pairs {{share}} %', zh: '统计共现 {{share}} %' },
  'cli.vectors-resumed': { en: ', going on from {{share}}', zh: '，从 {{share}} 处继续' },
  'cli.vectors-started': {
    en: '{{vocabulary}} tokens, {{tokensKept}} of {{tokensRead}} places, {{threads}} threads{{resumed}}',
    zh: '{{vocabulary}} 个 token，取 {{tokensRead}} 处中的 {{tokensKept}} 处，{{threads}} 个线程{{resumed}}',
  },
  'cli.at-epoch': { en: 'epoch {{at}}', zh: '第 {{at}} 轮' },
  'cli.at-step': { en: 'step {{at}}', zh: '第 {{at}} 步' },
  'cli.rate': { en: '{{rate}} {{unit}}/s', zh: '每秒 {{rate}} 个{{unit}}' },
  'cli.time-left': { en: 'ETA {{left}}', zh: '约剩 {{left}}' },
  'cli.hours': { en: '{{hours}} h {{minutes}} min', zh: '{{hours}} 小时 {{minutes}} 分' },
  'cli.minutes': { en: '{{minutes}} min {{seconds}} s', zh: '{{minutes}} 分 {{seconds}} 秒' },
  'cli.seconds': { en: '{{seconds}} s', zh: '{{seconds}} 秒' },
  'cli.cells-failed': { en: '{{failed}} failed', zh: '{{failed}} 次失败' },
  'cli.cell-result': { en: 'F1 {{f1}}, {{seconds}} s an epoch', zh: 'F1 {{f1}}，每轮 {{seconds}} 秒' },
  'cli.cell-perplexity': {
    en: 'perplexity {{perplexity}}, {{seconds}} s an epoch',
    zh: '困惑度 {{perplexity}}，每轮 {{seconds}} 秒',
  },
  'cli.cell-name': { en: '{{name}}, seed {{seed}}{{fold}}', zh: '{{name}}，种子 {{seed}}{{fold}}' },
  'cli.cell-fold': { en: ', fold {{fold}}', zh: '，第 {{fold}} 折' },
  'cli.int8-measured': {
    en: 'int8: F1 {{f1Before}} → {{f1After}}, ms {{msBefore}} → {{msAfter}}',
    zh: 'int8：F1 {{f1Before}} → {{f1After}}，毫秒 {{msBefore}} → {{msAfter}}',
  },
  'cli.cell-left': { en: '{{name}}, about {{left}} left', zh: '{{name}}，约剩 {{left}}' },
  'cli.candidate': {
    en: '  {{rank}}. {{name}}  score {{score}}{{urgent}}',
    zh: '  {{rank}}. {{name}}  评分 {{score}}{{urgent}}',
  },
  'cli.candidate-urgent': { en: '  not to be missed', zh: '  勿漏诊' },
  'cli.evidence-for': { en: '     for {{names}}', zh: '     支持 {{names}}' },
  'cli.evidence-against': {
    en: '     against {{names}}; expected but absent {{missing}}',
    zh: '     反对 {{names}}；应有未见 {{missing}}',
  },
  'cli.model-opened': {
    en: '{{name}} opened in {{opening}} ms; a short text takes {{first}} ms',
    zh: '{{name}} 打开用时 {{opening}} 毫秒；一段短文本用时 {{first}} 毫秒',
  },
});
