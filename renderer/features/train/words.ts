import { words } from '../../i18n/words.ts';

export const train = words({
  newRun: { en: 'New training run', zh: '新建训练' },
  look: { en: 'Show', zh: '查看' },
  section: {
    runs: { en: 'Runs', zh: '运行' },
    grids: { en: 'Experiments', zh: '对比实验' },
    data: { en: 'Data sets', zh: '数据集' },
    models: { en: 'Models', zh: '模型' },
    vectors: { en: 'Word vectors', zh: '词向量' },
  },
  recipes: { en: 'Recipes', zh: '方案' },
  recipe: {
    bilstm: {
      name: { en: 'BiLSTM-CRF, quick start', zh: 'BiLSTM-CRF 快速起步' },
      text: {
        en: 'Trains in minutes on a common processor; begin here unless you have a reason not to.',
        zh: '普通处理器上几分钟即可训练完；没有特别理由时先用它。',
      },
    },
    bigru: {
      name: 'BiGRU-CRF',
      text: {
        en: 'A quarter fewer recurrent weights, a little faster; to set against BiLSTM.',
        zh: '比 BiLSTM 少四分之一参数、略快；可与它对照。',
      },
    },
    bertRandom: {
      name: { en: 'BERT-mini-CRF from random weights', zh: 'BERT-mini-CRF 随机初始化' },
      text: {
        en: 'With no encoder to import and plenty of data: try self-attention.',
        zh: '没有可导入的编码器、数据较多时，试试自注意力结构。',
      },
    },
    bertFineTune: {
      name: { en: 'BERT-CRF, fine-tuned', zh: 'BERT-CRF 微调' },
      text: {
        en: 'Usually best once an encoder is imported; slower, takes more memory.',
        zh: '已导入预训练编码器时效果通常最好；较慢，占内存较多。',
      },
    },
    bertFrozen: {
      name: { en: 'Frozen encoder + BiLSTM-CRF', zh: '冻结编码器 + BiLSTM-CRF' },
      text: {
        en: 'An encoder but little data or time: only the layers above it learn.',
        zh: '有编码器但数据少或时间紧：编码器不变，只训练上层。',
      },
    },
    textCnn: {
      name: { en: 'CNN, quick start', zh: 'CNN 快速起步' },
      text: {
        en: 'A result in minutes; use it to see that the data are right.',
        zh: '几分钟内看到结果；先用它确认数据没有问题。',
      },
    },
    textStares: {
      name: 'StaResGRU-CNN',
      text: {
        en: 'The network of the paper with 128 units, fit for a common processor; usually begin here.',
        zh: '论文的网络，单元减为 128，普通处理器上也能训练；一般从它开始。',
      },
    },
    textRare: {
      name: { en: 'StaResGRU-CNN for rare labels', zh: 'StaResGRU-CNN，重视少见标签' },
      text: {
        en: 'Labels of very unequal number: weighted by frequency, chosen by macro F1.',
        zh: '标签悬殊时：按频率加权，按宏平均 F1 选优。',
      },
    },
    textBert: {
      name: { en: 'BERT, fine-tuned', zh: 'BERT 微调' },
      text: {
        en: 'Once a pre-trained encoder is imported; slower, takes more memory.',
        zh: '已导入预训练编码器时；较慢，占内存较多。',
      },
    },
    pretrainFurther: {
      name: { en: 'Pre-train further', zh: '继续预训练' },
      text: {
        en: 'An encoder that was imported goes on learning from the texts of your hospital, for other tasks to use.',
        zh: '已导入编码器时：让它在本院病历上继续学习，再用于识别或分类。',
      },
    },
    pretrainNew: {
      name: { en: 'BERT-mini from nothing', zh: '从零预训练 BERT-mini' },
      text: {
        en: 'With no encoder to import and very many texts: begins with random weights.',
        zh: '没有可导入的编码器、本院文本很多时；从随机权重学起。',
      },
    },
  },
  state: {
    queued: { en: 'Queued', zh: '排队中' },
    running: { en: 'Running', zh: '运行中' },
    paused: { en: 'Paused', zh: '已暂停' },
    interrupted: { en: 'Interrupted', zh: '已中断' },
    finished: { en: 'Finished', zh: '已完成' },
    cancelled: { en: 'Cancelled', zh: '已取消' },
    failed: { en: 'Failed', zh: '失败' },
  },
  action: {
    pause: { en: 'Pause', zh: '暂停' },
    resume: { en: 'Resume', zh: '继续' },
    cancel: { en: 'Cancel', zh: '取消' },
    delete: { en: 'Delete', zh: '删除' },
  },
  confirm: {
    cancelTitle: { en: 'Cancel the run “{{name}}”?', zh: '取消运行“{{name}}”？' },
    cancelBody: {
      en: 'It ends at once, cannot go on later and makes no model; its curves stay. For a break only, use Pause.',
      zh: '运行会立即结束，不能再继续，也不会生成模型；已有的曲线会保留。只想歇一会儿，请用“暂停”。',
    },
    deleteTitle: { en: 'Delete the run “{{name}}”?', zh: '删除运行“{{name}}”？' },
    deleteBody: {
      en: 'Its curves, report and checkpoint are deleted for good. A model that it made stays.',
      zh: '它的曲线、报告和检查点会被删除，不能撤销。由它得到的模型会保留。',
    },
    keep: { en: 'Keep it', zh: '不了' },
  },
  interrupted: {
    en: 'The run “{{name}}” was interrupted. Resume it from its last checkpoint: the result is the same as without the break.',
    zh: '运行“{{name}}”上次意外中断。可以从最近的检查点继续，结果与不中断时相同。',
  },
  column: {
    state: { en: 'State', zh: '状态' },
    name: { en: 'Name', zh: '名称' },
    network: { en: 'Network', zh: '网络' },
    data: { en: 'Train set', zh: '训练集' },
    best: { en: 'Best dev F1', zh: '最佳验证 F1' },
    epochs: { en: 'Epochs', zh: '轮次' },
    speed: 'tokens/s',
    time: { en: 'Time', zh: '用时' },
    date: { en: 'Date', zh: '日期' },
  },
  runs: {
    filter: { en: 'Filter by name, network, data set', zh: '筛选名称、网络、数据集' },
    stateFilter: { en: 'Filter by state', zh: '按状态筛选' },
    allStates: { en: 'All states', zh: '全部状态' },
    unfinished: { en: 'Not ended', zh: '未结束' },
    shown: '{{shown}} / {{total}}',
    compare: { en: 'Compare', zh: '比较' },
    compareHint: { en: 'Tick 2 to {{most}} runs at the left', zh: '在左侧勾选 2 到 {{most}} 次运行' },
    pick: { en: 'Pick “{{name}}” for a comparison', zh: '选择“{{name}}”进行比较' },
    unpick: { en: 'Clear selection', zh: '清除选择' },
    noMatch: {
      en: 'No run fits. Try another word, or choose “All states”.',
      zh: '没有符合条件的运行。换个词，或选择“全部状态”。',
    },
    emptyTitle: { en: 'No model has been trained yet', zh: '还没有训练过模型' },
    emptyNoData: {
      en: 'Import labelled data sets first (one to train on, one to measure on), then choose a recipe at the left. Everything happens on this computer.',
      zh: '先导入带标注的数据集（训练集和验证集），再从左侧选一个方案开始。一切都在本机完成。',
    },
    empty: {
      en: 'The data sets are here. Choose a recipe at the left, look over its settings and start.',
      zh: '数据集已就绪。从左侧选一个方案，核对设置后开始。',
    },
  },
  data: {
    import: { en: 'Import data sets', zh: '导入数据集' },
    importGo: { en: 'Import', zh: '导入' },
    drop: { en: 'Drop to import data sets', zh: '松开即可导入数据集' },
    dropHint: { en: 'Files can also be dropped here', zh: '也可以把文件拖到这里' },
    format: {
      en: 'JSON lines (gzip allowed), one document a line: {"text": …, "entities": [{"start", "end", "type"}]}. Offsets count UTF-16 code units from 0, end exclusive. One line that breaks the format refuses the whole file.',
      zh: 'JSON Lines（可用 gzip 压缩），每行一份文档：{"text": …, "entities": [{"start", "end", "type"}]}。偏移按 UTF-16 码元从 0 计，不含 end。有一行不合格式，整个文件都不会导入。',
    },
    nameOf: { en: 'Name of the data set from “{{file}}”', zh: '“{{file}}”的数据集名称' },
    sending: { en: 'Sending {{percent}}', zh: '正在传送 {{percent}}' },
    reading: { en: 'Reading…', zh: '正在读取…' },
    done: { en: 'Imported', zh: '已导入' },
    name: { en: 'Name', zh: '名称' },
    documents: { en: '{{n}} documents', zh: '{{n}} 份文档' },
    documentsColumn: { en: 'Documents', zh: '文档' },
    charactersColumn: { en: 'Characters', zh: '字符' },
    entitiesColumn: { en: 'Entities or labels', zh: '实体或标签' },
    types: { en: 'Entity types or labels', zh: '实体类型或标签' },
    deleteOf: { en: 'Delete “{{name}}”', zh: '删除“{{name}}”' },
    deleteTitle: { en: 'Delete the data set “{{name}}”?', zh: '删除数据集“{{name}}”？' },
    deleteBody: {
      en: 'Its documents are deleted from the workspace for good. Runs and models stay, but their error lists can no longer show the texts.',
      zh: '文档会从工作区删除，不能撤销。已完成的运行和模型保留，但错误列表将无法再显示原文。',
    },
    emptyTitle: { en: 'No data set yet', zh: '还没有数据集' },
    empty: {
      en: 'A data set holds documents with labelled entities, or texts with labels or diagnoses. Press the button, or drop .jsonl, .csv or .tsv files here (gzip allowed); they are shown before they are imported. You will want one to train on and one to measure on.',
      zh: '数据集是带实体标注的文档，或带标签、诊断的文本。点击下方按钮，或把 .jsonl、.csv、.tsv 文件（可用 gzip 压缩）拖到这里，导入前可以预览。通常需要一个训练集和一个验证集。',
    },
  },
  form: {
    what: { en: 'Task and data', zh: '任务与数据' },
    name: { en: 'Name', zh: '名称' },
    nameHelp: { en: 'The model will bear it too.', zh: '得到的模型也用这个名称。' },
    nameMissing: { en: 'A name is needed.', zh: '请填写名称。' },
    data: { en: 'Data set', zh: '数据集' },
    train: { en: 'Train set', zh: '训练集' },
    trainHelp: { en: 'The documents to learn from.', zh: '模型从这些文档学习。' },
    dev: { en: 'Dev set', zh: '验证集' },
    devHelp: {
      en: 'Scored after every epoch; the weights with the best F1 are kept. Nothing is learnt from it.',
      zh: '每轮结束时在它上面评分，保留 F1 最高的权重；不参与学习。',
    },
    choose: { en: 'Choose one', zh: '请选择' },
    setMissing: { en: 'A data set is needed.', zh: '请选择数据集。' },
    noData: {
      en: 'There is no data set yet: import one to train on and one to measure on.',
      zh: '还没有数据集，请先导入训练集和验证集。',
    },
    noEncoder: {
      en: 'This recipe is made for an imported encoder. Import a BERT folder under Models, or begin with random weights.',
      zh: '这个方案适合已导入的编码器。可先到“模型”导入 BERT 文件夹；也可以用随机初始化的编码器开始。',
    },
    reset: { en: 'Defaults', zh: '恢复默认' },
    paste: { en: 'Paste JSON', zh: '粘贴 JSON' },
    copy: { en: 'Copy as JSON', zh: '复制为 JSON' },
    copied: { en: 'Settings copied', zh: '设置已复制' },
    start: { en: 'Start training', zh: '开始训练' },
    startHint: {
      en: 'It can be paused at any time and goes on after a restart; you can keep working meanwhile.',
      zh: '可随时暂停，关闭软件后也能继续；在普通电脑上不影响书写病历。',
    },
    problems: { en: 'Settings to correct: {{n}}.', zh: '还有 {{n}} 项设置需要修改。' },
    groupProblem: { en: 'something to correct', zh: '有设置需要修改' },
    sameConfig: {
      en: 'The run “{{name}}” has the same settings and data.',
      zh: '运行“{{name}}”的设置与数据完全相同。',
    },
  },
  json: {
    title: { en: 'Load settings', zh: '载入设置' },
    label: {
      en: 'Training settings (JSON); what is left out takes its default',
      zh: '训练设置（JSON）；未写的用默认值',
    },
    apply: { en: 'Load', zh: '载入' },
    file: { en: 'From a file', zh: '从文件读取' },
  },
  leakage: {
    looking: { en: 'Looking for texts that stand in both sets…', zh: '正在检查两个数据集有无相同文本…' },
    none: {
      en: 'None of the {{total}} dev texts stands in the training set.',
      zh: '验证集的 {{total}} 份文本都不在训练集中。',
    },
    found: {
      en: '{{n}} of {{total}} dev texts also stand in the training set. ',
      zh: '验证集的 {{total}} 份文本中有 {{n}} 份也在训练集中。',
    },
    hint: {
      en: 'Their scores are too good and say nothing about new texts. For example dev texts {{examples}}.',
      zh: '这些文本的得分会偏高，不能说明模型对新文本的表现。例如验证集第 {{examples}} 份。',
    },
    same: {
      en: 'Train and dev set are the same: the scores say nothing about new texts.',
      zh: '训练集和验证集是同一个数据集：得分不能说明模型对新文本的表现。',
    },
  },
  group: {
    basic: { en: 'Basic', zh: '基本' },
    network: { en: 'Network', zh: '网络结构' },
    guesses: { en: 'Guesses and measuring', zh: '遮蔽与评估' },
    labels: { en: 'Labels and reading', zh: '标签与阅读' },
    optimisation: { en: 'Optimisation', zh: '优化' },
    advanced: { en: 'Advanced', zh: '高级' },
  },
  problem: {
    missing: { en: 'A value is needed. {{range}}', zh: '请填写。{{range}}' },
    number: {
      en: 'A number is needed, such as 0.002 or 2e-3. {{range}}',
      zh: '请填写数字，如 0.002 或 2e-3。{{range}}',
    },
    integer: { en: 'A whole number is needed. {{range}}', zh: '请填写整数。{{range}}' },
    range: { en: 'Must be within {{range}}.', zh: '应在 {{range}} 之内。' },
    form: { en: 'This is not a valid value. {{range}}', zh: '格式不正确。{{range}}' },
  },
  schedule: {
    linear: { en: 'Falls linearly', zh: '线性下降' },
    constant: { en: 'Constant', zh: '保持不变' },
  },
  encoder: {
    random: { en: 'Random weights', zh: '随机初始化' },
    imported: { en: 'Imported', zh: '已导入' },
    tiny: { en: 'tiny · 2 layers × 128', zh: 'tiny · 2 层 × 128' },
    mini: { en: 'mini · 4 layers × 256', zh: 'mini · 4 层 × 256' },
    '6x384': { en: '6 layers × 384', zh: '6 层 × 384' },
    small: { en: 'small · 4 layers × 512', zh: 'small · 4 层 × 512' },
    base: { en: 'base · 12 layers × 768', zh: 'base · 12 层 × 768' },
  },
  setting: {
    network: {
      name: { en: 'Network', zh: '网络' },
      help: {
        en: 'What reads the characters and what decides the tags; a CRF makes neighbouring tags agree.',
        zh: '由什么读字、由什么决定标签；CRF 让相邻标签互相配合。',
      },
    },
    epochs: {
      name: { en: 'Epochs', zh: '轮次' },
      help: {
        en: 'Passes over the training set; the one with the best dev F1 is kept.',
        zh: '整个训练集学习的遍数；验证 F1 最高的一轮会被保留。',
      },
    },
    batchSize: {
      name: { en: 'Batch size', zh: '批大小' },
      help: {
        en: 'Sequences of one update; large is steady and takes memory, small is noisy.',
        zh: '一次更新所用的序列数；大则稳而占内存，小则噪声多。',
      },
    },
    learningRate: {
      name: { en: 'Learning rate', zh: '学习率' },
      help: {
        en: 'How far one update goes; about 0.004 for a BiLSTM, about 3e-5 for fine-tuning BERT.',
        zh: '每次更新的步幅；BiLSTM 约 0.004，微调 BERT 约 3e-5。',
      },
    },
    patience: {
      name: { en: 'Patience', zh: '早停轮数' },
      help: {
        en: 'Ends after this many epochs without a better dev F1; 0 never ends early.',
        zh: '验证 F1 连续这么多轮没有提高就结束；0 表示从不提前结束。',
      },
    },
    seed: {
      name: { en: 'Seed', zh: '随机种子' },
      help: {
        en: 'Equal seed, settings and data begin equally and keep the same order.',
        zh: '相同的种子、设置和数据得到相同的起点和顺序。',
      },
    },
    encoder: {
      name: { en: 'Encoder', zh: '编码器' },
      help: {
        en: 'A size with random weights, or a BERT imported under Models.',
        zh: '随机初始化的规模，或“模型”里已导入的 BERT。',
      },
    },
    freezeEncoder: {
      name: { en: 'Freeze encoder', zh: '冻结编码器' },
      help: {
        en: 'Its weights stay as they are and only the layers above learn: fast and lean, with a lower ceiling.',
        zh: '编码器的权重不变，只训练上层：快而省内存，上限较低。',
      },
    },
    headRate: {
      name: { en: 'Head rate factor', zh: '上层学习率倍数' },
      help: {
        en: 'The layers above the encoder learn at this many times the learning rate; tens when fine-tuning.',
        zh: '编码器以上各层的学习率是上面学习率的多少倍；微调时宜取几十。',
      },
    },
    embeddingSize: {
      name: { en: 'Character vector', zh: '字向量宽度' },
      help: { en: 'How many numbers stand for a character.', zh: '每个字用多少个数表示。' },
    },
    hiddenSize: {
      name: { en: 'Hidden units', zh: '隐层单元' },
      help: {
        en: 'Units of a recurrent layer in one direction; more can learn more, and more slowly.',
        zh: '循环层每个方向的单元数；大则能学得更多，也更慢。',
      },
    },
    layers: {
      name: { en: 'Recurrent layers', zh: '循环层数' },
      help: { en: 'Layers on top of each other, usually 1 or 2.', zh: '叠放的循环层数，通常 1 到 2 层。' },
    },
    dropout: {
      name: 'Dropout',
      help: {
        en: 'Share dropped at random in training, against learning by heart; larger for small data.',
        zh: '训练时随机丢弃的比例，防止死记硬背；数据少时取大一些。',
      },
    },
    schedule: {
      name: { en: 'Learning rate course', zh: '学习率走势' },
      help: {
        en: 'After warm-up it falls linearly to zero, or stays as it is.',
        zh: '预热之后线性降到零，或保持不变。',
      },
    },
    warmupShare: {
      name: { en: 'Warm-up share', zh: '预热比例' },
      help: {
        en: 'Share of all updates in which the learning rate rises from zero; 0.1 suits BERT.',
        zh: '学习率从零升到设定值所占的更新比例；BERT 宜为 0.1。',
      },
    },
    weightDecay: {
      name: { en: 'Weight decay', zh: '权重衰减' },
      help: {
        en: 'Pulls weights towards zero a little each step (AdamW), biases and norms excepted.',
        zh: '每步把权重略微拉向零（AdamW），偏置与归一化层除外。',
      },
    },
    clipNorm: {
      name: { en: 'Gradient clipping', zh: '梯度裁剪' },
      help: {
        en: 'A gradient longer than this is shortened to it; 0 sets no limit.',
        zh: '梯度总长超过此值时按比例缩短；0 表示不限。',
      },
    },
    accumulation: {
      name: { en: 'Accumulation', zh: '梯度累积' },
      help: {
        en: 'Batches added up for one update: short of memory, make batches smaller and this larger.',
        zh: '攒几批再更新一次：内存不够时，减小批大小、增大它。',
      },
    },
    emaDecay: {
      name: { en: 'Average of weights', zh: '权重滑动平均' },
      help: {
        en: 'Keeps a moving average of the weights in their place: 0.999 reaches back about 1,000 updates; 0: none.',
        zh: '以权重的滑动平均代替最后的权重：0.999 约平均最近 1000 次更新；0 为不用。',
      },
    },
    scheme: {
      name: { en: 'Tag scheme', zh: '标签方案' },
      help: {
        en: 'BIO is plain; BIOES also marks ends and single characters, with more tags to learn.',
        zh: 'BIO 简洁；BIOES 还标出结尾与单字实体，标签更多。',
      },
    },
    minCount: {
      name: { en: 'Least count', zh: '最少出现次数' },
      help: {
        en: 'Characters that occur less often in the training set are read as unknown.',
        zh: '训练集中少于此数的字当作未知字。',
      },
    },
    windowLength: {
      name: { en: 'Window length', zh: '窗口长度' },
      help: {
        en: 'Tokens read at once; longer texts are cut.',
        zh: '一次读多少 token；更长的文本切成几段。',
      },
    },
    batchTokens: {
      name: { en: 'Most tokens a batch', zh: '每批最多 token' },
      help: {
        en: 'Padding included; long texts come in smaller batches, so that memory suffices.',
        zh: '含补齐；长文本据此自动减小批大小，以免内存不足。',
      },
    },
    checkpointMinutes: {
      name: { en: 'Checkpoint every (min)', zh: '检查点间隔（分钟）' },
      help: {
        en: 'The most work an interruption can cost; there is one after every epoch as well.',
        zh: '中断时最多损失这么久的计算；每轮结束时总会存一次。',
      },
    },
    executor: {
      name: { en: 'Executor', zh: '执行器' },
      help: {
        en: 'auto takes the fastest that calibration found here; or name one, such as onnx:cpu or webgpu.',
        zh: 'auto 选本机校准最快的一个；也可指定，如 onnx:cpu、webgpu。',
      },
    },
    trainDocuments: {
      name: { en: 'Most train documents', zh: '最多训练文档' },
      help: {
        en: 'For a trial: so many of the set, evenly taken; empty is all.',
        zh: '试跑时只用训练集中均匀抽取的这么多份；留空为全部。',
      },
    },
    devDocuments: {
      name: { en: 'Most dev documents', zh: '最多验证文档' },
      help: {
        en: 'For a trial: so many of the set, evenly taken; empty is all.',
        zh: '试跑时只用验证集中均匀抽取的这么多份；留空为全部。',
      },
    },
    threads: {
      name: { en: 'Threads', zh: '线程数' },
      help: {
        en: '0 is one a physical core; fewer leave the computer more responsive.',
        zh: '0 表示每个物理核一个；留出核心可让电脑更顺畅。',
      },
    },
  },
  run: {
    data: { en: 'trained on {{train}}, measured on {{dev}}', zh: '{{train}} 训练，{{dev}} 验证' },
    model: { en: 'Model: {{name}}', zh: '模型：{{name}}' },
    report: { en: 'Export report', zh: '导出报告' },
    reportAs: {
      html: { en: 'HTML (to read)', zh: 'HTML（便于阅读）' },
      json: { en: 'JSON (to process)', zh: 'JSON（便于处理）' },
    },
    again: { en: 'New from this', zh: '照此新建' },
    againHint: {
      en: 'Opens the form with the same settings and data',
      zh: '用同样的设置和数据打开新建训练的表单',
    },
    progress: { en: 'Progress', zh: '进度' },
    queued: {
      en: 'Queued: starts by itself when the run before it ends.',
      zh: '排队中：前面的运行结束后自动开始。',
    },
    queuedAlone: {
      en: 'Queued behind nothing: after a restart of the app it starts when you press Resume.',
      zh: '排队中，但前面没有运行：软件重启后需要点“继续”才会开始。',
    },
    preparing: { en: 'Preparing data and network…', zh: '正在准备数据和网络…' },
    noStep: { en: 'It ended before the first step.', zh: '在第一步之前就结束了。' },
    best: { en: 'Best dev F1', zh: '最佳验证 F1' },
    atEpoch: { en: 'epoch {{n}}', zh: '第 {{n}} 轮' },
    epoch: { en: 'Epoch', zh: '轮次' },
    step: { en: 'Step', zh: '步' },
    eta: { en: 'Time left', zh: '预计剩余' },
    elapsed: { en: 'Elapsed', zh: '已用时' },
    speed: { en: 'Speed', zh: '速度' },
    loss: { en: 'Loss', zh: '损失' },
    memory: { en: 'Memory', zh: '内存' },
    executor: { en: 'Executor', zh: '执行器' },
    parameters: { en: 'Parameters', zh: '参数' },
    setting: { en: 'Setting', zh: '设置' },
    value: { en: 'Value', zh: '值' },
    meaning: { en: 'Meaning', zh: '含义' },
    trainSet: { en: 'Train set · SHA-256', zh: '训练集 · SHA-256' },
    devSet: { en: 'Dev set · SHA-256', zh: '验证集 · SHA-256' },
    configHash: { en: 'Configuration hash', zh: '配置哈希' },
    version: { en: 'Version', zh: '版本' },
    created: { en: 'Created', zh: '创建' },
    ended: { en: 'Ended', zh: '结束' },
    same: { en: 'Runs with the same settings and data:', zh: '设置与数据完全相同的运行：' },
  },
  tab: {
    curves: { en: 'Curves', zh: '曲线' },
    types: { en: 'Scores by type', zh: '各类型得分' },
    confusion: { en: 'Confusion', zh: '混淆矩阵' },
    errors: { en: 'Errors', zh: '错误' },
    settings: { en: 'Settings', zh: '设置' },
  },
  axis: {
    step: { en: 'Step', zh: '步' },
    epoch: { en: 'Epoch', zh: '轮' },
    seconds: { en: 'Time', zh: '时间' },
  },
  curves: {
    empty: { en: 'The curves appear after the first step.', zh: '第一步之后，曲线会出现在这里。' },
    axis: { en: 'Horizontal axis', zh: '横轴' },
    smoothing: { en: 'Smoothing', zh: '平滑' },
    raw: { en: 'Unsmoothed', zh: '未平滑' },
    loss: { en: 'Training loss', zh: '训练损失' },
    dev: { en: 'Scores on the dev set', zh: '验证集得分' },
    devF1: { en: 'Dev F1', zh: '验证 F1' },
    rate: { en: 'Learning rate', zh: '学习率' },
    speed: { en: 'Speed (tokens/s)', zh: '速度（tokens/s）' },
    evaluations: { en: 'The {{n}} evaluations in numbers', zh: '{{n}} 次验证的数值' },
  },
  score: {
    f1: 'F1',
    precision: { en: 'Precision', zh: '精确率' },
    recall: { en: 'Recall', zh: '召回率' },
    relaxedF1: { en: 'Relaxed F1', zh: '宽松 F1' },
  },
  report: {
    later: {
      en: 'When the run ends, its best weights are scored on the dev set and reported here.',
      zh: '运行结束后，会用最佳权重在验证集上给出这份报告。',
    },
    never: {
      en: 'This run has no report: it ended before it was done.',
      zh: '这次运行没有报告：它在完成之前就结束了。',
    },
    type: { en: 'Type', zh: '类型' },
    overall: { en: 'All (micro average)', zh: '全部（微平均）' },
    support: { en: 'Gold', zh: '标注数' },
    exact: { en: 'Exact', zh: '精确匹配' },
    relaxed: { en: 'Relaxed', zh: '宽松匹配' },
    exactHint: { en: 'Exact: same place and same type.', zh: '精确匹配：位置和类型都相同。' },
    relaxedHint: { en: 'Relaxed: same type, overlapping place.', zh: '宽松匹配：类型相同，位置有重叠。' },
    showErrors: { en: 'Show the errors of “{{type}}”', zh: '查看“{{type}}”的错误' },
    on: {
      en: 'Data set: {{name}}; {{speed}} characters read a second.',
      zh: '数据集：{{name}}；每秒读 {{speed}} 字符。',
    },
    untaggable: {
      en: '{{n}} gold entities cannot be written as tags and count as missed',
      zh: '{{n}} 个标注无法用标签表示，计为漏标',
    },
  },
  confusion: {
    unit: { en: 'Cells show', zh: '单元格显示' },
    count: { en: 'Count', zh: '数量' },
    share: { en: 'Share of row', zh: '占行比例' },
    hint: {
      en: 'Press a cell to see its errors. Shade is the share of the row: blue is right, orange is wrong.',
      zh: '点一格查看这些错误。颜色深浅为占该行的比例：蓝色为正确，橙色为错误。',
    },
    gold: { en: 'Gold', zh: '标注' },
    predicted: { en: 'Predicted', zh: '预测' },
    missed: { en: 'missed', zh: '漏标' },
    spurious: { en: 'spurious', zh: '多标' },
    total: { en: 'Total', zh: '合计' },
    nothing: { en: 'no entity', zh: '无实体' },
    cell: {
      en: 'Gold “{{gold}}”, predicted “{{predicted}}”: {{n}} ({{share}} of the row)',
      zh: '标注为“{{gold}}”，预测为“{{predicted}}”：{{n}}（占该行 {{share}}）',
    },
    rightCell: {
      en: '“{{gold}}” predicted as “{{predicted}}”: {{n}} ({{share}} of the row); press to see wrong boundaries',
      zh: '“{{gold}}”预测为“{{predicted}}”：{{n}}（占该行 {{share}}）；点击查看其中边界不符的',
    },
  },
  errorKind: {
    missed: { en: 'Missed', zh: '漏标' },
    spurious: { en: 'Spurious', zh: '多标' },
    'wrong-type': { en: 'Wrong type', zh: '类型错' },
    'wrong-boundary': { en: 'Wrong boundary', zh: '边界错' },
    'wrong-both': { en: 'Wrong type and boundary', zh: '类型与边界错' },
  },
  errors: {
    none: { en: 'No errors: everything was predicted as labelled.', zh: '没有错误：预测与标注完全一致。' },
    noMatch: {
      en: 'No error fits. Loosen the choices above.',
      zh: '没有符合条件的错误。放宽上面的条件试试。',
    },
    kind: { en: 'Kind of error', zh: '错误种类' },
    allKinds: { en: 'All kinds', zh: '全部种类' },
    anyType: { en: 'Any type', zh: '任意类型' },
    noGold: { en: 'none (spurious)', zh: '无（多标）' },
    noPredicted: { en: 'none (missed)', zh: '无（漏标）' },
    shown: {
      en: '{{shown}} / {{total}} errors · ↑↓ walk, Enter opens in the editor',
      zh: '{{shown}} / {{total}} 处错误　↑↓ 逐个查看，Enter 在编辑器中打开',
    },
    cut: { en: '(the report keeps the first {{n}})', zh: '（报告只保留前 {{n}} 处）' },
    setGone: {
      en: 'This data set was deleted, so its texts cannot be shown. Import the same file again to see them.',
      zh: '这个数据集已被删除，无法显示原文。重新导入同一文件即可恢复。',
    },
    text: { en: 'Text', zh: '原文' },
    open: { en: 'Open in editor', zh: '在编辑器中打开' },
    documentOf: { en: 'No. {{n}} · {{id}}', zh: '第 {{n}} 份 · {{id}}' },
    confidence: { en: 'confidence {{value}}', zh: '置信度 {{value}}' },
    legendGold: { en: 'gold', zh: '标注' },
    legendPredicted: { en: 'predicted (errors only)', zh: '预测（仅错误）' },
    legendChosen: { en: 'strong: this error', zh: '深色为当前错误' },
    title: '{{set}} · {{id}}',
  },
  compare: {
    title: { en: 'Compare {{n}} runs', zh: '比较 {{n}} 次运行' },
    drop: { en: 'Take “{{name}}” out of the comparison', zh: '从比较中去掉“{{name}}”' },
    all: { en: 'Show all settings', zh: '显示全部设置' },
    differ: { en: '{{n}} of {{total}} settings differ', zh: '{{total}} 项设置中 {{n}} 项不同' },
    noDifference: { en: 'Settings and data are all the same.', zh: '设置和数据全都相同。' },
    noReports: { en: 'None of these runs has a report yet.', zh: '这些运行都还没有报告。' },
    match: { en: 'Match', zh: '匹配方式' },
    metric: { en: 'Metric', zh: '指标' },
    bestHint: {
      en: 'The best of a row is bold; the others show how far they are from it.',
      zh: '每行最好的加粗；其余标出与它的差。',
    },
  },
  evaluation: {
    title: { en: '“{{model}}” on “{{data}}”', zh: '“{{model}}”在“{{data}}”上的表现' },
    running: { en: 'Evaluating; large sets take minutes…', zh: '正在评估，数据多时需要几分钟…' },
  },
  models: {
    task: {
      ner: { en: 'Entities', zh: '实体识别' },
      encoder: { en: 'Encoder', zh: '编码器' },
      classify: { en: 'Text classes', zh: '文本分类' },
      diagnose: { en: 'Diagnoses', zh: '诊断预测' },
    },
    parameters: { en: '{{n}} parameters', zh: '{{n}} 参数' },
    inEditor: { en: 'In use in the editor', zh: '编辑器正在使用' },
    use: { en: 'Use in editor', zh: '在编辑器中使用' },
    stopUsing: { en: 'Stop using', zh: '停止使用' },
    evaluate: { en: 'Evaluate', zh: '评估' },
    evaluateTitle: { en: 'Evaluate “{{name}}”', zh: '评估“{{name}}”' },
    evaluateHint: {
      en: 'Scores, confusion matrix and error list on the data set chosen.',
      zh: '在所选数据集上给出得分、混淆矩阵和错误列表。',
    },
    export: { en: 'Export', zh: '导出' },
    exported: { en: 'Exported to a folder, not encrypted:', zh: '已导出到文件夹（未加密）：' },
    rename: { en: 'Rename', zh: '重命名' },
    renameTitle: { en: 'Rename “{{name}}”', zh: '重命名“{{name}}”' },
    deleteTitle: { en: 'Delete the model “{{name}}”?', zh: '删除模型“{{name}}”？' },
    deleteBody: {
      en: 'Its weights are deleted from the workspace for good. The run that made it stays.',
      zh: '模型的权重会从工作区删除，不能撤销。得到它的运行会保留。',
    },
    deleteInUse: {
      en: 'The editor is using it and will highlight by its dictionary only. The weights are deleted from the workspace for good.',
      zh: '编辑器正在使用它，删除后只用词典标注。模型的权重会从工作区删除，不能撤销。',
    },
    run: { en: 'Show its run', zh: '查看运行' },
    metricsOn: { en: 'Scores on “{{name}}”', zh: '在“{{name}}”上的得分' },
    import: { en: 'Import model folder', zh: '导入模型文件夹' },
    importFiles: { en: 'Choose files', zh: '选择文件' },
    importGo: { en: 'Import', zh: '导入' },
    noFiles: {
      en: 'Nothing to use: config.json, vocab.txt and model.safetensors (or pytorch_model.bin) are needed, directly in the folder chosen.',
      zh: '没有可用的文件：需要 config.json、vocab.txt 和 model.safetensors（或 pytorch_model.bin），直接放在所选文件夹里。',
    },
    ignored: {
      en: 'Other files, {{n}} of them, are not needed and not read.',
      zh: '其余 {{n}} 个文件用不到，不会读取。',
    },
    emptyTitle: { en: 'No model yet', zh: '还没有模型' },
    empty: {
      en: 'A finished run leaves its model here. Or import one that Meridian exported, or a BERT folder in the Hugging Face layout as an encoder.',
      zh: '训练结束后，模型会出现在这里；也可以导入从经络导出的模型，或 Hugging Face 格式的 BERT 文件夹作编码器。',
    },
  },
  int8: {
    use: { en: 'int8 weights', zh: 'int8 权重' },
    unknown: { en: 'gain and cost not measured', zh: '尚未测量得失' },
    measure: { en: 'Measure', zh: '测量' },
    measuring: { en: 'Measuring…', zh: '测量中…' },
    measureTitle: { en: 'Measure int8 weights of “{{name}}”', zh: '测量“{{name}}”的 int8 权重' },
    measureHint: {
      en: 'Evaluates the data set chosen with the weights as they are and as int8, and shows how F1 and time change; large sets take minutes.',
      zh: '分别用原权重和 int8 权重评估所选数据集，给出 F1 和每句耗时的变化；数据多时需要几分钟。',
    },
  },
});
