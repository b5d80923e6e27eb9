/** Settings of taggers and of every training, with their choices. */
import { words } from '../../../i18n/words.ts';

export const train = words({
  schedule: {
    linear: { en: 'Falls linearly', zh: '线性下降' },
    constant: { en: 'Constant', zh: '保持不变' },
  },
  precision: {
    float32: { en: '32 bits', zh: '32 位浮点' },
    'mixed-int8': { en: 'Mixed int8', zh: '混合 int8' },
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
  augment: {
    title: { en: 'Filled copies', zh: '填充后的副本' },
    about: {
      en: 'The first {{n}} texts of the training set as the run would fill them: struck-out words are replaced, entities are underlined. Copies left out here are learnt from in no run with these settings.',
      zh: '训练集前 {{n}} 份文本按本次训练的方式填充：删除线为原词，下划线为实体。在此弃用的副本不参与这些设置下的训练。',
    },
    needs: {
      en: 'Choose a training set and an encoder for augmentation in the form first.',
      zh: '请先在表单中选择训练集和用于数据增强的编码器。',
    },
    filling: { en: 'Filling words', zh: '正在填充' },
    none: { en: 'No word of these texts became another one.', zh: '这些文本没有任何词被替换。' },
    look: { en: 'Look at the copies ({{n}} left out)', zh: '查看副本（已弃用 {{n}} 份）' },
    accepted: { en: 'Learnt', zh: '采用' },
    rejected: { en: 'Left out', zh: '弃用' },
    accept: { en: 'Accept', zh: '采用' },
    reject: { en: 'Reject', zh: '弃用' },
    keys: {
      en: '↑ ↓ walk · Enter accepts · Delete rejects · Space changes',
      zh: '↑ ↓ 移动 · Enter 采用 · Delete 弃用 · 空格切换',
    },
  },
  from: {
    none: { en: 'Random weights', zh: '随机权重' },
    starter: { en: 'starter · the built-in tagger', zh: 'starter · 内置标注模型' },
  },
  setting: {
    from: {
      name: { en: 'Begins with', zh: '起始模型' },
      help: {
        en: 'A trained model whose characters, words, sizes and weights the run takes over; labels that are new to it are learnt anew.',
        zh: '从已训练的模型开始：沿用其字表、词表、规模和权重，新的标签从头学起。',
      },
    },
    unlabelled: {
      name: { en: 'Texts without labels', zh: '未标注文本' },
      help: {
        en: 'A corpus whose sentences five taggers mark where they are sure; the network learns from these too. For few labelled texts; takes several times the time.',
        zh: '由五个标注模型标注其中有把握的句子，网络再从这些句子一起学习。适合标注文本少的情况，用时为数倍。',
      },
    },
    teacher: {
      name: { en: 'Marked by', zh: '标注模型' },
      help: {
        en: 'A trained tagger, mostly an ensemble, that marks the texts without labels; one network learns from it and marks as well in a third of the time. Empty: five taggers are trained for it.',
        zh: '由一个已训练的标注模型（多为集成模型）标注未标注文本，单个网络从中学习，标注速度更快。留空则另行训练五个标注模型。',
      },
    },
    augment: {
      name: { en: 'Augmentation', zh: '数据增强' },
      help: {
        en: 'An encoder that fills words outside of entities by as many characters; the network also learns from these copies. Filling takes time before training.',
        zh: '由编码器把实体之外的词换成字数相同的词，网络同时从这些副本学习。填充在训练之前进行，需要额外时间。',
      },
    },
    augmentShare: {
      name: { en: 'Share filled', zh: '填充比例' },
      help: { en: 'Of the words outside of entities.', zh: '占实体之外的词的比例。' },
    },
    augmentRejected: {
      name: { en: 'Copies left out', zh: '弃用的副本' },
      help: {
        en: 'Look at the copies before training, and leave out those that make no sense.',
        zh: '训练前查看副本，弃用不通顺的。',
      },
    },
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
    layerDecay: {
      name: { en: 'Layer-wise decay', zh: '逐层学习率衰减' },
      help: {
        en: 'Each layer of the encoder learns at this many times the rate of the layer above it; 0.9 when fine-tuning.',
        zh: '编码器每层的学习率是其上一层的多少倍；微调时宜取 0.9。',
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
    ensemble: {
      name: { en: 'Networks averaged', zh: '集成网络数' },
      help: {
        en: 'Trains this many networks from different seeds one after another and averages how probable each entity is to them. Takes as many times longer.',
        zh: '用不同随机种子依次训练这么多个网络，对各实体的概率取平均；训练时间相应成倍增加。',
      },
    },
    ensembleOther: {
      name: { en: 'Other network beside it', zh: '并用另一种网络' },
      help: {
        en: 'Also trains networks of another kind and averages all of them; unlike networks err in unlike places.',
        zh: '另训练另一种网络并全部取平均；结构不同的网络错处也不同。',
      },
    },
    ensembleOthers: {
      name: { en: 'Networks of the other kind', zh: '另一种网络的数量' },
      help: {
        en: 'How many of them are trained, from different seeds.',
        zh: '用不同随机种子训练几个这样的网络。',
      },
    },
    emaDecay: {
      name: { en: 'Average of weights', zh: '权重滑动平均' },
      help: {
        en: 'Keeps a moving average of the weights in their place: 0.999 reaches back about 1,000 updates; 0: none.',
        zh: '以权重的滑动平均代替最后的权重：0.999 约平均最近 1000 次更新；0 为不用。',
      },
    },
    adversarialNorm: {
      name: { en: 'Adversarial norm', zh: '对抗扰动范数' },
      help: {
        en: 'Also learns from token vectors moved this far to where the loss rises most (fast gradient method); doubles the time; 0: none.',
        zh: '同时用朝损失上升最快方向移动这么远的词元向量训练（快速梯度法，FGM）；用时加倍；0 为不用。',
      },
    },
    rDrop: {
      name: { en: 'R-Drop weight', zh: 'R-Drop 权重' },
      help: {
        en: 'Reads every batch twice with different dropout and draws both predictions together, 1 to 4; doubles the time; 0: none.',
        zh: '每批数据以不同的随机失活读两遍，并使两次预测相互接近，常取 1 至 4；用时加倍；0 为不用。',
      },
    },
    scheme: {
      name: { en: 'Tag scheme', zh: '标签预设' },
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
    precision: {
      name: { en: 'Precision', zh: '计算精度' },
      help: {
        en: 'Mixed int8 computes large products in eight bits while training: faster with large encoders, with slightly other results. On the processor with onnx alone.',
        zh: '混合 int8 在训练中以 8 位整数计算大矩阵乘法：编码器较大时更快，结果略有差异；仅限处理器上的 onnx。',
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
});
