/** Words of the form of a new run. */
import { words } from '../../../i18n/words.ts';

export const train = words({
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
      en: 'This preset is made for an imported encoder. Import a BERT folder under Models, or begin with random weights.',
      zh: '这个预设适合已导入的编码器。可先到“模型”导入 BERT 文件夹；也可以用随机初始化的编码器开始。',
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
});

export const texts = words({
  noVectors: { en: 'None yet: train or import some first', zh: '还没有词向量：请先训练或导入' },
});
