/** Advice after a failure. */
import { dictionary } from './dictionary.ts';

export const hints = dictionary({
  'hint.install-again': { en: 'Install Meridian again.', zh: '请重新安装 Meridian。' },
  'hint.other-out': { en: 'Name another place with --out.', zh: '请用 --out 指定其他位置。' },
  'hint.new-out': { en: 'Name a new path with --out.', zh: '请用 --out 指定新的路径。' },
  'hint.model-fields': {
    en: 'Say what they stand for: --model-fields LABEL=name,OTHER=address',
    zh: '请说明标签的含义：--model-fields LABEL=name,OTHER=address',
  },
  'hint.open-and-export': {
    en: 'Open other files in Meridian and export them.',
    zh: '其他文件请在 Meridian 中打开后导出。',
  },
  'hint.experiment-form': {
    en: 'An experiment has name, task, train, dev, settings, axes (name, values: name and settings) and seeds.',
    zh: '实验包含 name、task、train、dev、settings、axes（name、values：name 与 settings）和 seeds。',
  },
  'hint.password-file': {
    en: 'Give it in --password-file FILE or on standard input.',
    zh: '请用 --password-file 文件或标准输入给出。',
  },
  'hint.name-or-use-model': {
    en: 'Name one with --model NAME, or choose one with: models use NAME',
    zh: '请用 --model NAME 指定，或先执行 models use NAME',
  },
  'hint.nothing-trained': { en: 'Nothing has been trained yet.', zh: '尚未训练。' },
  'hint.other-out-or-delete': {
    en: 'Choose another --out, or delete it with: models delete {{name}}',
    zh: '请用 --out 换一个名称，或先删除：models delete {{name}}',
  },
  'hint.resume-or-delete': {
    en: 'Go on with it: train --resume {{name}}; or delete it: runs delete {{name}}',
    zh: '可继续：train --resume {{name}}；或删除：runs delete {{name}}',
  },
  'hint.own-key': {
    en: 'Use the key file or passphrase of this very workspace, or restore a backup.',
    zh: '请使用该工作区自己的密钥文件或口令，或恢复备份。',
  },
  'hint.reopen': { en: 'Close Meridian and open it again.', zh: '请关闭后重新打开 Meridian。' },
  'hint.update': { en: 'Update Meridian.', zh: '请升级 Meridian。' },
  'hint.resume-experiment': { en: 'Resume it: it goes on from there.', zh: '可继续，从中断处接着进行。' },
  'hint.resume-run': { en: 'Resume it: it goes on from there.', zh: '可继续训练，从检查点接着进行。' },
  'hint.look-anew': { en: 'Look through the text anew.', zh: '请重新检查文本。' },
  'hint.other-name-or-delete-checkpoint': {
    en: 'Train under another name, or delete the checkpoint.',
    zh: '请换一个名称，或删除该检查点。',
  },
  'hint.raise-minimum-or-narrow': {
    en: 'Raise the minimum count or narrow the window.',
    zh: '请提高最低词频或缩小窗口。',
  },
  'hint.more-text-or-lower-minimum': {
    en: 'Give more text, or a lower minimum count.',
    zh: '请增加语料或降低最低词频。',
  },
  'hint.replace-blanks': {
    en: 'Replace its white space, for example by _.',
    zh: '请将其中的空白替换为 _ 等字符。',
  },
  'hint.raise-minimum-or-lower-dimension': {
    en: 'Raise the minimum count or lower the dimension.',
    zh: '请提高最低词频或减小维数。',
  },
  'hint.most-frequent-only': { en: 'Keep the most frequent ones only.', zh: '请只保留最常用的词。' },
  'hint.import-graph': { en: 'Import a graph first.', zh: '请先导入图谱。' },
  'hint.lower-learning-rate': { en: 'Lower the learning rate.', zh: '请降低学习率。' },
  'hint.start-same-training-again': {
    en: 'Start the same training again: it goes on from there.',
    zh: '重新开始同一训练即可继续。',
  },
  'hint.join-parts': { en: 'Models in several files must be joined first.', zh: '分片的模型请先合并。' },
  'hint.export-there': {
    en: 'Export the model in the workspace that has it, and import the folder made so.',
    zh: '请在拥有该模型的工作区中导出模型，再导入导出的文件夹。',
  },
  'hint.model-folder-holds': {
    en: 'A model folder holds {{files}}.',
    zh: '请选择完整的模型文件夹，其中应有 {{files}}。',
  },
  'hint.other-executor': { en: 'Choose another executor for this model.', zh: '请为该模型选择其他执行器。' },
  'hint.smaller-batch': {
    en: 'Use a smaller batch with more accumulation steps, or shorter texts.',
    zh: '请减小批大小并增加梯度累积步数，或缩短文本长度。',
  },
  'hint.other-executor-such-as': {
    en: 'Choose another executor for this model, such as onnx:cpu.',
    zh: '请为该模型选择其他执行器，如 onnx:cpu。',
  },
  'hint.go-on-from-checkpoint': {
    en: 'Go on from the last checkpoint, on the processor if it happens again.',
    zh: '请从最近的检查点继续；若再次发生，请改用 CPU。',
  },
  'hint.other-executor-in-settings': {
    en: 'Choose another executor in Settings.',
    zh: '请在设置中选择其他执行器。',
  },
  'hint.choose-one-of': { en: 'Choose one of {{names}}.', zh: '请从中选择：{{names}}。' },
  'hint.start-run-again': { en: 'Start the run again: it goes on from there.', zh: '重新开始训练即可继续。' },
  'hint.model-too-large': {
    en: 'The model itself is too large for this computer: choose a smaller one.',
    zh: '模型本身超出本机内存，请选择更小的模型。',
  },
  'hint.texts-fit': {
    en: 'Texts of up to {{length}} tokens fit, one at a time: batch 1, accumulation {{accumulation}}.',
    zh: '可行：长度不超过 {{length}} 个词元，批大小 1，梯度累积 {{accumulation}}。',
  },
  'hint.batch-fits': {
    en: 'Batch {{fits}} with accumulation {{accumulation}} fits and gives the same updates as batch {{batch}} with {{present}}.',
    zh: '可行：批大小 {{fits}}，梯度累积 {{accumulation}}，与批大小 {{batch}}、梯度累积 {{present}} 的更新相同。',
  },
  'hint.shorter-texts': {
    en: 'Use texts shorter than {{length}} tokens.',
    zh: '请使用短于 {{length}} 个词元的文本。',
  },
  'hint.fill-required': {
    en: 'Choose the item and fill in what is marked as missing.',
    zh: '请选中该标注，补全标为缺失的属性。',
  },
  'hint.check-server': {
    en: 'Check address and port, and whether the server runs.',
    zh: '请核对地址与端口，并确认服务器正在运行。',
  },
  'hint.server-name': {
    en: 'Use an address that it printed, or start it with --name.',
    zh: '请使用它给出的地址，或用 --name 启动服务器。',
  },
  'hint.ask-about-certificate': {
    en: 'Ask whoever runs the server whether its certificate was replaced. If so, forget the server and connect anew.',
    zh: '请询问服务器管理员是否更换过证书；如已更换，请移除该服务器后重新连接。',
  },
  'hint.same-version': { en: 'Install the same version on both.', zh: '请在两端安装相同版本。' },
  'hint.reload': { en: 'It is loaded anew in a moment.', zh: '窗口即将重新载入。' },
  'hint.other-port': { en: 'Choose another address or port.', zh: '请选择其他地址或端口。' },
  'hint.add-people': {
    en: 'Add people first: Settings → People, or people add NAME.',
    zh: '请先添加人员：设置 → 人员，或 people add NAME。',
  },
  'hint.give-passphrase-file': {
    en: 'Name the file of its passphrase with --passphrase-file.',
    zh: '请用 --passphrase-file 指定口令文件。',
  },
  'hint.try-again': { en: 'Try again in a moment.', zh: '请稍后再试。' },
  'hint.try-batch': {
    en: 'Try batch {{batch}} with accumulation {{accumulation}}, or shorter texts.',
    zh: '请尝试批大小 {{batch}}、梯度累积 {{accumulation}}，或缩短文本长度。',
  },
  'hint.train-or-import-again': { en: 'Train or import the model again.', zh: '请重新训练或导入该模型。' },
  'hint.choose-classifier': {
    en: 'Choose a model of the task classify or diagnose.',
    zh: '请选择文本分类或诊断预测模型。',
  },
  'hint.set-with-two-labels': {
    en: 'Choose a set with two labels or more.',
    zh: '请选择至少含两种标签的数据集。',
  },
  'hint.train-with-diagnose': { en: 'Train with the task diagnose.', zh: '请使用 diagnose 任务。' },
  'hint.weigh-by-frequency': {
    en: 'Choose the weighting "balanced" or "none".',
    zh: '请选择“按频率加权”或“不加权”。',
  },
  'hint.weigh-by-idf': {
    en: 'Choose the term weighting "idf".',
    zh: '请把 n-gram 权重设为 idf。',
  },
  'hint.read-pairs-apart': {
    en: 'Choose the reading "matched" or "apart" (--pair-reading), or an encoder as front (--front encoder).',
    zh: '请把文本对的读法设为“逐词对照”或“分开比较”（--pair-reading），或使用编码器（--front encoder）。',
  },
  'hint.try-pairs': {
    en: 'Try it out in the training console, or with the command predict.',
    zh: '可在训练控制台中试用，或使用命令 predict。',
  },
  'hint.pair-form': {
    en: 'A row a pair (JSON lines, CSV or TSV): its texts in "text1" and "text2" or in fields such as "query1" and "query2", "query" and "title", "question" and "answer", "premise" and "hypothesis"; its label in "{{label}}". Or a row a question with its candidates: {"query", "candidates": [{"title", "label"}]} or {"question", "positives", "negatives"}. On the command line --text-a FIELD, --text-b FIELD and --label FIELD name other fields.',
    zh: '每行一对文本（JSON Lines、CSV 或 TSV）：两段文本在字段 text1、text2，或 query1 与 query2、query 与 title、question 与 answer、premise 与 hypothesis 等字段，标签在字段“{{label}}”。也可每行一个问题及其候选：{"query", "candidates": [{"title", "label"}]} 或 {"question", "positives", "negatives"}。命令行可用 --text-a FIELD、--text-b FIELD、--label FIELD 指定其他字段。',
  },
  'hint.labels-with-parents': {
    en: 'Name the field of the parents (--parent) when the data is read, or the separator that the labels have; or train without parents.',
    zh: '请在读入数据时指定上级字段（--parent），或填写标签中的分隔符；或不使用上级。',
  },
  'hint.encoder-option': {
    en: 'Choose a network that reads an encoder, and name it as the encoder.',
    zh: '请选择读取编码器的网络，并将其指定为编码器。',
  },
  'hint.model-of-same-task': { en: 'Name a model for the same task.', zh: '请选择同一任务的模型。' },
  'hint.name-one-network': {
    en: 'Name a model that is one network, or `none` for random weights.',
    zh: '请选择单个网络的模型，或用 `none` 从随机权重开始。',
  },
  'hint.name-network': { en: 'Networks that can: {{networks}}.', zh: '可用的网络：{{networks}}。' },
  'hint.leave-out-or-none': {
    en: 'Leave them out, or begin with `none`.',
    zh: '请去掉这些设置，或将起点设为 `none`。',
  },
  'hint.import-encoder': {
    en: 'Import one, or choose {{sizes}} for random weights.',
    zh: '请导入编码器，或选择 {{sizes}} 以随机初始化。',
  },
  'hint.choose-tagger': { en: 'Choose a model of the task NER.', zh: '请选择实体识别模型。' },
  'hint.name-data-set': {
    en: 'Name a data set of the workspace with --data.',
    zh: '请用 --data 指定工作区中的数据集。',
  },
  'hint.check-label-field': {
    en: 'Check which field holds the labels: one with texts or numbers of records has a value of its own in each row.',
    zh: '请检查标签字段：若选中的是文本或编号字段，每行的值都不相同。',
  },
  'hint.check-terms': {
    en: 'Check that the labels are standard terms, and import a code list as a knowledge graph (format ICD-10).',
    zh: '请检查标签是否为标准词，并把编码表作为知识图谱导入（ICD-10 格式）。',
  },
  'hint.set-with-entities': { en: 'Choose a set with labelled entities.', zh: '请选择带实体标注的数据集。' },
  'hint.more-pretraining-texts': {
    en: 'Name more texts: pre-training takes thousands of sentences.',
    zh: '请提供更多文本，预训练需要数千句。',
  },
  'hint.smaller-length': { en: 'Choose a smaller length.', zh: '请减小长度。' },
  'hint.longer-texts': {
    en: 'Give more or longer texts, or leave --pair out.',
    zh: '请提供更多或更长的文本，或不使用 --pair。',
  },
  'hint.two-words-or-more': {
    en: 'Texts of two words or more are needed.',
    zh: '请提供至少含两个词的文本。',
  },
  'hint.start-new-run': { en: 'Start a new run with these settings.', zh: '请以当前设置新建训练。' },
  'hint.shorter-windows': { en: 'Cut texts into shorter windows.', zh: '请缩短窗口长度。' },
  'hint.diverged': {
    en: 'Use a lower learning rate, a longer warm-up or a smaller clipping norm.',
    zh: '请降低学习率、延长预热或减小梯度裁剪范数。',
  },
  'hint.save-as-utf8-and-open': { en: 'Save it as UTF-8 and open it again.', zh: '请另存为 UTF-8 后重试。' },
  'hint.opens-these': {
    en: 'Meridian opens .txt, .docx, .pdf, .png, .jpg, .json, .jsonl, .csv and .tsv.',
    zh: '可打开 .txt、.docx、.pdf、.png、.jpg、.json、.jsonl、.csv、.tsv。',
  },
  'hint.table-forms': {
    en: 'JSON lines, CSV or TSV with a heading, also gzipped.',
    zh: '支持 JSON Lines、带表头的 CSV 或 TSV，可用 gzip 压缩。',
  },
  'hint.classified-form': {
    en: 'A row a text (JSON lines, CSV or TSV), its text in "{{text}}", its label or labels in "{{label}}". On the command line --text FIELD and --label FIELD name other fields.',
    zh: '每行一份文本（JSON Lines、CSV 或 TSV），文本在字段“{{text}}”，标签在字段“{{label}}”。命令行可用 --text FIELD、--label FIELD 指定其他字段。',
  },
  'hint.save-as-utf8': { en: 'Save it as UTF-8.', zh: '请另存为 UTF-8。' },
  'hint.save-as-docx-or-text': { en: 'Save it as .docx or .txt.', zh: '请另存为 .docx 或 .txt。' },
  'hint.save-without-password': { en: 'Save it without a password.', zh: '请另存为不带密码的文件。' },
  'hint.single-records': { en: 'Split it into single records.', zh: '请拆分为单份病历。' },
  'hint.related-form': {
    en: 'One JSON object a line: {"text": …, "entities": [{"start", "end", "type"}], "relations": [{"from", "to", "type"}]} with numbers of entities from 0, or a line of CMeIE, ChemProt or GAD.',
    zh: '每行一个 JSON 对象：{"text": …, "entities": [{"start", "end", "type"}], "relations": [{"from", "to", "type"}]}，from 和 to 是从 0 开始的实体序号；也可以是 CMeIE、ChemProt 或 GAD 的一行。',
  },
  'hint.choose-relation-model': {
    en: 'Choose a model of the task relation.',
    zh: '请选择任务为关系抽取的模型。',
  },
  'hint.labelled-form': {
    en: 'One JSON object a line: {"text": …, "entities": [{"start", "end", "type"}]}, offsets counted in UTF-16 code units from 0, end exclusive; or tokens with tags, or a dialogue of CMDD.',
    zh: '每行一个 JSON 对象：{"text": …, "entities": [{"start", "end", "type"}]}，偏移按 UTF-16 编码单元从 0 开始，不含结尾；也可以是带标签的词列或 CMDD 的一段对话。',
  },
  'hint.restarted': { en: 'It has been restarted; try again.', zh: '已自动重启，请重试。' },
  'hint.start-engine': { en: 'Start it in Settings → Engine.', zh: '请在 设置 → 引擎 中启动。' },
  'hint.newer-model': {
    en: 'It may come from a newer Meridian: update, or export it there.',
    zh: '可能由更新版本创建，请升级。',
  },
  'hint.no-weights-in-backups': {
    en: 'Backups hold no weights: import the model again or train it anew.',
    zh: '备份不含权重，请重新导入或训练。',
  },
  'hint.other-model': {
    en: 'Choose another model under Train → Models.',
    zh: '请在 训练 → 模型 中选择其他模型。',
  },
  'hint.no-vectors-in-backups': {
    en: 'Backups hold no vectors: import or train them again.',
    zh: '备份不含词向量，请重新导入或训练。',
  },
  'hint.export-by-command': {
    en: 'Write it with `project export NAME --out FILE`.',
    zh: '请用命令行 project export 导出。',
  },
  'hint.copy-again': { en: 'Copy or download it again.', zh: '请重新复制或下载该文件。' },
  'hint.file-or-meta-folder': {
    en: 'Choose a single file, or the META folder of a UMLS release.',
    zh: '请选择单个文件或 UMLS 的 META 文件夹。',
  },
  'hint.table-columns': {
    en: 'Expected head, relation, tail; or surface, canonical; or code, name.',
    zh: '应为 head、relation、tail（三元组），surface、canonical（同义词），或 code、name（编码表）。',
  },
  'hint.convert-to-ntriples': {
    en: 'Turtle and RDF/XML have to be converted to N-Triples first.',
    zh: 'Turtle、RDF/XML 请先转换为 N-Triples。',
  },
  'hint.three-umls-files': {
    en: 'Choose the folder with MRCONSO.RRF, MRSTY.RRF and MRREL.RRF.',
    zh: '请选择包含 MRCONSO.RRF、MRSTY.RRF 和 MRREL.RRF 的文件夹。',
  },
  'hint.save-as-utf8-maybe-gbk': {
    en: 'Save it as UTF-8 first; it may be GBK or GB18030 now.',
    zh: '请先另存为 UTF-8，原文件可能是 GBK/GB18030。',
  },
  'hint.save-as-utf8-first': { en: 'Save it as UTF-8 first.', zh: '请先另存为 UTF-8。' },
  'hint.save-as-text-first': {
    en: 'Spreadsheets and archives have to be saved as text first.',
    zh: '表格或压缩包请先导出为文本。',
  },
  'hint.check-header': { en: 'Check the header row and the format chosen.', zh: '请检查表头和所选格式。' },
  'hint.wait-until-finished': { en: 'Wait until it has finished.', zh: '请等待其完成。' },
  'hint.sign-in': { en: 'Sign in and try again.', zh: '请登录后重试。' },
  'hint.another-administrator': {
    en: 'Make somebody else an administrator first.',
    zh: '请先指定另一位管理员。',
  },
  'hint.names-stay-taken': {
    en: 'Names stay taken, since the audit table has them; add a letter or number.',
    zh: '姓名会留在审计记录中，不能重复使用，请加字母或编号区分。',
  },
  'hint.encoder-with-mask': {
    en: 'Choose an encoder pre-trained with masked language modelling, whose vocabulary has [MASK] and single characters.',
    zh: '请选择经掩码语言建模预训练、词表含 [MASK] 和单个汉字的编码器。',
  },
  'hint.ask-for-role': {
    en: 'Ask an administrator for the role, or for somebody who has it.',
    zh: '请联系管理员授予角色，或请有此角色的人员操作。',
  },
  'hint.capitals-matter': { en: 'Capitals and input method matter.', zh: '请注意大小写和输入法。' },
  'hint.wait-seconds': {
    en: 'Wait {{seconds}} seconds; an administrator can reset the password.',
    zh: '请等待 {{seconds}} 秒，也可请管理员重置密码。',
  },
  'hint.wait-seconds-only': { en: 'Wait {{seconds}} seconds.', zh: '请等待 {{seconds}} 秒。' },
  'hint.type-password': { en: 'Type your password to go on.', zh: '输入密码后继续。' },
  'hint.ask-administrator': { en: 'Ask an administrator.', zh: '请联系管理员。' },
  'hint.sign-out-first': { en: 'Sign out first.', zh: '请先退出登录。' },
  'hint.save-again-or-csv': {
    en: 'Open it in the program that made it and save it again, as .xlsx or .docx without a password, or as CSV.',
    zh: '请用原来的程序打开，另存为不带密码的 .xlsx、.docx 或 CSV。',
  },
  'hint.table-of-documents': {
    en: 'Tables are CSV, TSV, .xlsx, JSON lines, or tables of a .docx: names of columns first, then a document a row.',
    zh: '支持 CSV、TSV、.xlsx、JSON Lines 和 .docx 中的表格：首行为列名，之后每行一篇文档。',
  },
  'hint.text-column': {
    en: 'Name the column with the texts in the first line: one of {{names}}.',
    zh: '请在首行注明正文列，列名可为：{{names}}。',
  },
  'hint.texts-alone': {
    en: '--format text imports the texts without them; --format names one of: {{formats}}.',
    zh: '--format text 仅导入正文；--format 可指定：{{formats}}。',
  },
  'hint.name-format': { en: 'Name the format: {{formats}}.', zh: '请指定格式：{{formats}}。' },
  'hint.split-file': { en: 'Split the file.', zh: '请拆分文件。' },
  'hint.split-folder': { en: 'Split the folder.', zh: '请拆分文件夹。' },
  'hint.unpack-first': { en: 'Unpack it and choose the files in it.', zh: '请解压后再导入。' },
  'hint.save-as-txt-file': { en: 'Save it as .txt.', zh: '请另存为 .txt。' },
  'hint.key-change-interrupted': {
    en: 'A change of the key was cut short: use the passphrase or key file of before it, or the new one.',
    zh: '更换密钥时中断：请使用更换前或更换后的口令或密钥文件。',
  },
  'hint.split-it': { en: 'Split it.', zh: '请拆分文件。' },
  'hint.other-place-or-permissions': {
    en: 'Choose another place, or change its permissions.',
    zh: '请选择其他位置或修改权限。',
  },
  'hint.free-space-or-other-disk': {
    en: 'Free some space, or choose another disk.',
    zh: '请释放空间或换一个磁盘。',
  },
  'hint.other-place': { en: 'Choose another place.', zh: '请选择其他位置。' },
  'hint.fewer-documents': {
    en: 'Choose another disk, or export fewer documents at a time.',
    zh: '请换一个磁盘或分批导出。',
  },
  'hint.shorter-path': {
    en: 'Choose a shorter path, or write into a .zip file.',
    zh: '请缩短路径或写入 .zip 文件。',
  },
  'hint.other-disk': { en: 'Choose another disk.', zh: '请换一个磁盘。' },
  'hint.other-folder-or-zip': {
    en: 'Name another folder, or a .zip file.',
    zh: '请指定其他文件夹或 .zip 文件。',
  },
  'hint.write-into-folder': { en: 'Write into a folder.', zh: '请写入文件夹。' },
  'hint.administrator-unlocks-record': {
    en: 'An administrator can unlock it, with a reason.',
    zh: '管理员可说明理由后解除归档。',
  },
  'hint.try-again-file-too-large': {
    en: 'Try again; a very large file may need more memory than there is.',
    zh: '请重试；文件过大时可能内存不足。',
  },
  'hint.corpus-files': {
    en: 'A corpus is .txt or .jsonl files, also gzipped, or folders of them.',
    zh: '语料可为 .txt、.jsonl 文件或文件夹。',
  },
  'hint.none-imported': { en: 'None has been imported.', zh: '尚未导入。' },
  'hint.none-mined': { en: 'None has been mined.', zh: '尚未挖掘。' },
  'hint.set-of-models-task': {
    en: 'Choose a set of the same task as the model.',
    zh: '请选择与模型任务一致的数据集。',
  },
  'hint.write-or-import-records': {
    en: 'Write or import records, or import a file of texts.',
    zh: '请先录入或导入病历，或导入文本文件。',
  },
  'hint.other-name-or-delete': {
    en: 'Choose another name, or delete that one first.',
    zh: '请换一个名称，或先删除原有数据集。',
  },
  'hint.import-documents-again': {
    en: 'Import them again: backups hold no documents of data sets.',
    zh: '备份不含数据集文件，请重新导入。',
  },
  'hint.check-workspace-path': {
    en: 'Check the path: nothing was made there.',
    zh: '请检查路径；没有在该处新建任何内容。',
  },
  'hint.look-and-edit-again': {
    en: 'Look at the entity as it is now, then edit it again if need be.',
    zh: '请先查看实体现在的内容，仍有需要再修改。',
  },
  'hint.merge-instead': { en: 'Choose another name, or merge the two.', zh: '请换一个名称，或合并两者。' },
  'hint.look-and-correct-again': {
    en: 'Look at the highlight as it is now, then correct it again if need be.',
    zh: '请先查看现在的标注，仍有需要再更正。',
  },
  'hint.compare-in-history': { en: 'Compare in History, then keep one.', zh: '请在历史中比较后选择。' },
  'hint.other-executor-or-measure': {
    en: 'Choose another one, or measure again after a repair.',
    zh: '请选择其他执行器，或修复后重新测量。',
  },
  'hint.measure-later': { en: 'Measure when it has ended or is paused.', zh: '请在训练结束或暂停后测量。' },
  'hint.other-name-or-delete-it': {
    en: 'Choose another name, or delete it first.',
    zh: '请换一个名称，或先删除。',
  },
  'hint.no-experiment-yet': { en: 'None has been started.', zh: '尚未开始任何实验。' },
  'hint.pause-first': { en: 'Pause it first.', zh: '请先暂停。' },
  'hint.cancel-first': { en: 'Cancel it first.', zh: '请先取消。' },
  'hint.pause-there': {
    en: 'Pause it there, with Ctrl-C on a command line.',
    zh: '请在该处暂停，命令行可按 Ctrl-C。',
  },
  'hint.look-again-then-export': { en: 'Look through it again, then export.', zh: '请重新审阅后再导出。' },
  'hint.wait-or-cancel': { en: 'Wait for it or cancel it.', zh: '请等待或取消。' },
  'hint.wait-or-cancel-run': {
    en: 'Wait for it, or cancel its run under Train.',
    zh: '请等待，或在训练页取消。',
  },
  'hint.finish-more': {
    en: 'Finish more documents; one in five is kept for measuring.',
    zh: '请继续标注，约每五篇有一篇用于评测。',
  },
  'hint.new-folder': { en: 'Name a folder that is not there yet.', zh: '请指定一个新文件夹。' },
  'hint.model-files': {
    en: 'A model is config.json, vocab.txt and model.safetensors or pytorch_model.bin.',
    zh: '模型应包含 config.json、vocab.txt 和 model.safetensors 或 pytorch_model.bin。',
  },
  'hint.add-vocabulary': {
    en: 'An encoder without its vocabulary cannot read texts: add the vocab.txt, tokenizer.json, or vocab.json with merges.txt that belongs to it.',
    zh: '请补上该模型自带的 vocab.txt、tokenizer.json，或 vocab.json 与 merges.txt。',
  },
  'hint.train-on-encoder': {
    en: 'Train a tagger or a classifier on it, then evaluate that.',
    zh: '请先基于它训练模型。',
  },
  'hint.int8-for-taggers': {
    en: 'int8 weights are measured on taggers.',
    zh: 'int8 权重的测量只用于实体识别模型。',
  },
  'hint.train-or-import-first': { en: 'Train or import one first.', zh: '请先训练或导入模型。' },
  'hint.other-name': { en: 'Choose another name.', zh: '请换一个名称。' },
  'hint.end-or-cancel-run': { en: 'Let the run end, or cancel it.', zh: '请等待训练结束或取消。' },
  'hint.train-tagger': { en: 'Train a tagger on it.', zh: '请先基于它训练标注模型。' },
  'hint.use-int8': {
    en: 'The memory may be too small for it: use int8 weights or a smaller model.',
    zh: '内存可能不足，请改用 int8 或更小的模型。',
  },
  'hint.look-then-decide': { en: 'Look at what is there now, then decide.', zh: '请查看当前内容后再操作。' },
  'hint.assign-first': {
    en: 'Give them the document, or make them a member, first.',
    zh: '请先把文档分配给对方，或将其加为项目成员。',
  },
  'hint.put-back': {
    en: 'Who manages the project can put it back under “Removed documents”.',
    zh: '项目管理者可在“已移出的文档”中放回。',
  },
  'hint.administrator-unlocks': {
    en: 'An administrator can unlock it, with a reason.',
    zh: '管理员可填写理由后解除归档。',
  },
  'hint.rename-in-file': {
    en: 'Rename it in the file, or import into another project.',
    zh: '请在文件中改名，或导入其他项目。',
  },
  'hint.add-texts-to-open-project': {
    en: 'Texts and annotations are added to a project, once it is open.',
    zh: '文本和标注请在打开项目后加入。',
  },
  'hint.open-from-list': {
    en: 'Open it from the list of projects, or with `project import FILE`.',
    zh: '请在项目列表中打开，或用命令行 `project import FILE`。',
  },
  'hint.administrator-unlocks-them': {
    en: 'An administrator can unlock them, with a reason.',
    zh: '管理员可填写理由后解除归档。',
  },
  'hint.say-what-becomes': {
    en: 'Say for each what it becomes, or that it is removed.',
    zh: '请为每一项指定新类型或删除。',
  },
  'hint.other-copy': {
    en: 'Use another copy of the file, or export the project again.',
    zh: '请使用其他副本或重新导出。',
  },
  'hint.wait-for-process': {
    en: 'Wait for process {{process}} or end it, then resume.',
    zh: '请等待进程 {{process}} 或结束它，然后继续。',
  },
  'hint.set-of-same-task': { en: 'Choose a set of the same task.', zh: '请选择同一任务的数据集。' },
  'hint.resume-writes-again': {
    en: 'Resume the run: it ends at once and writes them again.',
    zh: '继续训练即可重新生成。',
  },
  'hint.resume-with-less': {
    en: 'Resume it. If it ends again, memory may be too short: a smaller batch size, or fewer tokens a batch with more accumulation, needs less.',
    zh: '可继续训练；若再次结束，可能内存不足，请减小批大小，或减少每批词元数并增大累积步数。',
  },
  'hint.pause-training-first': { en: 'Pause it first.', zh: '请先暂停训练。' },
  'hint.start-again-with-files': {
    en: 'Delete this training and start it again with the files.',
    zh: '请删除此训练，重新选择文件后开始。',
  },
  'hint.records-or-file': {
    en: 'Write or import records, or choose a file of texts.',
    zh: '请先录入或导入病历，或选择语料文件。',
  },
  'hint.train-on-command-line': {
    en: 'Train on the command line: embed word2vec … --name NAME.',
    zh: '请在命令行训练：embed word2vec … --name NAME。',
  },
  'hint.delete-and-start-new': { en: 'Delete it and start a new one.', zh: '请删除后重新开始。' },
  'hint.show-all-words': {
    en: 'Show all words, not only those of the knowledge graph.',
    zh: '请显示全部词，而不仅是图谱中的词。',
  },
  'hint.train-on-more': { en: 'Train on more text.', zh: '请用更多文本训练。' },
  'hint.try-again-large-vectors': {
    en: 'Try again; large vectors may need more memory than there is.',
    zh: '请重试；词向量过大时可能内存不足。',
  },
  'hint.resume-with-fewer-dimensions': {
    en: 'Resume it. If it ends again, memory may be too short: fewer dimensions or a higher minimum count need less.',
    zh: '可继续训练；若再次结束，可能内存不足，请减小维数或提高最低词频。',
  },
  'hint.pause-it-there': { en: 'Pause it there.', zh: '请在该处暂停。' },
  'hint.choose-texts': {
    en: 'Choose the records, a file of texts, or both.',
    zh: '请选择病历、语料文件或两者。',
  },
  'hint.vectors-first': { en: 'Train or import some first.', zh: '请先训练或导入词向量。' },
  'hint.models-own-vocabulary': {
    en: 'Use the vocab.txt that belongs to the model.',
    zh: '请使用模型自带的 vocab.txt。',
  },
  'hint.put-workspace-json-back': {
    en: 'Put workspace.json back, or choose an empty folder.',
    zh: '请放回该文件或选择空文件夹。',
  },
  'hint.change-key-in-app': {
    en: 'Open it in the Meridian app and change the key to a key file or passphrase.',
    zh: '请在应用中改用密钥文件或口令。',
  },
  'hint.try-again-capitals': {
    en: 'Try again; capitals and input method matter.',
    zh: '请重试，注意大小写和输入法。',
  },
  'hint.put-key-file-back': {
    en: 'Put the key file back, or import an exported key.',
    zh: '请放回密钥文件或导入已导出的密钥。',
  },
  'hint.file-of-this-workspace': {
    en: 'It belongs to another workspace: put back the file of this one.',
    zh: '它属于另一个工作区，请放回本工作区的文件。',
  },
  'hint.copy-or-import-again': {
    en: 'Put back a copy of it, or import or train it again.',
    zh: '请放回该文件的副本，或重新导入或训练。',
  },
  'hint.copy-newest-backup': {
    en: 'Put the file back, or copy the newest one from backups/ in its place.',
    zh: '请放回该文件，或用 backups/ 中最新的备份代替。',
  },
  'hint.enter-passphrase': {
    en: 'Enter it in the app, or set MERIDIAN_PASSPHRASE.',
    zh: '请在应用中输入口令，或设置 MERIDIAN_PASSPHRASE。',
  },
  'hint.other-network-or-encoder': {
    en: 'Choose another network, or the front encoder.',
    zh: '请换一种网络，或选择编码器。',
  },
  'hint.name-vectors': { en: 'Name them with --vectors.', zh: '请用 --vectors 指定名称或文件。' },
  'hint.split-or-command-line': {
    en: 'Split it, or use the command line for .jsonl.',
    zh: '请拆分文件，或用命令行打开 .jsonl。',
  },
  'hint.open-printed-address': {
    en: 'Open the address that Meridian printed; it works once. If it was used elsewhere, start Meridian again.',
    zh: '请打开 Meridian 打印的地址，该地址只能使用一次；若已在别处使用，请重新启动 Meridian。',
  },
  'hint.reconnects': {
    en: 'It reconnects by itself; if it does not, start Meridian again.',
    zh: '会自动重连；若未恢复，请重新启动 Meridian。',
  },
  'hint.there-are': { en: 'There are: {{names}}', zh: '现有：{{names}}' },
  'hint.settings-are': { en: 'Settings are: {{names}}', zh: '可用设置：{{names}}' },
  'hint.chmod': { en: 'chmod 600 "{{file}}"', zh: 'chmod 600 "{{file}}"' },
  'hint.ask-for-safetensors': {
    en: 'Such files can carry programs. Ask for model.safetensors instead.',
    zh: '此类文件可能携带程序，请改用 model.safetensors。',
  },
  'hint.experiment-of-that-name': {
    en: 'Choose another --name, go on with that one by: grid run {{name}}, or delete it.',
    zh: '请换一个 --name，或用 grid run {{name}} 继续原实验，或先删除它。',
  },
  'hint.graph-of-corpus': {
    en: 'Import a graph whose names occur in the corpus (kg import), or choose another corpus.',
    zh: '请导入名称在语料中出现的知识图谱（kg import），或换一份语料。',
  },
  'hint.train-graph-vectors': {
    en: 'Train them on the command line: embed transe --name NAME.',
    zh: '请在命令行训练：embed transe --name 名称。',
  },
  'hint.pipeline-networks': {
    en: 'Taggers of the network bert-fc and classifiers of the network bert leave so, on encoders without entities; export others without --transformers and --onnx.',
    zh: '网络为 bert-fc 的标注器和网络为 bert 的分类器可以这样导出（编码器不含实体）；其他模型请不带 --transformers 和 --onnx 导出。',
  },
  'hint.train-kebiolm': {
    en: 'Train one on this graph: train --task pretrain --model kebiolm --corpus PATH…',
    zh: '请在当前图谱上训练：train --task pretrain --model kebiolm --corpus 路径…',
  },
  'hint.embed-graph': {
    en: 'Train them with: embed transe --name NAME, and name them with --entity-vectors NAME.',
    zh: '请用 embed transe --name 名称 训练，再用 --entity-vectors 名称 指定。',
  },
  'hint.import-synonyms': {
    en: 'Import a graph with synonyms first.',
    zh: '请先导入含同义词的图谱。',
  },
  'hint.sampled-linking': {
    en: 'Choose --linking sampled, smaller batches or vectors of fewer dimensions.',
    zh: '请用 --linking sampled，或减小批次、降低向量维数。',
  },
  'hint.smaller-vectors': {
    en: 'Train vectors of fewer dimensions with: embed transe --dim N.',
    zh: '请用 embed transe --dim N 训练维数更低的向量。',
  },
  'hint.import-edges': {
    en: 'Import a graph with relations: kg import FILE.',
    zh: '请导入带有关系的知识图谱：kg import 文件。',
  },
});
