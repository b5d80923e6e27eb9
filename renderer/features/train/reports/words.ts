/** Words of the reports of taggers and of text classifiers. */
import { words } from '../../../i18n/words.ts';

export const train = words({
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
});

export const texts = words({
  labels: {
    label: { en: 'Label', zh: '标签' },
    support: { en: 'Gold', zh: '标注数' },
    threshold: { en: 'Threshold', zh: '阈值' },
    filter: { en: 'Filter labels', zh: '筛选标签' },
    shown: { en: '{{shown}} / {{total}} labels', zh: '{{shown}} / {{total}} 个标签' },
    unseen: { en: '{{n}} of them do not occur in this set', zh: '其中 {{n}} 个在这个数据集中没有出现' },
    none: { en: 'No label fits.', zh: '没有符合条件的标签。' },
  },
  baseline: {
    bm25: { en: 'BM25', zh: 'BM25' },
    exact: { en: 'same words as a term', zh: '字面与标准词相同' },
    tfidf: { en: 'the most similar term', zh: '最相似的标准词' },
    nearest: { en: 'terms of the most similar training text', zh: '最相似训练文本的标准词' },
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
    baseline: { en: 'For comparison, {{name}}: {{scores}}', zh: '对照：{{name}}，{{scores}}' },
    ranking: {
      en: 'P@1, MRR and nDCG over {{n}} questions: pairs with the same first text are candidates for one question, ordered by expected grade.',
      zh: 'P@1、MRR、nDCG 基于 {{n}} 个问题：第一段文本相同的文本对是同一问题的候选，按期望等级排序。',
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
});
