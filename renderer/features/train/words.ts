/** Words of the training console: `train` for every task, `texts` for text classifiers. Each part keeps its own. */
import { words } from '../../i18n/words.ts';
import * as compare from './compare/words.ts';
import * as data from './data/words.ts';
import * as classifierSetting from './form/classifier-setting-words.ts';
import * as preset from './form/preset-words.ts';
import * as recipe from './form/recipe-words.ts';
import * as taggerSetting from './form/tagger-setting-words.ts';
import * as form from './form/words.ts';
import * as models from './models/words.ts';
import * as reports from './reports/words.ts';
import * as runs from './runs/words.ts';

export const train = {
  ...words({
    newRun: { en: 'New training run', zh: '新建训练' },
    look: { en: 'Show', zh: '查看' },
    section: {
      runs: { en: 'Runs', zh: '运行' },
      grids: { en: 'Experiments', zh: '对比实验' },
      data: { en: 'Data sets', zh: '数据集' },
      models: { en: 'Models', zh: '模型' },
      vectors: { en: 'Word vectors', zh: '词向量' },
      batch: { en: 'Batch runs', zh: '批处理' },
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
    tab: {
      curves: { en: 'Curves', zh: '曲线' },
      types: { en: 'Scores by type', zh: '各类型得分' },
      confusion: { en: 'Confusion', zh: '混淆矩阵' },
      errors: { en: 'Errors', zh: '错误' },
      settings: { en: 'Settings', zh: '设置' },
    },
    score: {
      f1: 'F1',
      precision: { en: 'Precision', zh: '精确率' },
      recall: { en: 'Recall', zh: '召回率' },
      relaxedF1: { en: 'Relaxed F1', zh: '宽松 F1' },
    },
  }),
  ...runs.train,
  ...data.train,
  ...form.train,
  ...preset.train,
  ...recipe.train,
  ...taggerSetting.train,
  ...reports.train,
  ...compare.train,
  ...models.train,
};

export const texts = {
  ...words({
    score: {
      accuracy: { en: 'Accuracy', zh: '准确率' },
      microF1: { en: 'Micro F1', zh: '微平均 F1' },
      macroF1: { en: 'Macro F1', zh: '宏平均 F1' },
      hit3: 'hit@3',
      loss: { en: 'Loss', zh: '损失' },
    },
    tab: {
      labels: { en: 'Scores by label', zh: '各标签得分' },
      calibration: { en: 'Calibration', zh: '校准' },
      confusion: { en: 'Confusion', zh: '混淆' },
    },
  }),
  ...runs.texts,
  ...data.texts,
  ...form.texts,
  ...preset.texts,
  ...classifierSetting.texts,
  ...reports.texts,
  ...models.texts,
};
