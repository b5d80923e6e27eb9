/** Models, executors and the engine process. */
import { dictionary } from './dictionary.ts';

export const models = dictionary({
  'bert.complete': { en: '{{source}}: the encoder is complete.', zh: '{{source}}：编码器完整。' },
  'bert.incomplete': {
    en: '{{source}}: the encoder is not complete, the model cannot be used.',
    zh: '{{source}}：编码器不完整，模型不可用。',
  },
  'bert.parts': { en: 'Parts found whole: {{parts}}', zh: '完整部分：{{parts}}' },
  'bert.none': { en: 'none', zh: '无' },
  'bert.counted': { en: '{{title}}: {{number}}', zh: '{{title}}：{{number}}' },
  'bert.more': { en: '  … and {{number}} more', zh: '  ……另有 {{number}} 项' },
  'bert.missing': { en: 'Missing', zh: '缺少' },
  'bert.misshaped': { en: 'Of another shape than config.json says', zh: '形状与 config.json 不符' },
  'bert.unexpected': { en: 'Not of this model', zh: '不属于此模型' },
  'bert.ignored': { en: 'No tensors', zh: '非张量' },
  'bert.renamed': { en: 'Found under another name', zh: '改名' },
  'background.reading-too-long': {
    en: 'Reading took over {{minutes}} minutes and was ended.',
    zh: '读取超过 {{minutes}} 分钟，已终止。',
  },
  'background.stopped': {
    en: 'The background process stopped while working on this.',
    zh: '后台进程在处理时意外停止。',
  },
  'starter.missing': {
    en: 'The starter model {{name}} is not in this installation.',
    zh: '本安装中没有内置模型 {{name}}。',
  },
  'starter.damaged': { en: 'The starter model {{name}} is damaged.', zh: '内置模型 {{name}} 已损坏。' },
  'starter.built-in': {
    en: '{{name}} ships with the app: it is no model of the workspace that could be changed.',
    zh: '{{name}} 随应用提供，不属于工作区，不能更改。',
  },
  'engine.stopped': {
    en: 'The engine process stopped while working on this.',
    zh: '引擎进程在处理时意外停止。',
  },
  'engine.not-running': { en: 'The engine process is not running.', zh: '引擎未运行。' },
  'executors.measuring': { en: 'measuring {{name}} …', zh: '正在测量 {{name}} …' },
  'executors.backend-not-started': {
    en: 'the tfjs backend {{name}} did not start',
    zh: 'tfjs 后端 {{name}} 未能启动',
  },
  'executors.tensorflow-not-installed': {
    en: 'not installed; run npm install @tensorflow/tfjs-node-gpu@4.22.0 in a folder and name it in MERIDIAN_TENSORFLOW',
    zh: '未安装：在某目录中运行 npm install @tensorflow/tfjs-node-gpu@4.22.0，并用环境变量 MERIDIAN_TENSORFLOW 指明该目录',
  },
  'executors.webgpu-needs-node': {
    en: "WebGPU needs plain Node: Electron's memory cage forbids mapping GPU buffers",
    zh: 'WebGPU 需要普通的 Node：Electron 的内存隔离不允许映射 GPU 缓冲区',
  },
  'executors.no-gpu-adapter': {
    en: 'no GPU adapter found: no GPU, or no driver',
    zh: '未找到 GPU 适配器：没有 GPU 或其驱动程序',
  },
  'executors.not-found': { en: 'There is no executor {{name}}.', zh: '没有名为 {{name}} 的执行器。' },
  'executors.no-provider': {
    en: 'onnxruntime has no {{provider}} on {{platform}}',
    zh: '此平台（{{platform}}）的 onnxruntime 不支持 {{provider}}',
  },
  'executors.no-cuda': {
    en: "onnxruntime's CUDA libraries are not installed",
    zh: '未安装 onnxruntime 的 CUDA 库',
  },
  'executors.fell-back': {
    en: '{{name}} could not be used, {{instead}} takes its place: {{problem}}',
    zh: '{{name}} 无法使用，改用 {{instead}}：{{problem}}',
  },
  'executors.wrong-results': { en: 'its results are wrong', zh: '计算结果不正确' },
  'executors.unusable-here': {
    en: '{{name}} cannot be used here: {{reason}}',
    zh: '{{name}} 在本机不可用：{{reason}}',
  },
  'executors.training-disturbs': {
    en: 'A training run uses the processor, and measurements would be wrong.',
    zh: '训练正在占用处理器，测量结果会不准。',
  },
  'executors.measurement-stopped': { en: 'The measurement was stopped.', zh: '测量已停止。' },
  'executors.stopped': { en: 'stopped', zh: '已停止' },
  'executors.no-answer': { en: 'no answer within {{seconds}} s', zh: '{{seconds}} 秒内无响应' },
  'executors.crashed': { en: 'its process crashed: {{how}}', zh: '进程崩溃：{{how}}' },
  'executors.results-no-numbers': { en: 'its results are no numbers', zh: '计算结果不是有效数字' },
  'models.none-in-use': {
    en: 'No model of the task {{task}} is in use.',
    zh: '没有正在使用的{{task}}模型。',
  },
  'models.name-taken': { en: 'There is a model named {{name}} already.', zh: '已有名为 {{name}} 的模型。' },
  'models.no-weights': {
    en: 'The folder holds neither {{safetensors}} nor {{pytorch}}.',
    zh: '文件夹中没有模型权重文件 {{safetensors}} 或 {{pytorch}}。',
  },
  'models.only-word-pieces-export': {
    en: 'Only encoders that read word pieces can be exported.',
    zh: '仅支持 WordPiece 编码器。',
  },
  'models.no-json-text': { en: '{{name}}: it is no JSON text.', zh: '{{name}}：不是有效的 JSON。' },
  'models.file-missing': {
    en: 'The file {{name}} is missing; there is {{there}}.',
    zh: '缺少文件 {{name}}，现有 {{there}}。',
  },
  'models.sealed-elsewhere': {
    en: '{{name}} is encrypted with the key of a workspace.',
    zh: '{{name}} 已用某个工作区的密钥加密。',
  },
  'models.no-utf8': { en: '{{name}}: it is no UTF-8 text.', zh: '{{name}}：不是 UTF-8 文本。' },
  'models.newer-config': {
    en: '{{name}}: a newer Meridian wrote it.',
    zh: '{{name}}：由更新版本的 Meridian 写入。',
  },
  'models.parameter-not-finite': {
    en: 'Parameter {{name}} of the model holds values that are no numbers.',
    zh: '模型参数 {{name}} 含无效数值。',
  },
  'models.labels-no-texts': { en: 'This model labels no texts.', zh: '该模型不是文本分类模型。' },
  'models.evaluation-stopped': { en: 'The evaluation was stopped.', zh: '评估已停止。' },
  'models.begins-encoder': {
    en: '{{name}} is an encoder, which has no tags or labels yet.',
    zh: '{{name}} 是编码器，不是完整的模型。',
  },
  'models.begins-other-task': {
    en: '{{name}} is a model for {{task}}; this run is for {{wanted}}.',
    zh: '{{name}} 是{{task}}任务的模型，而本次训练的任务是{{wanted}}。',
  },
  'models.begins-ensemble': {
    en: '{{name}} consists of several models; a run begins with one network.',
    zh: '{{name}} 由多个模型组成，而训练只能从一个网络开始。',
  },
  'models.begins-linear': {
    en: '{{name}} is a linear classifier, which has no network that a run could begin with.',
    zh: '{{name}} 是线性分类器，没有可供继续训练的网络。',
  },
  'models.begins-other-network': {
    en: 'A run that begins with {{name}} cannot have the network {{network}}.',
    zh: '从 {{name}} 开始的训练不能使用网络 {{network}}。',
  },
  'models.no-mask': {
    en: '{{name}} cannot fill masked characters: its vocabulary has no [MASK], or hardly any single Chinese characters.',
    zh: '{{name}} 无法填充被遮盖的字：其词表没有 [MASK]，或几乎没有单个汉字。',
  },
  'models.attention-too-long': {
    en: 'The text has {{tokens}} tokens; a picture shows at most {{most}}.',
    zh: '文本有 {{tokens}} 个词元，图上最多显示 {{most}} 个。',
  },
  'models.no-encoder': { en: '{{name}} is no encoder.', zh: '{{name}} 不是编码器。' },
  'models.links-nothing': {
    en: '{{name}} knows no entities of the knowledge graph that it could link.',
    zh: '{{name}} 不含可链接的知识图谱实体。',
  },
  'models.other-graph': {
    en: '{{name}} knows the entities of another version of the knowledge graph.',
    zh: '{{name}} 所含实体属于知识图谱的另一个版本。',
  },
  'models.encoder-not-found': { en: 'There is no encoder {{name}}.', zh: '没有编码器 {{name}}。' },
  'models.finds-no-entities': { en: 'This model finds no entities.', zh: '该模型不是实体识别模型。' },
  'models.no-word-piece-encoder': {
    en: '{{name}} is no encoder that reads word pieces, which entities need.',
    zh: '{{name}} 不是 WordPiece 编码器，无法读取实体。',
  },
  'models.encoder-too-short': {
    en: '{{name}} reads at most {{longest}} tokens, not {{length}}.',
    zh: '{{name}} 最多读取 {{longest}} 个词元，而非 {{length}} 个。',
  },
  'models.another-used': { en: 'Another model is used by now.', zh: '已更换模型。' },
  'models.no-label': { en: 'The model has no label {{label}}.', zh: '模型没有标签 {{label}}。' },
  'models.no-model': { en: 'There is no model {{id}}.', zh: '模型 {{id}} 不存在或已删除。' },
  'models.unreadable-settings': {
    en: 'The settings of model {{id}} cannot be read.',
    zh: '无法读取模型 {{id}} 的配置。',
  },
  'models.weights-gone': {
    en: 'The weights of this model are no longer there.',
    zh: '模型权重文件已不存在。',
  },
  'models.cannot-use': {
    en: 'The model {{name}} cannot be used: {{reason}}',
    zh: '无法使用模型 {{name}}：{{reason}}',
  },
  'models.tagger-needed': { en: 'The model {{name}} finds no entities.', zh: '模型 {{name}} 不识别实体。' },
  'models.vocabulary-size': {
    en: 'A vocabulary has {{least}} to {{most}} tokens, not {{given}}.',
    zh: '词表大小须为 {{least}} 至 {{most}}，而非 {{given}}。',
  },
  'models.is-a-file': {
    en: '{{folder}} is a file; a model is a folder.',
    zh: '{{folder}} 是文件，模型应为文件夹。',
  },
  'models.config-missing': {
    en: 'The file config.json is missing; there is {{there}}.',
    zh: '缺少 config.json，现有 {{there}}。',
  },
  'models.file-twice': { en: '{{name}} is there twice.', zh: '{{name}} 重复出现。' },
  'models.ends-early': { en: '{{path}} ends too early.', zh: '文件 {{path}} 不完整。' },
  'models.vocabulary-missing': { en: 'The file {{file}} is missing.', zh: '缺少词表文件 {{file}}。' },
  'models.no-vocab-txt': { en: 'vocab.txt is missing.', zh: '缺少词表文件。' },
  'models.encoder-not-evaluated': {
    en: '{{name}} is an encoder: it finds no entities.',
    zh: '{{name}} 是编码器，不识别实体。',
  },
  'models.compared': {
    en: '{{documents}} documents; {{samples}} resamples of documents, seed {{seed}}; {{level}} % intervals of second − first',
    zh: '{{documents}} 份文档；按文档重抽样 {{samples}} 次，种子 {{seed}}；“后者−前者”的 {{level}} % 置信区间',
  },
  'models.not-comparable': {
    en: '{{first}} and {{second}} do not do the same task.',
    zh: '{{first}} 与 {{second}} 的任务不同。',
  },
  'models.mention-outside': {
    en: 'A mention does not lie in the text.',
    zh: '有实体不在文本范围内。',
  },
  'models.no-relations-together': {
    en: 'Models of relations cannot be combined.',
    zh: '关系抽取模型不能组合成集成模型。',
  },
  'models.pairs-alone': {
    en: 'A model of pairs of texts is used neither in the editor nor in the diagnosis panel.',
    zh: '文本对模型不用于编辑器和诊断面板。',
  },
  'models.finds-no-relations': { en: 'This model finds no relations.', zh: '该模型不做关系抽取。' },
  'models.no-tagger': { en: '{{name}} finds no entities.', zh: '{{name}} 不是实体识别模型。' },
  'models.not-found': { en: 'There is no model named {{name}}.', zh: '没有名为 {{name}} 的模型。' },
  'models.other-of-name': {
    en: 'There is another model named {{name}}.',
    zh: '已有另一个名为 {{name}} 的模型。',
  },
  'models.needs-name': { en: 'A model needs a name.', zh: '模型需要名称。' },
  'models.name-is-size': {
    en: 'An encoder cannot be named {{name}}: that is a size.',
    zh: '编码器不能命名为 {{name}}：与规格重名。',
  },
  'models.in-use-by-run': {
    en: 'The run {{run}} builds on {{name}} and has not ended.',
    zh: '训练 {{run}} 基于 {{name}} 且尚未结束。',
  },
  'models.encoder-alone': { en: 'An encoder finds no entities by itself.', zh: '编码器不能单独用于标注。' },
  'models.none-in-diagnosis': { en: 'No model is used in the diagnosis panel.', zh: '诊断面板未使用模型。' },
  'models.stopped-engine': {
    en: 'The engine stopped repeatedly while it used the model {{name}}; it is no longer asked.',
    zh: '引擎使用模型 {{name}} 时多次意外停止，已暂停使用。',
  },
  'vocabulary.no-header': {
    en: 'This is no vocabulary of characters or words: its first line is not "{{header}} …".',
    zh: '不是字表或词表文件：首行不是“{{header}} …”。',
  },
  'vocabulary.wrong-line': {
    en: 'Vocabulary: line {{line}} {{problem}}.',
    zh: '词表第 {{line}} 行有误：{{problem}}。',
  },
  'vocabulary.wrong-user-line': {
    en: 'User dictionary: line {{line}} is not "word frequency tag".',
    zh: '用户词典第 {{line}} 行不是“词 词频 词性”。',
  },
  'vocabulary.wrong-lexicon-line': {
    en: 'Line {{line}} of the lexicon in vocab.txt is damaged.',
    zh: 'vocab.txt 中词典部分的第 {{line}} 行已损坏。',
  },
  'vocabulary.wrong-entity-line': {
    en: 'Line {{line}} of the entities in vocab.txt is damaged.',
    zh: 'vocab.txt 中实体部分的第 {{line}} 行已损坏。',
  },
  'vocabulary.wrong-word-line': {
    en: 'Vocabulary: line {{line}} of the user words is not "word TAB frequency".',
    zh: '词表的用户词第 {{line}} 行不是“词 TAB 词频”。',
  },
  'vocabulary.parts-expected': {
    en: 'Vocabulary: after the characters a table of words and user words are expected.',
    zh: '词表的分段有误：字符之后应为词语表和用户词。',
  },
  'vocabulary.token-missing': {
    en: 'The vocabulary of {{count}} tokens has no {{token}}.',
    zh: '{{count}} 个词元的词表中没有 {{token}}。',
  },
  'executors.no-capture': { en: 'capture: {{problem}}', zh: '无法转换为 ONNX：{{problem}}' },
  'executors.out-of-memory': { en: 'Out of memory: {{doing}}.', zh: '内存不足：{{doing}}。' },
  'executors.unsupported': {
    en: '{{doing}}: {{problem}}',
    zh: '该执行器不支持模型中的某个运算：{{doing}}：{{problem}}',
  },
  'executors.device-lost': { en: 'The GPU was lost: {{doing}}.', zh: '显卡设备丢失：{{doing}}。' },
  'executors.unavailable': {
    en: 'executor {{executor}} is not available: {{reason}}',
    zh: '执行器 {{executor}} 不可用：{{reason}}',
  },
  'executors.failed': { en: '{{doing}} failed: {{problem}}', zh: '{{doing}} 失败：{{problem}}' },
  'models.other-task': { en: 'its task is {{task}}.', zh: '任务为 {{task}}，与所需不符。' },
  'models.other-tensors': {
    en: 'tensors differ from config.json: {{differences}}',
    zh: '张量与 config.json 不符：{{differences}}',
  },
  'models.wrong-fields': { en: 'it cannot be read. {{problems}}', zh: '配置无法读取。{{problems}}' },
  'models.vocabulary-too-large': {
    en: 'it has {{tokens}} tokens, the model only {{rows}}; they do not belong together.',
    zh: '词表有 {{tokens}} 个词元，模型只有 {{rows}} 个，二者不匹配。',
  },
  'models.file-too-large': { en: 'the file is too large.', zh: '文件过大。' },
  'models.impossible-size': {
    en: 'a model of {{layers}} layers of width {{width}} is impossible.',
    zh: '{{layers}} 层、宽度 {{width}} 的模型过大。',
  },
  'models.tensor-not-finite': {
    en: 'tensor "{{name}}" holds values that are no numbers.',
    zh: '张量“{{name}}”含无效数值。',
  },
  'models.card-differs': {
    en: 'task or labels differ from those of config.json.',
    zh: '任务或标签与 config.json 不符。',
  },
  'models.members-differ': {
    en: 'a member has another task or mode or other labels than the {{labels}} of the ensemble, or the shares do not add up to 1.',
    zh: '某成员的任务、标注方式或标签与集成的 {{labels}} 个标签不符，或权重之和不为 1。',
  },
  'models.terms-differ': {
    en: 'the candidates or the evidence do not fit the {{terms}} terms, or the model of pairs has other labels.',
    zh: '候选或证据与 {{terms}} 个标准词不符，或文本对模型的标签不同。',
  },
  'models.members-of-kinds': {
    en: '{{name}} does not have the task and the labels of {{first}}.',
    zh: '{{name}} 的任务或标签与 {{first}} 不同。',
  },
  'models.no-dev-set': {
    en: 'The dev set of {{name}} is not known.',
    zh: '不知道 {{name}} 的验证集。',
  },
  'models.needs-members': {
    en: 'An ensemble needs at least one model, at most {{most}}.',
    zh: '集成至少需要 1 个模型，最多 {{most}} 个。',
  },
  'models.no-word-pieces': {
    en: 'its tokenizer is of type {{type}}; only WordPiece and byte-level BPE can be read',
    zh: '其分词器类型为 {{type}}；只能读取 WordPiece 和字节级 BPE',
  },
  'models.not-for-pipeline': {
    en: 'transformers has no pipeline that computes what this model does.',
    zh: 'transformers 没有与该模型计算相同的 pipeline。',
  },
  'models.curves-not-exported': {
    en: 'The rising curves of calibration are left out: probabilities there are not calibrated.',
    zh: '保序校准曲线无法导出：导出后的概率未经校准。',
  },
  'models.shard-missing': {
    en: 'it names {{file}}, which is not in the folder',
    zh: '其中提到的 {{file}} 不在文件夹里',
  },
  'models.tensor-missing': { en: 'tensor "{{name}}" is missing.', zh: '缺少张量“{{name}}”。' },
  'models.tensor-shape': {
    en: 'tensor "{{name}}" has shape {{found}}, the model needs {{expected}}.',
    zh: '张量“{{name}}”形状为 {{found}}，模型需要 {{expected}}。',
  },
  'models.pickle-refused': {
    en: 'asks for {{what}}, which no file of weights needs; it was refused, nothing was run.',
    zh: '文件要求执行 {{what}}，权重文件无此需要；已拒绝，未运行任何内容。',
  },
  'models.inputs-too-long': {
    en: 'inputs of {{length}} tokens do not fit the model.',
    zh: '{{length}} 个词元的输入与模型不符。',
  },
  'models.calibration-differs': {
    en: 'calibration and labels do not fit together.',
    zh: '校准参数与标签不符。',
  },
  'models.label-twice': { en: 'a label is listed twice.', zh: '标签重复。' },
  'models.windows-too-long': {
    en: 'windows of {{length}} tokens with {{overlap}} shared do not fit the model.',
    zh: '{{length}} 个词元、重叠 {{overlap}} 个的窗口与模型不符。',
  },
  'models.unknown-front': {
    en: 'a front of the kind {{kind}} cannot be read.',
    zh: '不支持输入层 {{kind}}。',
  },
  'models.lexicon-differs': {
    en: 'the lexicon does not fit the settings in config.json',
    zh: '词典与 config.json 中的设置不符',
  },
  'models.entities-missing': {
    en: 'the model reads entities of a knowledge graph, but the vocabulary holds none.',
    zh: '模型要读取知识图谱的实体，词表中却没有。',
  },
  'models.entities-differ': {
    en: 'the entities of the knowledge graph do not fit the settings in config.json',
    zh: '知识图谱的实体与 config.json 中的设置不符',
  },
  'models.words-missing': {
    en: 'the model has vectors of words, but the vocabulary holds none.',
    zh: '模型有词向量，词表却没有词语。',
  },
  'models.complete': {
    en: '{{name}}: {{parameters}} parameters, {{labels}} labels.',
    zh: '{{name}}：{{parameters}} 个参数，{{labels}} 个标签。',
  },
  'vocabulary.token-with-line-break': {
    en: 'vocab.txt cannot hold the token {{token}}.',
    zh: 'vocab.txt 无法保存词元 {{token}}。',
  },
});
