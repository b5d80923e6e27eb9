/** Training runs, experiments, settings and rounds of learning. */
import { dictionary } from './dictionary.ts';

export const training = dictionary({
  'classification.cross-fitted': {
    en: 'calibration and thresholds were fitted {{folds}} times, each time on other texts than those judged',
    zh: '校准与阈值拟合了 {{folds}} 次（交叉拟合），每次所用文本与评判的文本不同',
  },
  'classification.fitted-on-same-texts': {
    en: 'calibration and thresholds were fitted on these texts: scores are a little too good',
    zh: '校准与阈值在这些文本上拟合，得分略偏高',
  },
  'classification.never-sure': {
    en: 'abstention: never sure enough for a precision of {{precision}} %',
    zh: '精确率达不到 {{precision}} %，从不给出结论',
  },
  'classification.abstains-below': {
    en: 'abstention below {{threshold}}: says something about {{coverage}} % of the texts, {{precision}} % of these right',
    zh: '概率低于 {{threshold}} 时不给出结论：对 {{coverage}} % 的文本给出结论，其中 {{precision}} % 正确',
  },
  'classification.micro': { en: 'micro', zh: '微平均' },
  'classification.macro': { en: 'macro', zh: '宏平均' },
  'classification.all': { en: 'all', zh: '全部' },
  'classification.unsure': { en: 'the model is not sure enough', zh: '模型没有把握' },
  'classification.unfamiliar': {
    en: 'the model does not know most of this text',
    zh: '模型不认识文本的大部分内容',
  },
  'classification.empty': { en: 'nothing to read', zh: '没有可读内容' },
  'experiments.no-result': { en: 'No run of it has a result yet.', zh: '还没有一次训练有结果。' },
  'experiments.config-written': {
    en: 'the best settings were written to {{out}}; train with them: train --config {{out}} …',
    zh: '最佳设置已写入 {{out}}，可用 train --config {{out}} … 训练',
  },
  'experiments.too-few-groups': {
    en: '{{folds}} folds need as many documents of different ids and texts; there are {{groups}}.',
    zh: '{{folds}} 折至少需要同样多的不同文档（按编号和文本区分），现有 {{groups}} 份。',
  },
  'experiments.no-such-flag': {
    en: '{{flag}} is no setting of a cell; there are {{known}}, and --seeds',
    zh: '没有设置 {{flag}}；可用 {{known}}，随机种子请用 --seeds',
  },
  'experiments.wrong-description': {
    en: '{{where}}: {{problems}}.',
    zh: '{{where}}：实验描述有误：{{problems}}。',
  },
  'experiments.interrupted': {
    en: 'Meridian ended while this experiment was going on.',
    zh: '实验期间程序意外退出。',
  },
  'experiments.unfinished': {
    en: '{{state}}, {{finished}} of {{total}} runs done; go on with: {{command}}',
    zh: '{{state}}，已完成 {{finished}}/{{total}} 次训练；继续：{{command}}',
  },
  'experiments.finished-intact': {
    en: 'All finished runs and the checkpoint of the one under way are intact.',
    zh: '已完成的训练与当前训练的检查点完好。',
  },
  'experiments.name-taken': {
    en: 'There is an experiment named {{name}} already.',
    zh: '已有名为 {{name}} 的实验。',
  },
  'experiments.nothing-to-leave-out': {
    en: 'The settings have one objective alone: there is nothing to leave out. Choose a model, a pair objective or another masking.',
    zh: '这些设置只有一个训练目标，没有可去掉的。请选择模型、句对目标或其他遮蔽方式。',
  },
  'experiments.pretraining-not-tested': {
    en: 'Encoders are measured on dev alone; compare on a test set what is trained on them.',
    zh: '编码器只在验证文本上评估；请在测试集上比较以它们训练的模型。',
  },
  'experiments.search-not-compared': {
    en: 'The trials of a search are chosen by their scores, so that their differences cannot be tested.',
    zh: '搜索的各次试验按得分取舍，不能检验它们之间的差异。',
  },
  'experiments.first-row-open': {
    en: 'The first row of the experiment has no result to compare with yet; experiments of earlier versions keep none.',
    zh: '实验的第一行还没有可比较的结果；早期版本的实验未保存逐篇结果。',
  },
  'experiments.not-found': { en: 'There is no experiment {{id}}.', zh: '没有实验 {{id}}。' },
  'experiments.not-named': { en: 'There is no experiment named {{name}}.', zh: '没有名为 {{name}} 的实验。' },
  'experiments.running': { en: 'The experiment {{name}} is going on.', zh: '实验 {{name}} 正在进行。' },
  'experiments.wrong-state': {
    en: 'The experiment is {{state}}: this cannot be done now.',
    zh: '实验的状态为“{{state}}”，当前无法执行此操作。',
  },
  'experiments.elsewhere': {
    en: 'Another process looks after this experiment.',
    zh: '另一个进程正在处理此实验。',
  },
  'learning.suggested': {
    en: '{{items}} suggestions in {{documents}} documents',
    zh: '{{documents}} 份文档中 {{items}} 条建议',
  },
  'learning.model-in-use': { en: 'model in use: {{model}}', zh: '当前模型：{{model}}' },
  'learning.training': { en: 'A model is being trained on this project.', zh: '该项目正在训练模型。' },
  'learning.run-deleted': { en: 'Its run was deleted.', zh: '训练已被删除。' },
  'learning.run-failed': { en: 'The run failed.', zh: '训练失败。' },
  'learning.run-cancelled': { en: 'The run was cancelled.', zh: '训练已取消。' },
  'learning.no-round': { en: 'There is no round {{id}}.', zh: '没有第 {{id}} 轮训练。' },
  'learning.too-little': {
    en: '{{documents}} documents are finished, with {{train}} spans to train on and {{dev}} to measure with; both need some.',
    zh: '已完成 {{documents}} 篇文档，可训练的标注 {{train}} 个，可评测的 {{dev}} 个；两者都不能为零。',
  },
  'learning.no-document': {
    en: 'There is no document {{id}} in this project.',
    zh: '项目中没有文档 {{id}}。',
  },
  'learning.unfinished-at-export': {
    en: 'It was going on when the project was exported.',
    zh: '导出项目时该轮尚未结束。',
  },
  'runs.failed-training': { en: 'The training failed.', zh: '训练失败。' },
  'runs.paused-training': {
    en: 'The training was paused; `train --resume` goes on.',
    zh: '训练已暂停，可用 `train --resume` 继续。',
  },
  'runs.is': { en: 'the run is {{state}}', zh: '该训练的状态：{{state}}' },
  'runs.torch-pause-first': {
    en: 'Only a run that was paused, or stopped before its end, is handed over.',
    zh: '只有已暂停或中途停止的训练可以移交。',
  },
  'runs.torch-no-checkpoint': { en: 'The run has no checkpoint yet.', zh: '该训练还没有检查点。' },
  'runs.torch-other-run': {
    en: 'Handed over to PyTorch are runs of bert-fc without R-Drop, averages, adversarial steps, ensembles, lexicon, filled and unlabelled texts.',
    zh: '可移交 PyTorch 的只有 bert-fc 训练，且不含 R-Drop、权重平均、对抗扰动、集成、词典、填充文本和无标注文本。',
  },
  'runs.torch-no-run': {
    en: 'run.json is not that of a run that was handed over.',
    zh: 'run.json 不是移交训练时写出的文件。',
  },
  'runs.torch-other-data': {
    en: '{{name}} is not the file that was handed over.',
    zh: '{{name}} 不是移交时的文件。',
  },
  'runs.torch-not-finite': {
    en: 'The tensor {{name}} holds values that are no numbers.',
    zh: '张量 {{name}} 含有非数值。',
  },
  'runs.torch-exported': {
    en: 'Handed over into {{path}}, not encrypted. There: torchrun continue.py; then runs import {{run}} --from {{path}}.',
    zh: '已移交到 {{path}}（未加密）。在该文件夹运行 torchrun continue.py，然后执行 runs import {{run}} --from {{path}}。',
  },
  'runs.torch-imported': {
    en: 'The run {{run}} stands at update {{step}} and can be resumed.',
    zh: '训练 {{run}} 已到第 {{step}} 次更新，可以继续。',
  },
  'runs.not-found': { en: 'There is no run {{run}}.', zh: '没有训练 {{run}}。' },
  'runs.open-name-taken': {
    en: 'There is a run named {{name}} that has not ended.',
    zh: '已有名为 {{name}} 且未结束的训练。',
  },
  'runs.paused-at-step': {
    en: 'paused at step {{step}}; go on with: train --resume {{id}}{{where}}',
    zh: '已在第 {{step}} 步暂停；继续：train --resume {{id}}{{where}}',
  },
  'runs.recipe': {
    en: 'recipe {{recipe}}: {{network}} (--recipe fast|balanced|best; --network chooses by hand)',
    zh: '方案 {{recipe}}：{{network}}（--recipe fast|balanced|best；用 --network 可自行选择）',
  },
  'runs.begins-with': {
    en: 'begins with the model {{from}}; --from none begins with random weights',
    zh: '从模型 {{from}} 的权重开始；用 --from none 可从随机权重开始',
  },
  'runs.estimate': {
    en: 'needs about {{minutes}} min and {{gigabytes}} GB of memory; about {{parameters}} parameters',
    zh: '大约需要 {{minutes}} 分钟、{{gigabytes}} GB 内存；约 {{parameters}} 个参数',
  },
  'runs.interrupted': { en: 'Meridian ended while this run was going on.', zh: '训练期间程序意外退出。' },
  'runs.still-training': {
    en: 'Another process is still training this run.',
    zh: '另一进程仍在进行此训练。',
  },
  'runs.needs-name': { en: 'A run needs a name.', zh: '训练需要名称。' },
  'runs.weights-gone': { en: 'The trained weights are no longer there.', zh: '训练所得权重已丢失。' },
  'runs.checkpoint-is': { en: 'The checkpoint is.', zh: '检查点仍在。' },
  'runs.running': { en: 'The run {{name}} is going on.', zh: '训练 {{name}} 正在进行。' },
  'runs.wrong-state': {
    en: 'The run is {{state}}: this cannot be done now.',
    zh: '训练的状态为“{{state}}”，当前无法执行此操作。',
  },
  'runs.elsewhere': { en: 'Another process looks after this run.', zh: '另一个进程正在处理此训练。' },
  'runs.ended': {
    en: 'The training process ended without notice ({{how}}).',
    zh: '训练进程意外结束（{{how}}）。',
  },
  'settings.wrong-file': { en: '{{file}}: {{problems}}.', zh: '配置文件 {{file}} 有误：{{problems}}。' },
  'settings.decided': {
    en: 'The model {{from}}, with which the run begins, decides these settings: {{names}}.',
    zh: '本次训练从模型 {{from}} 开始，以下设置由该模型决定：{{names}}。',
  },
  'settings.reads-encoder': {
    en: 'The network {{network}} reads an encoder, not word vectors.',
    zh: '网络 {{network}} 读取编码器，不能使用词向量。',
  },
  'settings.lexicon-needs-vectors': {
    en: 'A lexicon of vectors needs word vectors by name.',
    zh: '词典需要词向量，请指定一套。',
  },
  'settings.lexicon-needs-words': {
    en: 'The lexicon needs vectors of words; these are vectors of characters.',
    zh: '词典需要以词为单位的向量，而所选的是字向量。',
  },
  'settings.needs-vectors': { en: 'The front vectors needs word vectors by name.', zh: '请指定词向量。' },
  'settings.wrong-for': { en: '{{name}}: {{problem}}.', zh: '{{name}} 的设置有误：{{problem}}。' },
  'settings.object-needed': { en: 'An object with settings is needed.', zh: '需要包含设置的对象。' },
  'settings.task-not-trained': { en: 'The form does not train this task.', zh: '表单不支持此任务。' },
  'settings.none-named': { en: 'There is no setting named {{names}}.', zh: '没有名为 {{names}} 的设置。' },
  'settings.known': { en: 'Known settings: {{names}}.', zh: '可用的设置：{{names}}。' },
  'settings.wrong-value': {
    en: 'This cannot be the value of “{{name}}”: {{problem}}.',
    zh: '“{{name}}”的值无效：{{problem}}。',
  },
  'settings.no-json': { en: 'This is not JSON.', zh: '这不是 JSON。' },
  'settings.copy-to-see': {
    en: 'Copy settings from a run to see their form.',
    zh: '可先从某次运行复制设置，查看格式。',
  },
  'training.texts-cut': {
    en: '{{cut}} of {{total}} training texts have over {{length}} tokens: only a part of them is read.',
    zh: '{{total}} 份训练文本中有 {{cut}} 份超过 {{length}} 个词元：只读取部分内容。',
  },
  'training.unknown-dev-labels': {
    en: 'The dev set holds {{labels}} labels that the training set lacks; they count as missed: {{names}}.',
    zh: '验证集有 {{labels}} 个标签是训练集没有的，计为漏标：{{names}}。',
  },
  'training.relations-unreachable': {
    en: '{{unreachable}} of {{relations}} dev relations join mentions that are no pair of the model: too far apart, of types that no training relation joins, or second relations of a pair. They are left out of the scores of pairs.',
    zh: '开发集 {{relations}} 个关系中有 {{unreachable}} 个不属于模型判断的实体对（两个实体相距太远、训练集中没有这两种类型间的关系，或同一对实体的第二个关系），不计入实体对的得分。',
  },
  'training.no-candidates': {
    en: 'No text has both right and wrong candidates among the standard terms.',
    zh: '没有文本能在标准词中同时找到正确和错误的候选。',
  },
  'training.terms-unknown': {
    en: '{{unknown}} terms of the dev set are in neither the training set nor the code list, so that they cannot be found.',
    zh: '开发集有 {{unknown}} 个标准词既不在训练集中，也不在编码表中，模型无法给出。',
  },
  'training.no-grades': {
    en: 'Ranking needs grades of relevance as labels, whole numbers from 0; the set has {{labels}}.',
    zh: '排序任务的标签须为相关程度（从 0 起的整数），该数据集的标签为 {{labels}}。',
  },
  'training.no-questions': {
    en: 'No question of {{name}} has several candidates: candidates for one question have the same first text.',
    zh: '{{name}} 中没有任何问题有多个候选：同一问题的候选，其第一段文本须相同。',
  },
  'training.one-label': {
    en: 'The training set has {{labels}} label: nothing is to be told apart.',
    zh: '训练集只有 {{labels}} 种标签，无可区分。',
  },
  'training.several-labels': {
    en: 'A text of the training set has several labels.',
    zh: '训练集中有文本含多个标签。',
  },
  'training.focal-linear': {
    en: 'A linear classifier has no focal loss.',
    zh: '线性分类器没有 focal 损失。',
  },
  'training.pairs-by-idf': {
    en: 'Linear classifiers of pairs weigh n-grams by their inverse frequency alone.',
    zh: '文本对的线性分类器只按逆文档频率给 n-gram 加权。',
  },
  'training.joint-pairs': {
    en: 'Only an encoder reads the two texts of a pair as one sequence.',
    zh: '只有编码器能把一对文本作为一个序列来读。',
  },
  'training.silver': {
    en: 'Of {{sentences}} sentences without labels, {{marked}} were marked surely (entities of probability {{threshold}} or more) and are learnt from.',
    zh: '{{sentences}} 个未标注句子中，有 {{marked}} 个标注把握足够（实体概率不低于 {{threshold}}），用于学习。',
  },
  'training.augmented': {
    en: 'Beside the labelled texts, {{texts}} copies are learnt from, in which {{encoder}} has filled {{words}} words outside of entities.',
    zh: '除标注文本外，还从 {{texts}} 份副本学习，其中实体之外的 {{words}} 个词由 {{encoder}} 填充。',
  },
  'training.teacher-without-texts': {
    en: 'The tagger {{name}} has no texts to mark: texts without labels are not chosen.',
    zh: '没有可供模型 {{name}} 标注的文本：未选择未标注文本。',
  },
  'training.teacher-no-tagger': {
    en: 'The model {{name}} marks no entities, so that no network can learn from its marks.',
    zh: '模型 {{name}} 不标注实体，无法作为标注模型。',
  },
  'training.teacher-lacks': {
    en: 'The tagger {{name}} does not know types of the training set: {{types}}.',
    zh: '模型 {{name}} 不认识训练集中的类型：{{types}}。',
  },
  'training.augment-or-unlabelled': {
    en: 'A run learns from filled copies of its texts or from texts without labels, not from both.',
    zh: '一次训练要么从填充后的副本学习，要么从未标注文本学习，不能同时使用两者。',
  },
  'training.no-hierarchy': {
    en: 'The labels form no hierarchy: it takes texts of one label, two parents at least, and a parent of several labels.',
    zh: '标签不成层级：需要每份文本一个标签、至少两个上级，且有上级含多个标签。',
  },
  'training.vectors-cover': {
    en: 'Only {{percent}} % of the training tokens have a vector in {{vectors}}; the others begin at random or as unknown.',
    zh: '词向量 {{vectors}} 只覆盖训练文本 {{percent}} % 的词，其余随机初始化或视为未登录词。',
  },
  'training.graph-without-names': {
    en: 'The knowledge graph holds no name for the lexicon.',
    zh: '知识图谱中没有可供词典使用的名称。',
  },
  'training.untaggable': {
    en: '{{total}} entities of the training set cannot be written as tags ({{reasons}}) and are not learnt.',
    zh: '训练集中有 {{total}} 个实体无法用标签表示（{{reasons}}），不参与学习。',
  },
  'training.widened': {
    en: {
      one: '{{count}} entity of the training set begins or ends inside a token and is learnt widened to whole tokens.',
      other:
        '{{count}} entities of the training set begin or end inside a token and are learnt widened to whole tokens.',
    },
    zh: '训练集中有 {{count}} 个实体的边界落在词元内部，按扩展到完整词元后的范围学习。',
  },
  'training.one-pair': {
    en: 'Training or dev texts make up a single pair: telling next sentences from others needs two or more.',
    zh: '训练或验证文本只能组成一对：下一句判断至少需要两对。',
  },
  'training.nested-entities': {
    en: 'Networks with a GlobalPointer or biaffine head learn nested and overlapping entities.',
    zh: '带 GlobalPointer 或双仿射的网络可以学习嵌套和重叠的实体。',
  },
  'training.needs-span-head': {
    en: '{{percent}} of the entities of “{{set}}” overlap longer ones. {{network}} tags characters and would lose them; up to {{most}} may be lost.',
    zh: '“{{set}}”中有 {{percent}} 的实体与更长的实体重叠。{{network}} 逐字标注，会丢掉它们；最多允许丢掉 {{most}}。',
  },
  'training.unknown-dev-types': {
    en: 'The dev set holds types that the training set lacks: {{names}}.',
    zh: '验证集含有训练集没有的类型：{{names}}。',
  },
  'training.no-entity': { en: 'The training set holds no entity.', zh: '训练集中没有实体标注。' },
  'training.single-text': {
    en: 'The corpus holds a single short text: none is left to measure on.',
    zh: '语料只有一份短文本，无法划分开发集。',
  },
  'training.duplicates': {
    en: '{{duplicates}} of {{total}} texts stand in the corpus already and were left out.',
    zh: '语料 {{total}} 份文本中有 {{duplicates}} 份重复，已去除。',
  },
  'training.packed-pairs': {
    en: 'Packing does not go with pairs of segments ({{pair}}): their lengths are drawn anew in each epoch.',
    zh: '打包不能与句对目标（{{pair}}）一起使用：句对的长度每轮重新抽取。',
  },
  'training.small-dev': {
    en: 'Dev holds {{documents}} texts only: its loss says little.',
    zh: '开发集仅 {{documents}} 份文本，损失参考意义有限。',
  },
  'training.heads-at-random': {
    en: 'The encoder came without some of the heads of pre-training: these begin at random.',
    zh: '编码器不含部分预训练输出层，已随机初始化。',
  },
  'training.no-words': { en: 'The corpus holds no words that can be read.', zh: '语料中没有可读取的词。' },
  'training.other-checkpoint': {
    en: 'The checkpoint was made with other settings, data or model code.',
    zh: '检查点与当前设置、数据或模型不符。',
  },
  'training.unknown-tensor': {
    en: 'The checkpoint holds an unknown tensor {{name}}.',
    zh: '检查点已损坏，含未知张量 {{name}}。',
  },
  'training.nothing': { en: 'There is nothing to train on.', zh: '没有可用于训练的样本。' },
  'training.example-too-long': {
    en: 'Example {{example}} has {{tokens}} tokens; the longest batches hold {{longest}}.',
    zh: '第 {{example}} 个样本有 {{tokens}} 个词元，最长的批只容纳 {{longest}} 个。',
  },
  'training.leaked': {
    en: '{{leaked}} of {{documents}} dev texts also stand in the training set: the dev scores are too good.',
    zh: '开发集 {{documents}} 份文本中有 {{leaked}} 份也在训练集中，开发集得分偏高。',
  },
  'training.diverged': { en: 'The training diverged: {{what}}.', zh: '训练发散：{{what}}。' },
  'training.no-finite-gradient': {
    en: '{{updates}} updates in a row had no finite gradient',
    zh: '连续 {{updates}} 次更新的梯度无效',
  },
  'training.loss-grew': {
    en: 'the mean loss grew from {{from}} to {{to}}',
    zh: '平均损失由 {{from}} 升至 {{to}}',
  },
  'experiments.same-name-other-data': {
    en: 'There is an experiment named {{name}} with other data.',
    zh: '已有同名但数据不同的实验 {{name}}。',
  },
  'experiments.same-name-other-plan': {
    en: 'There is an experiment named {{name}} with another plan.',
    zh: '已有同名但方案不同的实验 {{name}}。',
  },
  'training.no-mentions': {
    en: 'The corpus mentions no entity of the knowledge graph.',
    zh: '语料中没有提到知识图谱里的任何实体。',
  },
  'training.knowledge-needs-mlm': {
    en: '{{model}} masks tokens: it needs the objective mlm.',
    zh: '{{model}} 需要遮蔽词元，预训练目标须为 mlm。',
  },
  'training.fusion-too-deep': {
    en: 'Entities cannot be read after layer {{layer}}: the encoder has {{layers}} layers.',
    zh: '不能在第 {{layer}} 层之后读取实体：编码器只有 {{layers}} 层。',
  },
  'training.no-parts': {
    en: 'No mention has several parts: neither segmentation nor masked parts are learnt.',
    zh: '语料提到的实体都没有多个组成部分：实体切分与双向遮蔽不起作用。',
  },
  'training.no-teacher': {
    en: 'Masked mentions are not modelled: that needs an encoder that was trained before.',
    zh: '不做遮蔽提及建模：它需要先前训练过的编码器。',
  },
  'training.sampled-linking': {
    en: 'The linking loss is a sampled softmax over {{count}} drawn entities a sequence.',
    zh: '链接损失用采样 softmax，每段抽取 {{count}} 个实体。',
  },
  'training.entities-too-large': {
    en: 'To learn {{entities}} entities takes about {{needed}} GB, of which {{there}} GB can be used: about {{fits}} entities fit.',
    zh: '训练 {{entities}} 个实体约需 {{needed}} GB 内存，可用 {{there}} GB：约能容纳 {{fits}} 个实体。',
  },
  'training.no-edges': {
    en: 'The knowledge graph has no edges.',
    zh: '知识图谱没有任何关系。',
  },
  'training.needs-entity-vectors': {
    en: '{{model}} needs vectors of the graph’s entities.',
    zh: '{{model}} 需要知识图谱实体的向量。',
  },
  'training.no-graph-vectors': {
    en: '{{name}} holds no vectors of a knowledge graph.',
    zh: '{{name}} 不是知识图谱的向量。',
  },
  'training.texts-without-mentions': {
    en: 'No training text mentions an entity of the knowledge graph that has neighbours: the model learns from the text alone.',
    zh: '没有一篇训练文本提及知识图谱中有邻居的实体：模型只从文本学习。',
  },
  'training.other-graph': {
    en: 'The vectors {{name}} are of another version of the knowledge graph.',
    zh: '向量 {{name}} 属于知识图谱的另一个版本。',
  },
});
