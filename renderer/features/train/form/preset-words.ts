/** Names and explanations of tasks and presets. */
import { words } from '../../../i18n/words.ts';

export const train = words({
  presets: { en: 'Presets', zh: '预设' },
  preset: {
    bilstm: {
      name: 'BiLSTM-CRF',
      text: {
        en: 'Characters alone, trained in minutes; to set against the recipes.',
        zh: '只用字符，几分钟即可训练完；可与训练方案对照。',
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
      name: 'CNN',
      text: {
        en: 'The quickest of the networks.',
        zh: '各网络中最快的一个。',
      },
    },
    textStares: {
      name: 'StaResGRU-CNN',
      text: {
        en: 'The network of the paper with 128 units, fit for a common processor.',
        zh: '论文的网络，单元减为 128，普通处理器上也能训练。',
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
    pairLinear: {
      name: { en: 'Linear over overlap and n-grams', zh: '线性模型（重合度与 n-gram）' },
      text: {
        en: 'How alike both texts are, and what either has alone, in seconds; to set against networks.',
        zh: '看两段文本的相似程度和各自独有的字词，几秒训练完；可与网络对照。',
      },
    },
    pairBilstm: {
      name: { en: 'BiLSTM, matched', zh: 'BiLSTM（逐词对照）' },
      text: {
        en: 'Sets every token beside those of the other text that are like it.',
        zh: '把每个词与另一段文本中相近的词对照。',
      },
    },
    termLinear: {
      name: { en: 'Candidates, then linear', zh: '先找候选，再由线性模型判断' },
      text: {
        en: 'Similar terms and similar training texts give candidates, which a linear model of pairs judges; minutes.',
        zh: '由相似的标准词和相似的训练文本给出候选，再由线性文本对模型判断；需几分钟。',
      },
    },
    relationBilstm: {
      name: { en: 'BiLSTM over typed markers', zh: 'BiLSTM（类型标记）' },
      text: {
        en: 'Reads the sentence with both entities marked.',
        zh: '在句中标出两个实体后阅读全句。',
      },
    },
    relationLinear: {
      name: { en: 'Linear over words between', zh: '线性模型（实体之间的文字）' },
      text: {
        en: 'The types of the pair and the text between, in seconds; to set against networks.',
        zh: '只看两个实体的类型和其间的文字，几秒训练完；可与网络对照。',
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
});

export const texts = words({
  task: {
    ner: { en: 'Entities', zh: '实体识别' },
    classify: { en: 'Text classes', zh: '文本分类' },
    diagnose: { en: 'Diagnoses', zh: '诊断预测' },
    pair: { en: 'Text pairs', zh: '文本对' },
    nli: { en: 'Inference', zh: '文本推理' },
    ranking: { en: 'Answer ranking', zh: '答案排序' },
    normalisation: { en: 'Standard terms', zh: '术语标准化' },
    relation: { en: 'Relations', zh: '关系抽取' },
    pretrain: { en: 'Pre-training', zh: '编码器预训练' },
  },
  taskHelp: {
    ner: { en: 'Marks entities in texts.', zh: '在文本中标出实体。' },
    classify: {
      en: 'One label a text, such as a department or a kind of section.',
      zh: '每份文本一个标签，如科室、章节类型。',
    },
    diagnose: { en: 'One or several diagnoses a record.', zh: '每份病历一个或多个诊断。' },
    pair: {
      en: 'One label a pair of texts: same question or not, entailment, relevance.',
      zh: '判断两段文本：是否同一问题、是否蕴含、相关程度。',
    },
    nli: {
      en: 'What the first text says about the second: the same, more, less, nothing.',
      zh: '判断前一段文本与后一段的关系：同义、蕴含或无关。',
    },
    ranking: {
      en: 'Orders the candidates for a question by relevance; BM25 stands beside the model.',
      zh: '把一个问题的候选按相关程度排序，并与 BM25 对照。',
    },
    normalisation: {
      en: 'Gives words of a record the standard terms they stand for, one or several.',
      zh: '把病历中的写法对应到一个或多个标准词。',
    },
    relation: { en: 'Relations between two entities of a text.', zh: '判断文本中两个实体之间的关系。' },
    pretrain: {
      en: 'Needs no labels: an encoder guesses hidden characters of your texts and so learns their language, for other tasks to use.',
      zh: '不需要标注：编码器在本院文本上猜测被遮蔽的字，学会其中的语言，供其他任务使用。',
    },
  },
  taskName: { en: 'Task', zh: '任务' },
  presetGroup: {
    ner: { en: 'Entities', zh: '实体识别' },
    texts: { en: 'Text classes and diagnoses', zh: '文本分类与诊断预测' },
    pairs: { en: 'Text pairs', zh: '文本对' },
    terms: { en: 'Standard terms', zh: '术语标准化' },
    relations: { en: 'Relations', zh: '关系抽取' },
    encoders: { en: 'Encoders', zh: '编码器预训练' },
  },
});
