import { words } from '../../../i18n/words.ts';

export const vectors = words({
  title: { en: 'Word vectors', zh: '词向量' },
  train: { en: 'Train word vectors', zh: '训练词向量' },
  import: { en: 'Import word vectors', zh: '导入词向量' },
  importHint: {
    en: 'word2vec text or binary, or GloVe text, also gzipped; kept encrypted in the workspace afterwards.',
    zh: 'word2vec 文本或二进制格式、GloVe 文本格式，可用 .gz 压缩；导入后在工作区内加密保存。',
  },
  importGo: { en: 'Import', zh: '导入' },
  importUnit: { en: 'Vectors of', zh: '向量对应' },
  importedDuplicates: {
    en: '{{n}} rows repeat a token; the first one was kept.',
    zh: '{{n}} 行与前面的词重复，只保留首次出现。',
  },
  unitAuto: { en: 'Guess', zh: '自动判断' },
  unit: { character: { en: 'characters', zh: '字' }, word: { en: 'words', zh: '词' } },
  method: {
    cbow: 'Word2Vec CBOW',
    'skip-gram': { en: 'Word2Vec skip-gram', zh: 'Word2Vec Skip-gram' },
    glove: 'GloVe',
    transe: { en: 'knowledge graph, TransE', zh: '知识图谱 TransE' },
    imported: { en: 'imported', zh: '外部导入' },
  },
  emptyTitle: { en: 'No word vectors yet', zh: '还没有词向量' },
  empty: {
    en: 'Train vectors of characters or words on your own records or books and put them in front of networks that find entities, classify texts or predict diagnoses; or import a word2vec or GloVe file. All of it offline.',
    zh: '用本院病历或教材训练字向量、词向量，作为实体识别、文本分类和诊断预测网络的输入；也可导入现成的 word2vec 或 GloVe 文件。全程离线。',
  },
  facts: {
    tokens: { en: '{{n}} tokens', zh: '{{n}} 个字词' },
    dimension: { en: '{{n}} dimensions', zh: '{{n}} 维' },
    window: { en: 'window {{n}}', zh: '窗口 {{n}}' },
    epochs: { en: '{{n}} epochs', zh: '{{n}} 轮' },
    corpus: {
      en: 'Corpus {{name}}: {{texts}} texts, {{characters}} characters, sha256 {{hash}}',
      zh: '语料 {{name}}：{{texts}} 份文本，{{characters}} 字，sha256 {{hash}}',
    },
    file: { en: 'From the file {{name}}', zh: '来自文件 {{name}}' },
    took: { en: 'Trained in {{time}}', zh: '训练用时 {{time}}' },
    norm: { en: 'mean length {{mean}}', zh: '平均长度 {{mean}}' },
    userWords: { en: 'segmentation keeps {{n}} names of the graph', zh: '分词保留 {{n}} 个图谱名称' },
  },
  neighboursOf: { en: 'Neighbours of “{{token}}”', zh: '“{{token}}”的近邻' },
  commonNeighbours: { en: 'Neighbours of common medical words', zh: '常见医学词的近邻' },
  open: { en: 'Look and draw', zh: '查看与作图' },
  export: { en: 'Export', zh: '导出' },
  format: {
    'word2vec-text': { en: 'word2vec text (.txt)', zh: 'word2vec 文本 (.txt)' },
    'word2vec-binary': { en: 'word2vec binary (.bin)', zh: 'word2vec 二进制 (.bin)' },
    glove: { en: 'GloVe text (.glove.txt)', zh: 'GloVe 文本 (.glove.txt)' },
  },
  exported: { en: 'Exported to a file, not encrypted:', zh: '已导出到文件（未加密）：' },
  rename: { en: 'Rename', zh: '重命名' },
  renameTitle: { en: 'Rename “{{name}}”', zh: '重命名“{{name}}”' },
  deleteTitle: { en: 'Delete the word vectors “{{name}}”?', zh: '删除词向量“{{name}}”？' },
  deleteBody: {
    en: 'The vectors are deleted from the workspace for good. Models trained with them hold what they need and stay.',
    zh: '词向量将从工作区永久删除。用它训练出的模型自带所需向量，不受影响。',
  },
  stage: {
    collecting: { en: 'Gathering texts', zh: '正在收集文本' },
    reading: { en: 'Cutting texts into tokens', zh: '正在切分文本' },
    counting: { en: 'Counting pairs', zh: '正在统计共现' },
    training: { en: 'Training', zh: '正在训练' },
  },
  running: {
    epoch: { en: 'Epoch', zh: '轮次' },
    speed: { en: 'Speed', zh: '速度' },
    words: { en: '{{n}} words/s', zh: '{{n}} 词/秒' },
    pairs: { en: '{{n}} pairs/s', zh: '{{n}} 对/秒' },
    loss: { en: 'Loss', zh: '损失' },
    left: { en: 'Left', zh: '剩余' },
    vocabulary: { en: 'Vocabulary', zh: '词表' },
    texts: { en: '{{n}} texts', zh: '{{n}} 份文本' },
    tokens: { en: '{{n}} tokens', zh: '{{n}} 个字词' },
    threads: { en: '{{n}} threads', zh: '{{n}} 线程' },
    progress: { en: 'Progress of training', zh: '训练进度' },
    lossCurve: { en: 'Loss: {{first}} → {{last}}', zh: '损失曲线：{{first}} → {{last}}' },
  },
  cancelTitle: { en: 'Cancel the training of “{{name}}”?', zh: '取消训练“{{name}}”？' },
  cancelBody: {
    en: 'What was trained and its checkpoint are deleted. To stop for a while only, use Pause.',
    zh: '已训练的部分和检查点将被删除。若只想暂停，请用“暂停”。',
  },
  form: {
    title: { en: 'Train word vectors', zh: '训练词向量' },
    what: { en: 'What to train', zh: '训练什么' },
    name: { en: 'Name', zh: '名称' },
    nameHelp: { en: 'Networks choose the vectors by it.', zh: '训练网络时按此名称选用。' },
    nameMissing: { en: 'Give it a name.', zh: '请填写名称。' },
    nameTaken: { en: 'Other vectors bear this name; choose another.', zh: '已有同名词向量，请换一个名称。' },
    corpus: { en: 'Corpus', zh: '语料' },
    documents: { en: 'Records of the workspace', zh: '工作区中的病历' },
    documentsCount: { en: '{{n}} records, {{characters}} characters', zh: '{{n}} 份病历，{{characters}} 字' },
    documentsHelp: {
      en: 'The newest texts of all records; copied (encrypted) at the start, so that later edits do not disturb the training.',
      zh: '当前全部病历的最新文本；开始时复制一份（加密），之后修改病历不影响训练。',
    },
    files: { en: 'Files of texts', zh: '语料文件' },
    choose: { en: 'Choose files', zh: '选择文件' },
    remove: { en: 'Remove', zh: '移除' },
    filesHelp: {
      en: '.txt, .jsonl or .docx, also gzipped; each line is a sentence. Files are read on this machine only.',
      zh: '.txt、.jsonl、.docx，可用 .gz 压缩；每行为一句。文件只在本机读取。',
    },
    corpusMissing: { en: 'Choose the records, files, or both.', zh: '请选择病历、语料文件或两者。' },
    small: {
      en: 'A small corpus: vectors become reliable with thousands of records or some million characters.',
      zh: '语料较小：几千份病历或数百万字以上的语料，词向量才可靠。',
    },
    start: { en: 'Start training', zh: '开始训练' },
    startHint: {
      en: 'Trains in a process of its own; pause it at any time, or close the app and go on later.',
      zh: '在单独的进程中训练，可随时暂停；关闭程序后也能接着训练。',
    },
    sending: { en: 'Reading files {{percent}}', zh: '正在读取文件 {{percent}}' },
    advanced: { en: 'More settings', zh: '更多设置' },
    reset: { en: 'Restore defaults', zh: '恢复默认值' },
  },
  setting: {
    method: {
      name: { en: 'Method', zh: '方法' },
      help: {
        en: 'Word2Vec predicts neighbouring words sentence by sentence; GloVe fits how often words stand together in the whole corpus. On small corpora Word2Vec is usually better.',
        zh: 'Word2Vec 逐句预测相邻的词；GloVe 拟合全语料的共现次数。语料较小时 Word2Vec 通常更好。',
      },
      choices: { word2vec: 'Word2Vec', glove: 'GloVe' },
    },
    architecture: {
      name: { en: 'Architecture', zh: '结构' },
      help: {
        en: 'CBOW predicts a word by its context and is fast; skip-gram predicts the context by the word, takes several times as long and does better on rare words.',
        zh: 'CBOW 由上下文预测中心词，快；Skip-gram 由中心词预测上下文，慢几倍，对罕见词更好。',
      },
      choices: { cbow: 'CBOW', 'skip-gram': 'Skip-gram' },
    },
    unit: {
      name: { en: 'Unit', zh: '单位' },
      help: {
        en: 'Characters need no segmentation and few vectors; words, cut by jieba, mean more but need more text.',
        zh: '字：无需分词，词表小；词：先用结巴分词，含义更完整，需要更多语料。',
      },
      choices: { character: { en: 'Characters', zh: '字' }, word: { en: 'Words', zh: '词' } },
    },
    graphNames: {
      name: { en: 'Keep graph names', zh: '保留图谱名称' },
      help: {
        en: 'Segmentation keeps the names of diseases, drugs … of the knowledge graph in one piece.',
        zh: '分词时把知识图谱中的疾病、药品等名称作为整词。',
      },
    },
    dimension: {
      name: { en: 'Dimensions', zh: '维数' },
      help: {
        en: 'Numbers in a vector; 50 in the paper, 100 to 300 for large corpora.',
        zh: '每个向量的数值个数；论文用 50，语料大时可用 100–300。',
      },
    },
    window: {
      name: { en: 'Window', zh: '窗口' },
      help: {
        en: 'Tokens on each side that count as context; a small one tells usage, a large one topic.',
        zh: '中心词两侧各多少个字词算作上下文；小窗口重用法，大窗口重主题。',
      },
    },
    minCount: {
      name: { en: 'Minimum count', zh: '最低词频' },
      help: {
        en: 'Rarer tokens get no vector. 1 or 2 for small corpora.',
        zh: '出现次数少于此数的字词没有向量。语料小时可降到 1–2。',
      },
    },
    epochs: {
      name: { en: 'Epochs', zh: '轮次' },
      help: { en: 'Passes over the corpus; more for small ones.', zh: '通读语料的遍数；语料小时多几轮。' },
    },
    negative: {
      name: { en: 'Negative samples', zh: '负采样数' },
      help: {
        en: 'Random tokens against each true one; 5 to 20 for small corpora.',
        zh: '每个正例配多少个随机反例；小语料 5–20。',
      },
    },
    negativeExponent: {
      name: { en: 'Negative exponent', zh: '负采样指数' },
      help: {
        en: 'Random tokens are drawn by their frequency to this power; 0.75 in the original paper.',
        zh: '反例按词频的几次方抽取；0.75 为原论文取值。',
      },
    },
    sample: {
      name: { en: 'Subsampling', zh: '高频词抽稀' },
      help: {
        en: 'Tokens that make up more than this share are often skipped; 0 skips none.',
        zh: '占语料比例高于此值的字词常被跳过；0 表示不跳过。',
      },
    },
    alpha: {
      name: { en: 'First learning rate', zh: '初始学习率' },
      help: { en: 'Falls linearly in the course of training.', zh: '随训练线性降低。' },
    },
    minAlpha: {
      name: { en: 'Last learning rate', zh: '最终学习率' },
      help: { en: 'The learning rate at the end.', zh: '训练结束时的学习率。' },
    },
    learningRate: {
      name: { en: 'Learning rate', zh: '学习率' },
      help: { en: 'Of AdaGrad, at the start.', zh: 'AdaGrad 的初始学习率。' },
    },
    xMax: {
      name: 'x_max',
      help: { en: 'From this count on a pair weighs 1.', zh: '共现次数达到此值后权重为 1。' },
    },
    weightExponent: {
      name: { en: 'Weight exponent α', zh: '权重指数 α' },
      help: { en: 'Rarer pairs weigh (count / x_max)^α.', zh: '较少的共现按 (次数 / x_max)^α 加权。' },
    },
    threads: {
      name: { en: 'Threads', zh: '线程' },
      help: {
        en: '0 uses all processor cores; one thread gives exactly the same vectors every time.',
        zh: '0 表示用全部处理器核心；1 个线程时结果每次完全相同。',
      },
    },
    seed: {
      name: { en: 'Random seed', zh: '随机种子' },
      help: { en: 'Decides the first values and what is drawn.', zh: '决定初始值与抽样。' },
    },
    folded: {
      name: { en: 'Fold width and case', zh: '统一全半角与大小写' },
      help: { en: '“ＣＴ”, “ct” and “CT” are one word.', zh: '“ＣＴ”“ct”“CT”视为同一个词。' },
    },
  },
  explore: {
    search: { en: 'A word: its neighbours, and where it is', zh: '输入词，查看近邻或在图中高亮' },
    searchLabel: { en: 'Find a word', zh: '查找词' },
    notThere: { en: 'There is no vector of “{{token}}”.', zh: '没有“{{token}}”的向量。' },
    rank: { en: 'rank {{n}} by frequency', zh: '词频第 {{n}} 位' },
    notShown: { en: 'not in the picture', zh: '不在图中' },
    pickHint: {
      en: 'Type a word or click a point: here stand the words with the highest cosine similarity; click one to walk on.',
      zh: '输入一个词，或点击图中的点，这里列出与它余弦相似度最高的词；点击其中一个继续查看。',
    },
    back: { en: 'Back', zh: '后退' },
    similarity: { en: 'Cosine similarity', zh: '余弦相似度' },
    method: { en: 'Projection', zh: '投影方法' },
    methods: { pca: 'PCA', umap: 'UMAP' },
    methodHelp: {
      en: 'PCA keeps overall directions and distances; UMAP keeps neighbours together, but distances between groups mean nothing.',
      zh: 'PCA 保留总体方向与距离；UMAP 保留近邻关系，组内更清楚，组间距离没有意义。',
    },
    count: { en: 'Words', zh: '词数' },
    firstCount: { en: 'First {{n}} words', zh: '前 {{n}} 个词' },
    typedOnly: { en: 'Graph words only', zh: '仅图谱中的词' },
    seed: { en: 'Seed', zh: '种子' },
    computing: { en: 'Computing the projection', zh: '正在计算投影' },
    shown: { en: '{{n}} words', zh: '{{n}} 个词' },
    explained: { en: 'axes hold {{x}} + {{y}} of the variance', zh: '两轴占方差 {{x}} + {{y}}' },
    matches: { en: '{{n}} words hold “{{text}}”', zh: '{{n}} 个词含“{{text}}”' },
    lasso: { en: 'Lasso', zh: '套索选择' },
    lassoHint: {
      en: 'Hold the mouse button and draw around words; click the button again to stop.',
      zh: '按住鼠标圈出要选的词；再次点击按钮退出。',
    },
    reset: { en: 'Reset view', zh: '复位' },
    legend: { en: 'Types', zh: '类型' },
    none: { en: 'Not in graph', zh: '图谱外' },
    pictureLabel: {
      en: 'Scatter of the word vectors {{name}}, {{n}} words',
      zh: '{{name}}的词向量散点图，{{n}} 个词',
    },
    selection: { en: '{{n}} words selected', zh: '已选 {{n}} 个词' },
    selectionEmpty: {
      en: 'Draw around an area with the lasso: its words are listed here.',
      zh: '用套索圈出一片区域，这里列出其中的词。',
    },
    copy: { en: 'Copy', zh: '复制' },
    copied: { en: 'Copied', zh: '已复制' },
    save: { en: 'Export CSV', zh: '导出 CSV' },
    clear: { en: 'Clear', zh: '清除' },
    neighbourTab: { en: 'Neighbours', zh: '近邻' },
    selectionTab: { en: 'Selected', zh: '所选' },
    factsTab: { en: 'About', zh: '信息' },
  },
});
