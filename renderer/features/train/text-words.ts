/** Words of text classification and diagnosis prediction in the training console. */
import { words } from '../../i18n/words.ts';

export const texts = words({
  task: {
    ner: { en: 'Entities', zh: '实体识别' },
    classify: { en: 'Text classes', zh: '文本分类' },
    diagnose: { en: 'Diagnoses', zh: '诊断预测' },
    pretrain: { en: 'Pre-training', zh: '编码器预训练' },
  },
  taskHelp: {
    ner: { en: 'Marks entities in texts.', zh: '在文本中标出实体。' },
    classify: {
      en: 'One label a text, such as a department or a kind of section.',
      zh: '每份文本一个标签，如科室、章节类型。',
    },
    diagnose: { en: 'One or several diagnoses a record.', zh: '每份病历一个或多个诊断。' },
    pretrain: {
      en: 'Needs no labels: an encoder guesses hidden characters of your texts and so learns their language, for other tasks to use.',
      zh: '不需要标注：编码器在本院文本上猜测被遮蔽的字，学会其中的语言，供其他任务使用。',
    },
  },
  taskName: { en: 'Task', zh: '任务' },
  recipeGroup: {
    ner: { en: 'Entities', zh: '实体识别' },
    texts: { en: 'Text classes and diagnoses', zh: '文本分类与诊断预测' },
    encoders: { en: 'Encoders', zh: '编码器预训练' },
  },
  front: {
    embedding: { en: 'Character vectors from random', zh: '随机初始化的字向量' },
    vectors: { en: 'Word vectors', zh: '词向量' },
    encoder: { en: 'Encoder (BERT)', zh: '编码器（BERT）' },
  },
  weighting: {
    none: { en: 'None', zh: '不加权' },
    balanced: { en: 'By frequency', zh: '按频率加权' },
    focal: { en: 'Focal loss (γ = 2)', zh: 'Focal 损失（γ = 2）' },
  },
  select: { microF1: { en: 'Micro F1', zh: '微平均 F1' }, macroF1: { en: 'Macro F1', zh: '宏平均 F1' } },
  keep: {
    head: { en: 'Beginning', zh: '开头' },
    'head-tail': { en: 'First quarter and end', zh: '开头四分之一与结尾' },
  },
  calibration: {
    auto: { en: 'Automatic', zh: '自动' },
    scaling: { en: 'Temperature or Platt', zh: '温度或 Platt' },
    isotonic: { en: 'Isotonic regression', zh: '保序回归' },
    none: { en: 'None', zh: '不校准' },
  },
  lexicon: {
    none: { en: 'None', zh: '不用' },
    graph: { en: 'Names of the knowledge graph', zh: '知识图谱中的名称' },
    vectors: { en: 'Words that have vectors', zh: '有向量的词' },
    both: { en: 'Both', zh: '两者' },
  },
  residual: {
    sum: { en: 'Sum (eq. 5, 6)', zh: '相加（式 5、6）' },
    gated: { en: 'Gated (eq. 7, 8)', zh: '门控（式 7、8）' },
    none: { en: 'No residual (ablation)', zh: '无残差（消融）' },
  },
  pooling: {
    max: { en: 'Maximum', zh: '取最大值' },
    final: { en: 'Final state only (ablation)', zh: '只看最后状态（消融）' },
  },
  analyzer: {
    char: { en: 'Characters', zh: '字符' },
    word: { en: 'Words', zh: '词' },
    'char+word': { en: 'Characters and words', zh: '字符与词' },
  },
  termWeighting: {
    idf: 'IDF',
    concentration: { en: 'IDF and concentration', zh: 'IDF 与集中度' },
  },
  hierarchy: {
    multiply: { en: 'Multiply', zh: '相乘' },
    restrict: { en: 'Best parent only', zh: '仅最佳上级' },
  },
  setting: {
    analyzer: {
      name: 'N-gram',
      help: {
        en: 'What n-grams are made of; words are counted alone and in pairs.',
        zh: 'n-gram 由什么组成；词按单个与相邻两个计。',
      },
    },
    ngramMin: {
      name: { en: 'Shortest n-gram', zh: '最短 n-gram' },
      help: { en: 'Characters of the shortest n-gram.', zh: '最短 n-gram 的字符数。' },
    },
    ngramMax: {
      name: { en: 'Longest n-gram', zh: '最长 n-gram' },
      help: {
        en: 'Characters of the longest n-gram; more finds longer phrases and takes more memory.',
        zh: '最长 n-gram 的字符数；越大越能认出长短语，也越占内存。',
      },
    },
    minDf: {
      name: { en: 'Fewest texts', zh: '最少文本数' },
      help: {
        en: 'Leaves out n-grams of fewer training texts (min_df of scikit-learn).',
        zh: '出现在更少训练文本中的 n-gram 不用（scikit-learn 的 min_df）。',
      },
    },
    maxFeatures: {
      name: { en: 'Most n-grams', zh: 'n-gram 上限' },
      help: {
        en: 'Keeps those of most texts; 0 keeps all (max_features of scikit-learn).',
        zh: '保留出现文本最多的这么多个；0 为全部（scikit-learn 的 max_features）。',
      },
    },
    termWeighting: {
      name: { en: 'Term weighting', zh: '特征加权' },
      help: {
        en: 'Rare n-grams count more (IDF); with concentration also those that occur with few labels.',
        zh: '少见的 n-gram 分量更大（IDF）；选集中度时，只与少数标签同现的也更大。',
      },
    },
    c: {
      name: 'C',
      help: {
        en: 'Weight of the training texts against small weights of n-grams; larger fits them more closely.',
        zh: '训练文本相对于权重大小的分量；越大越贴合训练文本。',
      },
    },
    hierarchySeparator: {
      name: { en: 'Separator of parents', zh: '上级分隔符' },
      help: {
        en: 'Where labels such as "cardiology/angina" have parents: what stands between; empty for none.',
        zh: '标签形如“心内科/心绞痛”时，上级与标签之间的字符；留空表示没有上级。',
      },
    },
    hierarchy: {
      name: { en: 'Use of parents', zh: '上级的用法' },
      help: {
        en: 'Multiplies the probabilities of parent and label, or takes labels of the best parent only.',
        zh: '把上级与标签的概率相乘，或只在最佳上级的标签中选。',
      },
    },
    task: {
      name: { en: 'Task', zh: '任务' },
      help: {
        en: 'What the model learns: to mark entities, to label texts, or to predict diagnoses.',
        zh: '模型学什么：标出实体、给文本一个标签，或预测诊断。',
      },
    },
    network: {
      name: { en: 'Network', zh: '网络' },
      help: { en: 'What reads the text; named as in its paper.', zh: '由什么读文本；名称与论文一致。' },
    },
    front: {
      name: { en: 'Front', zh: '输入层' },
      help: {
        en: 'What first stands for a character: vectors learnt from nothing, word vectors trained before, or an encoder.',
        zh: '每个字最初由什么表示：从零学起的字向量、预先训练的词向量，或编码器。',
      },
    },
    vectors: {
      name: { en: 'Word vectors', zh: '词向量' },
      help: { en: 'The set of trained vectors to begin with.', zh: '用哪一套预先训练的向量作起点。' },
    },
    freezeVectors: {
      name: { en: 'Freeze vectors', zh: '冻结词向量' },
      help: {
        en: 'The vectors stay as they are: fast and hard to overfit, but they cannot adapt.',
        zh: '训练时向量不变：快、不易过拟合，但不能适应任务。',
      },
    },
    characterVectors: {
      name: { en: 'Characters too', zh: '同时用字向量' },
      help: {
        en: 'A table of characters, learnt from nothing, beside vectors of words, which are the same for all characters of a word.',
        zh: '词向量旁另放一张从零学起的字向量表；只有词向量时，同一个词里的字彼此相同。',
      },
    },
    extraVectors: {
      name: { en: 'Vectors kept besides', zh: '额外保留的向量' },
      help: {
        en: 'Most words kept that the vectors know and the training texts lack, so that new texts can be read.',
        zh: '训练文本中没有、但词向量里有的词，按次序最多保留这么多个，以便读懂新文本。',
      },
    },
    lexicon: {
      name: { en: 'Lexicon', zh: '词典' },
      help: {
        en: 'Words found around each character: names of the knowledge graph with their types, words that have vectors, or both (SoftLexicon).',
        zh: '每个字周围匹配到的词：知识图谱中的名称及其类型、有词向量的词，或两者（SoftLexicon）。',
      },
    },
    lexiconVectors: {
      name: { en: 'Vectors of the lexicon', zh: '词典的词向量' },
      help: {
        en: 'The set of word vectors whose words are found; those of the front when none is named.',
        zh: '词典采用哪一套词向量；不指定时与输入层相同。',
      },
    },
    freezeLexicon: {
      name: { en: 'Freeze lexicon', zh: '冻结词典向量' },
      help: { en: "The lexicon's vectors stay as they are.", zh: '训练时词典中的向量不变。' },
    },
    bigramSize: {
      name: { en: 'Bigrams', zh: '双字向量' },
      help: {
        en: 'Width of a vector for every two neighbouring characters; 0 none.',
        zh: '相邻两字的向量宽度；0 表示不用。',
      },
    },
    calibration: {
      name: { en: 'Calibration', zh: '概率校准' },
      help: {
        en: 'Makes probabilities that mean what they say out of scores, fitted on dev; automatic takes the better of two ways.',
        zh: '把模型的分数变成可信的概率，在验证集上拟合；自动会在两种方法中选较好的。',
      },
    },
    abstainPrecision: {
      name: { en: 'Abstain below', zh: '弃权精确率' },
      help: {
        en: 'The model says nothing where its first label is right less often than this; 0 never abstains.',
        zh: '首位标签的正确率预计达不到此值时，模型不作判断；0 表示从不弃权。',
      },
    },
    hiddenSize: {
      name: { en: 'Hidden units', zh: '隐层单元' },
      help: {
        en: 'Units of a recurrent layer in one direction; 0 as in the paper (StaResGRU-CNN: 512, very slow on a processor).',
        zh: '循环层每个方向的单元数；0 用论文的大小（StaResGRU-CNN 为 512，处理器上很慢）。',
      },
    },
    filters: {
      name: { en: 'Filters', zh: '卷积核数' },
      help: { en: 'Filters of a convolution; 0 as in the paper.', zh: '卷积层的卷积核数；0 用论文的大小。' },
    },
    layers: {
      name: { en: 'Recurrent layers', zh: '循环层数' },
      help: {
        en: 'Layers on top of each other; 0 as in the paper. 1 is the ablation of StaResGRU-CNN.',
        zh: '叠放的循环层数；0 用论文的层数。StaResGRU-CNN 填 1 即“单层”消融。',
      },
    },
    residual: {
      name: { en: 'Residual', zh: '残差' },
      help: {
        en: 'How output and input of a recurrent layer are added; none is an ablation.',
        zh: '循环层的输出如何与输入相加；“无残差”是消融实验。',
      },
    },
    concatenation: {
      name: { en: 'Concatenate vectors', zh: '拼接字向量' },
      help: {
        en: 'Whether the dense mapping sees the token vectors beside the states; off is an ablation.',
        zh: '全连接映射是否同时看到状态与字向量；关闭是消融实验。',
      },
    },
    pooling: {
      name: { en: 'Pooling over time', zh: '时间池化' },
      help: {
        en: 'The maximum over the text, or its final state only (an ablation).',
        zh: '对全文取最大值，或只看最后状态（消融实验）。',
      },
    },
    epochs: {
      name: { en: 'Epochs', zh: '轮次' },
      help: {
        en: 'Passes over the training set; the one with the best dev score is kept.',
        zh: '整个训练集学习的遍数；验证得分最高的一轮会被保留。',
      },
    },
    learningRate: {
      name: { en: 'Learning rate', zh: '学习率' },
      help: {
        en: 'How far one update goes; about 0.001 for recurrent and convolutional networks, 3e-5 for fine-tuning BERT.',
        zh: '每次更新的步幅；循环与卷积网络约 0.001，微调 BERT 约 3e-5。',
      },
    },
    patience: {
      name: { en: 'Patience', zh: '早停轮数' },
      help: {
        en: 'Ends after this many epochs without a better dev score; 0 never ends early.',
        zh: '验证得分连续这么多轮没有提高就结束；0 表示从不提前结束。',
      },
    },
    dropout: {
      name: 'Dropout',
      help: {
        en: 'Share of vectors and features dropped at random in training, against learning by heart.',
        zh: '训练时随机丢弃字向量与特征的比例，防止死记硬背。',
      },
    },
    length: {
      name: { en: 'Length read', zh: '阅读长度' },
      help: {
        en: 'Most tokens of a text that are read; the rest is not.',
        zh: '一份文本最多读多少 token；更长的部分不读。',
      },
    },
    keep: {
      name: { en: 'Kept of long texts', zh: '长文本保留' },
      help: {
        en: 'What is read of a text that is longer; beginning and end where the conclusion stands last.',
        zh: '超过阅读长度时读哪一部分；结论在文末时选开头与结尾。',
      },
    },
    weighting: {
      name: { en: 'Label weighting', zh: '标签加权' },
      help: {
        en: 'For rare labels: by frequency they count more (20 times at most); focal looks more at hard texts.',
        zh: '标签多少悬殊时：按频率加权让少见标签更受重视（最多 20 倍），Focal 更看重难的文本。',
      },
    },
    select: {
      name: { en: 'Chosen by', zh: '选优指标' },
      help: {
        en: 'The dev score that weights are kept and thresholds tuned by: micro counts cases, macro makes every label equal.',
        zh: '按哪个验证得分保留权重、调阈值：微平均看总数，宏平均让每个标签同样重要。',
      },
    },
  },
  import: {
    format: {
      en: 'JSON lines, or CSV or TSV with a heading (gzip allowed), a text a row. Choose which fields hold the text and its labels; labels may be one value, a list, or joined by a separator.',
      zh: '支持 JSON Lines、带表头的 CSV 和 TSV（可用 gzip 压缩），每行一份文本。选择哪个字段是文本、哪个是标签；标签可以是一个值、一个列表，或用分隔符写在一起。',
    },
    text: { en: 'Field of the text', zh: '文本字段' },
    label: { en: 'Field of labels', zh: '标签字段' },
    separator: { en: 'Label separator', zh: '标签分隔符' },
    noSeparator: { en: 'None: a value is one label', zh: '无：整个值是一个标签' },
    textTag: { en: 'text', zh: '文本' },
    labelTag: { en: 'label', zh: '标签' },
    line: { en: 'Line', zh: '行' },
    show: { en: 'Show the first rows of this file', zh: '显示这个文件的前几行' },
    summary: { en: '{{texts}} texts · {{labels}} labels', zh: '{{texts}} 份文本 · {{labels}} 个标签' },
    counts: {
      en: '{{texts}} texts, {{labels}} labels; {{several}} texts have several labels.',
      zh: '{{texts}} 份文本，{{labels}} 个标签；{{several}} 份文本有多个标签。',
    },
    noLabels: {
      en: 'No labelled text can be read by these fields; choose others.',
      zh: '按所选字段读不出带标签的文本，请换一个字段。',
    },
    oneLabel: {
      en: 'There is one label only: nothing is to be told apart.',
      zh: '只有一个标签，没有可以区分的内容。',
    },
    oddLabels: {
      en: 'Nearly every label is different: perhaps this is not the field of labels, or a separator is needed.',
      zh: '标签几乎各不相同，可能选错了标签字段，或需要分隔符。',
    },
    moreLabels: { en: '{{n}} more', zh: '另有 {{n}} 个' },
    refused: { en: 'Rows that cannot be used, with the reason: {{n}}', zh: '{{n}} 行不能使用，原因如下' },
    atLine: { en: 'Line {{line}}', zh: '第 {{line}} 行' },
    moreRefused: { en: '{{n}} more', zh: '另有 {{n}} 行' },
    skip: { en: 'Leave out these {{n}} rows and import the others', zh: '不导入这 {{n}} 行，只导入其余文本' },
  },
  labels: {
    label: { en: 'Label', zh: '标签' },
    support: { en: 'Gold', zh: '标注数' },
    threshold: { en: 'Threshold', zh: '阈值' },
    filter: { en: 'Filter labels', zh: '筛选标签' },
    shown: { en: '{{shown}} / {{total}} labels', zh: '{{shown}} / {{total}} 个标签' },
    unseen: { en: '{{n}} of them do not occur in this set', zh: '其中 {{n}} 个在这个数据集中没有出现' },
    none: { en: 'No label fits.', zh: '没有符合条件的标签。' },
  },
  report: {
    on: {
      en: 'Data set: {{name}}, {{n}} texts. The macro mean is over labels that are gold or predicted somewhere.',
      zh: '数据集：{{name}}，{{n}} 份文本。宏平均只计标注或预测中出现过的标签。',
    },
    fittedHere: {
      en: 'Calibration and thresholds were fitted on these very texts: scores that depend on them are a little too good. Evaluate on another set.',
      zh: '校准与阈值就是在这些文本上拟合的：相关得分略偏高，请另用一个数据集评估。',
    },
    folds: {
      en: 'Calibration and thresholds were cross-fitted in {{n}} folds: no text was judged by itself; so they differ a little from the best score in training.',
      zh: '校准与阈值按 {{n}} 折交叉拟合：评判每份文本时没有用到它自己，所以与训练中的最佳得分略有不同。',
    },
    weighting: {
      none: { en: 'Labels were not weighted in training.', zh: '训练时标签未加权。' },
      balanced: {
        en: 'Weighted by frequency in training: rare labels counted more (20 times at most).',
        zh: '训练时按频率加权：少见标签更受重视（最多 20 倍）。',
      },
      focal: {
        en: 'Focal loss (γ = 2) in training: hard texts counted more.',
        zh: '训练时用 Focal 损失（γ = 2）：难的文本更受重视。',
      },
    },
    cut: {
      en: 'Only a part was read of {{n}} texts that are longer than the length read.',
      zh: '{{n}} 份文本超过阅读长度，只读了一部分。',
    },
  },
  calibrated: {
    error: { en: 'Calibration error (ECE):', zh: '校准误差（ECE）：' },
    before: { en: 'before calibration', zh: '校准前' },
    after: { en: 'after', zh: '校准后' },
    errorHelp: {
      en: 'How far probabilities are from the share of right ones, on average; 0 is perfect.',
      zh: '概率与实际正确率平均相差多少；0 表示概率完全可信。',
    },
    method: { en: 'Calibration by', zh: '校准方法：' },
    kind: {
      none: { en: 'nothing', zh: '不校准' },
      temperature: { en: 'a temperature', zh: '温度缩放' },
      platt: { en: 'a Platt curve a label', zh: '每个标签一条 Platt 曲线' },
      isotonic: { en: 'isotonic regression', zh: '保序回归' },
    },
    abstains: {
      en: 'Below {{threshold}} for its first label the model says nothing; it speaks of {{coverage}} of the texts, and its first label is right in {{precision}} of them.',
      zh: '首位概率低于 {{threshold}} 时模型不作判断；其余文本占 {{coverage}}，首位标签正确率 {{precision}}。',
    },
    neverSure: {
      en: 'On these texts its first label is never right in {{wanted}}: the model says nothing about any text.',
      zh: '在这些文本上，首位标签的正确率达不到 {{wanted}}：模型对任何文本都不作判断。',
    },
    singleHelp: { en: 'The most probable label of each text counts.', zh: '每份文本取最可能的标签。' },
    severalHelp: { en: 'Every label of every text counts.', zh: '每份文本的每个标签都计入。' },
    plot: {
      en: 'Reliability: across, the probability that the model gives; up, the share of right ones. On the diagonal probabilities are true. Hollow points stand for fewer than 5. Below, how many there are (log).',
      zh: '可靠性图：横轴为模型给出的概率，纵轴为实际正确的比例；落在对角线上表示概率可信。空心点不足 5 个，仅供参考。下方为数量（对数）。',
    },
    confidence: { en: 'Probability given', zh: '模型给出的概率' },
    right: { en: 'Share of right ones', zh: '实际正确的比例' },
    interval: { en: 'Interval', zh: '概率区间' },
    count: { en: 'Number', zh: '数量' },
    gap: { en: 'Too high by', zh: '高估' },
  },
  confusion: {
    pairs: { en: 'Most mixed up', zh: '最易混淆' },
    pairsHelp: {
      en: 'Texts that miss one label and wrongly have another; press a number to see them.',
      zh: '漏掉一个标签、同时误报另一个的文本数；点数字查看这些文本。',
    },
    noPairs: { en: 'No labels are mixed up.', zh: '没有互相混淆的标签。' },
    missed: { en: 'Missed', zh: '漏掉的标签' },
    instead: { en: 'Wrongly predicted', zh: '误报的标签' },
    texts: { en: 'Texts', zh: '文本' },
    ofFirst: {
      en: 'Of the first {{n}} errors, which the report keeps.',
      zh: '只统计报告保留的前 {{n}} 个错误。',
    },
    rest: { en: 'all others', zh: '其余标签' },
  },
  errors: {
    shown: {
      en: '{{shown}} / {{total}} texts with errors · ↑↓ walk, Enter opens in the editor',
      zh: '{{shown}} / {{total}} 份出错的文本　↑↓ 逐个查看，Enter 在编辑器中打开',
    },
    anyLabel: { en: 'Any label', zh: '任意标签' },
    right: { en: 'right', zh: '正确' },
    missed: { en: 'missed', zh: '漏掉' },
    extra: { en: 'wrongly predicted', zh: '误报' },
    ranking: { en: 'Most probable labels (calibrated)', zh: '最可能的标签（校准后的概率）' },
    saidTag: { en: 'predicted', zh: '预测' },
    goldTag: { en: 'gold', zh: '标注' },
    lowest: {
      en: 'No other label has more than {{probability}}.',
      zh: '未列出的标签概率都不高于 {{probability}}。',
    },
  },
  models: {
    use: { en: 'Use in diagnosis panel', zh: '在诊断面板中使用' },
    inPanel: { en: 'In use in the diagnosis panel', zh: '诊断面板正在使用' },
    noSet: {
      en: 'There is no data set for the task of this model; import one first.',
      zh: '没有适合这个模型任务的数据集，请先导入。',
    },
    try: { en: 'Try it', zh: '试一试' },
    tryLabel: { en: 'Paste a text and see what the model says', zh: '粘贴一段文本，看看模型怎么说' },
    tryPlaceholder: {
      en: 'Such as: 患者三天前受凉后出现发热、咳嗽，咳黄痰……',
      zh: '如：患者三天前受凉后出现发热、咳嗽，咳黄痰……',
    },
    tryGo: { en: 'Predict', zh: '预测' },
    tryHint: {
      en: 'Ctrl+Enter predicts. The text is used for this only and not kept.',
      zh: 'Ctrl+Enter 预测。文本只用于这次预测，不会保存。',
    },
    abstained: {
      unsure: {
        en: 'The model is not sure and says nothing; what follows is for orientation only.',
        zh: '模型没有把握，不作判断；下面仅供参考。',
      },
      unfamiliar: {
        en: 'The model knows too little of what this text is made of and says nothing; what follows is for orientation only.',
        zh: '模型对这段文本的用字太陌生，不作判断；下面仅供参考。',
      },
      empty: { en: 'There is nothing to read.', zh: '没有可读的内容。' },
    },
    belowThreshold: {
      en: 'Its first label has less than {{threshold}}.',
      zh: '首位概率低于 {{threshold}}。',
    },
    moreLabels: { en: 'The other {{n}} labels are less probable.', zh: '其余 {{n}} 个标签的概率更低。' },
    readPart: {
      en: 'The text is long: the model read {{read}} of its {{total}} characters.',
      zh: '文本较长，模型只读了 {{total}} 个字符中的 {{read}} 个。',
    },
  },
  score: {
    accuracy: { en: 'Accuracy', zh: '准确率' },
    microF1: { en: 'Micro F1', zh: '微平均 F1' },
    macroF1: { en: 'Macro F1', zh: '宏平均 F1' },
    hit3: 'hit@3',
    loss: { en: 'Loss', zh: '损失' },
  },
  bestOf: { en: 'Best dev {{score}}', zh: '最佳验证{{score}}' },
  devOf: { en: 'Dev {{score}}', zh: '验证{{score}}' },
  unit: { character: { en: 'characters', zh: '字' }, word: { en: 'words', zh: '词' } },
  noVectors: { en: 'None yet: train or import some first', zh: '还没有词向量：请先训练或导入' },
  devLoss: { en: 'Dev loss', zh: '验证损失' },
  tab: {
    labels: { en: 'Scores by label', zh: '各标签得分' },
    calibration: { en: 'Calibration', zh: '校准' },
    confusion: { en: 'Confusion', zh: '混淆' },
  },
});
