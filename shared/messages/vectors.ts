import { dictionary } from './dictionary.ts';

export const vectors = dictionary({
  'vectors.paused': {
    en: 'paused; the same command goes on from here',
    zh: '已暂停，重新运行同一命令即可继续',
  },
  'vectors.paused-untrained': { en: 'paused; nothing had been trained yet', zh: '已暂停，尚未开始训练' },
  'vectors.repeated-rows': {
    en: '{{file}}: {{count}} rows repeat a token and were left out: {{examples}}',
    zh: '{{file}}：{{count}} 行的词重复，只保留首次出现：{{examples}}',
  },
  'vectors.over-row-limit': { en: 'it has over {{rows}} rows', zh: '词向量超过 {{rows}} 个' },
  'vectors.announces-too-many': {
    en: 'it announces {{rows}} rows of {{dimension}} numbers, more than fit into memory',
    zh: '文件声明有 {{rows}} 行、每行 {{dimension}} 个数，超出内存限制',
  },
  'vectors.none-yet': { en: 'no word vectors yet', zh: '尚无词向量' },
  'vectors.words-missing': {
    en: '{{vectors}} has no vector of {{words}}.',
    zh: '{{vectors}} 中没有这些词的向量：{{words}}。',
  },
  'vectors.word-missing': { en: '{{word}}: no vector', zh: '{{word}}：没有该词的向量' },
  'vectors.kept-in-workspace': { en: 'kept in the workspace as {{name}}', zh: '已存入工作区，名为 {{name}}' },
  'vectors.interrupted': {
    en: 'Meridian ended while these vectors were being trained.',
    zh: '训练期间程序意外退出。',
  },
  'vectors.other-checkpoint': {
    en: 'The checkpoint was made with other settings, another corpus or an older program.',
    zh: '检查点与当前设置、语料或程序版本不符。',
  },
  'vectors.checkpoint-lacks': { en: 'The checkpoint lacks {{table}}.', zh: '检查点已损坏，缺少 {{table}}。' },
  'vectors.graph-without-edges': {
    en: 'The knowledge graph has no edges to learn vectors from.',
    zh: '知识图谱没有边，无法训练向量。',
  },
  'vectors.too-many-pairs': {
    en: '{{entries}} different pairs of tokens do not fit into memory.',
    zh: '共现词对过多（{{entries}}），内存不足。',
  },
  'vectors.corpus-too-large': {
    en: 'The corpus has over {{tokens}} tokens.',
    zh: '语料超过 {{tokens}} 个词。',
  },
  'vectors.corpus-empty': { en: 'The corpus holds no text.', zh: '语料中没有文本。' },
  'vectors.corpus-too-rare': {
    en: "None of the corpus's tokens occurs {{count}} times.",
    zh: '语料中没有出现 {{count}} 次以上的词。',
  },
  'vectors.unwritable-token': {
    en: 'The token {{token}} cannot be written in this format.',
    zh: '该格式无法写入词 {{token}}。',
  },
  'vectors.memory': {
    en: 'Vectors of {{rows}} tokens need {{megabytes}} MiB of memory, which cannot be had; at most 4 GiB are possible.',
    zh: '{{rows}} 个词的向量需要 {{megabytes}} MiB 内存，无法获得；最多 4 GiB。',
  },
  'vectors.too-many-for-file': {
    en: '{{tokens}} tokens are too many for one file.',
    zh: '词数过多（{{tokens}}），无法写入一个文件。',
  },
  'vectors.file-unreadable': {
    en: 'The file holds no word vectors that can be read.',
    zh: '词向量文件无法读取。',
  },
  'vectors.diverged': {
    en: 'The training diverged: some vectors are no numbers any more.',
    zh: '训练发散，部分向量已非有效数值。',
  },
  'vectors.thread-failed': { en: 'A training thread failed: {{reason}}.', zh: '训练线程出错：{{reason}}。' },
  'vectors.checkpoint-is': { en: 'The last checkpoint is.', zh: '最近的检查点仍在。' },
  'vectors.not-named': { en: 'There are no word vectors {{name}}.', zh: '没有词向量 {{name}}。' },
  'vectors.of-entities': {
    en: '{{name}} holds vectors of the entities of a knowledge graph, and a network needs word vectors.',
    zh: '{{name}} 是图谱实体的向量，网络需要词向量。',
  },
  'vectors.file-gone': {
    en: 'The file of these word vectors is no longer there.',
    zh: '词向量文件已不存在。',
  },
  'vectors.files-not-read': {
    en: 'The files to train on were not read before the app ended.',
    zh: '语料文件尚未读完，程序已退出。',
  },
  'vectors.no-text': { en: 'There is no text to train on.', zh: '没有可用于训练的文本。' },
  'vectors.too-many-texts': { en: 'The texts are too many for the app.', zh: '语料过大。' },
  'vectors.texts-gone': { en: 'The texts of this training are no longer there.', zh: '训练语料已丢失。' },
  'vectors.another-picture': { en: 'Another picture was asked for.', zh: '已改为计算另一幅图。' },
  'vectors.too-few-words': { en: 'There are too few words for a picture.', zh: '词太少，无法作图。' },
  'vectors.process-ended': { en: 'The process of word vectors ended.', zh: '词向量进程已结束。' },
  'vectors.being-trained': {
    en: 'Vectors named {{name}} are being trained.',
    zh: '名为 {{name}} 的词向量正在训练。',
  },
  'vectors.elsewhere': { en: 'Another process looks after this training.', zh: '另一个进程正在处理此训练。' },
  'vectors.nothing-chosen': { en: 'Nothing to train on was chosen.', zh: '未选择训练文本。' },
  'vectors.no-training': {
    en: 'There is no training {{id}} of word vectors.',
    zh: '没有词向量训练 {{id}}。',
  },
  'vectors.not-found': { en: 'There are no word vectors {{id}}.', zh: '词向量 {{id}} 不存在或已删除。' },
  'vectors.needs-name': { en: 'Word vectors need a name.', zh: '词向量需要名称。' },
  'vectors.others-of-name': {
    en: 'There are other word vectors named {{name}}.',
    zh: '已有另一份名为 {{name}} 的词向量。',
  },
  'vectors.in-use-by-run': {
    en: 'The run {{run}} reads the word vectors {{name}} and has not ended.',
    zh: '训练 {{run}} 正在使用词向量 {{name}} 且尚未结束。',
  },
  'vectors.unreadable-file': {
    en: 'This file of word vectors cannot be read: {{problem}}.',
    zh: '词向量文件有误：{{problem}}。',
  },
  'vectors.word2vec-header': {
    en: 'this is the header of a word2vec text file, not a row',
    zh: '是 word2vec 文本格式的首行',
  },
  'vectors.long-line': { en: 'longer than {{limit}} bytes', zh: '超过 {{limit}} 字节' },
  'vectors.line-without-token': { en: 'it begins with no token', zh: '行首没有词' },
  'vectors.no-token': { en: 'has no token of up to {{limit}} bytes', zh: '缺少不超过 {{limit}} 字节的词' },
  'vectors.field-count': {
    en: 'expected a token and {{dimension}} numbers, found {{found}} fields after the first',
    zh: '词之后应有 {{dimension}} 个数，实有 {{found}} 个',
  },
  'vectors.field-not-finite': {
    en: 'field {{field}}, {{value}}, is no finite number',
    zh: '第 {{field}} 个字段 {{value}} 不是有效数值',
  },
  'vectors.not-finite': { en: 'holds a value that is no finite number', zh: '含有无效数值' },
  'vectors.impossible-dimension': {
    en: 'a dimension of {{dimension}} is not possible',
    zh: '维数 {{dimension}} 无效',
  },
  'vectors.none-in-file': { en: 'it holds no vectors', zh: '没有词向量' },
  'vectors.bytes-after-end': {
    en: 'bytes follow its last row, number {{rows}}',
    zh: '末行（第 {{rows}} 行）之后还有内容',
  },
  'vectors.no-heading': {
    en: 'expected the number of rows and the dimension; GloVe files have no such line',
    zh: '应为词数和维数；GloVe 文件没有这一行',
  },
  'vectors.row-count': {
    en: 'it ends after {{found}} of the {{announced}} rows that its first line tells of',
    zh: '首行称有 {{announced}} 行，实有 {{found}} 行',
  },
  'vectors.too-many-rows': { en: 'more rows than the {{rows}} of line 1', zh: '超出首行所述的 {{rows}} 行' },
});
