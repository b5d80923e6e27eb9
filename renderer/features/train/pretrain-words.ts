import { words } from '../../i18n/words.ts';

export const pretrain = words({
  tab: { en: 'Pre-training', zh: '预训练' },
  data: {
    none: {
      en: 'No corpus yet. A corpus is plain text (.txt) or JSON lines with a text each; it needs no labels.',
      zh: '还没有语料。语料是纯文本（.txt）或每行一份文本的 JSON Lines，不需要标注。',
    },
    corpus: { en: 'Corpus', zh: '语料' },
    corpusHelp: {
      en: 'What the encoder learns from; equal texts count once.',
      zh: '编码器从这些文本学习；相同的文本只算一次。',
    },
    dev: { en: 'Dev texts', zh: '验证文本' },
    devHelp: {
      en: 'Loss and perplexity are measured on them; they are not learnt from.',
      zh: '在它们上面测量损失与困惑度，不参与学习。',
    },
    fromRecords: { en: 'Take all records of the workspace', zh: '用工作区的全部病历' },
    fromRecordsHelp: {
      en: 'Keeps the newest texts of all records as a corpus; later edits do not change it.',
      zh: '把现有病历的最新文本保存为一份语料；之后的修改不影响它。',
    },
    recordsName: { en: 'All records {{date}}', zh: '全部病历 {{date}}' },
    share: { en: 'A share of the corpus', zh: '从语料中留出一部分' },
    same: {
      en: 'The same as the corpus: the dev share of it is kept apart and not learnt from.',
      zh: '与语料相同：按“验证比例”从中留出，训练时不看。',
    },
    format: {
      en: 'Reads .txt and JSON lines (field text), also gzipped, in UTF-8 or GB18030. No labels are needed.',
      zh: '支持 .txt 和 JSON Lines（text 字段），可用 gzip 压缩；UTF-8 或 GB18030。不需要标注。',
    },
  },
  ablation: {
    open: { en: 'Ablation…', zh: '消融实验…' },
    hint: { en: 'An experiment that leaves out one objective at a time', zh: '每次去掉一个目标的对比实验' },
    title: { en: 'Ablation of the objectives', zh: '预训练目标消融' },
    about: {
      en: 'One row with everything that the form says, and one without each of these: {{parts}}.',
      zh: '一行用表单中的全部设置，其余每行各去掉下列一项：{{parts}}。',
    },
    between: { en: ', ', zh: '、' },
    nothing: {
      en: 'These settings have nothing that could be left out: choose pairs, whole words or a model with knowledge.',
      zh: '当前设置没有可去掉的目标：请先选择句对、整词掩码或带知识的模型。',
    },
    runs: { en: 'Separated by commas; runs: {{n}}', zh: '用逗号分隔；共 {{n}} 次训练' },
    keepHelp: {
      en: 'Every encoder stays, so that an experiment can train taggers on them.',
      zh: '保留每个编码器，以便再用它们训练标注模型作对比。',
    },
  },
  samples: {
    look: { en: 'Look at samples', zh: '查看样本' },
    title: { en: 'Samples of pre-training', zh: '预训练样本' },
    about: {
      en: 'The first {{n}} sequences as the run would read them; bold: what stood there and is guessed.',
      zh: '本次训练最先读到的 {{n}} 个序列；粗体为原来的词元，需要猜测。',
    },
    epoch: { en: 'Epoch', zh: '轮次' },
    needs: {
      en: 'Choose a corpus in the form first; its settings must hold.',
      zh: '请先在表单中选择语料，并填好设置。',
    },
    making: { en: 'Making samples', zh: '正在生成样本' },
    masked: { en: 'masked, guessed', zh: '被遮盖，需要猜测' },
    kept: { en: 'guessed although it stands there', zh: '未遮盖，仍需猜测' },
    part: { en: 'hidden part of an entity', zh: '被遮盖的实体部分' },
    replaced: { en: 'in place of an entity', zh: '被替换的实体' },
    mention: { en: 'mention of an entity', zh: '实体提及' },
    guess: {
      masked: { en: 'Masked token', zh: '遮蔽词元' },
      next: { en: 'Next token, from left to right', zh: '从左到右的下一词元' },
      core: { en: 'Core of a long entity', zh: '长实体的核心部分' },
      modifier: { en: 'Modifier of a long entity', zh: '长实体的修饰部分' },
    },
    inOrder: { en: 'Segments as in the text', zh: '两段与原文一致' },
    otherPair: { en: 'Segments not as in the text', zh: '两段与原文不一致' },
    fits: { en: '{{entity}}: was “{{before}}”, fits', zh: '{{entity}}：原为“{{before}}”，一致' },
    fitsNot: {
      en: '{{entity}}: was “{{before}}”, does not fit',
      zh: '{{entity}}：原为“{{before}}”，不一致',
    },
    neighbour: {
      en: '{{entity}}: guess its neighbour {{neighbour}}',
      zh: '{{entity}}：猜测邻居“{{neighbour}}”',
    },
    hidden: { en: '{{entity}}: guess its vector', zh: '{{entity}}：猜测其向量' },
  },
  objective: {
    mlm: { en: 'Masked tokens (MLM)', zh: '遮蔽词元（MLM）' },
    rtd: { en: 'Replaced tokens (RTD, ELECTRA)', zh: '替换词元检测（RTD，ELECTRA）' },
    hybrid: { en: 'Masked and next tokens (GPT-BERT)', zh: '遮蔽与下一词元混合（GPT-BERT）' },
  },
  masking: {
    char: { en: 'Single tokens (BERT)', zh: '逐字（BERT）' },
    word: { en: 'Whole words', zh: '整词（Whole Word Masking）' },
    entity: { en: 'Whole words and entities', zh: '整词与整个实体' },
  },
  model: {
    bert: { en: 'Text alone (BERT)', zh: '只读文本（BERT）' },
    smedbert: { en: 'Neighbours of entities (SMedBERT)', zh: '实体的邻居（SMedBERT）' },
    kebiolm: { en: 'Nearest entities (KeBioLM)', zh: '最近的实体（KeBioLM）' },
    embert: { en: 'Names and their parts (EMBERT)', zh: '实体名称及其组成（EMBERT）' },
  },
  entityTraining: {
    trained: { en: 'Go on learning', zh: '继续学习' },
    frozen: { en: 'Stay as they are', zh: '保持不变' },
    random: { en: 'Begin at random', zh: '随机初始化' },
  },
  neighbourAttention: {
    both: { en: 'By type and node', zh: '按类型与节点' },
    node: { en: 'By node', zh: '按节点' },
    none: { en: 'All the same', zh: '一视同仁' },
  },
  linking: {
    full: { en: 'Among all entities', zh: '在全部实体中' },
    sampled: { en: 'Among drawn entities', zh: '在抽取的实体中' },
  },
  maskedPart: {
    either: { en: 'Either, drawn each time', zh: '每次随机选一部分' },
    core: { en: 'Core (atomic term)', zh: '中心语（原子词）' },
    modifier: { en: 'Modifier (adjective term)', zh: '修饰语（形容词）' },
  },
  pair: {
    none: { en: 'None', zh: '不判断' },
    nsp: { en: 'Next segment or not (NSP)', zh: '是否为下一段（NSP）' },
    sop: { en: 'In order or turned round (SOP)', zh: '两段是否颠倒（SOP）' },
  },
  setting: {
    task: {
      name: { en: 'Task', zh: '任务' },
      help: {
        en: 'An encoder learns a language from texts without labels.',
        zh: '编码器从没有标注的文本学习语言。',
      },
    },
    encoder: {
      help: {
        en: 'The encoder among the models that goes on learning, or a size that begins with random weights.',
        zh: '“模型”里继续学习的编码器，或随机初始化的规模。',
      },
    },
    masking: {
      name: { en: 'What is hidden', zh: '遮蔽单位' },
      help: {
        en: 'Tokens are hidden and guessed; with whole words, all tokens of a word at once.',
        zh: '词元被遮蔽，由编码器猜出；整词遮蔽时，一个词的字一起遮蔽。',
      },
    },
    objective: {
      name: { en: 'Objective', zh: '预训练目标' },
      help: {
        en: 'What the encoder learns from each token of a text.',
        zh: '编码器从文本的每个词元学习什么。',
      },
    },
    model: {
      name: { en: 'Knowledge', zh: '知识' },
      help: {
        en: 'Whether the encoder learns from entities of the knowledge graph that the corpus mentions.',
        zh: '编码器是否从语料所提到的知识图谱实体学习。',
      },
    },
    entityVectors: {
      name: { en: 'Entity vectors', zh: '实体向量' },
      help: {
        en: 'Name of vectors of the graph, made on the command line: embed transe --name NAME.',
        zh: '知识图谱的向量名称，用命令行生成：embed transe --name 名称。',
      },
    },
    entityTraining: {
      name: { en: 'Learning of entity vectors', zh: '实体向量的学习' },
      help: { en: 'Random ones need no vectors.', zh: '随机初始化时不需要向量。' },
    },
    fusionLayer: {
      name: { en: 'Layers before entities', zh: '读取实体之前的层数' },
      help: { en: '0: as in the paper.', zh: '0 为论文的比例。' },
    },
    hitRatio: {
      name: { en: 'Entity hit ratio', zh: '实体命中比例' },
      help: { en: 'Share of the mentions that get knowledge.', zh: '获得知识的提及所占比例。' },
    },
    neighbours: {
      name: { en: 'Neighbours', zh: '邻居数' },
      help: { en: 'The best neighbours of an entity by PageRank.', zh: '按 PageRank 选出的最佳邻居。' },
    },
    neighbourAttention: {
      name: { en: 'Weighing of neighbours', zh: '邻居的加权' },
      help: { en: 'The attention of the paper, or a part of it.', zh: '论文中的注意力，或其中一部分。' },
    },
    neighbourWeight: {
      name: { en: 'Weight of neighbours (λ1)', zh: '邻居损失权重（λ1）' },
      help: { en: '0: neighbours are not guessed.', zh: '0 为不猜邻居。' },
    },
    mentionWeight: {
      name: { en: 'Weight of masked mentions (λ2)', zh: '遮蔽提及损失权重（λ2）' },
      help: {
        en: '0: left out. It needs an encoder that was trained before.',
        zh: '0 为不用；需要先前训练过的编码器。',
      },
    },
    nearestEntities: {
      name: { en: 'Nearest entities', zh: '最近实体数' },
      help: { en: 'Entities that a mention takes in.', zh: '一处提及所读取的实体数。' },
    },
    linking: {
      name: { en: 'Linking loss', zh: '链接损失' },
      help: { en: 'All entities are slower with a large graph.', zh: '图谱很大时，在全部实体中计算较慢。' },
    },
    entityNegatives: {
      name: { en: 'Drawn entities', zh: '抽取的实体数' },
      help: { en: 'For a sampled softmax, per sequence.', zh: '采样 softmax 时每段抽取的数目。' },
    },
    consistencyWeight: {
      name: { en: 'Weight of consistency (λ1)', zh: '一致性损失权重（λ1）' },
      help: {
        en: 'Tells replaced entities that fit their context from others; 0: nothing is replaced.',
        zh: '判断替换后的实体是否符合上下文；0 为不替换。',
      },
    },
    segmentationWeight: {
      name: { en: 'Weight of segmentation (λ2)', zh: '实体切分损失权重（λ2）' },
      help: { en: 'Finds the parts of long entities; 0: left out.', zh: '切分长实体的组成部分；0 为不用。' },
    },
    partWeight: {
      name: { en: 'Weight of masked parts (λ3)', zh: '双向遮蔽损失权重（λ3）' },
      help: {
        en: 'Guesses one part of a long entity from the other; 0: left out.',
        zh: '由长实体的一部分猜另一部分；0 为不用。',
      },
    },
    maskedPart: {
      name: { en: 'Part that is masked', zh: '遮蔽的部分' },
      help: { en: 'In 再生障碍性贫血 the core is 贫血.', zh: '如“再生障碍性贫血”的中心语是“贫血”。' },
    },
    corruptionRate: {
      name: { en: 'Corruption rate', zh: '破坏比例' },
      help: {
        en: 'Share of the entities that are replaced, and of the long ones of which a part is masked.',
        zh: '被替换的实体所占比例，以及遮蔽一部分的长实体所占比例。',
      },
    },
    phrases: {
      name: { en: 'List of phrases', zh: '短语表' },
      help: {
        en: 'Name of a list mined under Graph → Phrases; long names are cut by it. Empty: by jieba alone.',
        zh: '“图谱 → 短语与切分”中所挖掘短语表的名称，按它切分长名称；留空则只用 jieba。',
      },
    },
    encoderLayers: {
      name: { en: 'Layers', zh: '层数' },
      help: {
        en: 'Layers of the encoder; 0: as it is. A trained encoder is stacked: further layers begin as copies of its own.',
        zh: '编码器的层数；0 为不变。已训练的编码器会堆叠：新增的层从它自己的层复制而来。',
      },
    },
    maskShare: {
      name: { en: 'Share hidden', zh: '遮蔽比例' },
      help: {
        en: 'Share of the tokens that are hidden: 0.15 in BERT; 0.3 gives more guesses from each text.',
        zh: '被遮蔽词元的比例：BERT 为 0.15；0.3 时每段文本有更多的猜测。',
      },
    },
    packing: {
      name: { en: 'Packing', zh: '打包' },
      help: {
        en: 'Short texts share a sequence without seeing each other, so that nothing is spent on padding.',
        zh: '多段短文本共用一个序列且互不可见，不在填充上浪费计算。',
      },
    },
    pair: {
      name: { en: 'Pairs of segments', zh: '句对目标' },
      help: {
        en: 'Learns besides how two segments belong together; most tasks do not need it.',
        zh: '另学判断两段文字的关系；多数任务不需要。',
      },
    },
    maxPredictions: {
      name: { en: 'Most hidden tokens', zh: '每段最多遮蔽' },
      help: {
        en: 'In one sequence; 0 is a fifth of its length, as in the paper, or the share hidden if that is more.',
        zh: '一段最多猜多少个词元；0 为长度的五分之一（与论文相同），遮蔽比例更高时按该比例。',
      },
    },
    devShare: {
      name: { en: 'Dev share', zh: '验证比例' },
      help: {
        en: 'Share of the corpus that is kept to measure perplexity; without effect where dev texts are chosen.',
        zh: '语料中留出多少不参与学习，用来测量困惑度；另选验证文本时不起作用。',
      },
    },
    evaluations: {
      name: { en: 'Evaluations an epoch', zh: '每轮评估次数' },
      help: {
        en: 'How often it is measured; more for a large corpus. Patience counts them.',
        zh: '一轮中测量几次；语料很大时多测几次，早停也按它计数。',
      },
    },
    steps: {
      name: { en: 'Most updates', zh: '最多更新次数' },
      help: {
        en: 'Ends after so many updates; 0: after all epochs.',
        zh: '达到这么多次更新就结束；0 为学完所有轮次。',
      },
    },
    length: {
      name: { en: 'Sequence length', zh: '序列长度' },
      help: {
        en: 'Tokens of a sequence; shorter is faster, 128 suits most records.',
        zh: '一段有多少词元；短则快，128 适合多数病历。',
      },
    },
    epochs: {
      help: {
        en: 'How often the corpus is read; the weights with the lowest dev loss are kept.',
        zh: '整个语料学习的遍数；验证损失最低的权重会被保留。',
      },
    },
    learningRate: {
      help: {
        en: 'The stride of an update; about 1e-4 to go on learning, 5e-4 from random weights.',
        zh: '每次更新的步幅；继续预训练约 1e-4，从零开始约 5e-4。',
      },
    },
    patience: {
      name: { en: 'Patience', zh: '早停次数' },
      help: {
        en: 'Ends when dev loss has not fallen for so many evaluations; 0: never early.',
        zh: '验证损失连续这么多次没有降低就结束；0 表示从不提前结束。',
      },
    },
  },
  score: {
    inversePerplexity: { en: '1 ÷ perplexity', zh: '困惑度倒数' },
    perplexity: { en: 'Perplexity', zh: '困惑度' },
    hiddenAccuracy: { en: 'Accuracy of guesses', zh: '猜测准确率' },
    pairAccuracy: { en: 'Accuracy of pairs', zh: '句对准确率' },
    pairLoss: { en: 'Loss of pairs', zh: '句对损失' },
    generatorLoss: { en: 'Loss of the generator', zh: '生成器损失' },
    generatorAccuracy: { en: 'Accuracy of the generator', zh: '生成器准确率' },
    causalLoss: { en: 'Loss of next tokens', zh: '下一词元损失' },
    causalAccuracy: { en: 'Accuracy of next tokens', zh: '下一词元准确率' },
    neighboursLoss: { en: 'Loss of neighbours', zh: '邻居损失' },
    neighboursAccuracy: { en: 'Accuracy of neighbours', zh: '邻居准确率' },
    mentionsLoss: { en: 'Loss of masked mentions', zh: '遮蔽提及损失' },
    mentionsAccuracy: { en: 'Masked mentions found', zh: '遮蔽提及命中率' },
    detectionLoss: { en: 'Loss of mention detection', zh: '提及检测损失' },
    detectionAccuracy: { en: 'Accuracy of mention detection', zh: '提及检测准确率' },
    linkingLoss: { en: 'Loss of entity linking', zh: '实体链接损失' },
    linkingAccuracy: { en: 'Accuracy of entity linking', zh: '实体链接准确率' },
    consistencyLoss: { en: 'Loss of consistency', zh: '一致性损失' },
    consistencyAccuracy: { en: 'Accuracy of consistency', zh: '一致性准确率' },
    segmentationLoss: { en: 'Loss of segmentation', zh: '实体切分损失' },
    segmentationAccuracy: { en: 'Accuracy of segmentation', zh: '实体切分准确率' },
    coreLoss: { en: 'Loss of cores', zh: '中心语损失' },
    coreAccuracy: { en: 'Accuracy of cores', zh: '中心语准确率' },
    modifierLoss: { en: 'Loss of modifiers', zh: '修饰语损失' },
    modifierAccuracy: { en: 'Accuracy of modifiers', zh: '修饰语准确率' },
  },
  help: {
    en: 'The objective is tried on texts that were not trained on, always with the same guesses: the lower loss and perplexity, and the higher accuracy, the better. Objectives guess different things, so that their scores do not compare. The training loss in the curves is the sum over all guesses.',
    zh: '在未参与训练的文本上按预训练目标猜测，每次猜测相同：损失与困惑度越低越好，准确率越高越好。不同目标猜测的内容不同，得分不能相互比较。曲线中的训练损失是各项猜测损失之和。',
  },
  corpus: { en: 'Corpus', zh: '语料' },
  quality: { en: 'On dev texts of {{set}}', zh: '在 {{set}} 的开发文本上' },
  fact: {
    guesses: { en: 'Guesses', zh: '猜测次数' },
    documents: { en: 'Texts', zh: '文本' },
    duplicates: { en: 'Duplicates left out', zh: '重复而去除' },
    characters: { en: 'Characters', zh: '字符' },
    tokens: { en: 'Tokens', zh: '词元' },
    devDocuments: { en: 'Texts kept for dev', zh: '留作开发集的文本' },
    trainSequences: { en: 'Sequences trained on', zh: '训练序列' },
    devSequences: { en: 'Sequences for dev', zh: '开发序列' },
  },
});
