/** Words of the registry of models. */
import { words } from '../../../i18n/words.ts';

export const train = words({
  graphTest: {
    probe: { en: 'Probe with the graph', zh: '图谱探测' },
    similarity: { en: 'Similarity of names', zh: '名称相似度' },
    probeTitle: { en: 'What “{{name}}” knows of the graph', zh: '“{{name}}”掌握的图谱知识' },
    probeAbout: {
      en: 'Cloze queries about edges of the graph; a query is right when one of the five best answers of any number of masks is. The five most frequent answers of the relation stand beside it.',
      zh: '用图谱中的关系出填空题：任一掩码数的前五个答案中有一个正确即算答对；旁边列出只答该关系最常见五个答案的成绩。',
    },
    similarityTitle: { en: 'Similarity of names by “{{name}}”', zh: '“{{name}}”的名称相似度' },
    similarityAbout: {
      en: 'Which of twenty names of a type is another name of the same entity? The other nineteen look most alike. The characters alone (Jaro-Winkler) stand beside it.',
      zh: '在同类的二十个名称中找出同一实体的另一个名称，其余十九个是字面最像的；旁边列出只看字面（Jaro-Winkler）的成绩。',
    },
    start: { en: 'Start', zh: '开始' },
    export: { en: 'Export', zh: '导出' },
    report: { en: 'Report', zh: '报告' },
    limit: { en: 'Queries a relation', zh: '每种关系的题数' },
    masks: { en: 'Most masks', zh: '最多掩码数' },
    seed: { en: 'Seed', zh: '随机种子' },
    recall: {
      all: { en: 'Macro recall@5', zh: '宏平均召回率@5' },
      type1: { en: 'Type 1 (answer in the query)', zh: '类型 1（题中含答案）' },
      type2: { en: 'Type 2', zh: '类型 2（题中不含答案）' },
    },
    frequent: { en: 'frequent answers {{value}}', zh: '常见答案 {{value}}' },
    frequentRecall: { en: 'Frequent answers', zh: '常见答案' },
    relations: { en: 'Relations', zh: '各关系' },
    queries: { en: 'Queries {{n}}, misses {{misses}}', zh: '题目 {{n}}，答错 {{misses}}' },
    relation: { en: 'Relation', zh: '关系' },
    allRelations: { en: 'All relations', zh: '全部关系' },
    shown: { en: '{{shown}} of {{total}} queries', zh: '{{shown}} / {{total}} 题' },
    onlyMisses: { en: 'Misses only', zh: '只看答错的' },
    asked: { en: 'Queries', zh: '题数' },
    query: { en: 'Query', zh: '题目' },
    right: { en: 'Right answers', zh: '正确答案' },
    answers: { en: 'Answers of the model', zh: '模型的答案' },
    type: { en: 'Type', zh: '类型' },
    verdict: { en: 'Result', zh: '结果' },
    hit: { en: 'right', zh: '答对' },
    miss: { en: 'missed', zh: '答错' },
    pairLimit: { en: 'Most pairs', zh: '最多名称对' },
    noCorpus: { en: 'Texts that count mentions (for D3)', zh: '用于统计提及次数的文本（D3 需要）' },
    set: { en: 'Set', zh: '数据' },
    sets: {
      D1: { en: 'all pairs', zh: '全部名称对' },
      D2: { en: 'entities with like neighbours', zh: '邻居相似的实体' },
      D3: { en: 'rarely mentioned names', zh: '很少提及的名称' },
    },
    pairs: { en: 'Pairs', zh: '名称对' },
    characters: { en: 'Characters alone', zh: '只看字面' },
    covered: { en: 'Covered', zh: '可比较' },
    accuracy: { en: 'Accuracy', zh: '准确率' },
    withoutNegatives: {
      en: '{{n}} synonyms have fewer than 19 names of their type that look alike and are left out.',
      zh: '有 {{n}} 个同义名的同类相似名称不足 19 个，未计入。',
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
      pair: { en: 'Text pairs', zh: '文本对' },
      relation: { en: 'Relations', zh: '关系抽取' },
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
    ofParents: { en: '{{name}} (parents)', zh: '{{name}}（上级）' },
    graph: { en: 'reads the knowledge graph, version {{version}}', zh: '读取知识图谱，版本 {{version}}' },
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

export const texts = words({
  triples: {
    tagger: {
      en: 'Tagger for joint decoding (optional): triples between the entities that it finds',
      zh: '联合抽取所用的实体模型（可不选）：在它识别的实体之间抽取三元组',
    },
    noTagger: { en: 'Labelled entities only', zh: '只用标注的实体' },
    mentions: { en: 'Triple F1, labelled entities', zh: '三元组 F1（标注实体）' },
    joint: { en: 'Triple F1, entities of {{tagger}}', zh: '三元组 F1（{{tagger}} 识别的实体）' },
  },
  models: {
    use: { en: 'Use in diagnosis panel', zh: '在诊断面板中使用' },
    inPanel: { en: 'In use in the diagnosis panel', zh: '诊断面板正在使用' },
    noSet: {
      en: 'There is no data set for the task of this model; import one first.',
      zh: '没有适合这个模型任务的数据集，请先导入。',
    },
    try: { en: 'Try it', zh: '试一试' },
    tryLabel: { en: 'Paste a text and see what the model says', zh: '粘贴一段文本，看看模型怎么说' },
    firstText: { en: 'First text', zh: '第一段文本' },
    secondText: { en: 'Second text', zh: '第二段文本' },
    pairPlaceholder: { en: 'Such as: 高血压能吃南瓜吗', zh: '如：高血压能吃南瓜吗' },
    tryPlaceholder: {
      en: 'Such as: 患者三天前受凉后出现发热、咳嗽，咳黄痰……',
      zh: '如：患者三天前受凉后出现发热、咳嗽，咳黄痰……',
    },
    tryGo: { en: 'Predict', zh: '预测' },
    tryHint: {
      en: 'Ctrl+Enter predicts. The text is used for this only and not kept.',
      zh: 'Ctrl+Enter 预测。文本只用于这次预测，不会保存。',
    },
    abstained: {
      unsure: {
        en: 'The model is not sure and says nothing; what follows is for orientation only.',
        zh: '模型没有把握，不作判断；下面仅供参考。',
      },
      unfamiliar: {
        en: 'The model knows too little of what this text is made of and says nothing; what follows is for orientation only.',
        zh: '模型对这段文本的用字太陌生，不作判断；下面仅供参考。',
      },
      empty: { en: 'There is nothing to read.', zh: '没有可读的内容。' },
    },
    belowThreshold: {
      en: 'Its first label has less than {{threshold}}.',
      zh: '首位概率低于 {{threshold}}。',
    },
    moreLabels: { en: 'The other {{n}} labels are less probable.', zh: '其余 {{n}} 个标签的概率更低。' },
    readPart: {
      en: 'The text is long: the model read {{read}} of its {{total}} characters.',
      zh: '文本较长，模型只读了 {{total}} 个字符中的 {{read}} 个。',
    },
  },
});
