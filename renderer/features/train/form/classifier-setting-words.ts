/** Settings of text classifiers, of fronts and of lexicons, with their choices. */
import { words } from '../../../i18n/words.ts';

export const texts = words({
  front: {
    embedding: { en: 'Character vectors from random', zh: '随机初始化的字向量' },
    vectors: { en: 'Word vectors', zh: '词向量' },
    encoder: { en: 'Encoder (BERT)', zh: '编码器（BERT）' },
  },
  pairReading: {
    matched: { en: 'Matched token by token', zh: '逐词对照' },
    apart: { en: 'Apart, then compared', zh: '分开比较' },
    joint: { en: 'Joint, one sequence', zh: '合为一段' },
    vectors: { en: 'A vector each, by cosine', zh: '各成向量，比余弦' },
  },
  vectorPooling: {
    mean: { en: 'Mean of the tokens', zh: '各词平均' },
    cls: { en: 'Of the whole text ([CLS])', zh: '整段表示（[CLS]）' },
  },
  pairForm: {
    marked: { en: 'Typed markers around both', zh: '两侧加类型标记' },
    replaced: { en: 'Types in their place', zh: '替换为类型' },
    between: { en: 'Types and the text between', zh: '类型与其间文字' },
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
  ensembleLinear: {
    none: { en: 'None', zh: '不用' },
  },
  ensembleOther: {
    none: { en: 'None', zh: '不用' },
  },
  termWeighting: {
    idf: 'IDF',
    concentration: { en: 'IDF and concentration', zh: 'IDF 与集中度' },
  },
  hierarchy: {
    multiply: { en: 'Multiply', zh: '相乘' },
    restrict: { en: 'Best parent only', zh: '仅最佳上级' },
  },
  unit: { character: { en: 'characters', zh: '字' }, word: { en: 'words', zh: '词' } },
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
    parentLabels: {
      name: { en: 'Parents of labels', zh: '标签的上级' },
      help: {
        en: 'A classifier of parents, as departments of diseases, beside that of labels; the data set names them. Takes twice the time.',
        zh: '在标签分类器之外再训练一个上级（如疾病所属科室）的分类器；上级由数据集给出。用时加倍。',
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
        en: 'Words found around each character: names of the knowledge graph with their types, words that have vectors, or both (SoftLexicon). Linear classifiers read n-grams in which the type of a name stands for it.',
        zh: '每个字周围匹配到的词：知识图谱中的名称及其类型、有词向量的词，或两者（SoftLexicon）。线性分类器另读以类型代替名称的 n 元组。',
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
      help: {
        en: 'Units of a recurrent layer in one direction; 0 as in the paper (StaResGRU-CNN: 512, very slow on a processor).',
        zh: '循环层每个方向的单元数；0 用论文的大小（StaResGRU-CNN 为 512，处理器上很慢）。',
      },
    },
    kernel: {
      name: { en: 'Filter width', zh: '卷积核宽度' },
      help: {
        en: 'How many tokens a filter of the convolution sees; 0 is the width of the paper.',
        zh: '卷积核一次看几个词；0 为论文中的宽度。',
      },
    },
    residualScale: {
      name: { en: 'Residual scale α', zh: '残差系数 α' },
      help: {
        en: 'How much of the old state and of the input the gated residual passes on (equations 7 and 8).',
        zh: '门控残差保留多少旧状态和输入（公式 7、8）。',
      },
    },
    filters: {
      name: { en: 'Filters', zh: '卷积核数' },
      help: { en: 'Filters of a convolution; 0 as in the paper.', zh: '卷积层的卷积核数；0 用论文的大小。' },
    },
    layers: {
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
    ensemble: {
      help: {
        en: 'Trains this many networks from different seeds one after another and averages what they say; takes as many times longer.',
        zh: '用不同随机种子依次训练这么多个网络并取平均；训练时间相应成倍增加。',
      },
    },
    ensembleLinear: {
      name: { en: 'Linear classifier beside it', zh: '并用线性分类器' },
      help: {
        en: 'Also trains a linear classifier, in seconds, and averages both by weights that suit the dev set.',
        zh: '另训练一个线性分类器（数秒），按验证集上的最佳权重与网络取平均。',
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
      help: {
        en: 'Passes over the training set; the one with the best dev score is kept.',
        zh: '整个训练集学习的遍数；验证得分最高的一轮会被保留。',
      },
    },
    learningRate: {
      help: {
        en: 'How far one update goes; about 0.001 for recurrent and convolutional networks, 3e-5 for fine-tuning BERT.',
        zh: '每次更新的步幅；循环与卷积网络约 0.001，微调 BERT 约 3e-5。',
      },
    },
    patience: {
      help: {
        en: 'Ends after this many epochs without a better dev score; 0 never ends early.',
        zh: '验证得分连续这么多轮没有提高就结束；0 表示从不提前结束。',
      },
    },
    dropout: {
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
    pairReading: {
      name: { en: 'How both texts are read', zh: '两段文本的读法' },
      help: {
        en: 'Matched: each token beside those of the other text that are like it. Apart: features of each text, compared. Joint: one sequence, for encoders. A vector each: labels are grades, and the other texts of a batch count as wrong answers. Linear models do not read it.',
        zh: '逐词对照：每个词与另一段中相近的词对照；分开比较：比较两段各自的特征；合为一段：作为一个序列，用于编码器；各成向量：标签须为等级，同批其他文本算作错误答案。线性模型不用此项。',
      },
    },
    vectorPooling: {
      name: { en: 'Vector of a text', zh: '文本向量' },
      help: { en: 'How the states of its tokens become one vector.', zh: '由各词的状态得到一个向量的方式。' },
    },
    temperature: {
      name: { en: 'Temperature', zh: '温度' },
      help: {
        en: 'Divides the cosine; lower ones tell apart more sharply.',
        zh: '余弦除以此值；越小区分越分明。',
      },
    },
    pairForm: {
      name: { en: 'How a pair is read', zh: '实体对的读法' },
      help: {
        en: 'Networks read the sentence with both entities marked, or their types in their place; linear models do better on the text between.',
        zh: '网络阅读标出两个实体（或替换为其类型）的句子；线性模型只看其间文字效果更好。',
      },
    },
    pairDistance: {
      name: { en: 'Greatest distance', zh: '最大距离' },
      help: {
        en: 'Entities that are more characters apart are no pair.',
        zh: '相距超过这么多字符的两个实体不作为一对。',
      },
    },
    pairContext: {
      name: { en: 'Text around', zh: '前后文' },
      help: {
        en: 'Characters read before the first entity and after the second.',
        zh: '第一个实体之前和第二个实体之后阅读的字符数。',
      },
    },
    negatives: {
      name: { en: 'Wrong pairs', zh: '负例倍数' },
      help: {
        en: 'How many pairs without relation, or wrong terms, are learnt for each right one; 0: all.',
        zh: '每个正例（有关系的实体对或正确的标准词）配多少个负例；0 为全部。',
      },
    },
    candidates: {
      name: { en: 'Similar terms', zh: '相似标准词' },
      help: {
        en: 'Terms most like each part of a text that become candidates.',
        zh: '与文本每一部分最相似的标准词中取多少个作为候选。',
      },
    },
    nearest: {
      name: { en: 'Similar training texts', zh: '相似训练文本' },
      help: {
        en: 'Training texts most like each part of a text whose terms become candidates.',
        zh: '与文本每一部分最相似的训练文本中取多少份，其标准词作为候选。',
      },
    },
    codedTerms: {
      name: { en: 'Terms of the code list', zh: '使用编码表' },
      help: {
        en: 'Whether names with a code in the knowledge graph are terms beside those of the training set.',
        zh: '除训练集中的标准词外，是否也使用知识图谱中带编码的名称。',
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
});
