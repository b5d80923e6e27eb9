/** Words of active learning in annotation projects. */
import { words } from '../../../i18n/words.ts';

export const learning = words({
  title: { en: 'Learning', zh: '学习' },
  model: { en: 'Model in use', zh: '当前模型' },
  noModel: { en: 'None trained yet', zh: '尚未训练' },
  finished: {
    en: '{{finished}} documents finished: {{train}} to train on, {{dev}} to measure with',
    zh: '已完成 {{finished}} 篇：{{train}} 篇用于训练，{{dev}} 篇用于评测',
  },
  sinceLast: { en: '{{n}} finished since the last training', zh: '上次训练后新完成 {{n}} 篇' },
  train: { en: 'Train on this project', zh: '用本项目训练' },
  training: { en: 'Training, about {{percent}} done', zh: '正在训练，已完成约 {{percent}}' },
  trainStarted: { en: 'Training has begun; go on labelling', zh: '已开始训练，可继续标注' },
  openRun: { en: 'Show the run', zh: '查看训练' },
  order: { en: 'Reorder unfinished documents', zh: '重排待标文档' },
  ordered: { en: '{{n}} unfinished documents ordered', zh: '已为 {{n}} 篇待标文档排序' },
  empty: {
    en: 'Finish some documents, then train. About one in five is kept for measuring; no round is ever trained on those.',
    zh: '完成几篇文档后即可训练。约五分之一的文档留作评测，任何一轮都不会用它们训练。',
  },
  curve: { en: 'Learning curve: F1 against documents labelled', zh: '学习曲线：F1 随已标文档数的变化' },
  curveNew: { en: 'New model', zh: '新模型' },
  curveOld: { en: 'Previous model, on the same documents', zh: '原模型（同一批文档）' },
  axis: { en: 'documents labelled', zh: '已标文档数（篇）' },
  rounds: {
    at: { en: 'Time', zh: '时间' },
    documents: { en: 'Documents', zh: '已标文档' },
    dev: { en: 'Measured on', zh: '评测文档' },
    labels: { en: 'Trained on spans', zh: '训练标注' },
    f1: 'F1',
    previous: { en: 'Previous F1', zh: '原模型 F1' },
    gain: { en: 'Gain', zh: '提升' },
    state: { en: 'State', zh: '状态' },
  },
  roundHint: {
    at: { en: 'When the training began', zh: '开始训练的时间' },
    documents: {
      en: 'Documents finished by then, those to measure with included',
      zh: '当时已完成的文档数（篇），含评测用的',
    },
    dev: {
      en: 'Documents kept to measure with, never trained on',
      zh: '留作评测、从不用于训练的文档数（篇）',
    },
    labels: { en: 'Annotated spans in the training documents', zh: '训练文档中的标注数（个）' },
    f1: {
      en: 'Exact F1 of the new model on the documents to measure with (0–1)',
      zh: '新模型在评测文档上的精确 F1（0–1）',
    },
    previous: {
      en: 'F1 of the model in use until then, on the same documents (0–1)',
      zh: '当时所用模型在同一批文档上的 F1（0–1）',
    },
    gain: { en: 'How much better the new model is', zh: '新模型比原模型高多少' },
    state: { en: 'A new model takes over unless it is worse', zh: '新模型不低于原模型时启用' },
  },
  state: {
    adopted: { en: 'Took over', zh: '已启用' },
    kept: { en: 'Not adopted: worse than before', zh: '不如原模型，未启用' },
    training: { en: 'Training', zh: '训练中' },
    paused: { en: 'Paused', zh: '已暂停' },
    interrupted: { en: 'Interrupted', zh: '已中断' },
    queued: { en: 'Queued', zh: '排队中' },
    failed: { en: 'Failed', zh: '失败' },
  },
  settings: { en: 'Next document and training', zh: '下一篇与训练' },
  suggest: {
    title: { en: 'Pre-annotation', zh: '预标注' },
    source: { en: 'Source', zh: '来源' },
    dictionary: { en: 'Dictionary (knowledge graph)', zh: '词典（知识图谱）' },
    threshold: { en: 'Least confidence', zh: '最低置信度' },
    run: { en: 'Pre-annotate unfinished documents', zh: '预标注未完成的文档' },
    busy: { en: 'Pre-annotating…', zh: '正在预标注…' },
    done: {
      en: '{{items}} suggestions in {{documents}} documents; accept them one by one or in bulk',
      zh: '在 {{documents}} 篇文档中提出 {{items}} 条建议，可逐条或批量接受',
    },
    none: { en: 'Nothing new to suggest', zh: '没有新的建议' },
    hint: {
      en: 'Suggestions count nowhere until somebody accepts them; rejected ones do not come again. The whole batch can be undone.',
      zh: '建议在接受之前不计入标注结果，拒绝过的不会再次提出；整批可以撤销。',
    },
  },
});
