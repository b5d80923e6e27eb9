/** Pre-training of encoders, in Chinese. */
export const pretrain = {
  task: '预训练语料',
  tab: '预训练',
  score: {
    inversePerplexity: '困惑度倒数',
    perplexity: '困惑度',
    hiddenAccuracy: '遮蔽词元准确率',
    pairAccuracy: '句对准确率',
    pairLoss: '句对损失',
  },
  help: '在未参与训练的文本上猜测被遮蔽的词元：损失与困惑度越低越好，准确率越高越好；使用句对目标时，曲线中的训练损失还包含句对损失。每次都遮蔽同样的词元，便于比较。',
  corpus: '语料',
  quality: '在 {{set}} 的开发文本上',
  fact: {
    guesses: '被遮蔽的词元',
    documents: '文本',
    duplicates: '重复而去除',
    characters: '字符',
    tokens: '词元',
    devDocuments: '留作开发集的文本',
    trainSequences: '训练序列',
    devSequences: '开发序列',
  },
};
